"""Card faces: an emblem for each kind of effect, with the name of the card below it."""

from collections.abc import Mapping
from math import ceil
from typing import assert_never

from livingstone.edition.effect import (
    BoatBack,
    DrawStones,
    Effect,
    GainCoins,
    IgnoreDie,
    Market,
    MineCollapse,
    MoreDice,
    NoCostTent,
    ScorePoints,
    SecondTent,
)
from livingstone.edition.printed import Edition
from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.icons import tent
from livingstone.pictures.drawing.markup import (
    INNER,
    Drawn,
    at,
    element,
    fitted,
    group,
    labelled,
    text_at,
    times,
    width_of,
)
from livingstone.words.phrases import Phrases

__all__ = ["draw_faces", "emblem", "faces_width"]


def emblem(effect: Effect) -> str:
    """Draw what a card does, in a square of 64 by 64 around the middle."""
    match effect:
        case NoCostTent():
            return at(0, 4, tent(0, class_="cloth"), scale=1.9) + at(
                16, 18, _crossed(icons.coin(radius=11))
            )
        case IgnoreDie():
            return at(-8, 8, tent(0, class_="cloth"), scale=1.6) + at(15, -12, _any_die())
        case MoreDice(dice):
            return _dice() + _number(f"+{dice}")
        case SecondTent():
            return at(-10, 8, tent(0, scored=True, class_="cloth"), scale=1.5) + at(
                14, 10, tent(0, class_="cloth"), scale=1.3
            )
        case Market():
            gem = at(-13, -12, icons.stone("red"), scale=1.6)
            return gem + at(9, 12, icons.coins(), scale=1.4)
        case BoatBack():
            return at(2, 10, icons.boat()) + _arrow(22, -22, 27)
        case DrawStones(stones):
            return _stones() + _number(str(stones))
        case GainCoins(coins):
            return at(0, 0, icons.coin(coins, radius=24))
        case ScorePoints(points):
            return _track() + _number(str(points))
        case MineCollapse():
            return _mine()
        case unknown:
            assert_never(unknown)


def _number(text: str) -> str:
    """Draw a number in the lower right corner."""
    circle = element("circle", r=13, class_="drawn gold")
    size = 15 if len(text) < 3 else 10
    numeral = text_at(0, size * 0.36, text, "middle on-face", font_size=size, font_weight=800)
    return at(21, 20, circle, numeral)


def _crossed(drawn: str) -> str:
    return drawn + element("path", d="M-11,11 L11,-11", class_="stroke", stroke_width=3)


def _any_die() -> str:
    face = element("rect", x=-15, y=-15, width=30, height=30, rx=6, class_="drawn face")
    mark = text_at(0, 8, "?", "middle on-face", font_size=23, font_weight=800)
    return face + mark


def _dice() -> str:
    first = at(-12, -10, icons.die(2, size=30))
    return first + at(9, 8, icons.die(5, size=30))


def _stones() -> str:
    kinds = (("black", -14, -8), ("blue", 10, -12), ("clear", -8, 14))
    return "".join(at(x, y, icons.stone(kind), scale=1.5) for kind, x, y in kinds)


def _arrow(right: float, left: float, y: float) -> str:
    """Draw an arrow to the left."""
    line = f"M{right},{y} H{left} m7,-6 l-7,6 l7,6"
    return element("path", d=line, class_="stroke", stroke_width=3)


def _track() -> str:
    """Draw an animal's footprint."""
    pad = "M0,0 C10,0 18,9 16,17 C14,25 6,21 0,21 C-6,21 -14,25 -16,17 C-18,9 -10,0 0,0 Z"
    toes = ((-19, -4, 6), (-7, -15, 6.5), (7, -15, 6.5), (19, -4, 6))
    drawn = element("path", d=pad, class_="drawn wood")
    for x, y, radius in toes:
        toe = element("ellipse", cx=x, cy=y, rx=radius, ry=radius * 1.3, class_="drawn wood")
        drawn += toe
    return at(0, -2, drawn)


