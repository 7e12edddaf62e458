"""R3: a turn: taking a die, using it, ending the turn."""

from livingstone.game.moves import EndTurn, TakeDie
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules import rounds
from livingstone.game.state import State

_END: tuple[EndTurn, ...] = (EndTurn(),)
_NOT_BEGUN = refuse(Code.TURN_NOT_BEGUN, "R3.2")


def legal_dice(state: State) -> tuple[TakeDie, ...]:
    """List the dice that can be taken, ascending; the caller knows that none is unused (R2.3)."""
    if not state.dice_left:
        return ()
    return rounds.takeable(state.dice, state.players[state.current_player].last_die)


def refuse_dice(state: State, move: TakeDie) -> Refusal | None:
    """Explain why this die cannot be taken (R2.3, R3.1).

    Ruling: another die, if a card allows it, is taken after the previous one was used (R6.4).
    """
    value, last = move.value, state.players[state.current_player].last_die
    if state.die is not None:
        return refuse(Code.DIE_UNUSED, "R3.1", die=state.die)
    if not state.dice_left:
        return refuse(Code.NO_MORE_DICE, "R3.1")
    if value not in state.dice:
        return refuse(Code.DIE_NOT_ON_TABLE, "R2.3", value=value, dice=state.dice)
    if value <= last:
        seat = state.current_player
        return refuse(Code.DIE_NOT_HIGHER, "R2.3", seat=seat, last=last, value=value)
    return None


def take_die(state: State, move: TakeDie) -> State:
    """Take the die from the table (R3.1)."""
    place = state.dice.index(move.value)
    return state.with_player(
        state.players[state.current_player].changed(last_die=move.value),
        dice=state.dice[:place] + state.dice[place + 1 :],
        die=move.value,
        dice_taken=state.dice_taken + 1,
        dice_left=state.dice_left - 1,
    )


def refuse_using_die(state: State, rule: str) -> Refusal | None:
    """Refuse the four actions without a die that was taken and is not used yet (R3.1)."""
    if state.die is None:
        return refuse(Code.NO_DIE, rule)
    return None


def refuse_free_action(state: State) -> Refusal | None:
    """Refuse free actions before a die was taken, if the edition says so (R3.2).

    Ruling: from then on they are possible until the turn ends.
    """
    if state.dice_taken or state.edition.ruleset.free_actions_before_die:
        return None
    return _NOT_BEGUN


def legal_end(state: State) -> tuple[EndTurn, ...]:
    """List the end of the turn if it is possible (R3.1)."""
    return _END if state.dice_taken and state.die is None else ()


def refuse_end(state: State, _: EndTurn) -> Refusal | None:
    """Refuse to end a turn without a die that was taken and used (R3.1).

    Ruling: passing is not possible. The printed texts say that a player "may" take another die,
    which means the choice of a die and not the choice to take none.
    """
    if not state.dice_taken:
        return refuse(Code.TURN_NOT_BEGUN, "R3.1")
    if state.die is not None:
        return refuse(Code.DIE_UNUSED, "R3.1", die=state.die)
    return None
