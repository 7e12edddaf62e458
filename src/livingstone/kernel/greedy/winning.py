"""How likely each player is to win: `livingstone.players.win_chances`."""

import sys
from math import exp, isnan

import numpy as np

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.greedy import mind as my

FAINT = 1e-9
"""Chances below this one are taken for it, so that they can be divided by."""
NOBODY = -1
TIE_BREAK = 0.01
"""Points that a donated coin counts as between players who have equally many (R8.5)."""
COMPENSATES = sys.version_info >= (3, 12)
"""Whether `sum` adds floats with Neumaier's compensation, as Python does from this version on."""


def add_up(values: Floats, first: int, count: int) -> float:
    """Add floats up as `sum` does in this version of Python."""
    total = lost = 0.0
    for place in range(first, first + count):
        value = values[place]
        after = total + value
        if COMPENSATES:
            is_smaller = abs(total) >= abs(value)
            lost += (total - after) + value if is_smaller else (value - after) + total
        total = after
    return total + lost if lost and np.isfinite(lost) else total


def dot(values: Floats, others: Floats, count: int, room: Floats) -> float:
    """Add products up as `sum` does; `room` holds them."""
    for place in range(count):
        room[place] = values[place] * others[place]
    return add_up(room, 0, count)


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


def _recall_row(edition: Ints, state: Ints, mind: Floats, row: int) -> int:
    """Say where a row, from 0, is remembered; forget it if its tents or the spread have changed."""
    memory = my.ROWS + row * my.ROW_SIZE
    players, spread = edition[of.PLAYERS], mind[my.TENT_SPREAD]
    is_known = mind[memory + my.ROW_SPREAD] == spread
    for seat in range(players):
        tents = float(state[block(edition, seat) + edition[of.IN_ROW] + row])
        if mind[memory + my.ROW_TENTS + seat] != tents:
            is_known = False
            mind[memory + my.ROW_TENTS + seat] = tents
    if not is_known:
        mind[memory + my.ROW_SPREAD] = spread
        for seat in range(players):
            mind[memory + my.ROW_SHARES + seat] = mind[memory + my.ROW_TENTS + seat]
            mind[memory + my.ROW_GAINS + seat] = np.nan
            mind[memory + my.ROW_LOSSES + seat] = np.nan
        softmax(mind, memory + my.ROW_SHARES, players, spread)
    return memory


def list_majority_points(edition: Ints, state: Ints, mind: Floats) -> None:
    """Estimate by seat, in `FIRST`, the points to be expected for majorities (R8.1)."""
    rows = edition[of.ROWS]
    for row in range(rows):
        _recall_row(edition, state, mind, row)
    for seat in range(edition[of.PLAYERS]):
        for row in range(rows):
            share = mind[my.ROWS + row * my.ROW_SIZE + my.ROW_SHARES + seat]
            mind[my.LIST + row] = edition[of.MAJORITY + row] * share
        mind[my.FIRST + seat] = add_up(mind, my.LIST, rows)


def majority_gain(edition: Ints, state: Ints, mind: Floats, row: int, more: int) -> float:
    """Estimate the points that `more` tents, 1 or -1, gain for the majority of a row, from 0.

    A row without tents gives nothing to anybody, so that the first tent there gains a whole share.
    """
    memory, seat = _recall_row(edition, state, mind, row), int(mind[my.SEAT])
    known = memory + (my.ROW_GAINS if more > 0 else my.ROW_LOSSES) + seat
    if isnan(mind[known]):
        tents = tents_after = 0.0
        for other in range(edition[of.PLAYERS]):
            after = mind[memory + my.ROW_TENTS + other]
            tents += after
            if other == seat:
                after = max(0.0, after + more)
            tents_after += after
            mind[my.SECOND + other] = after
        softmax(mind, my.SECOND, edition[of.PLAYERS], mind[my.TENT_SPREAD])
        then = mind[my.SECOND + seat] if tents_after > 0 else 0.0
        now = mind[memory + my.ROW_SHARES + seat] if tents > 0 else 0.0
        mind[known] = edition[of.MAJORITY + row] * (then - now)
    return mind[known]


def _chance_to_reach(edition: Ints, state: Ints, mind: Floats, coins: int) -> float:
    """Estimate the probability that a donation is not below the donation roll (R9.2)."""
    if not -1 <= coins < my.COINS_KNOWN - 1:
        return chance_to_reach(edition, mind, float(coins), mind[my.COIN_SPREAD])
    rounds = edition[of.COLUMNS] - int(state[at.BOAT])
    moment = rounds * (edition[of.ROUND_DICE] + 1) + int(mind[my.DICE])
    known = my.CHANCES + moment * my.COINS_KNOWN + coins + 1
    if isnan(mind[known]):
        mind[known] = chance_to_reach(edition, mind, float(coins), mind[my.COIN_SPREAD])
    return mind[known]


