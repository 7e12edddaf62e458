"""Tents: a shape and a colour for each seat, a flag where they are scored, a number for several."""

from functools import lru_cache

from livingstone.pictures.drawing.markup import element, group, move, words
from livingstone.pictures.drawing.theme import PLAYER_COLOURS

__all__ = ["colour_of", "tent", "tents"]

_SHAPES = (
    # (the tent, its door, what sticks out of it), in a square from (-12, -12) to (12, 12)
    ("M-11,10 L0,-10 L11,10 Z", "M-3.5,10 L0,1 L3.5,10 Z", ""),
    ("M-11,10 C-11,-15 11,-15 11,10 Z", "M-3.5,10 V4 A3.5,3.5 0 0 1 3.5,4 V10 Z", ""),
    ("M-8,10 L-1.5,-8 H1.5 L8,10 Z", "M-2.5,10 L0,3 L2.5,10 Z", "M-1,-7 L2.5,-12 M1,-7 L-2.5,-12"),
    ("M-10,10 V-1 L0,-9 L10,-1 V10 Z", "M-3,10 V2 H3 V10 Z", "M-10,-1 H10"),
    ("M-12,10 C-5,7 -4,-2 0,-11 C4,-2 5,7 12,10 Z", "M-2.5,10 Q0,-2 2.5,10 Z", "M-7.5,6 H7.5"),
)
_POLE, _FLAG = "M0,-10 V-20", "M0,-20 L9,-17 L0,-14 Z"
"""What says that a tent is scored."""


def colour_of(seat: int) -> str:
    """Give the class of the stylesheet that has a seat's colour.

    >>> colour_of(0), colour_of(8)
    ('seat-0', 'seat-1')
    """
    return f"seat-{seat % len(PLAYER_COLOURS)}"


@lru_cache(maxsize=64)
def tent(seat: int, *, scored: bool = False, class_: str | None = None) -> str:
    """Draw a player's tent, 24 by 24 around its middle; a flag on it says that it is scored.

    With a class of the stylesheet it has the colour of that, and not the player's.
    """
    body, door, more = _SHAPES[seat % len(_SHAPES)]
    parts = [
        element("path", d=body, class_=f"drawn {class_ or colour_of(seat)}"),
        element("path", d=door, class_="dark", fill_opacity=0.6),
    ]
    if more:
        parts.append(element("path", d=more, class_="stroke"))
    if scored:
        parts.append(element("path", d=_POLE, class_="stroke"))
        parts.append(element("path", d=_FLAG, class_="drawn gold"))
    if seat >= len(_SHAPES):  # shapes begin again, so that the seat's number is needed
        parts.append(element("circle", cx=-6, cy=6, r=7.5, class_="face drawn"))
        parts.append(words(-6, 10, seat, "small middle on-face"))
    return "".join(parts)


def tents(seat: int, count: int, *, scored: bool, scale: float) -> str:
    """Draw the tents of one player on one space: one tent, with their number if they are more."""
    parts = [tent(seat, scored=scored)]
    if count > 1:
        parts.append(element("circle", cx=9, cy=7, r=7, class_="face drawn"))
        parts.append(words(9, 11, count, "small middle on-face"))
    marked = f"tents {colour_of(seat)}{' scored' if scored else ''}"
    drawn = "".join(parts)
    return group(move(0, 0, drawn, scale=scale), class_=marked, data_seat=seat, data_tents=count)
