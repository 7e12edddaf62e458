"""Pictures as SVG: boards, cards, dice and icons.

The pictures load nothing, hold no script and no id, and never rely on colour alone. What can be
clicked has a `data-target`, as listed in `livingstone.table.groups`. A page with many pictures can
have their `stylesheet` once, and make them with `styled=False`. Each picture is a `Picture`: a text
that notebooks draw.
"""

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any

from livingstone.edition.loading import edition_of
from livingstone.edition.phrases import phrases_in
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game.odds import Odds
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.pictures.drawing import icons, panels
from livingstone.pictures.drawing.bars import MOST_BARS, draw_bars
from livingstone.pictures.drawing.board import draw_land
from livingstone.pictures.drawing.icons import draw_faces, drawing, tent
from livingstone.pictures.drawing.markup import (
    MARGIN,
    STYLESHEET,
    Drawn,
    Picture,
    at,
    element,
    fitted,
    picture,
    text_at,
)
from livingstone.pictures.named_view import NamedView, named_view
from livingstone.support.arguments import need, whole
from livingstone.values import Stones

__all__ = ["ICONS", "Picture", "board", "cards", "dice", "icon", "land", "odds", "stylesheet"]

_GAP = 18.0
"""Between the parts of a picture."""
_ICONS = {
    **{f"die-{value}": icons.die(value) for value in range(1, 21)},
    **{f"tent-{seat}": at(0, 1, tent(seat), scale=1.6) for seat in range(20)},
    **{kind: at(0, 0, drawing(kind), scale=1.8) for kind in Stones._fields},
    "bag": drawing("bag"),
    "chest": at(0, 1, drawing("chest"), scale=1.2),
    "coin": icons.coin(radius=15),
    "coins": at(0, 0, drawing("coins"), scale=1.3),
    "crown": at(0, 1, drawing("crown"), scale=1.5),
    "deck": at(0, 0, drawing("card-back"), scale=1.2),
}
ICONS = tuple(_ICONS)
"""The names that `icon` accepts."""


def board(
    view_or_state: View | State,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    size: int | None = None,
    styled: bool = True,
) -> Picture:
    """Draw a position as SVG: the board, the dice, the supplies and the players.

    A `View` is drawn as its seat sees it, a `State` as a spectator does, so a picture holds no
    secret. `names` are by seat; `language` is one of `livingstone.LANGUAGES`; `size` is the width
    in pixels, by default that of the element around it. With ``styled=False``, the page must
    contain the `stylesheet`.

    >>> from livingstone import new_game, view
    >>> picture = board(view(new_game(3, seed=7), 0), names=["Ann", "Ben", "Cem"])
    >>> 'data-target="space-r4c2"' in picture
    True

    Raises `ArgumentError` for too few or too many names, an unknown language, and a size below 50
    or above 10,000.
    """
    seen = named_view(view_or_state, names, language)
    parts = [panels.draw_header(seen), draw_land(seen), panels.draw_supplies(seen)]
    if seen.view.played:
        title = text_at(0, 19, fitted(seen.say("played"), 104, 12.6), "label")
        parts.append(panels.draw_chips(seen, title, seen.view.played))
    parts.append(panels.draw_seats(seen))
    parts += _hands(seen)
    return _picture(parts, size, seen.say("board"), styled=styled)


def land(
    view_or_state: View | State,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    size: int | None = None,
    styled: bool = True,
    narrow: bool = False,
) -> Picture:
    """Draw only the board: the spaces with the tents, and the river with the boat.

    A `narrow` board is for screens of about 400 pixels. The other arguments are those of `board`.

    >>> from livingstone import new_game, view
    >>> picture = land(view(new_game(3, seed=7), 0), names=["Ann", "Ben", "Cem"])
    >>> "space-r4c2" in picture, "Ann" in picture
    (True, False)

    Raises `ArgumentError` as `board` does.
    """
    seen = named_view(view_or_state, names, language)
    drawn = draw_land(seen, is_narrow=narrow)
    margin = 4 if narrow else 12
    return _picture([drawn], size, seen.say("board"), margin=margin, styled=styled)


def cards(
    edition: Edition | str = "printed",
    ids: Sequence[str] | None = None,
    *,
    language: str = "en",
    size: int | None = None,
    styled: bool = True,
) -> Picture:
    """Draw cards of an edition face up: all of them, or those with the given ids.

    Each kind is drawn once, with the number of its copies.

    >>> picture = cards("printed", ["lion", "market"], language="fr")
    >>> "Marché" in picture
    True

    Raises `ArgumentError` for an unknown edition or card, and as `board` does.
    """
    edition = edition_of(edition)
    phrases = phrases_in(language)
    counts = {card.id: card.count for card in edition.cards} if ids is None else Counter(ids)
    for id in counts:
        if id not in edition.effects:
            raise ArgumentError(f"the edition has no card {shown(id)}")
    drawn = draw_faces(edition, counts, phrases)
    return _picture([drawn], size, phrases.say("picture.cards"), styled=styled)


