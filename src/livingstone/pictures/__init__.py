"""Pictures of boards, as SVG and as text, made from a `View` alone, which holds no secret.

Notebooks draw states and views, and `print` shows a view as text.
"""

from importlib import import_module

from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.support.drawing import DRAW

__all__ = ["svg", "text"]

_NOTEBOOK_WIDTH = 880
"""Pixels."""


def _as_svg(value: State | View) -> str:
    return str(import_module(f"{__name__}.svg").board(value, size=_NOTEBOOK_WIDTH))


def _as_text(view: View) -> str:
    return str(import_module(f"{__name__}.text").board(view))


DRAW.update(svg=_as_svg, text=_as_text)