def chance_to_reach(edition: Ints, mind: Floats, coins: float, spread: float) -> float:
    """Estimate the probability that an expected donation reaches the donation roll (R9.2)."""
    sums = edition[of.DONATION_DICE] * edition[of.SIDES] + 1
    for rolled in range(sums):
        mind[my.THIRD] = coins + 0.5
        mind[my.THIRD + 1] = rolled
        softmax(mind, my.THIRD, 2, spread)
        mind[my.LIST + rolled] = mind[my.ROLL + rolled] * mind[my.THIRD]
    return add_up(mind, my.LIST, sums)


def _best_share(mind: Floats, seat: int, players: int, out: int, least: float) -> float:
    """Estimate a seat's chance to be the best of those with more coins than `least` (R8.5).

    The seat `out` is left out.
    """
    spending, count, place = TIE_BREAK + mind[my.SPENDING], 0, 0
    for other in range(players):
        if other != out and mind[my.COINS + other] > least:
            place = count if other == seat else place
            mind[my.FIRST + count] = mind[my.POINTS + other] + spending * mind[my.COINS + other]
            count += 1
    softmax(mind, my.FIRST, count, mind[my.POINT_SPREAD])
    return mind[my.FIRST + place]


def coin_worth(edition: Ints, state: Ints, mind: Floats) -> float:
    """Estimate how many points a coin more is worth to the player; it may be very many.

    It is spent, or donated: then it is worth the points that add as much to the share of the win.
    """
    seat, players = int(mind[my.SEAT]), edition[of.PLAYERS]
    best = _best_share(mind, seat, players, NOBODY, -np.inf)
    if players == 2:
        own, other = _whole_coins(mind, seat), _whole_coins(mind, 1 - seat)
        more = _chance_to_reach(edition, state, mind, own + 1)
        for_coins = 0.5 * (more - _chance_to_reach(edition, state, mind, own - 1))
        if own <= other:
            for_coins *= best
        both = _chance_to_reach(edition, state, mind, min(own, other))
        for_points = best * (1 - best) * both
    else:
        # The derivatives of the chances not to be out and to be the best, divided by the chances.
        _list_out(edition, mind)
        for_coins = mind[my.SECOND + seat] / mind[my.COIN_SPREAD]
        for_points = 1 - best
    if for_coins == 0:
        return mind[my.SPENDING]
    return mind[my.SPENDING] + for_coins * mind[my.POINT_SPREAD] / max(for_points, FAINT)


def _list_out(edition: Ints, mind: Floats) -> None:
    """Estimate by seat, in `SECOND`, the chance to be the one who is out (R8.4)."""
    for seat in range(edition[of.PLAYERS]):
        mind[my.SECOND + seat] = -mind[my.COINS + seat]
    softmax(mind, my.SECOND, edition[of.PLAYERS], mind[my.COIN_SPREAD])


def win_share(
    edition: Ints, state: Ints, mind: Floats, more_coins: float, more_points: float
) -> float:
    """Estimate the player's share of the win with more coins and points (R8.4, R8.5, R9.2)."""
    seat, players = int(mind[my.SEAT]), edition[of.PLAYERS]
    points, coins = mind[my.POINTS + seat], mind[my.COINS + seat]
    mind[my.POINTS + seat] += more_points
    mind[my.COINS + seat] += more_coins
    if players == 2:
        share = _share_of_two(edition, state, mind, seat)
    elif mind[my.TIME] == 0:
        least = mind[my.COINS]  # all who donated least are out
        for other in range(1, players):
            least = min(least, mind[my.COINS + other])
        is_out = mind[my.COINS + seat] <= least
        share = 0.0 if is_out else _best_share(mind, seat, players, NOBODY, least)
    else:
        _list_out(edition, mind)
        share = 0.0
        for out in range(players):
            if out != seat:
                best = _best_share(mind, seat, players, out, -np.inf)
                share += mind[my.SECOND + out] * best
    mind[my.POINTS + seat], mind[my.COINS + seat] = points, coins
    return share


def _share_of_two(edition: Ints, state: Ints, mind: Floats, seat: int) -> float:
    """Estimate the share of one of two players: the other may be out, or worse (R9.2)."""
    rival = 1 - seat
    best = _best_share(mind, rival, 2, NOBODY, -np.inf)
    own = _chance_to_reach(edition, state, mind, _whole_coins(mind, seat))
    other = _chance_to_reach(edition, state, mind, _whole_coins(mind, rival))
    return own - min(own, other) * best


def _whole_coins(mind: Floats, seat: int) -> int:
    """Round a seat's coins as Python does: halves to the even number."""
    return int(np.rint(mind[my.COINS + seat]))


compile_module(__name__)
