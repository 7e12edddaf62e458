"""The board and the players in characters: lines of styled segments, fitted to a width."""

import codecs
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from attrs import astuple, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.game.view import PlayerView
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
    more: str
    """In place of what was cut."""


_PLAIN = Symbols("-", "|", "+++", "+++", "~", "\\", ">", "-", "...")
_FINE = Symbols("─", "│", "┌┬┐", "└┴┘", "≈", "░", "▶", "\N{EN DASH}", "…")


def symbols_for(encoding: str | None) -> Symbols:
    """Choose box-drawing characters if an encoding has them, else ASCII.

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


@frozen(eq=False)
class Page:
    """A named view with the width and the characters of its picture."""

    seen: NamedView
    width: int
    """In cells of a terminal."""
    symbols: Symbols

    def say(self, key: str, **values: object) -> str:
        """Fill a phrase in."""
        return self.seen.say(key, **values)

    def cut(self, text: str, width: int) -> str:
        """Cut a text to a width, with a mark if there is room for it."""
        if cells(text) <= width:
            return text
        more = self.symbols.more if width > cells(self.symbols.more) else ""
        kept, left = "", width - cells(more)
        for character in text:
            left -= cells(character)
            if left < 0:
                break
            kept += character
        return kept + more


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


def wrapped(page: Page, pieces: Iterable[Sequence[Segment]]) -> list[Line]:
    """Put pieces side by side; a piece wider than a line is broken at its blanks, or cut."""
    lines: list[list[Segment]] = [[]]
    room = page.width
    for piece in pieces:
        taken = sum(cells(segment.text) for segment in piece)
        if lines[-1] and taken + _GAP <= room:
            lines[-1].append(Segment(" " * _GAP))
            room -= _GAP
        elif lines[-1]:
            lines.append([])
            room = page.width
        for word in _words(piece) if taken > room else [piece]:
            if sum(cells(segment.text) for segment in word) > room and lines[-1]:
                lines.append([Segment("  ")])
                room = page.width - 2
            for segment in word:
                text = page.cut(segment.text, room)
                lines[-1].append(segment._replace(text=text))
                room -= cells(text)
    return [tuple(line) for line in lines if line]


def _words(piece: Sequence[Segment]) -> Iterator[list[Segment]]:
    word = list[Segment]()
    for text, style in piece:
        *ended, begun = text.split(" ")
        for part in ended:
            yield [*word, Segment(f"{part} ", style)]
            word = []
        if begun:
            word.append(Segment(begun, style))
    if word:
        yield word


SEATS = "abcdefghijklmnopqrst"
"""A player's letter, by seat; a capital letter means scored tents."""
_WIDEST = 7
"""The most cells of a space."""
_BOATS = (r"\_|>_/", r"\|>/", r"\_/")
"""From the largest to the smallest."""


@frozen(eq=False)
class _Block:
    """Some columns side by side, with the text beside them."""

    page: Page
    columns: range
    inner: int
    left: int
    """The cells before the grid."""
    most: str


def grid_lines(page: Page) -> list[Line]:
    """Draw the board, in blocks of columns if it is too wide."""
    lines: list[Line] = []
    for block in _blocks(page):
        if lines:
            lines.append(())
        lines += _block_lines(block)
    return lines


