"""Observations of states, entry by entry those of `livingstone.envs`, whose `Layout` names them.

A new part needs a line in `_write`, at its place.
"""

from typing import Any

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, points_of, space_at
from livingstone.kernel.compiling import Floats, Ints, compiled, entry, pointer_to
from livingstone.kernel.rules.tents import fee

SPECTATOR, MOVER = -1, -2
"""Observers besides the seats: nobody's secrets are seen, or those of the player to move."""
STONE_COUNTS = 5 + 5 + 3
"""How many counts of stones there are: in the bag, aside, and gems drawn."""


def size_of(tables: Ints) -> int:
    """Count the numbers of an observation."""
    players, kinds = tables[of.PLAYERS], tables[of.KINDS]
    boards, board = 2 * players * tables[of.SPACES], tables[of.COLUMNS] + tables[of.ROWS] + 1
    table = 2 * tables[of.SIDES] + 2 + board + 1 + STONE_COUNTS + kinds + 1 + 4 + 2
    return int(boards + table + 12 * players + 2 + kinds)


@entry
def observe(edition: Any, states: Any, seats: Any, out: Any) -> None:
    """Write what a seat sees of each state to a row of `out` (R10)."""
    table = pointer_to(edition)
    for number in range(len(states)):
        state, seat = pointer_to(states[number]), int(seats[number])
        if seat == MOVER:
            seat = int(state[at.CURRENT_PLAYER])
        _write(table, state, seat, pointer_to(out[number]))


@compiled
def _write(edition: Ints, state: Ints, seat: int, seen: Floats) -> None:
    place = _write_boards(edition, state, seat, seen, edition[of.TENT], 0)
    place = _write_boards(edition, state, seat, seen, edition[of.SCORED], place)
    place = _copy(state, at.DICE, edition[of.SIDES], seen, place)
    place = _mark(int(state[at.DIE]) - 1, edition[of.SIDES], seen, place)
    place = _copy(state, at.DICE_TAKEN, 2, seen, place)
    place = _mark(int(state[at.BOAT]) - 1, edition[of.COLUMNS], seen, place)
    place = _write_prices(edition, state, seat, seen, place)
    place = _copy(state, at.BANK, 1, seen, place)
    place = _copy(state, at.BAG_NOW, STONE_COUNTS, seen, place)
    place = _copy(state, edition[of.PLAYED], edition[of.KINDS], seen, place)
    seen[place] = _count(state, edition[of.PILE], edition[of.KINDS])
    pending = min(int(state[at.PENDING]), at.CARD_DRAW)  # a replacement is a card as well
    place = _mark(pending - at.ROUND_ROLL, 4, seen, place + 1)
    seen[place] = state[at.IS_OVER]
    seen[place + 1] = max(int(state[at.THRESHOLD]), 0)
    first, players = max(seat, 0), edition[of.PLAYERS]
    to_move, starting = int(state[at.CURRENT_PLAYER]), int(state[at.STARTING_PLAYER])
    place = _mark((to_move - first) % players, players, seen, place + 2)
    place = _mark((starting - first) % players, players, seen, place)
    place = _write_figures(edition, state, seat, seen, place)
    _write_secrets(edition, state, seat, seen, place)


@compiled
def _copy(state: Ints, begin: int, count: int, seen: Floats, place: int) -> int:
    """Copy figures of a state; give the place behind them."""
    for number in range(count):
        seen[place + number] = state[begin + number]
    return place + count


@compiled
def _mark(which: int, count: int, seen: Floats, place: int) -> int:
    """Write 1 for one of some things and 0 for the others; for all, if `which` is below 0."""
    for number in range(count):
        seen[place + number] = 1 if number == which else 0
    return place + count


@compiled
def _count(state: Ints, begin: int, count: int) -> int:
    """Add up figures of a state."""
    total = 0
    for number in range(count):
        total += int(state[begin + number])
    return total


@compiled
def _player_at(edition: Ints, seat: int, number: int) -> int:
    """Say where the block begins of the player who sits so many seats after the observer."""
    return block(edition, (max(seat, 0) + number) % edition[of.PLAYERS])


@compiled
def _write_boards(
    edition: Ints, state: Ints, seat: int, seen: Floats, begin: int, place: int
) -> int:
    """Write figures of all spaces, by player, column and row."""
    for number in range(edition[of.PLAYERS]):
        player = _player_at(edition, seat, number)
        for column in range(1, edition[of.COLUMNS] + 1):
            for row in range(1, edition[of.ROWS] + 1):
                seen[place] = state[player + begin + space_at(edition, row, column)]
                place += 1
    return place


@compiled
def _write_prices(edition: Ints, state: Ints, seat: int, seen: Floats, place: int) -> int:
    """Write the cost of the boat's column, and what a tent in each row costs the seat (R4.4)."""
    column = int(state[at.BOAT])
    cost = edition[of.COST + column - 1]
    seen[place] = cost
    for row in range(1, edition[of.ROWS] + 1):
        price = cost
        for other in range(edition[of.PLAYERS]):
            if other != seat:
                price += fee(edition, state, space_at(edition, row, column), other)
        seen[place + row] = price
    return place + 1 + edition[of.ROWS]


@compiled
def _write_figures(edition: Ints, state: Ints, seat: int, seen: Floats, place: int) -> int:
    """Write what everyone sees of the players: each figure for all of them (R10.1, R10.2)."""
    players = edition[of.PLAYERS]
    for number in range(players):
        player, own = _player_at(edition, seat, number), place + number
        seen[own] = state[player + at.COINS] + state[player + at.CHEST]
        seen[own + players] = state[player + at.DONATIONS]
        seen[own + 2 * players] = state[player + at.CHEST_LIMIT]
        seen[own + 3 * players] = points_of(state, player)
        seen[own + 4 * players] = state[player + at.SUPPLY_NOW]
        seen[own + 5 * players] = _count(state, player + edition[of.HAND], edition[of.KINDS])
        seen[own + 6 * players] = state[player + at.LAST_DIE]
        for colour in range(3):
            seen[own + (7 + colour) * players] = state[player + at.GEMS + colour]
    return place + 10 * players


@compiled
def _write_secrets(edition: Ints, state: Ints, seat: int, seen: Floats, place: int) -> None:
    """Write purse, chest and hand of the seat; zeros for a spectator (R10.2)."""
    player, kinds = _player_at(edition, seat, 0), edition[of.KINDS]
    if seat == SPECTATOR:
        for number in range(2 + kinds):
            seen[place + number] = 0
    else:
        _copy(state, player + at.COINS, 2, seen, place)
        _copy(state, player + edition[of.HAND], kinds, seen, place + 2)
