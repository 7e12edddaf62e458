"""How a value shows itself, in a notebook and in print.

States and views are drawn by `pictures`, which stands above them. Here alone it is named from
below, and it is imported when somebody wants to see a value: nothing needs pictures to work.
"""

from importlib import import_module

__all__ = ["as_svg", "as_text"]

NOTEBOOK_WIDTH = 880
"""Of a picture in a notebook, in pixels; less where there is no room for it."""


def as_svg(value: object) -> str:
    """Draw a view, or a state as a spectator sees it: see `livingstone.svg.board`."""
    drawn: str = import_module("livingstone.pictures.svg").board(value, size=NOTEBOOK_WIDTH)
    return drawn


def as_text(value: object) -> str:
    """Set a view in characters, for a width of 80: see `livingstone.text.board`."""
    text: str = import_module("livingstone.pictures.text").board(value)
    return text
