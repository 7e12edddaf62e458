"""The board: spaces with tents, rows and columns with their figures, and the river below."""

from collections.abc import Iterator
from math import ceil

from attrs import frozen

from livingstone.edition.types import Board
from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.icons import drawing, tents
from livingstone.pictures.drawing.markup import INNER, at, element, group, labelled, text_at, tidy
from livingstone.pictures.named_view import NamedView
from livingstone.values import Space

MOST_COLUMNS = 18
"""The most columns side by side; a wider board is drawn in blocks."""


@frozen
class _Block:
    """Some columns of the board side by side, with all rows."""

    columns: range
    rows: int
    width: float
    height: float
    """Of a space, as `width`."""
    is_end: bool
    left: float
    """Room beside the spaces, for the figures of the rows."""
    is_narrow: bool

    TOP = 26.0
    """Room above the spaces."""

    @property
    def gap(self) -> float:
        """Between two spaces."""
        return 2 if self.is_narrow else 4

    @property
    def right(self) -> float:
        return self.left + len(self.columns) * self.width

    @property
    def bottom(self) -> float:
        return self.TOP + self.rows * self.height

    @property
    def whole_width(self) -> float:
        return self.right + self.left - 8

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Find the middle of a space; row 1 is the lowest."""
        return (
            self.left + (column - self.columns[0] + 0.5) * self.width,
            self.TOP + (self.rows - row + 0.5) * self.height,
        )


NARROW = 382.0
"""The width of a narrow board, between its margins."""


def blocks_of(board: Board, players: int, *, narrow: bool = False) -> Iterator[_Block]:
    """Split the columns into as few blocks of equal width as possible."""
    columns, rows = len(board.columns), len(board.rows)
    most = ceil(columns / ceil(columns / (MOST_COLUMNS if not narrow else 10)))
    left = 36.0 if narrow else 84.0
    width = min(((NARROW if narrow else INNER) - 2 * left + 8) / most, 104.0)
    # With more players, a space can have more tents.
    height = 80 if players > 6 else 50 if rows > 8 else 66 if players > 4 else 62
    if narrow:
        height -= 14
    for first in range(1, columns + 1, most):
        block = range(first, min(first + most, columns + 1))
        is_end = block[-1] == columns
        yield _Block(block, rows, width, height, is_end, left, narrow)


_TENT_WIDTH, _TENT_HEIGHT = 27.0, 33.0
"""The size of a tent with its flag and its number."""
_LARGEST = 1.4
"""The largest scale of a tent."""


def draw_land(seen: NamedView, block: _Block) -> str:
    """Draw a block of columns, without the river."""
    rows = range(1, block.rows + 1)
    return "".join(
        [
            "" if block.is_narrow else _titles(seen, block),
            *(_column(seen, block, column) for column in block.columns),
            *(_row(seen, block, row) for row in rows),
            *(_space(seen, block, Space(r, column)) for column in block.columns for r in rows),
            _ring(seen, block),
        ]
    )


def _titles(seen: NamedView, block: _Block) -> str:
    most = text_at(block.right + 12, 17, seen.say("most"), "label")
    return text_at(0, 17, seen.say("per_tent"), "label") + most


def _ring(seen: NamedView, block: _Block) -> str:
    """Draw a line around the boat's column, where tents are built and scored."""
    if seen.view.boat not in block.columns or seen.view.is_over:
        return ""
    x, y = block.middle(block.rows, seen.view.boat)
    box = {"x": x - block.width / 2, "y": y - block.height / 2, "rx": 10}
    box |= {"width": block.width, "height": block.rows * block.height}
    return element("rect", **box, class_="ring", pointer_events="none")


def _column(seen: NamedView, block: _Block, column: int) -> str:
    x, _ = block.middle(1, column)
    is_here = column == seen.view.boat
    class_ = "note middle accent" if is_here else "note middle"
    return text_at(x, 17, column, class_, font_weight=700 if is_here else None)


def _row(seen: NamedView, block: _Block, row: int) -> str:
    _, y = block.middle(row, block.columns[0])
    printed = seen.view.edition.board.rows[row - 1]
    die, crown = icons.die(row, size=28, pips=block.rows <= 6), drawing("crown")
    value, most = f"+{printed.value}", printed.majority
    if block.is_narrow:
        x = block.right + 14
        left = at(16, y - 10, die, scale=0.72) + text_at(16, y + 18, value, "number middle")
        right = at(x, y - 8, crown, scale=0.8) + text_at(x, y + 18, most, "number middle")
    else:
        left = at(15, y, die) + text_at(38, y + 6, value, "number")
        right = at(block.right + 24, y, crown, scale=0.85)
        right += text_at(block.right + 40, y + 6, most, "number")
    label = f"{seen.say('points_per_tent', row=row)}: {printed.value}"
    drawn = labelled(None, label, left, class_="row")
    label = f"{seen.say('majority', row=row)}: {most}"
    return drawn + labelled(None, label, right, class_="majority")


