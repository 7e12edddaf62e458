"""Around the board: whose turn it is, the dice, the supplies, the open cards and the players."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from livingstone.edition.phrases import Phrases
from livingstone.game.view import PlayerView
from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.icons import drawing, emblem, tent
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
from livingstone.pictures.named_view import NamedView
from livingstone.values import Stones


def panel(width: float, height: float, *, rx: int = 12, class_: str = "panel") -> str:
    """Draw the box behind a part."""
    return element("rect", width=width, height=height, rx=rx, class_=class_)


DIE = 40.0
_DIE_STEP = 48.0
"""The size of a die, and the distance between two."""


def draw_dice(
    phrases: Phrases, dice: tuple[int, ...], taken: int | None = None, *, pips: bool
) -> Drawn:
    """Draw dice around a line, the taken one at its end in a ring."""
    width = 0.0
    drawn = ""
    for value in dice:
        drawn += at(width + _DIE_STEP / 2, 0, _die(phrases, value, pips))
        width += _DIE_STEP
    if taken is not None:
        width += _DIE_STEP + 12
        drawn += at(width - _DIE_STEP / 2, 0, _die(phrases, taken, pips, is_taken=True))
    return Drawn(drawn, DIE, width)


def _die(phrases: Phrases, value: int, pips: bool, *, is_taken: bool = False) -> str:
    label, face = phrases.say("picture.die", value=value), icons.die(value, pips=pips)
    if not is_taken:
        return labelled(f"die-{value}", label, face, class_="die", data_count=1)
    half = DIE / 2 + 6
    ring = element("rect", class_="ring", x=-half, y=-half, width=2 * half, height=2 * half, rx=13)
    label += f" ({phrases.say('picture.taken')})"
    return labelled(None, label, face, ring, class_="die taken")


_BUTTON = 116.0
_MOST_OF_DICE = 540.0
"""The width of the button that ends the turn, and the most room for the dice."""


def draw_header(seen: NamedView) -> Drawn:
    """Draw the status at the left, the dice and the button at the right."""
    dice = draw_dice(seen.phrases, seen.view.dice, seen.view.die, pips=_has_pips(seen))
    scale = min(1, _MOST_OF_DICE / max(dice.width, 1))
    button = INNER - _BUTTON
    left = button - dice.width * scale - 18
    drawn = _status(seen, left - 18) + at(left, 28, dice.markup, scale=scale)
    return Drawn(drawn + at(button, 8, _end_button(seen)), 58)


def _has_pips(seen: NamedView) -> bool:
    return seen.view.edition.board.dice.sides <= 6


def _status(seen: NamedView, room: float) -> str:
    seat = seen.view.current_player
    roll = seen.view.threshold
    left = 0
    emblem = ""
    if seen.view.is_over:
        title = seen.say("game_over")
        details = "" if roll is None else seen.say("donation_roll", coins=roll)
    else:
        title = seen.names[seat]
        details = seen.awaited()
        left = 50
        emblem = at(19, 27, tent(seat), scale=1.5)
    head = text_at(left, 24, fitted(title, room - left, 24), "head")
    return emblem + head + text_at(left, 47, fitted(details, room - left, 13), "note")


def _end_button(seen: NamedView) -> str:
    pill = panel(_BUTTON, DIE, rx=20, class_="drawn panel")
    label = seen.say("end")
    text = fitted(label, _BUTTON - 16, 14)
    shown = text_at(_BUTTON / 2, 25, text, "middle", font_size=14, font_weight=600)
    return labelled("end", label, pill, shown, class_="button")


_BOX_HEIGHT = 74.0
_STONE_STEP = 52.0


def draw_supplies(seen: NamedView) -> Drawn:
    """Draw the supplies from left to right."""
    view = seen.view
    stones = len(view.bag) * _STONE_STEP
    boxes = [
        _box(seen, "bank", "purse", drawing("coins"), view.bank, 128),
        _box(seen, "bag", "bag", drawing("bag"), view.bag, 84 + stones),
        _box(seen, "aside", None, "", view.aside, 34 + stones),
        _box(seen, "deck", "deck", drawing("card-back"), view.draw_pile_size, 118),
    ]
    gap = (INNER - sum(box.width for box in boxes)) / (len(boxes) - 1)
    drawn = ""
    x = 0.0
    for box in boxes:
        drawn += at(x, 0, box.markup)
        x += box.width + gap
    return Drawn(drawn, _BOX_HEIGHT)


def _box(
    seen: NamedView, key: str, target: str | None, icon: str, held: int | Stones, width: float
) -> Drawn:
    """Draw a box with a title, an icon and a number or stones."""
    title = seen.say(key)
    left = 56 if icon else 6
    drawn = at(32, 48, icon) if icon else ""
    if isinstance(held, int):
        told = str(held)
        drawn = drawn + text_at(left, 54, held, "number")
    else:
        listed = ", ".join(words for _, words in seen.counted(held))
        told = listed or seen.say("empty")
        drawn = drawn + at(left, 48, _stones(held))
    box = panel(width, _BOX_HEIGHT)
    head = text_at(14, 20, fitted(title, width - 20, 12.6), "label")
    drawn = labelled(target, f"{title}: {told}", box, head, drawn, class_="supply")
    return Drawn(drawn, _BOX_HEIGHT, width)


def _stones(stones: Stones) -> str:
    return "".join(
        at(18 + place * _STONE_STEP, 0, _counted(kind, count, data_stone=kind, data_count=count))
        for place, (kind, count) in enumerate(stones._asdict().items())
    )


def _counted(kind: str, count: int, **attributes: object) -> str:
    number = text_at(13, 6, count, "number" if count < 100 else "small")
    return group(drawing(kind), number, opacity=None if count else 0.45, **attributes)


def draw_chips(seen: NamedView, title: str, cards: Iterable[tuple[str, int]]) -> Drawn:
    """Draw open cards as chips with their names, line by line, beside a title."""
    size = 13.0
    height = 30.0
    left = 112.0
    x = 0.0
    y = 0.0
    drawn = title
    for card, count in cards:
        name = f"{seen.phrases.card(seen.view.edition, card)} {times(count)}".rstrip()
        shown = fitted(name, 200, size)
        width = 48 + width_of(shown) * size
        if x and left + x + width > INNER:
            x, y = 0.0, y + height + 8
        chip = panel(width, height, rx=15)
        icon = at(20, 15, emblem(seen.view.edition, card), scale=0.4)
        text = text_at(36, 19.5, shown, "", font_size=size)
        marked = {"class_": "chip", "data_card": card, "data_count": count}
        drawn += at(left + x, y, labelled(None, name, chip, icon, text, **marked))
        x += width + 8
    return Drawn(drawn, y + height)


_HEADING = 24.0
"""The height of the headings."""
_LINE = 46.0
"""The height of a line."""
_LINE_STEP = 52.0
"""The distance from one line to the next."""
_NAME = 58
_POINTS = 240
_TENTS = 314
_COINS = 388
_CHEST = 466
_GEMS = 580
_CARDS = 740
_DIE = 846
"""The left edge of each column."""


def draw_seats(seen: NamedView) -> Drawn:
    """Draw the headings, then a line for each player."""
    heads = ("points", "tents", "coins", "chest", "gems", "cards", "last_die")
    edges = (_POINTS, _TENTS, _COINS, _CHEST, _GEMS, _CARDS, _DIE, INNER)
    drawn = "".join(
        text_at(x, 13, fitted(seen.say(key), end - x - 4, 12.6), "label")
        for key, (x, end) in zip(heads, pairwise(edges), strict=True)
    )
    for seat, name, player in seen.seats:
        drawn += at(0, _HEADING + seat * _LINE_STEP, _line(seen, seat, name, player))
    return Drawn(drawn, _HEADING + len(seen.names) * _LINE_STEP - (_LINE_STEP - _LINE))


def _line(seen: NamedView, seat: int, name: str, player: PlayerView) -> str:
    is_current = seat == seen.view.current_player and not seen.view.is_over
    box = panel(INNER, _LINE) + (panel(INNER, _LINE, class_="ring") if is_current else "")
    emblem = at(30, 23, tent(seat), scale=1.35)
    begun = _begun(seen, name) if seat == seen.view.starting_player else ""
    room = _POINTS - _NAME - (32 if begun else 8)
    title = text_at(_NAME, 29, fitted(name, room, 17.5), "name") + begun
    parts = "".join([*_tents_and_coins(seen, seat, player), *_gems_and_cards(seen, seat, player)])
    marked = {"class_": "player", "role": "group", "aria_label": name, "data_seat": seat}
    return group(box, emblem, title, parts, **marked)


def _begun(seen: NamedView, name: str) -> str:
    flag = element("path", d="M0,10 V-10", class_="stroke", stroke="var(--muted)")
    flag += element("path", d="M0,-10 H12 L8,-5.5 L12,-1 H0 Z", class_="accent")
    return at(_POINTS - 24, 23, labelled(None, seen.say("begins_round", name=name), flag))


def _target(seen: NamedView, seat: int, name: str) -> str | None:
    """Let the things be clicked of the viewer, or for a spectator of the player to move."""
    own = seen.view.current_player if seen.view.seat is None else seen.view.seat
    return name if seat == own else None


def _tents_and_coins(seen: NamedView, seat: int, player: PlayerView) -> Iterator[str]:
    """Draw points, tents, the public sum of purse and chest, and the chest or its range (R10.2)."""
    points = text_at(_POINTS, 31, player.points, "points")
    yield labelled(None, f"{seen.say('points')}: {player.points}", points)
    icon = at(_TENTS + 10, 23, element("path", d="M-9,8 L0,-8 L9,8 Z", class_="drawn cloth"))
    number = text_at(_TENTS + 24, 29, player.supply, "number")
    yield labelled(None, f"{seen.say('tents')}: {player.supply}", icon, number, class_="supply")
    label = f"{seen.say('coins')}: {player.funds}"
    own = seen.private(seat)
    if own is not None:
        label += f" ({seen.say('purse')}: {own.coins})"
    icon = at(_COINS + 11, 23, icons.coin(radius=10))
    number = text_at(_COINS + 27, 29, player.funds, "number")
    yield labelled(_target(seen, seat, "purse"), label, icon, number, class_="coins")
    held = seen.chest(seat, "\N{EN DASH}")
    label = f"{seen.say('chest')}: {held}; {seen.say('donations')}: {player.donations}"
    made = player.donations and element("tspan", f" ({player.donations})", class_="note")
    icon = at(_CHEST + 14, 24, drawing("chest"), scale=0.85)
    text = element("text", held, made or "", x=_CHEST + 33, y=29, class_="number")
    yield labelled(_target(seen, seat, "chest"), label, icon, text, class_="chest")


def _gems_and_cards(seen: NamedView, seat: int, player: PlayerView) -> Iterator[str]:
    """Draw gems, backs of cards, and the last die."""
    for place, (colour, count) in enumerate(player.gems._asdict().items()):
        label = f"{seen.say('gems')}, {seen.say(colour)}: {count}"
        marked = {"class_": "gems", "data_count": count}
        inside = _counted(colour, count)
        gem = labelled(_target(seen, seat, f"gem-{colour}"), label, inside, **marked)
        yield at(_GEMS + 10 + place * 51.0, 23, gem)
    count = player.hand_size
    backs = min(count, 4)
    drawn = "".join(at(_CARDS + 11 + n * 12, 23, drawing("card-back")) for n in range(backs))
    x = _CARDS + (backs * 12 + 18 if backs else 0)
    drawn += text_at(x, 29, count, "number", opacity=None if count else 0.45)
    label = f"{seen.say('cards')}: {count}"
    yield labelled(None, label, drawn, class_="backs", data_count=count)
    if value := player.last_die:
        die = at(_DIE + 16, 23, icons.die(value, size=28, pips=_has_pips(seen)))
        yield labelled(None, f"{seen.say('last_die')}: {value}", die)
