"""SVG as text. No element has an id, since ids of two pictures on one page would clash."""

import re
import unicodedata
from html import escape
from typing import NamedTuple

MARGIN = 24.0
"""Around everything."""
INNER = 912.0
"""The width between the margins of a board, in units of the drawing."""
_IMPOSSIBLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow."""


class Drawn(NamedTuple):
    """A part of a drawing, `INNER` wide, from its upper left corner."""

    markup: str
    height: float


def element(name: str, *content: str, **attributes: object) -> str:
    """Write an element with markup in it; attributes that are None are left out.

    A `_` in the name of an attribute becomes `-`; one at its end is dropped.

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
    """Move markup to a place, and scale it."""
    sized = "" if scale == 1 else f" scale({tidy(scale)})"
    return group(*content, transform=f"translate({tidy(x)} {tidy(y)}){sized}")


def labelled(target: str | None, label: str, *content: str, **attributes: object) -> str:
    """Label a part for screen readers; with a target, it can be clicked."""
    title, marked = element("title", _plain(label)), {"data_target": target, "role": "img"}
    return group(title, *content, **marked, aria_label=label, **attributes)


def text_at(x: float, y: float, text: object, class_: str, **attributes: object) -> str:
    """Write a line of text; `x` is its beginning, or what `text-anchor` says."""
    return element("text", _plain(text), x=x, y=y, class_=class_, **attributes)


def fitted(text: str, room: float, size: float) -> str:
    """Cut a text to the available room, at a font size; widths are estimates."""
    if width_of(text) * size <= room:
        return text
    kept, left = "", room / size - _width("…")
    for letter in text:
        left -= _width(letter)
        if left < 0:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def width_of(text: str) -> float:
    """Estimate the width of a text, as a multiple of the font size."""
    return sum(map(_width, text))


def times(count: int) -> str:
    """Write a number of copies; nothing for one."""
    return f"\N{MULTIPLICATION SIGN}{count}" if count > 1 else ""


def tidy(number: float) -> str:
    """Write a coordinate with at most two decimals."""
    return f"{round(number, 2) + 0:.10g}"


def _plain(value: object) -> str:
    if isinstance(value, float):
        return tidy(value)
    text = str(value)
    return text if text.isalnum() else escape(_IMPOSSIBLE.sub("", text))


def _width(letter: str) -> float:
    """Estimate the width of a letter, as a part of the font size."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in " .,:;'|!iIjlt()[]-":
        return 0.38
    if letter in "mwMW@%…":
        return 0.95
    return 0.72 if letter.isupper() else 0.61
