"""The board as text, for terminals, logs and doctests.

`board` gives a plain text; `lines` gives styled segments, which a terminal can colour.
"""

from collections.abc import Iterator, Sequence

from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.pictures.characters import (
    Line,
    Page,
    Segment,
    grid_lines,
    player_lines,
    symbols_for,
    wrapped,
)
from livingstone.pictures.named_view import named_view
from livingstone.support.arguments import whole
from livingstone.values import Stones

__all__ = ["NARROWEST", "Line", "Segment", "board", "lines"]

NARROWEST, WIDEST = 40, 1000
"""The range of widths."""


def board(
    view_or_state: View | State,
    width: int = 80,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    encoding: str | None = None,
) -> str:
    """Draw a position as text: the board, the supplies and the players.

    A `View` is shown as its seat sees it, a `State` as a spectator does. No line is longer than
    `width`: a wide board is split into blocks. A letter means a player's tents on a space, a
    capital letter for scored tents, with a number if there are several.

    With an `encoding` such as `"utf-8"`, lines use box-drawing characters if it has them, and
    letters that it lacks are replaced, by ``?`` if necessary. By default lines are ASCII, and
    names and words are not changed.

    >>> from livingstone import new_game, view
    >>> print(board(view(new_game(2, seed=7), 0), names=["Ann", "Ben"]).splitlines()[-2])
    > a Ann      0    11     3     0     0    0   0     0        -

    Raises `ArgumentError` for a width below 40 or above 1000, too few or too many names, an unknown
    language, and an encoding that Python does not know.
    """
    styled = lines(view_or_state, width, names=names, language=language, encoding=encoding)
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in styled)


def lines(
    view_or_state: View | State,
    width: int = 80,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    encoding: str | None = None,
) -> tuple[Line, ...]:
    """List the lines of `board`, each as a tuple of styled segments.

    The style of a `Segment` is empty or one of `seat-0` and so on (``seat-0 scored`` for scored
    tents), `here` (the boat's column), `line`, `river`, `boat`, `falls`, `coins`, `points`, `die`,
    `taken`, `label`, `name`, `mark`, `stone-black` and so on.

    >>> from livingstone import new_game
    >>> {segment.style for segment in lines(new_game(2, seed=7))[-1]} >= {"seat-1", "name"}
    True

    Raises `ArgumentError` as `board` does.
    """
    width, symbols = whole("width", width, NARROWEST, WIDEST), symbols_for(encoding)
    page = Page(named_view(view_or_state, names, language, encoding), width, symbols)
    return (*grid_lines(page), (), *_status(page), *_supplies(page), (), *player_lines(page))


def _status(page: Page) -> list[Line]:
    view = page.seen.view
    if view.is_over:
        pieces = [[Segment(page.say("game_over"))]]
        if view.threshold is not None:
            pieces.append([Segment(page.say("donation_roll", coins=view.threshold))])
        return wrapped(page, pieces)
    who = Segment(page.seen.names[view.current_player], f"seat-{view.current_player}")
    awaited = Segment(f": {page.seen.awaited()}")
    begun = page.say("begins_round", name=page.seen.names[view.starting_player])
    boat = page.say("boat_at", column=view.boat)
    return wrapped(page, [[who, awaited], [Segment(boat)], [Segment(begun)]])


def _supplies(page: Page) -> list[Line]:
    view, say = page.seen.view, page.say
    dice = " ".join(map(str, view.dice)) or "-"
    table = [[Segment(f"{say('dice')}: ", "label"), Segment(dice, "die")]]
    if view.die is not None:
        table.append([Segment(f"{say('taken')}: ", "label"), Segment(str(view.die), "taken")])
    figures = [("bank", view.bank), ("deck", view.draw_pile_size), ("played", view.played.total)]
    for key, number in figures + ([("purse", view.own.coins)] if view.own else []):
        style = "coins" if key in ("bank", "purse") else ""
        table.append([Segment(f"{say(key)}: ", "label"), Segment(str(number), style)])
    stones = [
        [Segment(f"{say(key)}: ", "label"), *_stones(page, held)]
        for key, held in (("bag", view.bag), ("aside", view.aside))
    ]
    if any(player.scored for player in view.players):
        stones.append([Segment(say("capitals"), "label")])
    return [*wrapped(page, table), *wrapped(page, stones)]


def _stones(page: Page, stones: Stones) -> Iterator[Segment]:
    held = [(kind, count) for kind, count in stones._asdict().items() if count]
    if not held:
        yield Segment(page.say("empty"))
    for place, (kind, count) in enumerate(held):
        comma = ", " if place else ""
        yield Segment(f"{comma}{count} {page.say(kind, count=count)}", f"stone-{kind}")
