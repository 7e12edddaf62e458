"""R10: what a seat sees of a state, with its legal moves."""

from livingstone.game.engine import legal_moves
from livingstone.game.state import State
from livingstone.game.view import View, show
from livingstone.support.arguments import observer_of


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
    seat = observer_of(seat, len(state.players))
    return show(state, seat, legal_moves(state) if seat == state.current_player else ())