def _mine() -> str:
    """Draw the entrance of a mine under falling rocks."""
    hill = element("path", d="M-30,26 L-16,-10 L-2,-22 L14,-14 L30,26 Z", class_="drawn cliff")
    hole = element("path", d="M-12,26 V8 A12,12 0 0 1 12,8 V26 Z", class_="drawn dark")
    beams = "M-13,26 V6 M13,26 V6 M-17,5 L17,0"
    props = element("path", d=beams, class_="stroke", stroke_width=3.5, stroke="var(--wood)")
    rocks = ((-7, 22), (0, 21), (7, 22), (-3.5, 15), (4, 15), (-22, 20), (23, 21))
    fallen = "".join(element("circle", cx=x, cy=y, r=4.5, class_="drawn sand") for x, y in rocks)
    return hill + hole + props + fallen


_WIDTH, _HEIGHT, _GAP = 104.0, 136.0, 11.0
_SIZE, _LEAST_SIZE = 12.5, 9.0
"""The font size, which is smaller for long words."""
_LINES = 3
"""The most lines of a name."""


def draw_faces(edition: Edition, counts: Mapping[str, int], phrases: Phrases) -> Drawn:
    """Draw each kind of card once, with the number of copies; each can be clicked."""
    per_line = _per_line(len(counts))
    drawn, height = "", 0.0
    for place, (card, count) in enumerate(counts.items()):
        line, index = divmod(place, per_line)
        x, y = index * (_WIDTH + _GAP), line * (_HEIGHT + _GAP)
        height = y + _HEIGHT
        name = phrases.card(edition, card)
        label = f"{name} {times(count)}".rstrip()
        face = _face(name, edition.effects[card], count)
        marked = {"class_": "card", "data_count": count}
        drawn += at(x, y, labelled(f"card-{card}", label, face, **marked))
    return Drawn(drawn, height)


def faces_width(kinds: int) -> float:
    """Find the width of this many cards."""
    return _per_line(kinds) * (_WIDTH + _GAP) - _GAP


def _per_line(kinds: int) -> int:
    """Split cards into as few lines of equal length as possible; give that length."""
    most = int((INNER + _GAP) // (_WIDTH + _GAP))
    lines = max(ceil(kinds / most), 1)
    return max(ceil(kinds / lines), 1)


def _face(name: str, effect: Effect, count: int) -> str:
    """Draw one card: its emblem, its name, and the number of copies."""
    sheet = {"width": _WIDTH, "height": _HEIGHT, "rx": 10, "class_": "drawn face"}
    under = element("rect", x=4, y=4, **sheet) if count > 1 else ""
    sky = element("rect", x=6, y=6, width=_WIDTH - 12, height=80, rx=7, class_="lush")
    picture = at(_WIDTH / 2, 46, emblem(effect), scale=1.08)
    room = _WIDTH - 12
    size = min(_SIZE, max(_LEAST_SIZE, room / max(map(width_of, name.split()), default=1)))
    lines = _lines(name, room, size)
    first = 112 - (len(lines) - 1) * 7.5
    written = "".join(
        text_at(_WIDTH / 2, first + number * 15, line, "middle on-face")
        for number, line in enumerate(lines)
    )
    text = group(written, font_size=size, font_weight=700)
    return under + element("rect", **sheet) + sky + picture + text + _count(count)


def _count(count: int) -> str:
    if count == 1:
        return ""
    disc = element("circle", r=14, class_="drawn gold")
    number = text_at(0, 5, times(count), "middle on-face", font_size=13, font_weight=800)
    return at(_WIDTH - 8, 8, disc, number)


def _lines(name: str, room: float, size: float) -> list[str]:
    """Break a name into lines that fit the card."""
    lines: list[str] = []
    for word in name.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer) * size <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], " ".join(lines[_LINES - 1 :])]
    return [fitted(line, room, size) for line in lines]
