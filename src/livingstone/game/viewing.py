"""R10: what a seat sees of a state, with its legal moves; what it can say of moves beforehand."""

from __future__ import annotations

from livingstone.game.card_effect import effects_of
from livingstone.game.effects.shipped import SHIPPED
from livingstone.game.engine import apply, legal_moves, refusal_of
from livingstone.game.moves import Action, Choose, Move, Outcome, PlayCard
from livingstone.game.refusals import Code, Refusal, RefusedError, refuse
from livingstone.game.sampling import deals, fitting_state
from livingstone.game.state import State
from livingstone.game.view import View, is_open, show
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
    return _seen(state, observer_of(seat, len(state.players)))


def _seen(state: State, seat: int | None) -> View:
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
    return refusal_of(fitting_state(position), action)


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


def view_after(view: View, move: Move) -> View:
    """Return the view of the seat to move after a move that reveals nothing (R10.3).

    These are all moves but drawing a card, digging, cards that draw or show something, and the end
    of a turn that ends the round.

    >>> from livingstone import TakeDie, new_game, view
    >>> seen = view_after(view(new_game(2, seed=7), 0), TakeDie(3))
    >>> seen.die, seen.dice
    (3, (2, 2, 4))

    Raises `RefusedError` with the code `REVEALS` for a move that reveals something, and with the
    reason of `why_illegal` for an illegal one.
    """
    need("view_after", view, "View", View)
    if refusal := why_illegal(view, move):
        raise RefusedError(refusal)
    state = fitting_state(view)
    after = apply(state, move)
    seen = _seen(after, view.seat)
    if after.is_chance or is_open(after) or _is_dealt_otherwise(state, move, seen):
        raise RefusedError(refuse(Code.REVEALS, "R10.3"))
    return seen


def _is_dealt_otherwise(state: State, move: Move, seen: View) -> bool:
    """Return whether a view after a move depends on the cards and coins that are hidden.

    No shipped effect looks at them.
    """
    played = state.playing if isinstance(move, Choose) else move
    if not isinstance(played, PlayCard):
        return False
    if type(effects_of(state.edition)[played.card]) in SHIPPED:
        return False
    others = (apply(other, move) for other in deals(state))
    return any(other.is_chance or _seen(other, seen.seat) != seen for other in others)


def legal_moves_in(view: View) -> tuple[Move, ...]:
    """Work out the legal moves of a view from its other fields; no secret changes them (R10.2).

    There are none between turns, and where a view between two events does not fit together: its
    seat does not know its own hand or purse, or more cards are held than are hidden.
    """
    own = view.own
    if own is None or view.seat != view.current_player or view.is_over or view.is_chance:
        return ()
    player = view.players[view.seat]
    hidden = sum(other.hand_size for other in view.players) - player.hand_size
    is_whole = (
        (view.dice_taken or view.dice_left)
        and len(own.hand) == player.hand_size
        and own.coins + own.chest == player.funds
        and hidden + view.draw_pile_size == view.unseen.total
    )
    return legal_moves(fitting_state(view)) if is_whole else ()
