"""Pictures of boards, as SVG and as text, made from a `View` alone, which holds no secret.

Notebooks draw states and views, and `print` shows a view as text.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from livingstone.game.state import State
from livingstone.game.view import View

__all__ = ["svg", "text"]

if TYPE_CHECKING:
    from livingstone.pictures import svg, text

_NOTEBOOK_WIDTH = 880
"""Pixels."""


def _as_svg(value: State | View) -> str:
    return str(import_module(f"{__name__}.svg").board(value, size=_NOTEBOOK_WIDTH))


def _as_text(view: View) -> str:
    return str(import_module(f"{__name__}.text").board(view))


for _owner, _name, _method in (
    (State, "_repr_svg_", _as_svg),
    (View, "_repr_svg_", _as_svg),
    (View, "__str__", _as_text),
):
    setattr(_owner, _name, _method)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in __all__:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
