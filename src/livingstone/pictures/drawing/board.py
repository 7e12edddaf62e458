"""The board: spaces with tents, rows and columns with their figures, and the river below."""

from math import ceil

from attrs import frozen

from livingstone.edition.types import Board
from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.icons import drawing, tents
from livingstone.pictures.drawing.markup import INNER, at, element, group, labelled, text_at, tidy
from livingstone.pictures.named_view import NamedView
from livingstone.values import Space

NARROW = 382.0
"""The width of a narrow board of ten columns, between its margins."""
TOP = 26.0
"""Room above the spaces."""


@frozen
class Grid:
    """The measures of the spaces of a board."""

    columns: int
    rows: int
    width: float
    """Of a space."""
    height: float
    """Of a space."""
    left: float
    """Room beside the spaces, for the figures of the rows."""
    is_narrow: bool

    @classmethod
    def of(cls, board: Board, players: int, *, is_narrow: bool = False) -> "Grid":
        """Choose the measures; with more players, a space can have more tents."""
        columns, left = len(board.columns), 36.0 if is_narrow else 84.0
        room = (NARROW if is_narrow else INNER) - 2 * left + 8
        width = min(max(room / columns, 30.0), 104.0)
        height = (50 if len(board.rows) > 8 else 66 if players > 4 else 62) - 14 * is_narrow
        return cls(columns, len(board.rows), width, height, left, is_narrow)

    @property
    def gap(self) -> float:
        """Between two spaces."""
        return 2 if self.is_narrow else 4

    @property
    def right(self) -> float:
        """The right edge of the spaces."""
        return self.left + self.columns * self.width

    @property
    def bottom(self) -> float:
        """The lower edge of the spaces."""
        return TOP + self.rows * self.height

    @property
    def whole_width(self) -> float:
        """With the figures of the rows."""
        return self.right + self.left - 8

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Return the middle of a space; row 1 is the lowest."""
        return (
            self.left + (column - 0.5) * self.width,
            TOP + (self.rows - row + 0.5) * self.height,
        )


_TENT_WIDTH, _TENT_HEIGHT = 27.0, 33.0
"""The size of a tent with its flag and its number."""
_LARGEST = 1.4
"""The largest scale of a tent."""


def draw_land(seen: NamedView, grid: Grid) -> str:
    """Draw the spaces with the tents, without the river."""
    rows, columns = range(1, grid.rows + 1), range(1, grid.columns + 1)
    return "".join(
        [
            "" if grid.is_narrow else _titles(seen, grid),
            *(_column(seen, grid, column) for column in columns),
            *(_row(seen, grid, row) for row in rows),
            *(_space(seen, grid, Space(r, column)) for column in columns for r in rows),
            _ring(seen, grid),
        ]
    )


def _titles(seen: NamedView, grid: Grid) -> str:
    most = text_at(grid.right + 12, 17, seen.say("most"), "label")
    return text_at(0, 17, seen.say("per_tent"), "label") + most


def _ring(seen: NamedView, grid: Grid) -> str:
    """Draw a line around the boat's column, where tents are built and scored."""
    if seen.view.is_over:
        return ""
    x, y = grid.middle(grid.rows, seen.view.boat)
    box = {"x": x - grid.width / 2, "y": y - grid.height / 2, "rx": 10}
    box |= {"width": grid.width, "height": grid.rows * grid.height}
    return element("rect", **box, class_="ring", pointer_events="none")


def _column(seen: NamedView, grid: Grid, column: int) -> str:
    x, _ = grid.middle(1, column)
    is_here = column == seen.view.boat
    class_ = "note middle accent" if is_here else "note middle"
    return text_at(x, 17, column, class_, font_weight=700 if is_here else None)


def _row(seen: NamedView, grid: Grid, row: int) -> str:
    _, y = grid.middle(row, 1)
    printed = seen.view.edition.board.rows[row - 1]
    die, crown = icons.die(row, size=28, pips=grid.rows <= 6), drawing("crown")
    value, most = f"+{printed.value}", printed.majority
    if grid.is_narrow:
        x = grid.right + 14
        left = at(16, y - 10, die, scale=0.72) + text_at(16, y + 18, value, "number middle")
        right = at(x, y - 8, crown, scale=0.8) + text_at(x, y + 18, most, "number middle")
    else:
        left = at(15, y, die) + text_at(38, y + 6, value, "number")
        right = at(grid.right + 24, y, crown, scale=0.85)
        right += text_at(grid.right + 40, y + 6, most, "number")
    label = f"{seen.say('points_per_tent', row=row)}: {printed.value}"
    drawn = labelled(None, label, left, class_="row")
    label = f"{seen.say('majority', row=row)}: {most}"
    return drawn + labelled(None, label, right, class_="majority")


def _space(seen: NamedView, grid: Grid, space: Space) -> str:
    x, y = grid.middle(space.row, space.column)
    width, height = grid.width - grid.gap, grid.height - grid.gap
    box = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": 8}
    lushness = 1 - (space.row - 1) / max(grid.rows - 1, 1)
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


def draw_river(seen: NamedView, grid: Grid) -> str:
    """Draw the river below the spaces, with the costs of the columns and the boat."""
    end = grid.right + 4
    drawn = group(drawing("falls"), transform="scale(0.4 1)" if grid.is_narrow else None)
    falls = labelled(None, seen.say("falls"), at(end, 0, drawn), class_="falls")
    x, _ = grid.middle(1, seen.view.boat)
    place = seen.say("boat_at", column=seen.view.boat)
    boat = at(x, _SURFACE + 20, drawing("boat"), scale=0.85)
    boat = labelled(None, place, boat, class_="boat")
    return at(0, grid.bottom, *_costs(seen, grid), _water(seen, end), falls, boat)


def _costs(seen: NamedView, grid: Grid) -> list[str]:
    parts = []
    for column, cost in enumerate(seen.view.edition.board.costs, 1):
        x, _ = grid.middle(1, column)
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
