"""Small drawings, each around the middle of a square of about 32 by 32, and faces of cards."""

import re
from collections.abc import Mapping
from math import ceil

from livingstone.edition.phrases import Phrases
from livingstone.edition.types import Edition
from livingstone.game.card_effect import effects_of
from livingstone.pictures.drawing.markup import (
    COLOURS_OF_PLAYERS,
    INNER,
    Drawn,
    at,
    disc,
    element,
    file_text,
    fitted,
    group,
    labelled,
    text_at,
    times,
    width_of,
)

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The places of the pips by value, in steps from the middle."""
_SYMBOLS = re.findall('<symbol id="(.*?)">(.*?)</symbol>', file_text("icons.svg"), re.DOTALL)
_DRAWINGS: dict[str, str] = {name: markup.replace("\n", "") for name, markup in _SYMBOLS}
drawing = _DRAWINGS.__getitem__


def die(value: int, *, size: float = 40, pips: bool = True) -> str:
    """Draw a die with pips, or with a numeral if it shows more than six or `pips` is false."""
    half = size / 2
    step = size * 0.27
    box = {"x": -half, "y": -half, "width": size, "height": size, "rx": size / 5}
    square = element("rect", **box, class_="drawn face")
    if not pips or value not in _PIPS:
        numeral = text_at(0, 0, value, "middle on-face", font_size=size * 0.55, font_weight=700)
        return square + at(0, size * 0.19, numeral)
    return square + "".join(
        element("circle", cx=x * step, cy=y * step, r=size * 0.095, class_="dark")
        for x, y in _PIPS[value]
    )


def coin(text: object = "", *, radius: float = 12) -> str:
    """Draw a coin with a text on it."""
    if text == "":
        rim = element("circle", r=radius - 3, class_="stroke", stroke_opacity=0.3)
        return element("circle", r=radius, class_="drawn gold") + rim
    return disc(text, radius, radius * (1.15 if len(str(text)) < 3 else 0.8), font_weight=700)


_TENTS = 5
"""The shapes of tents that `icons.svg` has."""


def tent(seat: int, *, scored: bool = False) -> str:
    """Draw a player's tent, 24 by 24 around its middle, with a flag if it is scored."""
    coloured = f'"drawn seat-{seat % COLOURS_OF_PLAYERS}"'
    shape = drawing(f"tent-{seat % _TENTS}").replace('"drawn seat"', coloured)
    shape += drawing("flag") if scored else ""
    if seat >= _TENTS:  # shapes repeat, so add the number
        shape += element("circle", cx=-6, cy=6, r=7.5, class_="face drawn")
        shape += text_at(-6, 10, seat, "small middle on-face")
    return shape


def tents(seat: int, count: int, scored: bool, scale: float) -> str:
    """Draw the tents of one player on one space as one tent, with their number."""
    drawn = tent(seat, scored=scored)
    if count > 1:
        drawn += element("circle", cx=9, cy=7, r=7, class_="face drawn")
        drawn += text_at(9, 11, count, "small middle on-face")
    marked = f"tents seat-{seat % COLOURS_OF_PLAYERS}{' scored' if scored else ''}"
    return group(at(0, 0, drawn, scale=scale), class_=marked, data_seat=seat, data_tents=count)


def emblem(edition: Edition, card: str) -> str:
    """Draw what a card does, in a square of 64 by 64; neutrally if `icons.svg` does not know it."""
    effect = effects_of(edition)[card]
    if effect.emblem == "coin":
        return at(0, 0, coin(effect.figure, radius=24))
    drawn = _DRAWINGS.get(effect.emblem) or drawing("any_card")
    size = 15 if len(effect.figure) < 3 else 10
    return drawn + (at(21, 20, disc(effect.figure, 13, size)) if effect.figure else "")


_WIDTH = 104.0
_HEIGHT = 136.0
_GAP = 11.0


def draw_faces(edition: Edition, counts: Mapping[str, int], phrases: Phrases) -> Drawn:
    """Draw each kind of card once, with the number of copies; each can be clicked."""
    lines = max(ceil(len(counts) / int((INNER + _GAP) // (_WIDTH + _GAP))), 1)
    per_line = max(ceil(len(counts) / lines), 1)
    drawn = ""
    height = 0.0
    for place, (card, count) in enumerate(counts.items()):
        line, index = divmod(place, per_line)
        x, y = index * (_WIDTH + _GAP), line * (_HEIGHT + _GAP)
        height = y + _HEIGHT
        name = phrases.card(edition, card)
        label = f"{name} {times(count)}".rstrip()
        face = _face(name, emblem(edition, card), count)
        marked = {"class_": "card", "data_count": count}
        drawn += at(x, y, labelled(f"card-{card}", label, face, **marked))
    return Drawn(drawn, height, per_line * (_WIDTH + _GAP) - _GAP)


def _face(name: str, emblem: str, count: int) -> str:
    sheet = {"width": _WIDTH, "height": _HEIGHT, "rx": 10, "class_": "drawn face"}
    under = element("rect", x=4, y=4, **sheet) if count > 1 else ""
    sky = element("rect", x=6, y=6, width=_WIDTH - 12, height=80, rx=7, class_="lush")
    picture = at(_WIDTH / 2, 46, emblem, scale=1.08)
    room = _WIDTH - 12
    size = min(12.5, max(9.0, room / max(map(width_of, name.split()), default=1)))
    lines = _lines(name, room, size)
    first = 112 - (len(lines) - 1) * 7.5
    written = "".join(
        text_at(_WIDTH / 2, first + number * 15, line, "middle on-face")
        for number, line in enumerate(lines)
    )
    text = group(written, font_size=size, font_weight=700)
    copies = at(_WIDTH - 8, 8, disc(times(count), 14, 13, drop=5)) if count > 1 else ""
    return under + element("rect", **sheet) + sky + picture + text + copies


def _lines(name: str, room: float, size: float) -> list[str]:
    lines: list[str] = []
    for word in name.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer) * size <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > 3:
        lines[2:] = [" ".join(lines[2:])]
    return [fitted(line, room, size) for line in lines]
