"""Boards to look at: drawn as SVG, and set in characters.

A picture is made of a `View` alone, so it holds nothing that its seat may not know. A `State` is
drawn as a spectator sees it.

This package also tells notebooks how to draw states and views, and `print` how to show a view.
The drawing modules are loaded when something is drawn.
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
    """Draw a view, or a state as a spectator sees it, for a notebook."""
    picture: str = import_module(f"{__name__}.svg").board(value, size=_NOTEBOOK_WIDTH)
    return picture


def _as_text(view: View) -> str:
    """Draw a view in characters, 80 wide: see `livingstone.text.board`."""
    picture: str = import_module(f"{__name__}.text").board(view)
    return picture


for _owner, _name, _method in (
    (State, "_repr_svg_", _as_svg),
    (View, "_repr_svg_", _as_svg),
    (View, "__str__", _as_text),
):
    setattr(_owner, _name, _method)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a module of pictures when it is first asked for."""
        if name in __all__:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
