"""The game in a browser: a web server of tables, built on public names of the library."""

import typing

from livingstone.support import naming

if typing.TYPE_CHECKING:
    from livingstone.web.app import create_app as create_app
    from livingstone.web.app import serve as serve
    from livingstone.web.game_store import Pruned as Pruned
    from livingstone.web.game_store import StoreError as StoreError
    from livingstone.web.game_store import back_up as back_up
    from livingstone.web.game_store import prune as prune
    from livingstone.web.settings import LOCAL_NAMES as LOCAL_NAMES
    from livingstone.web.settings import Settings as Settings

_LATER = naming.modules_of(
    {
        "app": "create_app serve",
        "game_store": "Pruned StoreError back_up prune",
        "settings": "LOCAL_NAMES Settings",
    }
)
_NEEDED = "starlette uvicorn jinja2 psutil segno", "web", "web servers"
"""The packages that a server needs, for `require`; its settings and its file need none."""
__all__ = sorted(_LATER)

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        needed = _NEEDED if _LATER.get(name) == "app" else ()
        return naming.load(globals(), _LATER, name, *needed)


def __dir__() -> list[str]:
    return __all__