def _space(seen: NamedView, block: _Block, space: Space) -> str:
    x, y = block.middle(space.row, space.column)
    width, height = block.width - block.gap, block.height - block.gap
    box = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": 8}
    lushness = 1 - (space.row - 1) / max(block.rows - 1, 1)
    ground = element("rect", class_="sand", **box)
    ground += element("rect", class_="lush", fill_opacity=0.12 + 0.88 * lushness, **box)
    if space.column == seen.view.boat and not seen.view.is_over:
        ground += element("rect", class_="here", **box)
    drawn = at(x, y, ground, _tents(seen, space, width, height))
    target = f"space-r{space.row}c{space.column}"
    return labelled(target, _label(seen, space), drawn, class_="space")


def _label(seen: NamedView, space: Space) -> str:
    label = seen.say("space", row=space.row, column=space.column)
    owners = [
        f"{name} {player.tents_at(space)}"
        + (f" ({seen.say('scored')})" if player.has_scored_tent_at(space) else "")
        for _, name, player in seen.seats
        if player.tents_at(space)
    ]
    return f"{label}: {', '.join(owners)}" if owners else label


def _tents(seen: NamedView, space: Space, width: float, height: float) -> str:
    owners = [(seat, own) for seat, _, own in seen.seats if own.tents_at(space)]
    if not owners:
        return ""
    sizes = {
        n: min(width / n / _TENT_WIDTH, height / ceil(len(owners) / n) / _TENT_HEIGHT, _LARGEST)
        for n in range(1, 8)
    }
    across, scale = max(sizes.items(), key=lambda choice: choice[1])
    down = ceil(len(owners) / across)
    drawn = ""
    for place, (seat, player) in enumerate(owners):
        line, index = divmod(place, across)
        in_line = min(across, len(owners) - line * across)
        drawn += at(
            (index - (in_line - 1) / 2) * _TENT_WIDTH * scale,
            ((line - (down - 1) / 2) * _TENT_HEIGHT + 5) * scale,
            tents(seat, player.tents_at(space), player.has_scored_tent_at(space), scale),
        )
    return group(drawn)


RIVER_HEIGHT = 128.0
"""From the spaces to the foot of the falls."""
_SURFACE, _BED, _ROCK = 44.0, 98.0, 112.0
"""The depth of the surface, the bed and the rock below the spaces."""
_WAVE = 40
"""The length of a wave of the surface."""


def draw_river(seen: NamedView, block: _Block) -> str:
    """Draw the river along a block of columns."""
    end = block.right + 4 if block.is_end else block.whole_width
    parts = [*_costs(seen, block), _water(seen, end)]
    if block.is_end:
        falls = at(
            end, 0, group(drawing("falls"), transform="scale(0.4 1)" if block.is_narrow else None)
        )
        parts.append(labelled(None, seen.say("falls"), falls, class_="falls"))
    if seen.view.boat in block.columns:
        x, _ = block.middle(1, seen.view.boat)
        place = seen.say("boat_at", column=seen.view.boat)
        boat = at(x, _SURFACE + 20, drawing("boat"), scale=0.85)
        parts.append(labelled(None, place, boat, class_="boat"))
    return at(0, block.bottom, *parts)


def _costs(seen: NamedView, block: _Block) -> list[str]:
    parts = []
    for column in block.columns:
        x, _ = block.middle(1, column)
        cost = seen.view.edition.board.costs[column - 1]
        label = f"{seen.say('column', column=column)}: {seen.say('cost')} {cost}"
        parts.append(labelled(None, label, at(x, 15, icons.coin(cost, radius=11)), class_="cost"))
    return parts


def _water(seen: NamedView, end: float) -> str:
    swells = int(end // _WAVE)
    shore = f"M0,{_BED} V{_SURFACE}" + " q10,-5 20,0 t20,0 " * swells + f"H{tidy(end)} V{_BED} Z"
    waves = "".join(
        element("path", d=f"M{x},{tidy(_SURFACE + down)} q8,-5 16,0 t16,0", class_="wave")
        for down, shift in ((16, 22), (29, 86), (42, 48))
        for x in range(shift, int(end) - 36, 128)
    )
    rock = f"M8,{_BED} H{tidy(end)} V{_ROCK} H20 Q8,{_ROCK} 8,{_BED} Z"
    water = element("path", d=rock, class_="cliff") + element("path", d=shore, class_="water")
    return labelled(None, seen.say("river"), water, waves, class_="river")
