"""The board as text, for terminals, logs and doctests.

`board` gives a plain text; `lines` gives styled segments, which a terminal can colour.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.pictures.characters import (
    Grid,
    Line,
    Segment,
    player_lines,
    side_by_side,
    symbols_for,
)
from livingstone.pictures.named_view import NamedView, named_view
from livingstone.values import Stones

__all__ = ["Line", "Segment", "board", "lines"]


def board(
    view_or_state: View | State,
    width: int = 80,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    encoding: str | None = None,
) -> str:
    """Draw a position as text: the board, the supplies and the players.

    A `View` is shown as its seat sees it, a `State` as a spectator does. A letter means a player's
    tents on a space, a capital letter for scored tents, with a number if there are several. Spaces
    are narrower, and the supplies take more lines, if that is needed to fit a `width` in cells of a
    terminal; a board and players that do not fit take the width that they need.

    With an `encoding` such as `"utf-8"`, lines use box-drawing characters if it has them, and
    letters that it lacks are replaced, by ``?`` if necessary. By default lines are ASCII, and
    names and words are not changed.

    >>> from livingstone import new_game, view
    >>> print(board(view(new_game(2, seed=7), 0), names=["Ann", "Ben"]).splitlines()[-2])
    > a Ann      0    11     3     0     0    0   0     0        -

    Raises `ArgumentError` for too few or too many names, an unknown language, and an encoding that
    Python does not know.
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
    symbols, seen = symbols_for(encoding), named_view(view_or_state, names, language, encoding)
    between = [*_status(seen), *_supplies(seen)]
    return (
        *Grid.of(seen, symbols, width).lines(),
        (),
        *(line for pieces in between for line in side_by_side(pieces, width)),
        (),
        *player_lines(seen, symbols),
    )


_Piece: TypeAlias = Sequence[Segment]


def _status(seen: NamedView) -> Iterator[list[_Piece]]:
    view, say = seen.view, seen.say
    if view.is_over:
        roll = "" if view.threshold is None else say("donation_roll", coins=view.threshold)
        yield [[Segment(text)] for text in (say("game_over"), roll) if text]
        return
    who = Segment(seen.names[view.current_player], f"seat-{view.current_player}")
    boat, begun = say("boat_at", column=view.boat), seen.names[view.starting_player]
    awaited = [who, Segment(f": {seen.awaited()}")]
    yield [awaited, [Segment(boat)], [Segment(say("begins_round", name=begun))]]


def _supplies(seen: NamedView) -> Iterator[list[_Piece]]:
    view = seen.view
    figures: list[tuple[str, object, str]] = [
        ("dice", " ".join(map(str, view.dice)) or "-", "die"),
        *([("taken", view.die, "taken")] if view.die is not None else []),
        ("bank", view.bank, "coins"),
        ("deck", view.draw_pile_size, ""),
        ("played", view.played.total, ""),
        *([("purse", view.own.coins, "coins")] if view.own else []),
    ]
    yield [[_label(seen, key), Segment(str(figure), style)] for key, figure, style in figures]
    stones: list[_Piece] = [
        [_label(seen, key), *_stones(seen, held)]
        for key, held in (("bag", view.bag), ("aside", view.aside))
    ]
    is_scored = any(player.scored for player in view.players)
    yield [*stones, *([[Segment(seen.say("capitals"), "label")]] if is_scored else [])]


def _label(seen: NamedView, key: str) -> Segment:
    return Segment(f"{seen.say(key)}: ", "label")


def _stones(seen: NamedView, stones: Stones) -> Iterator[Segment]:
    held = [(kind, count) for kind, count in stones._asdict().items() if count]
    if not held:
        yield Segment(seen.say("empty"))
    for place, (kind, count) in enumerate(held):
        comma = ", " if place else ""
        yield Segment(f"{comma}{count} {seen.say(kind, count=count)}", f"stone-{kind}")
