"""The players: a line for each."""

from livingstone.game.view import PlayerView
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
)
from livingstone.pictures.subject import Subject
from livingstone.values import GEM_COLOURS

__all__ = ["draw_seats"]

_HEAD = 24.0
_LINE = 46.0
_STEP = 52.0
"""The distance between two lines."""
_NAME, _POINTS, _TENTS, _COINS, _CHEST, _GEMS, _CARDS, _DIE = 58, 240, 314, 388, 466, 580, 740, 846
"""The left edge of each column."""
_GEM_STEP = 51.0
MOST_BACKS = 4
"""The most cards that are drawn; their number is beside them."""


def draw_seats(subject: Subject) -> Drawn:
    """Draw the headings, then a line for each player."""
    heads = (
        (_POINTS, "points", _TENTS),
        (_TENTS, "tents", _COINS),
        (_COINS, "coins", _CHEST),
        (_CHEST, "chest", _GEMS),
        (_GEMS, "gems", _CARDS),
        (_CARDS, "cards", _DIE),
        (_DIE, "last_die", INNER),
    )
    drawn = "".join(
        text_at(x, 13, fitted(subject.say(key), end - x - 4, 12.6), "label")
        for x, key, end in heads
    )
    for seat, name, player in subject.seats:
        drawn += at(0, _HEAD + seat * _STEP, _line(subject, seat, name, player))
    return Drawn(drawn, _HEAD + len(subject.names) * _STEP - (_STEP - _LINE))


def _line(subject: Subject, seat: int, name: str, player: PlayerView) -> str:
    is_current = seat == subject.view.current_player and not subject.view.is_over
    box = element("rect", width=INNER, height=_LINE, rx=12, class_="panel")
    if is_current:
        box += element("rect", width=INNER, height=_LINE, rx=12, class_="ring")
    emblem = at(30, 23, tent(seat), scale=1.35)
    begun = _begun(subject, name) if seat == subject.view.starting_player else ""
    room = _POINTS - _NAME - (32 if begun else 8)
    title = text_at(_NAME, 29, fitted(name, room, 17.5), "name") + begun
    points = text_at(_POINTS, 31, player.points, "points")
    parts = [
        labelled(None, f"{subject.say('points')}: {player.points}", points),
        _supply(subject, player),
        _coins(subject, seat, player),
        _chest(subject, seat, player),
        _gems(subject, seat, player),
        _cards(subject, player),
        _last_die(subject, player),
    ]
    marked = {"class_": "player", "role": "group", "aria_label": name, "data_seat": seat}
    return group(box, emblem, title, *parts, **marked)


def _begun(subject: Subject, name: str) -> str:
    """Draw a flag for the player who began the round."""
    flag = element("path", d="M0,10 V-10", class_="stroke", stroke="var(--muted)")
    flag += element("path", d="M0,-10 H12 L8,-5.5 L12,-1 H0 Z", class_="accent")
    return at(_POINTS - 24, 23, labelled(None, subject.say("begins_round", name=name), flag))


def _target(subject: Subject, seat: int, name: str) -> str | None:
    return name if seat == subject.own_seat else None


def _supply(subject: Subject, player: PlayerView) -> str:
    outline = "M-9,8 L0,-8 L9,8 Z"
    icon = element("path", d=outline, class_="drawn cloth")
    number = text_at(_TENTS + 24, 29, player.supply, "number")
    label = f"{subject.say('tents')}: {player.supply}"
    return labelled(None, label, at(_TENTS + 10, 23, icon), number, class_="supply")


def _coins(subject: Subject, seat: int, player: PlayerView) -> str:
    """Draw the sum of purse and chest, which is public (R10.2)."""
    number = text_at(_COINS + 27, 29, player.funds, "number")
    label = f"{subject.say('coins')}: {player.funds}"
    own = subject.private(seat)
    if own is not None:
        label += f" ({subject.say('purse')}: {own.coins})"
    icon = at(_COINS + 11, 23, icons.coin(radius=10))
    return labelled(_target(subject, seat, "purse"), label, icon, number, class_="coins")


def _chest(subject: Subject, seat: int, player: PlayerView) -> str:
    """Draw the chest with its coins, or their range, and the number of donations."""
    least, most = subject.chest(seat)
    held = str(least) if least == most else f"{least}\N{EN DASH}{most}"
    label = f"{subject.say('chest')}: {held}; {subject.say('donations')}: {player.donations}"
    made = ""
    if player.donations:
        made = element("tspan", f" ({player.donations})", class_="note")
    return labelled(
        _target(subject, seat, "chest"),
        label,
        at(_CHEST + 14, 24, icons.chest(), scale=0.85),
        element("text", held, made, x=_CHEST + 33, y=29, class_="number"),
        class_="chest",
    )


def _gems(subject: Subject, seat: int, player: PlayerView) -> str:
    drawn = ""
    for place, colour in enumerate(GEM_COLOURS):
        count: int = getattr(player.gems, colour)
        number = text_at(13, 6, count, "number")
        faint = None if count else 0.45
        inside = group(icons.stone(colour), number, opacity=faint)
        label = f"{subject.say('gems')}, {subject.say(colour)}: {count}"
        marked = {"class_": "gems", "data_count": count}
        gem = labelled(_target(subject, seat, f"gem-{colour}"), label, inside, **marked)
        drawn += at(_GEMS + 10 + place * _GEM_STEP, 23, gem)
    return drawn


def _cards(subject: Subject, player: PlayerView) -> str:
    count = player.hand_size
    label = f"{subject.say('cards')}: {count}"
    backs = min(count, MOST_BACKS)
    drawn = "".join(at(_CARDS + 11 + place * 12, 23, icons.card_back()) for place in range(backs))
    x = _CARDS + (backs * 12 + 18 if backs else 0)
    number = text_at(x, 29, count, "number", opacity=None if count else 0.45)
    return labelled(None, label, drawn, number, class_="backs", data_count=count)


def _last_die(subject: Subject, player: PlayerView) -> str:
    if not player.last_die:
        return ""
    pips = subject.view.edition.board.dice.sides <= 6
    label = f"{subject.say('last_die')}: {player.last_die}"
    return labelled(None, label, at(_DIE + 16, 23, icons.die(player.last_die, size=28, pips=pips)))
