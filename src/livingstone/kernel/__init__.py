"""The game compiled by numba: the same games, fifty times as fast and more (extra `fast`).

The engine stays the measure: lists of moves, states, results and seeded games are equal. Names are
loaded when they are first used; without numba they raise `MissingExtraError`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from livingstone.support.machine import require

if TYPE_CHECKING:
    from livingstone.kernel.episodes import Episodes
    from livingstone.kernel.kernel import Kernel, RandomGames
    from livingstone.kernel.playing import Games, PlayedGame, PlayedSeat
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

_MODULES = {
    "Episodes": "episodes",
    **dict.fromkeys(["Games", "PlayedGame", "PlayedSeat"], "playing"),
    **dict.fromkeys(["Kernel", "RandomGames"], "kernel"),
    "UnsupportedEditionError": "tables",
    "roll_out_shares": "valuing",
}

if not TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        require("numba", "fast", "compiled games")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
