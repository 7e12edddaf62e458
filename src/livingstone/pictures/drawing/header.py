"""The header of a board: whose turn it is, the dice, and the end of the turn."""

from collections import Counter

from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.icons import tent
from livingstone.pictures.drawing.markup import (
    INNER,
    Drawn,
    at,
    element,
    fitted,
    labelled,
    text_at,
    times,
)
from livingstone.pictures.subject import Subject
from livingstone.words.phrases import Phrases

__all__ = ["DIE", "MOST_APART", "draw_dice", "draw_header"]

DIE = 40.0
"""The size of a die."""
_STEP = 48.0
"""The distance between two dice."""
MOST_APART = 10
"""More dice are drawn as one of each value, with their number."""


def draw_dice(
    phrases: Phrases, dice: tuple[int, ...], taken: int | None = None, *, pips: bool
) -> tuple[str, float]:
    """Draw dice along a line, the taken one at its end in a ring; give their width as well."""
    counts = Counter(dice)
    piles = [(value, 1) for value in dice] if len(dice) <= MOST_APART else sorted(counts.items())
    step = min(_STEP, _STEP * MOST_APART / max(len(piles), 1))
    parts = [
        at((place + 0.5) * step, 0, _pile(phrases, value, count, step, pips))
        for place, (value, count) in enumerate(piles)
    ]
    width = len(piles) * step
    if taken is not None:
        width += _STEP + 12
        parts.append(at(width - _STEP / 2, 0, _taken(phrases, taken, pips)))
    return "".join(parts), width


def _pile(phrases: Phrases, value: int, count: int, step: float, pips: bool) -> str:
    """Draw dice of one value as one die."""
    size = min(DIE, step * 0.86)
    label = f"{phrases.say('picture.die', value=value)} {times(count)}".rstrip()
    number = text_at(0, size / 2 + 15, times(count), "label middle") if count > 1 else ""
    face = icons.die(value, size=size, pips=pips)
    return labelled(f"die-{value}", label, face, number, class_="die", data_count=count)


def _taken(phrases: Phrases, value: int, pips: bool) -> str:
    """Draw the die that was taken but not used yet."""
    half = DIE / 2 + 6
    frame = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "rx": 13}
    label = f"{phrases.say('picture.die', value=value)} ({phrases.say('picture.taken')})"
    ring = element("rect", class_="ring", **frame)
    return labelled(None, label, icons.die(value, pips=pips), ring, class_="die taken")


_BUTTON = 116.0
"""The width of the button that ends the turn."""


def draw_header(subject: Subject) -> Drawn:
    """Draw the status at the left, the dice and the button at the right."""
    view = subject.view
    pips = view.edition.board.dice.sides <= 6
    dice, width = draw_dice(subject.phrases, view.dice, view.die, pips=pips)
    button = INNER - _BUTTON
    status = _status(subject, button - width - 36)
    return Drawn(status + at(button - width - 18, 28, dice) + at(button, 8, _end(subject)), 58)


def _status(subject: Subject, room: float) -> str:
    """Write who is to move, and what the game waits for."""
    view, seat = subject.view, subject.view.current_player
    if view.is_over:
        result = ""
        if view.threshold is not None:
            result = subject.say("donation_roll", coins=view.threshold)
        return _lines(0, room, subject.say("game_over"), result)
    emblem = at(19, 27, tent(seat), scale=1.5)
    return emblem + _lines(50, room - 50, subject.names[seat], subject.awaited())


def _lines(x: float, room: float, title: str, details: str) -> str:
    head = text_at(x, 24, fitted(title, room, 24), "head")
    return head + text_at(x, 47, fitted(details, room, 13), "note")


def _end(subject: Subject) -> str:
    """Draw the button that ends the turn."""
    text = subject.say("end")
    pill = element("rect", width=_BUTTON, height=DIE, rx=20, class_="drawn panel")
    shown = fitted(text, _BUTTON - 16, 14)
    label = text_at(_BUTTON / 2, 25, shown, "middle", font_size=14, font_weight=600)
    return labelled("end", text, pill, label, class_="button")
