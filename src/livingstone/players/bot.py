"""What a bot is: anything that chooses a move from a view."""

from random import Random
from typing import Protocol

from livingstone.moves import Move
from livingstone.view import View

__all__ = ["Bot"]


class Bot(Protocol):
    """Anything with a method `choose`; it gets a view (R10), never a state.

    Each seat of each game has a bot of its own, so a bot may remember things between its choices.
    Whatever it leaves to luck should come from the random numbers it is handed, so that a game
    can be played again.
    """

    def choose(self, view: View, rng: Random) -> Move:
        """Choose one of `view.legal_moves`, of which there is at least one."""
        ...
