"""A bot whose name begins as that of something private."""

from random import Random

import livingstone as ls


class First:
    """Makes the first move."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose."""
        return view.legal_moves[0]
