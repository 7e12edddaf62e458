"""Whether an action is legal in a state or in a view, and why not."""

from livingstone.game.engine import refusal_of
from livingstone.game.moves import Action, Outcome
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.sampling import sample_state
from livingstone.game.state import State
from livingstone.game.view import View


def why_illegal(position: State | View, action: Action) -> Refusal | None:
    """Explain why an action is illegal; None if it is legal.

    In the view of a seat that is not to move, and of a spectator, every move is out of turn (R2.2).
    An outcome is never legal in a view, since no seat decides chance (R10.3).

    >>> from livingstone import EndTurn, new_game, view
    >>> print(why_illegal(view(new_game(2, seed=7), 0), EndTurn()))
    first take a die (R3.1)
    """
    if not isinstance(position, View):
        return refusal_of(position, action)
    state = sample_state(position, 0)
    if state.is_chance and isinstance(action, Outcome):
        return refuse(Code.CHANCE_AWAITED, "R10.3")
    if not state.is_chance and not state.is_over and position.seat != position.current_player:
        return refuse(Code.NOT_YOUR_TURN, "R2.2")
    return refusal_of(state, action)


def is_legal(position: State | View, action: Action) -> bool:
    """Return whether an action is legal.

    >>> from livingstone import EndTurn, new_game
    >>> is_legal(new_game(2, seed=7), EndTurn())
    False

    """
    if isinstance(position, View):
        return action in position.legal_moves
    return refusal_of(position, action) is None
