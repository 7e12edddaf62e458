"""What a bot is: anything that chooses a move from a view."""

from random import Random
from typing import Protocol

from livingstone.errors import ArgumentError
from livingstone.moves import Move
from livingstone.view import View

__all__ = ["Bot", "check_turn"]


class Bot(Protocol):
    """Anything with a method `choose`; it gets a view (R10), never a state.

    Each seat of each game has a bot of its own, so a bot may remember things between its choices.
    Whatever it leaves to luck should come from the random numbers it is handed, so that a game
    can be played again.
    """

    def choose(self, view: View, rng: Random) -> Move:
        """Choose one of `view.legal_moves`, of which there is at least one."""
        ...


def check_turn(view: View) -> None:
    """Raise `ArgumentError` for what is no view of a seat that is to move."""
    if not isinstance(view, View):
        raise ArgumentError(f"a bot chooses from a View, not from a {type(view).__name__}")
    if not view.legal_moves:
        raise ArgumentError(
            "there is no move to choose in this view; a bot needs that of the seat to move, as"
            " view(state, state.current_player) gives it while nobody waits for chance"
        )
