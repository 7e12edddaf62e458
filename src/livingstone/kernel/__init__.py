"""The game compiled by numba: the same games, fifty times as fast and more (extra `fast`).

>>> from livingstone.kernel import Kernel
>>> kernel = Kernel.of("printed", 4)
>>> kernel.play_random(100, seed=7).decisions > 10_000
True

The engine stays the measure: lists of moves, states, results and seeded games are equal. What the
kernel does not know, it says when it is made, by `UnsupportedEditionError`.
"""

from importlib.util import find_spec

from livingstone.support.extras import MissingExtraError

if find_spec("numba") is None:
    raise MissingExtraError("compiled games need numba: pip install 'livingstone[fast]'")

from livingstone.kernel.episodes import Episodes
from livingstone.kernel.games import Games, PlayedGame, PlayedSeat
from livingstone.kernel.kernel import Kernel, RandomGames
from livingstone.kernel.tables import UnsupportedEditionError
from livingstone.kernel.valuing import roll_out_shares

__all__ = [
    "Episodes",
    "Games",
    "Kernel",
    "PlayedGame",
    "PlayedSeat",
    "RandomGames",
    "UnsupportedEditionError",
    "roll_out_shares",
]
