"""R2, R3 and R7: rounds, turns, and scoring the boat's column at the end of a round."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_points, block, clear, mover, space_at
from livingstone.kernel.codes import END_TURN, TAKE_DIE, code_of, part
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules import ending


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
    score_column(edition, state)
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
    state[at.PENDING] = at.ROUND_ROLL
    state[at.PENDING_COUNT] = edition[of.ROUND_DICE]


def legal_dice(edition: Ints, state: Ints, moves: Ints, count: int) -> int:
    """List the dice that can be taken, ascending; the caller knows that none is unused (R2.3)."""
    if not state[at.DICE_LEFT]:
        return count
    last_die = int(state[mover(edition, state) + at.LAST_DIE])
    for value in range(last_die + 1, edition[of.SIDES] + 1):
        if state[at.DICE + value - 1]:
            moves[count] = code_of(TAKE_DIE, value, 0, 0)
            count += 1
    return count


def take_die(edition: Ints, state: Ints, move: int) -> None:
    """Take the die from the table (R3.1)."""
    value = part(move, 1)
    state[mover(edition, state) + at.LAST_DIE] = value
    state[at.DICE + value - 1] -= 1
    state[at.DIE] = value
    state[at.DICE_TAKEN] += 1
    state[at.DICE_LEFT] -= 1


def allows_free_actions(edition: Ints, state: Ints) -> bool:
    """Return whether free actions are possible; some editions require a die taken (R3.2)."""
    return bool(state[at.DICE_TAKEN] > 0 or edition[of.FREE_ACTIONS_BEFORE_DIE] > 0)


def legal_end(state: Ints, moves: Ints, count: int) -> int:
    """List the move of ending the turn, if it is possible (R3.1)."""
    if state[at.DICE_TAKEN] and not state[at.DIE]:
        moves[count] = code_of(END_TURN, 0, 0, 0)
        count += 1
    return count


def column_points(edition: Ints, state: Ints, player: int, column: int) -> int:
    """Sum the points of a player's tents in a column; tents that share a space all count (R7.1)."""
    points = 0
    for row in range(1, edition[of.ROWS] + 1):
        tents = state[player + edition[of.TENT] + space_at(edition, row, column)]
        points += tents * edition[of.ROW_VALUE + row - 1]
    return points


def score_column(edition: Ints, state: Ints) -> None:
    """Score the boat's column; the players' spaces there become scored (R7.1, R7.2)."""
    column = int(state[at.BOAT])
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        add_points(state, player, column_points(edition, state, player, column))
        for row in range(1, edition[of.ROWS] + 1):
            space = space_at(edition, row, column)
            if state[player + edition[of.TENT] + space]:
                state[player + edition[of.SCORED] + space] = 1


compile_module(__name__)
