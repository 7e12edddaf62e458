"""Card faces: an emblem for each kind of effect, with the name of the card below it."""

from collections.abc import Mapping
from math import ceil

from livingstone.edition.phrases import Phrases
from livingstone.edition.types import Edition
from livingstone.game.effects.base import effects_of
from livingstone.pictures.drawing.icons import card_drawing, coin
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


def emblem(edition: Edition, card: str) -> str:
    """Draw what a card does, in a square of 64 by 64 around the middle."""
    effect = effects_of(edition)[card]
    if effect.emblem == "coin":
        return at(0, 0, coin(effect.figure, radius=24))
    return card_drawing(effect.emblem) + (_number(effect.figure) if effect.figure else "")


def _number(text: str) -> str:
    circle = element("circle", r=13, class_="drawn gold")
    size = 15 if len(text) < 3 else 10
    numeral = text_at(0, size * 0.36, text, "middle on-face", font_size=size, font_weight=800)
    return at(21, 20, circle, numeral)


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
        face = _face(name, emblem(edition, card), count)
        marked = {"class_": "card", "data_count": count}
        drawn += at(x, y, labelled(f"card-{card}", label, face, **marked))
    return Drawn(drawn, height)


def faces_width(kinds: int) -> float:
    """Return the width of a number of cards."""
    return _per_line(kinds) * (_WIDTH + _GAP) - _GAP


def _per_line(kinds: int) -> int:
    """Split cards into as few lines of equal length as possible; give that length."""
    most = int((INNER + _GAP) // (_WIDTH + _GAP))
    lines = max(ceil(kinds / most), 1)
    return max(ceil(kinds / lines), 1)


def _face(name: str, emblem: str, count: int) -> str:
    sheet = {"width": _WIDTH, "height": _HEIGHT, "rx": 10, "class_": "drawn face"}
    under = element("rect", x=4, y=4, **sheet) if count > 1 else ""
    sky = element("rect", x=6, y=6, width=_WIDTH - 12, height=80, rx=7, class_="lush")
    picture = at(_WIDTH / 2, 46, emblem, scale=1.08)
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