def dice(
    values: Sequence[int], *, language: str = "en", size: int | None = None, styled: bool = True
) -> Picture:
    """Draw dice in a row, with pips, or with numerals if one of them shows more than 6.

    >>> dice([1, 4, 4]).count('data-target="die-4"')
    2

    Raises `ArgumentError` for a value below 1, and as `board` does.
    """
    phrases = phrases_in(language)
    shows = tuple(whole("a die", value, 1) for value in values)
    drawn = panels.draw_dice(phrases, shows, pips=max(shows, default=0) <= 6)
    part = drawn._replace(markup=at(0, drawn.height / 2, drawn.markup))
    return _picture([part], size, phrases.say("picture.dice"), margin=10, styled=styled)


def icon(name: str, *, size: int | None = None, styled: bool = True) -> Picture:
    """Draw one thing of the game, to place beside its name; screen readers skip it.

    The names are `die-1` to `die-20`, `tent-0` to `tent-19` by the player's seat, `black`, `clear`,
    `blue`, `red` and `white` for stones, `bag`, `chest`, `coin`, `coins`, `crown` and `deck`.

    >>> picture = icon("chest", styled=False)
    >>> picture.startswith("<svg"), "aria-hidden" in picture
    (True, True)

    Raises `ArgumentError` for another name, and as `board` does.
    """
    if name not in _ICONS:
        raise ArgumentError(f"there is no icon {shown(name)}: the names are {', '.join(ICONS)}")
    return picture(_ICONS[name], (-20, -20, 40, 40), size, styled=styled, aria_hidden="true")


def odds(
    chances: Odds[Any], *, label: str = "", size: int | None = None, styled: bool = True
) -> Picture:
    """Draw the chances that `livingstone.expected` finds: a bar for each value.

    `label` stands above them; `size` and `styled` are those of `board`.

    >>> from fractions import Fraction
    >>> from livingstone import Odds
    >>> "75.0 %" in odds(Odds(((0, Fraction(1, 4)), (2, Fraction(3, 4)))), label="gems")
    True

    Raises `ArgumentError` for more than 60 values, and as `board` does.
    """
    need("odds", chances, "Odds", Odds)
    if len(chances.chances) > MOST_BARS:
        raise ArgumentError(f"at most {MOST_BARS} values can be drawn: {len(chances.chances)}")
    drawn = draw_bars(chances, label)
    return _picture([drawn], size, label, styled=styled)


def stylesheet() -> str:
    """Return the stylesheet of all pictures, for pages with pictures that are not `styled`.

    >>> "svg.livingstone" in stylesheet()
    True
    """
    return STYLESHEET


def _hands(seen: NamedView) -> list[Drawn]:
    view = seen.view
    parts = list[Drawn]()
    if own := view.own:
        held = "" if own.hand else f": {seen.say('none')}"
        told = f"{seen.say('own_purse', coins=own.coins)} · {seen.say('hand')}{held}"
        faces = draw_faces(view.edition, Counter(own.hand), seen.phrases)
        markup = text_at(0, 12, told, "label") + at(0, 26, faces.markup)
        parts.append(Drawn(markup, 26 + faces.height))
    for seat, private in enumerate(view.revealed or ()):
        if private.hand and seat != view.seat:
            name = fitted(seen.names[seat], 76, 14)
            title = at(14, 15, tent(seat)) + text_at(32, 20, name, "name", font_size=14)
            parts.append(panels.draw_chips(seen, title, sorted(Counter(private.hand).items())))
    return parts


def _picture(
    parts: list[Drawn], size: int | None, label: str, *, margin: float = MARGIN, styled: bool
) -> Picture:
    """Put parts below each other."""
    drawn = ""
    top = margin
    for part in parts:
        drawn += at(margin, top, part.markup)
        top += part.height + _GAP
    width, height = max(part.width for part in parts) + 2 * margin, top - _GAP + margin
    paper = element("rect", width=width, height=height, rx=margin * 0.75, class_="paper")
    content = element("title", escape(label)) + paper + drawn
    box = (0, 0, width, height)
    return picture(content, box, size, styled=styled, role="group", aria_label=label)
