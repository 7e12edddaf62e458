"""R10: what a seat sees of a state, with its legal moves; why an action is not legal there."""

from __future__ import annotations

from livingstone.game.engine import legal_moves, refusal_of
from livingstone.game.moves import Action, Outcome
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.sampling import sample_state
from livingstone.game.state import State
from livingstone.game.view import View, show
from livingstone.support.arguments import need, observer_of, wrong_kind


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of a spectator (None), at any time (R10.1 to R10.4).

    Equal knowledge gives equal views, whatever is hidden.

    >>> from livingstone import Donate, apply, new_game
    >>> state = apply(new_game(2, seed=7), Donate(2))
    >>> view(state, 0).own.chest, view(state, 1).own.chest
    (2, 0)
    >>> seen = view(state, 1).players[0]
    >>> seen.donations, seen.chest_least, seen.chest_most == seen.funds
    (1, 1, True)

    Raises `ArgumentError` for a seat that the game does not have.
    """
    if not isinstance(state, State):
        raise wrong_kind("view", state, "State")
    seat = observer_of(seat, len(state.players))
    return show(state, seat, legal_moves(state) if seat == state.current_player else ())


def why_illegal(position: State | View, action: Action) -> Refusal | None:
    """Explain why an action is illegal; None if it is legal.

    In the view of a seat that is not to move, and of a spectator, every move is out of turn (R2.2).
    An outcome is never legal in a view, since no seat decides chance (R10.3).

    >>> from livingstone import EndTurn, new_game
    >>> print(why_illegal(view(new_game(2, seed=7), 0), EndTurn()))
    first take a die (R3.1)
    """
    need("why_illegal", position, "State or View", State, View)
    if isinstance(position, State):
        return refusal_of(position, action)
    if position.is_chance and isinstance(action, Outcome):
        return refuse(Code.CHANCE_AWAITED, "R10.3")
    is_out_of_turn = position.seat != position.current_player
    if is_out_of_turn and not position.is_chance and not position.is_over:
        return refuse(Code.NOT_YOUR_TURN, "R2.2")
    return refusal_of(sample_state(position, 0), action)


def is_legal(position: State | View, action: Action) -> bool:
    """Return whether an action is legal.

    >>> from livingstone import EndTurn, new_game
    >>> is_legal(new_game(2, seed=7), EndTurn())
    False
    """
    need("is_legal", position, "State or View", State, View)
    if isinstance(position, View):
        return action in position.legal_moves
    return refusal_of(position, action) is None
