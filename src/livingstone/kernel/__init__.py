"""The game compiled by numba: the same games, 30 to 110 times as fast (extra `fast`).

The kernel must agree with the engine: same moves, states, results and seeded games. Tests compare
them. Names are loaded when they are first used; without numba, what is called raises
`MissingExtraError`.
"""

import typing

from livingstone.support import naming

if typing.TYPE_CHECKING:
    from livingstone.kernel.caching import cache_folder as cache_folder
    from livingstone.kernel.caching import is_compiled as is_compiled
    from livingstone.kernel.caching import make_cache_writable as make_cache_writable
    from livingstone.kernel.episodes import Episodes as Episodes
    from livingstone.kernel.kernel import Kernel as Kernel
    from livingstone.kernel.kernel import RandomGames as RandomGames
    from livingstone.kernel.playing import Games as Games
    from livingstone.kernel.playing import PlayedGame as PlayedGame
    from livingstone.kernel.playing import PlayedSeat as PlayedSeat
    from livingstone.kernel.preparing import prepare as prepare
    from livingstone.kernel.tables import UnsupportedEditionError as UnsupportedEditionError
    from livingstone.kernel.valuing import roll_out_shares as roll_out_shares

_LATER = naming.modules_of(
    {
        "caching": "cache_folder is_compiled make_cache_writable",
        "episodes": "Episodes",
        "kernel": "Kernel RandomGames",
        "playing": "Games PlayedGame PlayedSeat",
        "preparing": "prepare",
        "tables": "UnsupportedEditionError",
        "valuing": "roll_out_shares",
    }
)
__all__ = sorted(_LATER)

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        return naming.load(globals(), _LATER, name, "numba", "fast", "compiled games")


def __dir__() -> list[str]:
    return __all__
