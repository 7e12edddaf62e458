"""The supplies below the board: bank, bag, stones aside, draw pile, open cards."""

from collections.abc import Iterable

from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.card_faces import emblem
from livingstone.pictures.drawing.markup import (
    INNER,
    Drawn,
    at,
    element,
    fitted,
    labelled,
    text_at,
    times,
    width_of,
)
from livingstone.pictures.subject import Subject
from livingstone.values import Stones

__all__ = ["draw_chips", "draw_supplies"]

_HEIGHT = 74.0
_STONE_STEP = 52.0


def draw_supplies(subject: Subject) -> Drawn:
    """Draw the supplies from left to right."""
    view = subject.view
    boxes = [
        _counted(subject, "bank", "purse", view.bank, icons.coins(), 128),
        _kinds(subject, "bag", "bag", view.bag, icons.bag()),
        _kinds(subject, "aside", None, view.aside),
        _counted(subject, "deck", "deck", view.draw_pile_size, icons.card_back(), 118),
    ]
    gap = (INNER - sum(width for _, width in boxes)) / (len(boxes) - 1)
    drawn, x = "", 0.0
    for box, width in boxes:
        drawn += at(x, 0, box)
        x += width + gap
    return Drawn(drawn, _HEIGHT)


def _counted(
    subject: Subject, key: str, name: str, count: int, icon: str, width: float
) -> tuple[str, float]:
    """Draw a box with a number; give its width as well."""
    label = f"{subject.say(key)}: {count}"
    inside = at(32, 48, icon) + text_at(56, 54, count, "number")
    return _box(subject.say(key), name, label, inside, width), width


def _kinds(
    subject: Subject, key: str, name: str | None, stones: Stones, icon: str = ""
) -> tuple[str, float]:
    """Draw a box with stones of all kinds; give its width as well."""
    held = [
        f"{count} {subject.say(kind, count=count)}"
        for kind, count in stones._asdict().items()
        if count
    ]
    label = f"{subject.say(key)}: {', '.join(held) or subject.say('empty')}"
    left = 56 if icon else 6
    inside = (at(32, 48, icon) if icon else "") + at(left, 48, _stones(stones))
    width = left + 28 + len(stones) * _STONE_STEP
    return _box(subject.say(key), name, label, inside, width), width


def _box(title: str, name: str | None, label: str, inside: str, width: float) -> str:
    panel = element("rect", width=width, height=_HEIGHT, rx=12, class_="panel")
    head = text_at(14, 20, fitted(title, width - 20, 12.6), "label")
    return labelled(name, label, panel, head, inside, class_="supply")


def _stones(stones: Stones) -> str:
    """Draw a stone of each kind, with their number."""
    drawn = ""
    for place, (kind, count) in enumerate(stones._asdict().items()):
        number = text_at(13, 6, count, "number" if count < 100 else "small")
        marked = {"data_stone": kind, "data_count": count}
        parts = element("g", icons.stone(kind), number, opacity=None if count else 0.45, **marked)
        drawn += at(18 + place * _STONE_STEP, 0, parts)
    return drawn


def draw_chips(subject: Subject, title: str, cards: Iterable[tuple[str, int]]) -> Drawn:
    """Draw open cards as chips with their names, line by line, beside a title."""
    size, height = 13.0, 30.0
    x, y = 0.0, 0.0
    left, drawn = 112.0, title
    for card, count in cards:
        name = f"{subject.card(card)} {times(count)}".rstrip()
        shown = fitted(name, 200, size)
        width = 48 + width_of(shown) * size
        if x and left + x + width > INNER:
            x, y = 0.0, y + height + 8
        chip = element("rect", width=width, height=height, rx=15, class_="panel")
        icon = at(20, 15, emblem(subject.view.edition.effects[card]), scale=0.4)
        text = text_at(36, 19.5, shown, "", font_size=size)
        marked = {"class_": "chip", "data_card": card, "data_count": count}
        drawn += at(left + x, y, labelled(None, name, chip, icon, text, **marked))
        x += width + 8
    return Drawn(drawn, y + height)
