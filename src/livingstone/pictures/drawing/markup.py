"""SVG as text: elements, words on them, and words cut to the room there is.

No element has an id: ids of two pictures on one page would clash.
"""

import re
import unicodedata
from html import escape
from typing import NamedTuple

__all__ = [
    "INNER",
    "MARGIN",
    "Drawn",
    "at",
    "fitted",
    "labelled",
    "text_at",
    "element",
    "group",
    "tidy",
    "times",
    "width_of",
]

MARGIN = 24.0
"""Around everything."""
INNER = 912.0
"""Between the margins of a board, in the drawing's own pixels."""
_IMPOSSIBLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document can hold."""


class Drawn(NamedTuple):
    """A part of a drawing, from its own upper left corner."""

    markup: str
    """Its elements."""
    height: float
    """How much room it takes; its width is `INNER`."""


def element(name: str, *content: str, **attributes: object) -> str:
    """Write an element with markup in it; attributes that are None are left out.

    A `_` in an attribute's name stands for `-`, and one at its end for nothing.

    >>> element("g", element("rect", width=2.5), class_="die", data_target=None)
    '<g class="die"><rect width="2.5"/></g>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_plain(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def group(*content: str, **attributes: object) -> str:
    """Write a `g` element with markup in it."""
    return element("g", *content, **attributes)


def at(x: float, y: float, *content: str, scale: float = 1) -> str:
    """Put markup at a place, and make it so many times as large."""
    sized = "" if scale == 1 else f" scale({tidy(scale)})"
    return group(*content, transform=f"translate({tidy(x)} {tidy(y)}){sized}")


def labelled(name: str | None, label: str, *content: str, **attributes: object) -> str:
    """Write what can be pointed at and read out; with a name, it can be clicked as well."""
    return group(
        element("title", _plain(label)),
        *content,
        data_target=name,
        role="img",
        aria_label=label,
        **attributes,
    )


def text_at(x: float, y: float, text: object, class_: str, **attributes: object) -> str:
    """Write a line of text; `x` is its beginning, or what `text-anchor` says."""
    return element("text", _plain(text), x=x, y=y, class_=class_, **attributes)


def fitted(text: str, room: float, size: float) -> str:
    """Cut a text to a room, both in pixels of the drawing, at a size of letters.

    Without the font at hand, the width of each letter is a guess on the safe side.

    >>> fitted("Livingstone", 70, 16)
    'Living…'
    """
    if width_of(text) * size <= room:
        return text
    kept, left = "", room / size - _width("…")
    for sign in text:
        left -= _width(sign)
        if left < 0:
            break
        kept += sign
    return f"{kept.rstrip()}…"


def width_of(text: str) -> float:
    """Guess how wide a text is, as a multiple of its letters' size."""
    return sum(map(_width, text))


def times(count: int) -> str:
    """Write how many there are; nothing for one."""
    return f"\N{MULTIPLICATION SIGN}{count}" if count > 1 else ""


def tidy(number: float) -> str:
    """Write a coordinate with two decimals at most.

    >>> tidy(3.0), tidy(2.125), tidy(-0.001)
    ('3', '2.12', '0')
    """
    return f"{round(number, 2) + 0:.10g}"


def _plain(value: object) -> str:
    if isinstance(value, float):
        return tidy(value)
    text = str(value)
    return text if text.isalnum() else escape(_IMPOSSIBLE.sub("", text))


def _width(sign: str) -> float:
    """Guess how wide a letter is, as a part of its height."""
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.05
    if sign in " .,:;'|!iIjlt()[]-":
        return 0.38
    if sign in "mwMW@%…":
        return 0.95
    return 0.72 if sign.isupper() else 0.61
