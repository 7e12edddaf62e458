"""How likely each player is to win: `livingstone.players.projection`."""

from math import exp, isnan

import numpy as np

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.greedy import memo as slot
from livingstone.kernel.weights import FAINT, TIE_BREAK

NOBODY = -1


def add_up(values: Floats, first: int, count: int) -> float:
    """Add floats one after the other."""
    total = 0.0
    for place in range(first, first + count):
        total += values[place]
    return total


def softmax(values: Floats, first: int, count: int, spread: float) -> None:
    """Turn values into chances to be the largest one, where each may change by about `spread`."""
    if not count:
        return
    most = values[first]
    for place in range(first + 1, first + count):
        most = max(most, values[place])
    for place in range(first, first + count):
        difference = values[place] - most
        values[place] = exp(difference / spread) if difference else 1.0
    total = add_up(values, first, count)
    for place in range(first, first + count):
        values[place] /= total


def _recall_row(edition: Ints, state: Ints, memo: Floats, row: int) -> int:
    """Return where a row, from 0, is remembered; forget it if tents or spread have changed."""
    memory = slot.ROWS + row * slot.ROW_SIZE
    players = edition[of.PLAYERS]
    spread = memo[slot.TENT_SPREAD]
    is_known = memo[memory + slot.ROW_SPREAD] == spread
    for seat in range(players):
        tents = float(state[block(edition, seat) + edition[of.IN_ROW] + row])
        if memo[memory + slot.ROW_TENTS + seat] != tents:
            is_known = False
            memo[memory + slot.ROW_TENTS + seat] = tents
    if not is_known:
        memo[memory + slot.ROW_SPREAD] = spread
        for seat in range(players):
            memo[memory + slot.ROW_SHARES + seat] = memo[memory + slot.ROW_TENTS + seat]
            memo[memory + slot.ROW_GAINS + seat] = np.nan
            memo[memory + slot.ROW_LOSSES + seat] = np.nan
        softmax(memo, memory + slot.ROW_SHARES, players, spread)
    return memory


def list_majority_points(edition: Ints, state: Ints, memo: Floats) -> None:
    """Estimate by seat, in `FIRST`, the points to be expected for majorities (R8.1)."""
    rows = edition[of.ROWS]
    for row in range(rows):
        _recall_row(edition, state, memo, row)
    for seat in range(edition[of.PLAYERS]):
        for row in range(rows):
            share = memo[slot.ROWS + row * slot.ROW_SIZE + slot.ROW_SHARES + seat]
            memo[slot.LIST + row] = edition[of.MAJORITY + row] * share
        memo[slot.FIRST + seat] = add_up(memo, slot.LIST, rows)


def majority_gain(edition: Ints, state: Ints, memo: Floats, row: int, more: int) -> float:
    """Estimate the points that `more` tents, 1 or -1, gain for the majority of a row, from 0.

    A row without tents gives nothing to anybody, so that the first tent there gains a whole share.
    """
    memory = _recall_row(edition, state, memo, row)
    seat = int(memo[slot.SEAT])
    known = memory + (slot.ROW_GAINS if more > 0 else slot.ROW_LOSSES) + seat
    if isnan(memo[known]):
        tents = tents_after = 0.0
        for other in range(edition[of.PLAYERS]):
            after = memo[memory + slot.ROW_TENTS + other]
            tents += after
            if other == seat:
                after = max(0.0, after + more)
            tents_after += after
            memo[slot.SECOND + other] = after
        softmax(memo, slot.SECOND, edition[of.PLAYERS], memo[slot.TENT_SPREAD])
        then = memo[slot.SECOND + seat] if tents_after > 0 else 0.0
        now = memo[memory + slot.ROW_SHARES + seat] if tents > 0 else 0.0
        memo[known] = edition[of.MAJORITY + row] * (then - now)
    return memo[known]


def _chance_to_reach(edition: Ints, state: Ints, memo: Floats, coins: int) -> float:
    """Estimate the probability that a donation is not below the donation roll (R9.2)."""
    if not -1 <= coins < slot.COINS_KNOWN - 1:
        return chance_to_reach(edition, memo, float(coins), memo[slot.COIN_SPREAD])
    rounds = edition[of.COLUMNS] - int(state[at.BOAT])
    moment = rounds * (edition[of.ROUND_DICE] + 1) + int(memo[slot.DICE])
    known = slot.CHANCES + moment * slot.COINS_KNOWN + coins + 1
    if isnan(memo[known]):
        memo[known] = chance_to_reach(edition, memo, float(coins), memo[slot.COIN_SPREAD])
    return memo[known]


