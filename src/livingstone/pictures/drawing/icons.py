"""Small drawings, each around the middle of a square of about 32 by 32."""

from collections.abc import Iterable

from livingstone.pictures.drawing.markup import at, element, group, text_at
from livingstone.pictures.drawing.theme import PLAYER_COLOURS

__all__ = [
    "bag",
    "boat",
    "card_back",
    "chest",
    "coin",
    "coins",
    "crown",
    "die",
    "stone",
    "tent",
    "tents",
]

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The places of the pips by value, in steps from the middle."""
_STONES = {
    "black": "M-9,3 L-6,-6 L3,-8 L9,-1 L6,7 L-3,8 Z",
    "clear": "M0,-9 L8,0 L0,9 L-8,0 Z",
    "blue": "M-8,-3 L-4,-8 H4 L8,-3 L0,9 Z",
    "red": "M-5,-8 H5 L9,0 L5,8 H-5 L-9,0 Z",
    "white": "M0,-8.5 A8.5,8.5 0 1 1 -0.01,-8.5 Z",
}
"""The outline of each kind of stone: shapes as well as colours tell them apart."""
_FACETS = {
    "clear": "M-8,0 H8 M-3,0 L0,9 L3,0 L0,-9 Z",
    "blue": "M-8,-3 H8 M-3,-3 L0,9 L3,-3",
    "red": "M-5,-8 L-3,-3 H3 L5,-8 M-3,-3 L-5,3 L0,8 M3,-3 L5,3 L0,8",
}


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


def stone(kind: str) -> str:
    """Draw a stone, or a gem, 18 by 18."""
    facets = _FACETS.get(kind)
    lines = element("path", d=facets, class_="stroke", stroke_opacity=0.35) if facets else ""
    return element("path", d=_STONES[kind], class_=f"drawn stone-{kind}") + lines


def coin(text: object = "", *, radius: float = 12) -> str:
    """Draw a coin with a text on it."""
    edge = element("circle", r=radius, class_="drawn gold")
    rim = element("circle", r=radius - 3, class_="stroke", stroke_opacity=0.3)
    size = radius * (1.15 if len(str(text)) < 3 else 0.8)
    written = text_at(0, size * 0.36, text, "middle on-face", font_size=size, font_weight=700)
    return edge + (written if text != "" else rim)


def coins() -> str:
    """Draw a pile of coins."""
    pile = [
        element("ellipse", cx=x, cy=y, rx=10, ry=4.5, class_="drawn gold")
        for x, y in ((-5, 9), (-5, 4), (8, 9), (-5, -1), (-5, -6))
    ]
    return "".join(pile)


def chest() -> str:
    """Draw a treasure chest."""
    return (
        element(
            "path", d="M-13,-1 V-4 A9,8 0 0 1 -4,-12 H4 A9,8 0 0 1 13,-4 V-1 Z", class_="drawn wood"
        )
        + element("rect", x=-13, y=-1, width=26, height=12, rx=1.5, class_="drawn wood")
        + element("rect", x=-3, y=-4, width=6, height=7, rx=1.5, class_="drawn gold")
    )


def bag() -> str:
    """Draw the bag of stones."""
    sack = "M-6,-7 C-16,0 -16,14 -6,14 H6 C16,14 16,0 6,-7 Z"
    return (
        element("path", d="M-8,-14 Q-4,-10 0,-14 Q4,-10 8,-14 L6,-7 H-6 Z", class_="drawn cloth")
        + element("path", d=sack, class_="drawn cloth")
        + element("path", d="M-7,-7 H7", class_="stroke", stroke_width=3)
    )


def card_back(*, width: float = 22, height: float = 30) -> str:
    """Draw the back of a card."""
    inner = element(
        "rect",
        x=-width / 2 + 3,
        y=-height / 2 + 3,
        width=width - 6,
        height=height - 6,
        rx=2,
        class_="stroke",
        stroke_opacity=0.5,
    )
    outer = element(
        "rect",
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=4,
        class_="drawn back",
    )
    return outer + inner


def crown() -> str:
    """Draw a crown, for the most tents."""
    return element(
        "path", d="M-11,8 L-12,-5 L-5.5,1 L0,-9 L5.5,1 L12,-5 L11,8 Z", class_="drawn gold"
    )


def boat() -> str:
    """Draw the boat, 48 by 44, with the water line at 0."""
    return (
        element("path", d="M-1,-8 V-38", class_="stroke", stroke_width=2.5)
        + element("path", d="M2,-37 C20,-30 22,-18 20,-11 H2 Z", class_="drawn face")
        + element("path", d="M-4,-33 C-14,-26 -17,-18 -17,-11 H-4 Z", class_="drawn gold")
        + element(
            "path", d="M-24,-8 H24 C22,2 15,6 8,6 H-9 C-17,6 -23,0 -24,-8 Z", class_="drawn wood"
        )
        + element("path", d="M-20,-2 H20", class_="stroke", stroke_opacity=0.5)
    )


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
    """Give the class of a seat's colour in the stylesheet."""
    return f"seat-{seat % len(PLAYER_COLOURS)}"


def tent(seat: int, *, scored: bool = False, class_: str | None = None) -> str:
    """Draw a player's tent, 24 by 24 around its middle, with a flag if it is scored.

    A class of the stylesheet replaces the player's colour.
    """
    body, door, more = _SHAPES[seat % len(_SHAPES)]
    parts = [
        element("path", d=body, class_=f"drawn {class_ or _colour_of(seat)}"),
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


def tents(seat: int, count: int, *, scored: bool, scale: float) -> str:
    """Draw the tents of one player on one space as one tent, with their number."""
    parts = [tent(seat, scored=scored)]
    if count > 1:
        parts.append(element("circle", cx=9, cy=7, r=7, class_="face drawn"))
        parts.append(text_at(9, 11, count, "small middle on-face"))
    marked = f"tents {_colour_of(seat)}{' scored' if scored else ''}"
    drawn = "".join(parts)
    return group(at(0, 0, drawn, scale=scale), class_=marked, data_seat=seat, data_tents=count)
