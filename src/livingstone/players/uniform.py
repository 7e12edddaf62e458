"""The player `random`: each legal move is as likely as any other."""

from random import Random

from attrs import frozen

from livingstone.game.moves import Move
from livingstone.players.bot import BlindBot

__all__ = ["RandomBot"]


@frozen
class RandomBot(BlindBot):
    """Choose uniformly from all legal moves."""

    def choose_from(self, moves: tuple[Move, ...], rng: Random) -> Move:
        """Choose any of these moves."""
        return rng.choice(moves)