def chance_to_reach(edition: Ints, memo: Floats, coins: float, spread: float) -> float:
    """Estimate the probability that an expected donation reaches the donation roll (R9.2)."""
    sums = edition[of.DONATION_DICE] * edition[of.SIDES] + 1
    for rolled in range(sums):
        memo[slot.THIRD] = coins + 0.5
        memo[slot.THIRD + 1] = rolled
        softmax(memo, slot.THIRD, 2, spread)
        memo[slot.LIST + rolled] = memo[slot.ROLL + rolled] * memo[slot.THIRD]
    return add_up(memo, slot.LIST, sums)


def _best_share(memo: Floats, seat: int, players: int, out: int, least: float) -> float:
    """Estimate a seat's chance to be the best of the players who are not out.

    Those are out who have at most `least` coins, and the seat `out`.
    """
    spending = TIE_BREAK + memo[slot.SPENDING]
    count = 0
    place = 0
    for other in range(players):
        if other != out and memo[slot.COINS + other] > least:
            place = count if other == seat else place
            memo[slot.FIRST + count] = (
                memo[slot.POINTS + other] + spending * memo[slot.COINS + other]
            )
            count += 1
    softmax(memo, slot.FIRST, count, memo[slot.POINT_SPREAD])
    return memo[slot.FIRST + place]


def coin_worth(edition: Ints, state: Ints, memo: Floats) -> float:
    """Estimate how many points add as much to the share of the win as one coin does."""
    seat = int(memo[slot.SEAT])
    players = edition[of.PLAYERS]
    best = _best_share(memo, seat, players, NOBODY, -np.inf)
    if players == 2:
        own, other = _whole_coins(memo, seat), _whole_coins(memo, 1 - seat)
        more = _chance_to_reach(edition, state, memo, own + 1)
        for_coins = 0.5 * (more - _chance_to_reach(edition, state, memo, own - 1))
        if own <= other:
            for_coins *= best
        both = _chance_to_reach(edition, state, memo, min(own, other))
        for_points = best * (1 - best) * both
    else:
        # The derivatives of the chances not to be out and to be the best, divided by the chances.
        _list_out(edition, memo)
        for_coins = memo[slot.SECOND + seat] / memo[slot.COIN_SPREAD]
        for_points = 1 - best
    if for_coins == 0:
        return memo[slot.SPENDING]
    return memo[slot.SPENDING] + for_coins * memo[slot.POINT_SPREAD] / max(for_points, FAINT)


def _list_out(edition: Ints, memo: Floats) -> None:
    """Estimate by seat, in `SECOND`, the chance to be the one who is out (R8.4)."""
    for seat in range(edition[of.PLAYERS]):
        memo[slot.SECOND + seat] = -memo[slot.COINS + seat]
    softmax(memo, slot.SECOND, edition[of.PLAYERS], memo[slot.COIN_SPREAD])


def win_share(
    edition: Ints, state: Ints, memo: Floats, more_coins: float, more_points: float
) -> float:
    """Estimate the player's share of the win with more coins and points (R8.4, R8.5, R9.2)."""
    seat = int(memo[slot.SEAT])
    players = edition[of.PLAYERS]
    points = memo[slot.POINTS + seat]
    coins = memo[slot.COINS + seat]
    memo[slot.POINTS + seat] += more_points
    memo[slot.COINS + seat] += more_coins
    if players == 2:
        share = _share_of_two(edition, state, memo, seat)
    elif memo[slot.TIME] == 0:
        least = memo[slot.COINS]  # all who donated least are out
        for other in range(1, players):
            least = min(least, memo[slot.COINS + other])
        is_out = memo[slot.COINS + seat] <= least
        share = 0.0 if is_out else _best_share(memo, seat, players, NOBODY, least)
    else:
        _list_out(edition, memo)
        share = 0.0
        for out in range(players):
            if out != seat:
                best = _best_share(memo, seat, players, out, -np.inf)
                share += memo[slot.SECOND + out] * best
    memo[slot.POINTS + seat] = points
    memo[slot.COINS + seat] = coins
    return share


def _share_of_two(edition: Ints, state: Ints, memo: Floats, seat: int) -> float:
    """Estimate the share of one of two players: the other may be out, or worse (R9.2)."""
    rival = 1 - seat
    best = _best_share(memo, rival, 2, NOBODY, -np.inf)
    own = _chance_to_reach(edition, state, memo, _whole_coins(memo, seat))
    other = _chance_to_reach(edition, state, memo, _whole_coins(memo, rival))
    return own - min(own, other) * best


def _whole_coins(memo: Floats, seat: int) -> int:
    """Round a seat's coins as Python does: halves to the even number."""
    return int(np.rint(memo[slot.COINS + seat]))


compile_module(__name__)
