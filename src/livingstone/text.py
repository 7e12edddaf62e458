"""The board as text, for terminals, logs and doctests.

`board` gives a plain text; `lines` gives styled segments, which a terminal can colour.
"""

import codecs
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from operator import add
from string import ascii_lowercase
from typing import NamedTuple, TypeAlias

from livingstone.errors import ArgumentError, shown
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.pictures.named_view import (
    LONGEST_NAME,
    NamedView,
    can_be_encoded,
    encodable,
    named_view,
    without_controls,
)
from livingstone.support.helping import explain
from livingstone.values import Gems, Space

__all__ = ["LONGEST_NAME", "Line", "Segment", "board", "encodable", "lines", "without_controls"]


class Segment(NamedTuple):
    """A part of a line."""

    text: str
    """The characters."""
    style: str = ""
    """The kind of text; `lines` lists the styles."""


explain(Segment)

Line = tuple[Segment, ...]
_Piece: TypeAlias = Sequence[Segment]


def board(
    view_or_state: View | State,
    *,
    width: int = 80,
    names: Sequence[str] | None = None,
    language: str = "en",
    encoding: str | None = None,
) -> str:
    """Draw a position as text: the board, the supplies and the players.

    A `View` is shown as its seat sees it, a `State` as a spectator does. A letter means a player's
    tents on a space, a capital letter for scored tents, with a number if there are several.

    Boards of up to 10 columns fit any `width` from 40 cells of a terminal on. Names that are too
    long are cut; where the width has no room for a table with a line for each player, each player
    has a column.

    With an `encoding` such as `"utf-8"`, lines use box-drawing characters if it has them, and
    letters that it lacks are replaced, by ``?`` if necessary. By default lines are ASCII, and
    names and words are not changed.

    >>> from livingstone import new_game, view
    >>> print(board(view(new_game(2, seed=7), 0), names=["Ann", "Ben"]).splitlines()[-2])
    > a Ann      0    11         3     0     0    0   0     0        -

    Raises `ArgumentError` for too few or too many names, an unknown language, and an encoding that
    Python does not know.
    """
    styled = lines(view_or_state, width=width, names=names, language=language, encoding=encoding)
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in styled)


