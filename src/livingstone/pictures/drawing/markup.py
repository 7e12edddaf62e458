"""SVG as text, and the stylesheet of all pictures, for light and dark pages.

No element has an id, since ids of two pictures on one page would clash. A page can override the
colours of `light.css` and `dark.css` (`svg.livingstone { --water: teal }`). Colour-blind people can
tell the players' colours apart: Okabe and Ito, "Color Universal Design" (2008).
"""

import re
import unicodedata
from functools import partial
from html import escape
from importlib.resources import files
from typing import NamedTuple

from livingstone.errors import LONGEST_REPR, shortened
from livingstone.support.arguments import whole

MARGIN = 24.0
INNER = 912.0
"""The margins around a board and the width between them, in units of the drawing."""
COLOURS_OF_PLAYERS = 7
_IMPOSSIBLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow."""
_DARK_PAGES = '[data-theme="dark"],[data-jp-theme-light="false"],[data-bs-theme="dark"]'
_LIGHT_PAGES = '[data-theme="light"],[data-jp-theme-light="true"],[data-bs-theme="light"]'


class Picture(str):
    """An SVG document: a text, which notebooks draw.

    >>> from livingstone import svg
    >>> picture = svg.dice([1, 4])
    >>> picture.startswith("<svg"), picture._repr_svg_() == picture
    (True, True)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return shortened(f"Picture({str(self[:LONGEST_REPR])!r})", LONGEST_REPR)

    def _repr_svg_(self) -> str:
        return str(self)


class Drawn(NamedTuple):
    """A part of a drawing, from its upper left corner."""

    markup: str
    height: float
    width: float = INNER


def element(name: str, *content: str, **attributes: object) -> str:
    """Write an element with markup in it; attributes that are None are left out.

    >>> element("g", element("rect", width=2.5), class_="die", data_target=None, data_seat=1)
    '<g class="die" data-seat="1"><rect width="2.5"/></g>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_plain(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


group = partial(element, "g")


def at(x: float, y: float, *content: str, scale: float = 1) -> str:
    """Move markup to a place, and scale it."""
    sized = "" if scale == 1 else f" scale({tidy(scale)})"
    return group(*content, transform=f"translate({tidy(x)} {tidy(y)}){sized}")


def labelled(target: str | None, label: str, *content: str, **attributes: object) -> str:
    """Label a part for screen readers; with a target, it can be clicked."""
    title = element("title", _plain(label))
    marked = {"data_target": target, "role": "img"}
    return group(title, *content, **marked, aria_label=label, **attributes)


def text_at(x: float, y: float, text: object, class_: str, **attributes: object) -> str:
    """Write a line of text; `x` is its beginning, or what `text-anchor` says."""
    return element("text", _plain(text), x=x, y=y, class_=class_, **attributes)


def disc(
    text: object, radius: float, size: float, *, drop: float | None = None, font_weight: int = 800
) -> str:
    """Draw a golden disc with a text of a font size on it, `drop` below the middle."""
    y = size * 0.36 if drop is None else drop
    written = text_at(0, y, text, "middle on-face", font_size=size, font_weight=font_weight)
    return element("circle", r=radius, class_="drawn gold") + written


def fitted(text: str, room: float, size: float) -> str:
    """Cut a text to the available room, at a font size; widths are estimates."""
    if width_of(text) * size <= room:
        return text
    kept = ""
    left = room / size - _width("…")
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
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in " .,:;'|!iIjlt()[]-":
        return 0.38
    if letter in "mwMW@%…":
        return 0.95
    return 0.72 if letter.isupper() else 0.61


def file_text(name: str) -> str:
    """Read a file of this folder."""
    return (files("livingstone.pictures.drawing") / name).read_text("utf-8").strip()


def _stylesheet() -> str:
    """Join variables, which any rule of a page overrides (`:where`), and rules."""
    light, dark = (file_text(name).replace("\n", "") for name in ("light.css", "dark.css"))
    scope = "svg.livingstone"
    seats = range(COLOURS_OF_PLAYERS)
    preferred = f":where({scope}:not(:is({_LIGHT_PAGES}) *))"
    return "\n".join(
        [
            f":where({scope}){{{light}}}",
            f"@media (prefers-color-scheme:dark){{{preferred}{{{dark}}}}}",
            f":where(:is({_DARK_PAGES}) {scope}){{{dark}}}",
            file_text("theme.css"),
            *(f"{scope} .seat-{seat}{{fill:var(--seat-{seat})}}" for seat in seats),
        ]
    )


STYLESHEET = _stylesheet()
"""The content of a picture's `style` element."""


def picture(
    content: str,
    box: tuple[float, float, float, float],
    size: int | None,
    *,
    styled: bool,
    **attributes: object,
) -> Picture:
    """Write a picture that shows a box: left, top, width and height; `size` is in pixels."""
    *_, width, height = box
    marked: dict[str, object] = {"xmlns": "http://www.w3.org/2000/svg", "class_": "livingstone"}
    marked["viewBox"] = " ".join(map(tidy, box))
    if size is not None:
        pixels = whole("size", size, 50, 10_000)
        marked |= {"width": pixels, "height": round(pixels * height / width)}
        marked["style"] = "max-width:100%;height:auto"
    style = element("style", escape(STYLESHEET)) if styled else ""
    return Picture(element("svg", style, content, **marked, **attributes))
