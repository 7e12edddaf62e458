"""The board and the players in characters: lines of styled segments."""

import codecs
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from attrs import astuple, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.pictures.letters import can_be_encoded
from livingstone.pictures.named_view import NamedView
from livingstone.values import GEM_COLOURS, Space


@frozen
class Symbols:
    """The characters that lines and water are drawn with."""

    across: str
    down: str
    top: str
    """Left corner, crossing, right corner of the upper edge."""
    bottom: str
    water: str
    falls: str
    mark: str
    """Before the player to move."""
    to: str
    """Between the least and the most."""


_PLAIN = Symbols("-", "|", "+++", "+++", "~", "\\", ">", "-")
_FINE = Symbols("─", "│", "┌┬┐", "└┴┘", "≈", "░", "▶", "\N{EN DASH}")


def symbols_for(encoding: str | None) -> Symbols:
    """Return box-drawing characters if an encoding has them, else ASCII.

    >>> symbols_for("utf-8").down, symbols_for("ascii").down
    ('│', '|')

    Raises `ArgumentError` for an encoding that Python does not know.
    """
    if encoding is None:
        return _PLAIN
    try:
        codecs.lookup(encoding)
    except (LookupError, ValueError):
        raise ArgumentError(f"encoding must be one that Python knows: {shown(encoding)}") from None
    return _FINE if can_be_encoded("".join(astuple(_FINE)), encoding) else _PLAIN


class Segment(NamedTuple):
    """A part of a line."""

    text: str
    style: str = ""
    """The kind of text; `lines` lists the styles."""


Line = tuple[Segment, ...]


