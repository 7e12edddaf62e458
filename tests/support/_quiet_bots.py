"""Bots of a module whose name begins as that of something private."""

from random import Random

import livingstone as ls


class First:
    """Makes the first move."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose."""
        return view.legal_moves[0]


class Miser:
    """Donates nothing, and now and then fails."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose the first move that is no donation, as a rule."""
        if rng.random() < 0.005:
            raise RuntimeError("not today")
        return next(move for move in view.legal_moves if not isinstance(move, ls.Donate))
