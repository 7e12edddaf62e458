"""Cards face up, side by side and line by line: a hand, or the cards of an edition."""

from collections.abc import Mapping
from math import ceil

from livingstone.edition.effect import Effect
from livingstone.edition.printed import Edition
from livingstone.pictures.drawing.emblems import emblem
from livingstone.pictures.drawing.geometry import INNER, Drawn
from livingstone.pictures.drawing.markup import (
    element,
    group,
    move,
    target,
    times,
    width_of,
    words,
    words_within,
)
from livingstone.words.phrases import Phrases

__all__ = ["draw_faces", "faces_width"]

_WIDTH, _HEIGHT, _GAP = 104.0, 136.0, 11.0
_SIZE, _LEAST_SIZE = 12.5, 9.0
"""Of the letters, which become smaller where a word is long."""
_LINES = 3
"""A name has no more lines."""


def draw_faces(edition: Edition, counts: Mapping[str, int], phrases: Phrases) -> Drawn:
    """Draw cards by their ids, each kind once with how many there are; each can be clicked."""
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
        drawn += move(x, y, target(f"card-{card}", label, face, **marked))
    return Drawn(drawn, height)


def faces_width(kinds: int) -> float:
    """Say how wide so many kinds of cards are."""
    return _per_line(kinds) * (_WIDTH + _GAP) - _GAP


def _per_line(kinds: int) -> int:
    """Share cards out to lines of equal length, as few as possible; one card at least."""
    most = int((INNER + _GAP) // (_WIDTH + _GAP))
    lines = max(ceil(kinds / most), 1)
    return max(ceil(kinds / lines), 1)


def _face(name: str, effect: Effect, count: int) -> str:
    """Draw one card: its emblem, its name, and how many of it there are."""
    sheet = {"width": _WIDTH, "height": _HEIGHT, "rx": 10, "class_": "drawn face"}
    under = element("rect", x=4, y=4, **sheet) if count > 1 else ""
    sky = element("rect", x=6, y=6, width=_WIDTH - 12, height=80, rx=7, class_="lush")
    picture = move(_WIDTH / 2, 46, emblem(effect), scale=1.08)
    room = _WIDTH - 12
    size = min(_SIZE, max(_LEAST_SIZE, room / max(map(width_of, name.split()), default=1)))
    lines = _lines(name, room, size)
    first = 112 - (len(lines) - 1) * 7.5
    written = "".join(
        words(_WIDTH / 2, first + number * 15, line, "middle on-face")
        for number, line in enumerate(lines)
    )
    text = group(written, font_size=size, font_weight=700)
    return under + element("rect", **sheet) + sky + picture + text + _count(count)


def _count(count: int) -> str:
    if count == 1:
        return ""
    disc = element("circle", r=14, class_="drawn gold")
    number = words(0, 5, times(count), "middle on-face", font_size=13, font_weight=800)
    return move(_WIDTH - 8, 8, disc, number)


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
    return [words_within(line, room, size) for line in lines]
