"""R2: rounds, and whose turn it is."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, clear
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules import ending, scoring, setup


def dice_on_table(edition: Ints, state: Ints) -> int:
    """Count the dice on the table."""
    return add_up(state, at.DICE, edition[of.SIDES])


def highest_die(edition: Ints, state: Ints) -> int:
    """Return the highest value on the table; 0 without a die."""
    for value in range(edition[of.SIDES], 0, -1):
        if state[at.DICE + value - 1]:
            return value
    return 0


def count_takeable(edition: Ints, state: Ints, last_die: int) -> int:
    """Count the values on the table above the last die of this round (R2.3)."""
    values = 0
    for value in range(last_die + 1, edition[of.SIDES] + 1):
        if state[at.DICE + value - 1]:
            values += 1
    return values


def begin_round(edition: Ints, state: Ints, rolled: Ints) -> None:
    """Put the rolled dice, counted by value, on the table (R2.1, R2.2)."""
    for value in range(edition[of.SIDES]):
        state[at.DICE + value] = rolled[value]
    state[at.PENDING] = at.NOTHING
    state[at.PENDING_COUNT] = 0


def pass_turn(edition: Ints, state: Ints) -> None:
    """Pass the turn to the next player, in circular order, who can take a die (R2.2, R2.4)."""
    state[at.DICE_TAKEN] = 0
    state[at.DICE_LEFT] = 1
    clear(state, at.GEMS_DRAWN, 3)
    highest = highest_die(edition, state)
    seat = int(state[at.CURRENT_PLAYER])
    for _ in range(edition[of.PLAYERS]):
        seat += 1
        if seat == edition[of.PLAYERS]:
            seat = 0
        if state[block(edition, seat) + at.LAST_DIE] < highest:
            state[at.CURRENT_PLAYER] = seat
            return
    _end_round(edition, state)


def _end_round(edition: Ints, state: Ints) -> None:
    """Score the column; go on to the next round, or to the end of the game (R2.5, R2.7)."""
    scoring.score_column(edition, state)
    if state[at.BOAT] == edition[of.COLUMNS]:
        ending.end_game(edition, state)
        return
    for seat in range(edition[of.PLAYERS]):
        state[block(edition, seat) + at.LAST_DIE] = 0
    starting_player = (state[at.STARTING_PLAYER] + 1) % edition[of.PLAYERS]
    state[at.STARTING_PLAYER] = starting_player
    state[at.CURRENT_PLAYER] = starting_player
    state[at.BOAT] += 1
    clear(state, at.DICE, edition[of.SIDES])
    setup.await_round(edition, state)


compile_module(__name__)
