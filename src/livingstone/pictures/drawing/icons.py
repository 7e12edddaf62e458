"""Small drawings, each around the middle of a square of about 32 by 32."""

import re
from functools import cache
from importlib.resources import files

from livingstone.pictures.drawing.markup import at, element, group, text_at
from livingstone.pictures.drawing.theme import COLOURS_OF_PLAYERS

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The places of the pips by value, in steps from the middle."""
_SYMBOL = re.compile(r'<symbol id="([a-z0-9_-]+)">(.*?)</symbol>', re.DOTALL)


@cache
def _drawings() -> dict[str, str]:
    text = (files("livingstone.pictures.drawing") / "icons.svg").read_text("utf-8")
    return {name: markup.replace("\n", "") for name, markup in _SYMBOL.findall(text)}


def drawing(name: str) -> str:
    """Return a drawing of `icons.svg`."""
    return _drawings()[name]


def card_drawing(name: str) -> str:
    """Return the drawing of an effect, or a neutral one if `icons.svg` has none of this name."""
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
    return square + "".join(
        element("circle", cx=x * step, cy=y * step, r=size * 0.095, class_="dark")
        for x, y in _PIPS[value]
    )


def coin(text: object = "", *, radius: float = 12) -> str:
    """Draw a coin with a text on it."""
    edge = element("circle", r=radius, class_="drawn gold")
    rim = element("circle", r=radius - 3, class_="stroke", stroke_opacity=0.3)
    size = radius * (1.15 if len(str(text)) < 3 else 0.8)
    written = text_at(0, size * 0.36, text, "middle on-face", font_size=size, font_weight=700)
    return edge + (written if text != "" else rim)


_TENTS = 5
"""How many shapes of tents `icons.svg` has."""


def _colour_of(seat: int) -> str:
    return f"seat-{seat % COLOURS_OF_PLAYERS}"


def tent(seat: int, *, scored: bool = False) -> str:
    """Draw a player's tent, 24 by 24 around its middle, with a flag if it is scored."""
    shape = drawing(f"tent-{seat % _TENTS}").replace('"drawn seat"', f'"drawn {_colour_of(seat)}"')
    parts = [shape, drawing("flag") if scored else ""]
    if seat >= _TENTS:  # shapes repeat, so add the number
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
