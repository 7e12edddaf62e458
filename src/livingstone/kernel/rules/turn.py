"""R3: a turn, which takes a die, uses it, and ends when the player says so."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import mover
from livingstone.kernel.codes import END_TURN, TAKE_DIE, code_of, part
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules import rounds


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


def end_turn(edition: Ints, state: Ints) -> None:
    """End the turn (R3.1)."""
    rounds.pass_turn(edition, state)


compile_module(__name__)
