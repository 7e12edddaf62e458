"""The player `random`: each legal move is as likely as any other."""

from random import Random

from attrs import frozen

from livingstone.moves import Move
from livingstone.players.bot import check_turn
from livingstone.view import View

__all__ = ["RandomBot"]


@frozen
class RandomBot:
    """Choose uniformly from all legal moves."""

    def choose(self, view: View, rng: Random) -> Move:
        """Choose any legal move; raises `ArgumentError` if there is none."""
        check_turn(view)
        return rng.choice(view.legal_moves)
