"""What a player of the game is for this library: something that chooses a move from a view."""

from random import Random
from typing import Protocol

from livingstone.moves import Move
from livingstone.view import View

__all__ = ["Bot"]


class Bot(Protocol):
    """Anything with a method `choose`; it gets a view (R10), never a state.

    A bot may remember what it likes between its choices: each seat of each game has a bot of its
    own. What it chooses at random should come from the numbers handed to it, so that a game can
    be played again.
    """

    def choose(self, view: View, rng: Random) -> Move:
        """Choose one of `view.legal_moves`, of which there is at least one."""
        ...
