"""Above the board: whose turn it is, the dice, and the end of the turn."""

from livingstone.pictures.drawing.dice import DIE, draw_dice
from livingstone.pictures.drawing.geometry import INNER, Drawn
from livingstone.pictures.drawing.markup import element, move, target, words, words_within
from livingstone.pictures.drawing.tents import tent
from livingstone.pictures.subject import Subject

__all__ = ["draw_header"]

_BUTTON = 116.0
"""How wide the button for the end of the turn is."""


def draw_header(subject: Subject) -> Drawn:
    """Draw the status at the left, the dice and the button at the right."""
    view = subject.view
    pips = view.edition.board.dice.sides <= 6
    dice, width = draw_dice(subject.phrases, view.dice, view.die, pips=pips)
    button = INNER - _BUTTON
    status = _status(subject, button - width - 36)
    return Drawn(status + move(button - width - 18, 28, dice) + move(button, 8, _end(subject)), 58)


def _status(subject: Subject, room: float) -> str:
    """Write who is to move, and what the game waits for."""
    view, seat = subject.view, subject.view.current_player
    if view.is_over:
        result = ""
        if view.threshold is not None:
            result = subject.say("donation_roll", coins=view.threshold)
        return _lines(0, room, subject.say("game_over"), result)
    emblem = move(19, 27, tent(seat), scale=1.5)
    return emblem + _lines(50, room - 50, subject.names[seat], subject.awaited())


def _lines(x: float, room: float, title: str, details: str) -> str:
    head = words(x, 24, words_within(title, room, 24), "head")
    return head + words(x, 47, words_within(details, room, 13), "note")


def _end(subject: Subject) -> str:
    """Draw the button that ends the turn."""
    text = subject.say("end")
    pill = element("rect", width=_BUTTON, height=DIE, rx=20, class_="drawn panel")
    shown = words_within(text, _BUTTON - 16, 14)
    label = words(_BUTTON / 2, 25, shown, "middle", font_size=14, font_weight=600)
    return target("end", text, pill, label, class_="button")
