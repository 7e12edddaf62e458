"""Pictures of boards, as SVG and as text, made from a `View` alone, which holds no secret.

Notebooks draw states and views, and `print` shows a view as text.
"""

from importlib import import_module

from livingstone.game.state import DRAW

__all__ = ["svg", "text"]

DRAW["svg"] = lambda value: import_module(f"{__name__}.svg").board(value, size=880)
DRAW["text"] = lambda view: import_module(f"{__name__}.text").board(view)
