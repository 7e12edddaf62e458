"""Bars for the chances of values."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from livingstone.game.odds import Odds
from livingstone.pictures.drawing.markup import Drawn, element, fitted, text_at

_LINE = 30.0
"""The height of a line."""
_NAME = 150.0
"""The width of the values before the bars."""
_BAR = 600.0
"""The length of the bar of a certain value."""
MOST_BARS = 60
"""The most values that are drawn."""


def draw_bars(odds: Odds[Any], label: str) -> Drawn:
    """Draw a line for each value, with a bar as long as its chance, and the chance in per cent."""
    lines = [text_at(0, 16, fitted(label, _NAME + _BAR, 16), "name", font_size=16)]
    chances = [*odds]
    longest = max(chance for _, chance in chances)
    for place, (value, chance) in enumerate(chances, 1):
        lines += _bar(place * _LINE, value, chance, longest)
    height = _LINE * (len(chances) + 1)
    return Drawn("".join(lines), height, _NAME + _BAR + 80)


def _bar(top: float, value: Any, chance: Fraction, longest: Fraction) -> Iterator[str]:
    name = fitted(str(value), _NAME - 16, 15)
    yield text_at(_NAME - 12, top + 20, name, "label", text_anchor="end", font_size=15)
    length = max(1.0, float(_BAR * chance / longest))
    yield element("rect", x=_NAME, y=top + 5, width=length, height=20, rx=4, class_="seat-0")
    percent = 100 * float(chance)
    words = f"{percent:.1f} %" if percent >= 0.05 else "< 0.1 %"
    yield text_at(_NAME + length + 8, top + 20, words, "small", font_size=14)