def lines(
    view_or_state: View | State,
    *,
    width: int = 80,
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
    symbols = _symbols_for(encoding)
    seen = named_view(view_or_state, names, language, encoding)
    return (
        *_Grid(seen, symbols, width).lines(),
        (),
        *_side_by_side(_status(seen, width), width),
        *_side_by_side(_figures(seen), width),
        *_side_by_side(_stones(seen), width),
        (),
        *_player_lines(seen, symbols, width),
    )


class _Symbols(NamedTuple):
    across: str
    down: str
    top: str
    """Left corner, crossing, right corner."""
    bottom: str
    water: str
    falls: str
    mark: str
    to: str


_PLAIN = _Symbols("-", "|", "+++", "+++", "~", "\\", ">", "-")
_FINE = _Symbols("─", "│", "┌┬┐", "└┴┘", "≈", "░", "▶", "\N{EN DASH}")


def _symbols_for(encoding: str | None) -> _Symbols:
    if encoding is None:
        return _PLAIN
    try:
        codecs.lookup(encoding)
    except (LookupError, ValueError):
        raise ArgumentError(f"encoding must be one that Python knows: {shown(encoding)}") from None
    return _FINE if can_be_encoded("".join(_FINE), encoding) else _PLAIN


def _cells(text: str) -> int:
    """Count the cells of a terminal that a text takes: two for an East Asian wide character."""
    return sum(
        0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )


def _aligned(text: str, width: int, side: str = "<") -> str:
    """Pad a text with blanks: on its right (`<`), its left (`>`) or both sides (`^`)."""
    missing = max(width - _cells(text), 0)
    before = {"<": 0, ">": missing, "^": (missing + 1) // 2}[side]
    return " " * before + text + " " * (missing - before)


def _cut(seen: NamedView, text: str, width: int) -> str:
    """Cut a text that is wider."""
    if _cells(text) <= width:
        return text
    end = encodable("…", seen.encoding)
    while text and _cells(text + end) > width:
        text = text[:-1]
    return text.rstrip() + end


def _length(segments: Iterable[Segment]) -> int:
    return sum(_cells(segment.text) for segment in segments)


def _side_by_side(pieces: Iterable[_Piece], width: int) -> Iterator[Line]:
    """Put pieces side by side, and on a further line where the width has no room for one.

    A piece that is wider breaks before segments that begin with a blank.
    """
    line = list[Segment]()
    for piece in pieces:
        longer = [*line, Segment("   "), *piece] if line else [*piece]
        if line and _length(longer) > width:
            yield tuple(line)
            longer = [*piece]
        *full, line = _broken(longer, width)
        yield from map(tuple, full)
    yield tuple(line)


def _broken(segments: _Piece, width: int) -> list[list[Segment]]:
    lines = list[list[Segment]]([[]])
    for segment in segments:
        is_full = _length([*lines[-1], segment]) > width
        if is_full and segment.text.startswith(" ") and segment.text.strip():
            lines.append([Segment(" ")])
        lines[-1].append(segment)
    return lines


_BOATS = (r"\/", r"\_/", r"\|>/", r"\_|>_/")
"""By the cells of a space, from 2 to 5."""


class _Grid:
    """The board of a named view."""

    def __init__(self, seen: NamedView, symbols: _Symbols, width: int) -> None:
        """Choose from 2 to 5 cells for a space, so that the board fits the width if it can.

        A narrow board has up to 3 cells for a space, and its titles in a line of their own.
        """
        self.seen, self.symbols = seen, symbols
        board = seen.view.edition.board
        price = _cells(seen.say("price"))
        self.left = max(_cells(seen.say("per_tent")), price, 7) + 1
        self.right = _cells(seen.say("most")) + 2
        self.inner = min(self._cells_for(width), 5)
        self.is_narrow = self.inner < 3
        if self.is_narrow:
            self.left = max(
                price, *(len(self._head(row + 1)) + 1 for row in range(len(board.rows)))
            )
            self.right = max(len(str(row.majority)) for row in board.rows) + 2
            self.inner = min(max(self._cells_for(width), 2), 3)

    def _cells_for(self, width: int) -> int:
        room = width - self.left - self.right
        return room // len(self.seen.view.edition.board.columns) - 1

    def _head(self, row: int) -> str:
        """Write the number of a row, from 1, and its points for a tent."""
        value = f"+{self.seen.view.edition.board.rows[row - 1].value}"
        return f"{row:>2} {value}" if self.is_narrow else f"{row:>2} {value:>4}"

    def lines(self) -> Iterator[Line]:
        board = self.seen.view.edition.board
        boat = self.seen.view.boat
        numbers = [
            self._figure(column, "here" if column == boat else "label")
            for column in range(1, len(board.columns) + 1)
        ]
        most = self.seen.say("most")
        if self.is_narrow:
            room = self.left + len(numbers) * (self.inner + 1) + self.right - _cells(most)
            yield (Segment(_aligned(self.seen.say("per_tent"), room) + most, "label"),)
            yield (Segment(" " * self.left), *numbers)
        else:
            yield (self._title("per_tent"), *numbers, Segment(f"  {most}", "label"))
        yield self._rule(self.symbols.top, len(numbers))
        for row in range(len(board.rows), 0, -1):
            yield from self._row(row)
        yield self._rule(self.symbols.bottom, len(numbers))
        yield (self._title("price"), *[self._figure(cost, "coins") for cost in board.costs])
        yield self._river(boat, len(numbers))

    def _title(self, key: str) -> Segment:
        return Segment(_aligned(self.seen.say(key), self.left), "label")

    def _figure(self, number: int, style: str) -> Segment:
        return Segment(" " + _aligned(str(number), self.inner, "^"), style)

    def _rule(self, corners: str, columns: int) -> Line:
        spaces = corners[1].join([self.symbols.across * self.inner] * columns)
        return (Segment(" " * self.left), Segment(corners[0] + spaces + corners[2], "line"))

    def _river(self, boat: int, columns: int) -> Line:
        drawn = _BOATS[self.inner - 2]
        water = self.symbols.water
        step = self.inner + 1
        before = (boat - 1) * step + 1 + (step - len(drawn)) // 2
        after = columns * step + 1 - before - len(drawn)
        return (
            Segment(" " * self.left),
            Segment(water * before, "river"),
            Segment(drawn, "boat"),
            Segment(water * after, "river"),
            Segment(self.symbols.falls * 2, "falls"),
        )

    def _row(self, row: int) -> Iterator[Line]:
        """Draw a row, with further lines where a space has no room for all tents."""
        board = self.seen.view.edition.board
        majority = board.rows[row - 1].majority
        spaces = [self._space(Space(row, column)) for column in range(1, len(board.columns) + 1)]
        down = Segment(self.symbols.down, "line")
        for number in range(max(map(len, spaces))):
            head = "" if number else self._head(row)
            line = [Segment(_aligned(head, self.left)), down]
            for lines in spaces:
                tents = lines[number] if number < len(lines) else [Segment(" " * self.inner)]
                line += [*tents, down]
            yield tuple(line) if number else (*line, Segment(f" {majority}"))

    def _space(self, space: Space) -> list[Line]:
        """Write a letter for each player with tents there, a capital if scored, and how many."""
        lines = list[list[Segment]]([[]])
        room = self.inner
        for segment in self._tents(space):
            if len(segment.text) > room:
                lines.append([])
                room = self.inner
            lines[-1].append(segment)
            room -= len(segment.text)
        rooms = [self.inner - sum(len(segment.text) for segment in line) for line in lines]
        return [
            (Segment(" " * ((room + 1) // 2)), *line, Segment(" " * (room // 2)))
            for line, room in zip(lines, rooms, strict=True)
        ]

    def _tents(self, space: Space) -> Iterator[Segment]:
        most = 10 ** (self.inner - 1) - 1  # more would not fit: they are written apart
        for seat, _, player in self.seen.seats:
            is_scored = player.has_scored_tent_at(space)
            letter = ascii_lowercase[seat].upper() if is_scored else ascii_lowercase[seat]
            left = player.tents_at(space)
            while left:
                count = min(left, most)
                text = f"{letter}{count if count > 1 else ''}"
                yield Segment(text, f"seat-{seat}" + (" scored" if is_scored else ""))
                left -= count


def _status(seen: NamedView, width: int) -> Iterator[_Piece]:
    view = seen.view
    say = seen.say
    if view.is_over:
        yield [Segment(say("game_over"))]
        if view.threshold is not None:
            yield [Segment(say("donation_roll", coins=view.threshold))]
    else:
        awaited = f": {seen.awaited()}"
        name = _cut(seen, seen.names[view.current_player], width - _cells(awaited))
        yield [Segment(name, f"seat-{view.current_player}"), Segment(awaited)]
        yield [Segment(say("boat_at", column=view.boat))]
        room = width - _cells(say("begins_round", name=""))
        name = _cut(seen, seen.names[view.starting_player], room)
        yield [Segment(say("begins_round", name=name))]


def _figures(seen: NamedView) -> Iterator[_Piece]:
    view = seen.view
    figures: list[tuple[str, object, str]] = [
        ("dice", " ".join(map(str, view.dice)) or "-", "die"),
        ("taken", view.die, "taken"),
        ("bank", view.bank, "coins"),
        ("deck", view.draw_pile_size, ""),
        ("played", view.played.total, ""),
        ("purse", view.own and view.own.coins, "coins"),
    ]
    for key, figure, style in figures:
        if figure is not None:
            yield [_label(seen, key), Segment(str(figure), style)]


def _label(seen: NamedView, key: str) -> Segment:
    return Segment(f"{seen.say(key)}: ", "label")


def _stones(seen: NamedView) -> Iterator[_Piece]:
    for key, stones in ("bag", seen.view.bag), ("aside", seen.view.aside):
        label = Segment(f"{seen.say(key)}:", "label")
        counted = seen.counted(stones)
        listed = [Segment(f" {words},", f"stone-{kind}") for kind, words in counted[:-1]]
        last = [Segment(f" {words}", f"stone-{kind}") for kind, words in counted[-1:]]
        yield [label, *listed, *(last or [Segment(f" {seen.say('empty')}")])]
    if any(player.scored for player in seen.view.players):
        yield [Segment(seen.say("capitals"), "label")]


_SHORTEST_NAME = 8
"""Cells of a name in a table of the players; with less room, the players are columns."""


_COLUMN = 5
"""Cells of a player's column, where there is room."""


def _player_lines(seen: NamedView, symbols: _Symbols, width: int) -> Iterator[Line]:
    """Draw a line for each player, below the headings, or a column where the width has no room."""
    columns = [
        (max(map(_cells, [seen.say(key), *values])) + 1, seen.say(key), values, style)
        for key, values, style in _columns(seen, symbols)
    ]
    headings = "".join(_aligned(heading, width, ">") for width, heading, _, _ in columns)
    room = width - 4 - _cells(headings)
    longest = max(map(_cells, seen.names))
    if room < min(longest, _SHORTEST_NAME):
        yield from _player_columns(seen, symbols, width)
        return
    longest = min(longest, room)
    yield (Segment(" " * (4 + longest) + headings, "label"),)
    for seat in range(len(seen.names)):
        figures = (
            Segment(_aligned(own[seat], cells, ">"), style) for cells, _, own, style in columns
        )
        yield (*_named(seen, symbols, seat, longest), *figures)


def _named(seen: NamedView, symbols: _Symbols, seat: int, longest: int) -> Line:
    """Write whether a player is to move, the letter of the tents, and the name."""
    is_next = seat == seen.view.current_player and not seen.view.is_over
    return (
        Segment(_aligned(symbols.mark if is_next else "", 2), "mark"),
        Segment(f"{ascii_lowercase[seat]} ", f"seat-{seat}"),
        Segment(_aligned(_cut(seen, seen.names[seat], longest), longest), "name"),
    )


def _player_columns(seen: NamedView, symbols: _Symbols, width: int) -> Iterator[Line]:
    """Draw a column for each player below the names, as many side by side as there is room for."""
    for seat in range(len(seen.names)):
        yield _named(seen, symbols, seat, width - 4)
    rows = [
        (seen.say(key), values, style)
        for key, values, style in _columns(seen, symbols, is_narrow=True)
    ]
    left = max(_cells(heading) for heading, _, _ in rows)
    widths = [
        max(_cells(values[seat]) for _, values, _ in rows) + 1 for seat in range(len(seen.names))
    ]
    equal = max(*widths, _COLUMN)
    if left + len(widths) * equal <= width:
        widths = [equal] * len(widths)
    for seats in _chunks(widths, width - left):
        yield ()
        letters = (
            Segment(_aligned(ascii_lowercase[seat], widths[seat], ">"), f"seat-{seat}")
            for seat in seats
        )
        yield (Segment(" " * left), *letters)
        for heading, values, style in rows:
            figures = (Segment(_aligned(values[seat], widths[seat], ">"), style) for seat in seats)
            yield (Segment(_aligned(heading, left), "label"), *figures)


def _chunks(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """Divide the places of widths into groups that fit a room, as far as they can."""
    chunk = list[int]()
    for place, width in enumerate(widths):
        if chunk and sum(widths[other] for other in chunk) + width > room:
            yield chunk
            chunk = []
        chunk.append(place)
    yield chunk


def _columns(
    seen: NamedView, symbols: _Symbols, *, is_narrow: bool = False
) -> Iterator[tuple[str, list[str], str]]:
    """List the headings' phrases with the figures by seat and their style.

    The number of donations is beside the chest (R10.2), or has figures of its own if `is_narrow`.
    """
    players = seen.view.players
    yield "points", [str(player.points) for player in players], "points"
    yield "tents", [str(player.supply) for player in players], ""
    yield "all_coins", [str(player.funds) for player in players], "coins"
    held = [seen.chest(seat, symbols.to) for seat in range(len(players))]
    if is_narrow:
        yield "chest", held, "coins"
        yield "donations", [str(player.donations) for player in players], ""
    else:
        made = [f" ({player.donations})" if player.donations else "" for player in players]
        yield "chest", [*map(add, held, made)], "coins"
    for place, colour in enumerate(Gems._fields):
        yield colour, [str(player.gems[place]) for player in players], f"stone-{colour}"
    yield "cards", [str(player.hand_size) for player in players], ""
    yield "last_die", [str(player.last_die or "-") for player in players], "die"