def cells(text: str) -> int:
    """Count the cells of a terminal that a text takes: two for an East Asian wide character."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def aligned(text: str, width: int, side: str = "<") -> str:
    """Pad a text with blanks: on its right (`<`), its left (`>`) or both sides (`^`)."""
    missing = max(width - cells(text), 0)
    before = {"<": 0, ">": missing, "^": (missing + 1) // 2}[side]
    return " " * before + text + " " * (missing - before)


_GAP = 3
"""Blanks between two pieces."""


def side_by_side(pieces: Iterable[Sequence[Segment]], width: int) -> list[Line]:
    """Put pieces side by side, and on a further line where the width has no room for one."""
    lines, room = list[list[Segment]](), 0
    for piece in pieces:
        taken = sum(cells(segment.text) for segment in piece)
        if lines and taken + _GAP <= room:
            lines[-1] += [Segment(" " * _GAP), *piece]
            room -= taken + _GAP
        else:
            lines.append([*piece])
            room = width - taken
    return [tuple(line) for line in lines]


_BOATS = (r"\_/", r"\|>/", r"\_|>_/")
"""By the cells of a space, from 3 to 5."""


@frozen(eq=False)
class Grid:
    """The board of a named view, with spaces of 3 to 5 cells."""

    seen: NamedView
    symbols: Symbols
    inner: int
    """The cells of a space."""
    left: int
    """The cells before the spaces."""

    @classmethod
    def of(cls, seen: NamedView, symbols: Symbols, width: int) -> "Grid":
        """Choose the cells of a space, so that the board fits the width if it can."""
        left = max(cells(seen.say("per_tent")), cells(seen.say("price")), 7) + 1
        room = width - left - cells(seen.say("most")) - 2
        inner = room // len(seen.view.edition.board.columns) - 1
        return cls(seen, symbols, min(max(inner, 3), 5), left)

    def lines(self) -> Iterator[Line]:
        """Draw the rows, the columns and the river."""
        board, boat = self.seen.view.edition.board, self.seen.view.boat
        numbers = [
            self._figure(column, "here" if column == boat else "label")
            for column in range(1, len(board.columns) + 1)
        ]
        most = Segment(f"  {self.seen.say('most')}", "label")
        yield (self._title("per_tent"), *numbers, most)
        yield self._rule(self.symbols.top, len(numbers))
        for row in range(len(board.rows), 0, -1):
            yield from self._row(row)
        yield self._rule(self.symbols.bottom, len(numbers))
        yield (self._title("price"), *[self._figure(cost, "coins") for cost in board.costs])
        yield self._river(boat, len(numbers))

    def _title(self, key: str) -> Segment:
        return Segment(aligned(self.seen.say(key), self.left), "label")

    def _figure(self, number: int, style: str) -> Segment:
        return Segment(" " + aligned(str(number), self.inner, "^"), style)

    def _rule(self, corners: str, columns: int) -> Line:
        spaces = corners[1].join([self.symbols.across * self.inner] * columns)
        return (Segment(" " * self.left), Segment(corners[0] + spaces + corners[2], "line"))

    def _river(self, boat: int, columns: int) -> Line:
        drawn, water = _BOATS[self.inner - 3], self.symbols.water
        before = (boat - 1) * (self.inner + 1) + 1 + (self.inner + 1 - len(drawn)) // 2
        after = columns * (self.inner + 1) + 1 - before - len(drawn)
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
        value, majority = board.rows[row - 1].value, board.rows[row - 1].majority
        columns = range(1, len(board.columns) + 1)
        spaces = [self._space(Space(row, column)) for column in columns]
        down = Segment(self.symbols.down, "line")
        for number in range(max(map(len, spaces))):
            head = "" if number else f"{row:>2} {f'+{value}':>4}"
            line = [Segment(aligned(head, self.left)), down]
            for lines in spaces:
                tents = lines[number] if number < len(lines) else [Segment(" " * self.inner)]
                line += [*tents, down]
            yield tuple(line) if number else (*line, Segment(f" {majority}"))

    def _space(self, space: Space) -> list[Line]:
        """Write a letter for each player with tents there, a capital if scored, and how many."""
        lines, room = list[list[Segment]]([[]]), self.inner
        for seat, _, player in self.seen.seats:
            if count := player.tents_at(space):
                is_scored = player.has_scored_tent_at(space)
                letter = ascii_lowercase[seat].upper() if is_scored else ascii_lowercase[seat]
                text = f"{letter}{count if count > 1 else ''}"
                if len(text) > room:
                    lines.append([])
                    room = self.inner
                lines[-1].append(Segment(text, f"seat-{seat}" + (" scored" if is_scored else "")))
                room -= len(text)
        return [self._centred(line) for line in lines]

    def _centred(self, line: list[Segment]) -> Line:
        room = self.inner - sum(len(segment.text) for segment in line)
        return (Segment(" " * ((room + 1) // 2)), *line, Segment(" " * (room // 2)))


def player_lines(seen: NamedView, symbols: Symbols) -> Iterator[Line]:
    """Draw a line for each player, below the headings."""
    longest = max(map(cells, seen.names))
    columns = [
        (max(map(cells, [seen.say(key), *values])) + 1, seen.say(key), values, style)
        for key, values, style in _columns(seen, symbols)
    ]
    headings = "".join(aligned(heading, width, ">") for width, heading, _, _ in columns)
    yield (Segment(" " * (4 + longest) + headings, "label"),)
    for seat, name in enumerate(seen.names):
        is_next = seat == seen.view.current_player and not seen.view.is_over
        yield (
            Segment(aligned(symbols.mark if is_next else "", 2), "mark"),
            Segment(f"{ascii_lowercase[seat]} ", f"seat-{seat}"),
            Segment(aligned(name, longest), "name"),
            *(Segment(aligned(own[seat], width, ">"), style) for width, _, own, style in columns),
        )


def _columns(seen: NamedView, symbols: Symbols) -> Iterator[tuple[str, list[str], str]]:
    """List the headings' phrases with the figures by seat and their style."""
    players = seen.view.players
    yield "points", [str(player.points) for player in players], "points"
    yield "tents", [str(player.supply) for player in players], ""
    yield "coins", [str(player.funds) for player in players], "coins"
    yield "chest", [_chest(seen, symbols, seat) for seat in range(len(players))], "coins"
    for colour in GEM_COLOURS:
        yield colour, [str(getattr(player.gems, colour)) for player in players], f"stone-{colour}"
    yield "cards", [str(player.hand_size) for player in players], ""
    yield "last_die", [str(player.last_die or "-") for player in players], "die"


def _chest(seen: NamedView, symbols: Symbols, seat: int) -> str:
    """Describe what a chest holds, or its range, and how many donations were made (R10.2)."""
    held, donations = seen.chest(seat, symbols.to), seen.view.players[seat].donations
    return f"{held} ({donations})" if donations else held