def _blocks(page: Page) -> Iterator[_Block]:
    """Split the columns into as few blocks of equal width as possible."""
    board = page.seen.view.edition.board
    columns, labels = len(board.columns), [page.say("per_tent"), page.say("price")]
    left = min(max(*map(cells, labels), 7) + 1, page.width // 4)
    majorities = max(len(str(row.majority)) for row in board.rows)
    most = page.cut(page.say("most"), max(page.width // 6, majorities))
    room = page.width - left - max(cells(most), majorities) - 2
    spaces = [
        Space(row + 1, column + 1) for row in range(len(board.rows)) for column in range(columns)
    ]
    tokens = [len(text) for space in spaces for _, text, _ in _tents(page, space)]
    least = max(*tokens, len(str(max(board.costs))), len(str(columns)), 3)
    count = ceil(columns / max(room // (least + 1), 1))
    across = ceil(columns / count)
    inner = min(room // across - 1, max(_WIDEST, least))
    for first in range(1, columns + 1, across):
        block = range(first, min(first + across, columns + 1))
        yield _Block(page, block, inner, left, most)


def _block_lines(block: _Block) -> Iterator[Line]:
    page, symbols = block.page, block.page.symbols
    board, boat = page.seen.view.edition.board, page.seen.view.boat
    numbers = [_segment(block, n, "here" if n == boat else "label") for n in block.columns]
    yield (
        _left(block, page.say("per_tent"), "label"),
        *numbers,
        Segment(f"  {block.most}", "label"),
    )
    yield _rule(block, symbols.top)
    for row in range(len(board.rows), 0, -1):
        yield from _row_lines(block, row)
    yield _rule(block, symbols.bottom)
    costs = [_segment(block, board.costs[column - 1], "coins") for column in block.columns]
    yield (_left(block, page.say("price"), "label"), *costs)
    yield _river(block)


def _left(block: _Block, text: str, style: str = "") -> Segment:
    return Segment(aligned(block.page.cut(text, block.left - 1), block.left), style)


def _segment(block: _Block, number: int, style: str) -> Segment:
    return Segment(" " + aligned(str(number), block.inner, "^"), style)


def _rule(block: _Block, corners: str) -> Line:
    space = block.page.symbols.across * block.inner
    rule = corners[0] + corners[1].join([space] * len(block.columns)) + corners[2]
    return (_left(block, ""), Segment(rule, "line"))


def _row_lines(block: _Block, row: int) -> Iterator[Line]:
    page = block.page
    printed = page.seen.view.edition.board.rows[row - 1]
    spaces = [_space_lines(block, Space(row, column)) for column in block.columns]
    down = Segment(page.symbols.down, "line")
    for number in range(max(map(len, spaces))):
        label = f"{row:>2} {f'+{printed.value}':>4}" if number == 0 else ""
        line = [_left(block, label), down]
        for lines in spaces:
            line += lines[number] if number < len(lines) else [Segment(" " * block.inner)]
            line.append(down)
        if number == 0:
            line.append(Segment(f" {printed.majority}"))
        yield tuple(line)


def _space_lines(block: _Block, space: Space) -> list[list[Segment]]:
    lines: list[list[Segment]] = [[]]
    room = block.inner
    for seat, text, is_scored in _tents(block.page, space):
        if len(text) > room:
            _fill(lines[-1], room)
            lines.append([])
            room = block.inner
        lines[-1].append(Segment(text, f"seat-{seat}" + (" scored" if is_scored else "")))
        room -= len(text)
    _fill(lines[-1], room)
    return lines


def _fill(line: list[Segment], room: int) -> None:
    line.insert(0, Segment(" " * ((room + 1) // 2)))
    line.append(Segment(" " * (room // 2)))


def _tents(page: Page, space: Space) -> Iterator[tuple[int, str, bool]]:
    """List the tents on a space: seat, letter with number, whether they are scored."""
    for seat, _, player in page.seen.seats:
        if count := player.tents_at(space):
            is_scored = player.has_scored_tent_at(space)
            letter = SEATS[seat].upper() if is_scored else SEATS[seat]
            yield seat, f"{letter}{count if count > 1 else ''}", is_scored


def _river(block: _Block) -> Line:
    symbols, view = block.page.symbols, block.page.seen.view
    slot = block.inner + 1
    length = len(block.columns) * slot + 1
    is_end = block.columns[-1] == len(view.edition.board.columns)
    end = Segment(symbols.falls * 2, "falls") if is_end else Segment(symbols.water * 2, "river")
    if view.boat not in block.columns:
        return (_left(block, ""), Segment(symbols.water * length, "river"), end)
    boat = next((boat for boat in _BOATS if len(boat) <= slot), _BOATS[-1])
    before = (view.boat - block.columns[0]) * slot + 1 + (block.inner + 1 - len(boat)) // 2
    after = length - before - len(boat)
    water = [Segment(symbols.water * length, "river") for length in (before, after)]
    return (_left(block, ""), water[0], Segment(boat, "boat"), water[1], end)


_COLUMN_GAP = 1
_SHORTEST, _LONGEST = 10, 24
"""The range of cells for names."""


class _Column(NamedTuple):
    heading: str
    values: Sequence[str]
    style: str = ""

    @property
    def width(self) -> int:
        return max(cells(self.heading), *map(cells, self.values)) + _COLUMN_GAP


def player_lines(page: Page) -> Iterator[Line]:
    """Draw a line for each player; columns that do not fit go into a further table."""
    names = page.seen.names
    columns = list(_columns(page))
    room = page.width - 4 - sum(column.width for column in columns)
    longest = min(max(map(cells, names)), max(room, _SHORTEST), _LONGEST)
    room = page.width - 4 - longest
    while columns:
        fitting = list[_Column]()
        while columns and sum(column.width for column in [*fitting, columns[0]]) <= room:
            fitting.append(columns.pop(0))
        if not fitting:  # only a heading can be that wide
            first = columns.pop(0)
            fitting.append(first._replace(heading=page.cut(first.heading, room - _COLUMN_GAP)))
        yield from _part(page, names, longest, fitting)
        if columns:
            yield ()


def _part(
    page: Page, names: Sequence[str], longest: int, columns: Sequence[_Column]
) -> Iterator[Line]:
    headings = "".join(aligned(column.heading, column.width, ">") for column in columns)
    yield (Segment(" " * (4 + longest) + headings, "label"),)
    view = page.seen.view
    for seat, name in enumerate(names):
        is_next = seat == view.current_player and not view.is_over
        mark = page.symbols.mark if is_next else ""
        yield (
            Segment(aligned(mark, 2), "mark"),
            Segment(f"{SEATS[seat]} ", f"seat-{seat}"),
            Segment(aligned(page.cut(name, longest), longest), "name"),
            *(Segment(aligned(own.values[seat], own.width, ">"), own.style) for own in columns),
        )


def _columns(page: Page) -> Iterator[_Column]:
    players = page.seen.view.players
    say = page.say
    yield _Column(say("points"), [str(player.points) for player in players], "points")
    yield _Column(say("tents"), [str(player.supply) for player in players])
    yield _Column(say("coins"), [str(player.funds) for player in players], "coins")
    chests = [_chest(page, seat, player) for seat, _, player in page.seen.seats]
    yield _Column(say("chest"), chests, "coins")
    for colour in GEM_COLOURS:
        counts = [str(getattr(player.gems, colour)) for player in players]
        yield _Column(say(colour), counts, f"stone-{colour}")
    yield _Column(say("cards"), [str(player.hand_size) for player in players])
    yield _Column(say("last_die"), [str(player.last_die or "-") for player in players], "die")


def _chest(page: Page, seat: int, player: PlayerView) -> str:
    """Describe what a chest holds, or its range, and how many donations were made (R10.2)."""
    least, most = page.seen.chest(seat)
    held = str(least) if least == most else f"{least}{page.symbols.to}{most}"
    return f"{held} ({player.donations})" if player.donations else held
