"""Small drawings, each around the middle of a square of about 32 by 32."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from livingstone.pictures.drawing.markup import at, element, group, text_at
from livingstone.pictures.drawing.theme import PLAYER_COLOURS

__all__ = ["card_drawing", "coin", "die", "drawing", "tent", "tents"]

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The places of the pips by value, in steps from the middle."""
_SYMBOL = re.compile(r'<symbol id="([a-z_-]+)">(.*?)</symbol>', re.DOTALL)


@cache
def _drawings() -> dict[str, str]:
    """Read the constant drawings from `icons.svg`."""
    file = files("livingstone.pictures.drawing") / "icons.svg"
    text = file.read_text(encoding="utf-8")
    return {name: markup.replace("\n", "") for name, markup in _SYMBOL.findall(text)}


def drawing(name: str) -> str:
    """Return a drawing of `icons.svg`."""
    return _drawings()[name]


def card_drawing(name: str) -> str:
    """Give the drawing of an effect, or a neutral one if `icons.svg` has none of this name."""
    return _drawings().get(name) or drawing("any_card")


def die(value: int, *, size: float = 40, pips: bool = True) -> str:
    """Draw a die with pips, or with a numeral if it shows more than six or `pips` is false."""
    half, step = size / 2, size * 0.27
    square = element(
        "rect", x=-half, y=-half, width=size, height=size, rx=size / 5, class_="drawn face"
    )
    if not pips or value not in _PIPS:
        numeral = text_at(0, 0, value, "middle on-face", font_size=size * 0.55, font_weight=700)
        return square + at(0, size * 0.19, numeral)
    return square + _dots(((x * step, y * step) for x, y in _PIPS[value]), size * 0.095)


def _dots(places: Iterable[tuple[float, float]], radius: float) -> str:
    return "".join(element("circle", cx=x, cy=y, r=radius, class_="dark") for x, y in places)


def coin(text: object = "", *, radius: float = 12) -> str:
    """Draw a coin with a text on it."""
    edge = element("circle", r=radius, class_="drawn gold")
    rim = element("circle", r=radius - 3, class_="stroke", stroke_opacity=0.3)
    size = radius * (1.15 if len(str(text)) < 3 else 0.8)
    written = text_at(0, size * 0.36, text, "middle on-face", font_size=size, font_weight=700)
    return edge + (written if text != "" else rim)


_SHAPES = (
    # (the tent, its door, what sticks out of it), in a square from (-12, -12) to (12, 12)
    ("M-11,10 L0,-10 L11,10 Z", "M-3.5,10 L0,1 L3.5,10 Z", ""),
    ("M-11,10 C-11,-15 11,-15 11,10 Z", "M-3.5,10 V4 A3.5,3.5 0 0 1 3.5,4 V10 Z", ""),
    ("M-8,10 L-1.5,-8 H1.5 L8,10 Z", "M-2.5,10 L0,3 L2.5,10 Z", "M-1,-7 L2.5,-12 M1,-7 L-2.5,-12"),
    ("M-10,10 V-1 L0,-9 L10,-1 V10 Z", "M-3,10 V2 H3 V10 Z", "M-10,-1 H10"),
    ("M-12,10 C-5,7 -4,-2 0,-11 C4,-2 5,7 12,10 Z", "M-2.5,10 Q0,-2 2.5,10 Z", "M-7.5,6 H7.5"),
)
_POLE, _FLAG = "M0,-10 V-20", "M0,-20 L9,-17 L0,-14 Z"
"""The flag of a scored tent."""


def _colour_of(seat: int) -> str:
    return f"seat-{seat % len(PLAYER_COLOURS)}"


def tent(seat: int, *, scored: bool = False) -> str:
    """Draw a player's tent, 24 by 24 around its middle, with a flag if it is scored."""
    body, door, more = _SHAPES[seat % len(_SHAPES)]
    parts = [
        element("path", d=body, class_=f"drawn {_colour_of(seat)}"),
        element("path", d=door, class_="dark", fill_opacity=0.6),
    ]
    if more:
        parts.append(element("path", d=more, class_="stroke"))
    if scored:
        parts.append(element("path", d=_POLE, class_="stroke"))
        parts.append(element("path", d=_FLAG, class_="drawn gold"))
    if seat >= len(_SHAPES):  # shapes repeat, so add the number
        parts.append(element("circle", cx=-6, cy=6, r=7.5, class_="face drawn"))
        parts.append(text_at(-6, 10, seat, "small middle on-face"))
    return "".join(parts)


def tents(seat: int, count: int, scored: bool, scale: float) -> str:
    """Draw the tents of one player on one space as one tent, with their number."""
    parts = [tent(seat, scored=scored)]
    if count > 1:
        parts.append(element("circle", cx=9, cy=7, r=7, class_="face drawn"))
        parts.append(text_at(9, 11, count, "small middle on-face"))
    marked = f"tents {_colour_of(seat)}{' scored' if scored else ''}"
    drawn = "".join(parts)
    return group(at(0, 0, drawn, scale=scale), class_=marked, data_seat=seat, data_tents=count)
