"""Bots that choose from the legal moves alone, or could; used by name."""

from random import Random

import livingstone as ls
from livingstone.players import BlindBot, RandomBot


class Last(BlindBot):
    """Chooses one of the last two moves."""

    def choose_from(self, moves: tuple[ls.Move, ...], rng: Random) -> ls.Move:
        return rng.choice(moves[-2:])


class Looking(RandomBot):
    """Looks at the position after all, as a subclass may."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        assert view.players[0].funds >= 0
        return view.legal_moves[0]
