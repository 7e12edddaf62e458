"""The board as text: spaces with tents, rows with their points, the river with the boat."""

from collections.abc import Iterator
from math import ceil

from attrs import frozen

from livingstone.pictures.characters.lines import Line, Page, Segment, aligned, cells
from livingstone.values import Space

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
    board = page.subject.view.edition.board
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
    board, boat = page.subject.view.edition.board, page.subject.view.boat
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
    printed = page.subject.view.edition.board.rows[row - 1]
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
    """Draw the tents on a space, on several lines if necessary."""
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
    """Centre the tents with blanks."""
    line.insert(0, Segment(" " * ((room + 1) // 2)))
    line.append(Segment(" " * (room // 2)))


def _tents(page: Page, space: Space) -> Iterator[tuple[int, str, bool]]:
    """List the tents on a space: seat, letter with number, whether they are scored."""
    for seat, _, player in page.subject.seats:
        if count := player.tents_at(space):
            is_scored = player.has_scored_tent_at(space)
            letter = SEATS[seat].upper() if is_scored else SEATS[seat]
            yield seat, f"{letter}{count if count > 1 else ''}", is_scored


def _river(block: _Block) -> Line:
    symbols, view = block.page.symbols, block.page.subject.view
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
