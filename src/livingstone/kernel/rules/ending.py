"""R8 and R9.2: the end of the game, who is out, and who wins."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_points, add_up, block, points_of
from livingstone.kernel.compiling import Floats, Ints, compile_module


def majority_share(edition: Ints, state: Ints, seat: int, row: int) -> int:
    """Return a player's points for a majority; tied players share them, rounded down (R8.1)."""
    own = state[block(edition, seat) + edition[of.IN_ROW] + row - 1]
    if not own:
        return 0
    sharing = 0
    for other in range(edition[of.PLAYERS]):
        tents = state[block(edition, other) + edition[of.IN_ROW] + row - 1]
        if tents > own:
            return 0
        sharing += tents == own
    return edition[of.MAJORITY + row - 1] // sharing


def gems_held(state: Ints, player: int) -> int:
    """Count a player's gems, which give a point each (R8.2)."""
    return add_up(state, player + at.GEMS, 3)


def card_points(edition: Ints, state: Ints, player: int) -> int:
    """Sum the point cards still in hand (R8.3)."""
    points = 0
    for kind in range(edition[of.KINDS]):
        if edition[of.EFFECT + kind] == of.SCORE_POINTS:
            points += state[player + edition[of.HAND] + kind] * edition[of.FIGURE + kind]
    return points


def end_points(edition: Ints, state: Ints, seat: int) -> int:
    """Sum the points that the end adds to those of a player (R8.1 to R8.3)."""
    player = block(edition, seat)
    points = gems_held(state, player) + card_points(edition, state, player)
    for row in range(1, edition[of.ROWS] + 1):
        points += majority_share(edition, state, seat, row)
    return points


def end_game(edition: Ints, state: Ints) -> None:
    """Add the final points; two players then roll for the donations (R8.1 to R8.3, R9.2)."""
    for seat in range(edition[of.PLAYERS]):
        add_points(state, block(edition, seat), end_points(edition, state, seat))
    if edition[of.PLAYERS] == 2:
        state[at.PENDING] = at.DONATION_ROLL
        state[at.PENDING_COUNT] = edition[of.DONATION_DICE]
    else:
        state[at.IS_OVER] = 1


def receive_threshold(edition: Ints, state: Ints, rolled: Ints) -> None:
    """End a game of two players, with the rolled sum that each had to donate (R9.2)."""
    threshold = 0
    for value in range(edition[of.SIDES]):
        threshold += rolled[value] * (value + 1)
    state[at.THRESHOLD] = threshold
    state[at.IS_OVER] = 1


def is_out(edition: Ints, state: Ints, seat: int) -> bool:
    """Return whether a player is out for donating too little; all players can be (R8.4, R9.2)."""
    chest = state[block(edition, seat) + at.CHEST]
    if edition[of.PLAYERS] == 2:
        return bool(chest < state[at.THRESHOLD])
    for other in range(edition[of.PLAYERS]):
        if state[block(edition, other) + at.CHEST] < chest:
            return False
    return True


def rank_of(edition: Ints, state: Ints, seat: int) -> int:
    """Rank a player by points, donation and, where it counts, tents; those out are last (R8.5)."""
    out = is_out(edition, state, seat)
    rank = 1
    for other in range(edition[of.PLAYERS]):
        if not is_out(edition, state, other) and (out or _is_ahead(edition, state, other, seat)):
            rank += 1
    return rank


def _is_ahead(edition: Ints, state: Ints, seat: int, other: int) -> bool:
    """Return whether a player's result is better than another's, if neither is out (R8.5)."""
    player = block(edition, seat)
    rival = block(edition, other)
    points = points_of(state, player)
    rival_points = points_of(state, rival)
    if points != rival_points:
        return points > rival_points
    if state[player + at.CHEST] != state[rival + at.CHEST]:
        return bool(state[player + at.CHEST] > state[rival + at.CHEST])
    is_less = state[player + at.SUPPLY_NOW] < state[rival + at.SUPPLY_NOW]
    return bool(edition[of.TENTS_BREAK_TIES] and is_less)


def wins(edition: Ints, state: Ints, seat: int) -> bool:
    """Return whether a player is among the winners (R8.4, R8.5)."""
    return rank_of(edition, state, seat) == 1 and not is_out(edition, state, seat)


def add_shares(edition: Ints, state: Ints, weight: float, shares: Floats) -> None:
    """Add each seat's share of the win, times a weight; no seat has one if all are out (R8.5)."""
    winners = 0
    for seat in range(edition[of.PLAYERS]):
        winners += int(wins(edition, state, seat))
    for seat in range(edition[of.PLAYERS]):
        if wins(edition, state, seat):
            shares[seat] += weight / winners


compile_module(__name__)
