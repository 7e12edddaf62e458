"""The board: spaces with tents, rows and columns with their figures, and the river below."""

from math import ceil

from livingstone.edition.types import Board
from livingstone.game.rules.ending import leaders_of, tents_by_row
from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.icons import drawing, tent, tents
from livingstone.pictures.drawing.markup import (
    INNER,
    Drawn,
    at,
    element,
    group,
    labelled,
    text_at,
    tidy,
)
from livingstone.pictures.named_view import NamedView
from livingstone.values import Space

_NARROW = 382.0
_TOP = 26.0
"""The width of a narrow board of ten columns, and the room above the spaces."""


class _Grid:
    """The measures of the spaces of a board."""

    def __init__(self, board: Board, players: int, *, is_narrow: bool) -> None:
        """Choose the measures; with more players, a space can have more tents."""
        self.columns = len(board.columns)
        self.rows = len(board.rows)
        self.is_narrow = is_narrow
        self.left = 36.0 if is_narrow else 84.0
        """Room beside the spaces, for the figures of the rows."""
        least = _NARROW if is_narrow else INNER
        self.width = min(max((least - 2 * self.left + 8) / self.columns, 30.0), 104.0)
        self.height = (50 if self.rows > 8 else 66 if players > 4 else 62) - 14 * is_narrow
        self.gap = 2 if is_narrow else 4
        """Between two spaces."""
        self.right = self.left + self.columns * self.width
        self.bottom = _TOP + self.rows * self.height
        self.whole_width = self.right + self.left - 8
        """With the figures of the rows."""
        self.room = max(least, self.whole_width)
        """The width of the picture without its margins."""

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Return the middle of a space; row 1 is the lowest."""
        y = _TOP + (self.rows - row + 0.5) * self.height
        return self.left + (column - 0.5) * self.width, y


def draw_land(seen: NamedView, *, is_narrow: bool = False) -> Drawn:
    """Draw the spaces with the tents, and the river."""
    grid = _Grid(seen.view.edition.board, len(seen.names), is_narrow=is_narrow)
    rows, columns = range(1, grid.rows + 1), range(1, grid.columns + 1)
    spaces = [
        _heads(seen, grid),
        *(_row(seen, grid, row) for row in rows),
        *(_space(seen, grid, Space(row, column)) for column in columns for row in rows),
        "" if seen.view.is_over else _ring(seen, grid),
    ]
    markup = at((grid.room - grid.whole_width) / 2, 0, *spaces, _river(seen, grid))
    return Drawn(markup, grid.bottom + _RIVER_HEIGHT, grid.room)


def _heads(seen: NamedView, grid: _Grid) -> str:
    """Write the numbers of the columns, and titles beside them where there is room."""
    drawn = "" if grid.is_narrow else text_at(0, 17, seen.say("per_tent"), "label")
    drawn += "" if grid.is_narrow else text_at(grid.right + 12, 17, seen.say("most"), "label")
    for column in range(1, grid.columns + 1):
        x, _ = grid.middle(1, column)
        marked = ("note middle accent", 700) if column == seen.view.boat else ("note middle", None)
        drawn += text_at(x, 17, column, marked[0], font_weight=marked[1])
    return drawn


def _ring(seen: NamedView, grid: _Grid) -> str:
    """Draw a line around the boat's column, where tents are built and scored."""
    x, y = grid.middle(grid.rows, seen.view.boat)
    box = {"x": x - grid.width / 2, "y": y - grid.height / 2, "rx": 10}
    box |= {"width": grid.width, "height": grid.rows * grid.height}
    return element("rect", **box, class_="ring", pointer_events="none")


def _row(seen: NamedView, grid: _Grid, row: int) -> str:
    _, y = grid.middle(row, 1)
    printed = seen.view.edition.board.rows[row - 1]
    die = icons.die(row, size=28, pips=grid.rows <= 6)
    crown = drawing("crown")
    value, most = f"+{printed.value}", printed.majority
    counts = tents_by_row(seen.view)[row - 1]
    leaders = leaders_of(counts)
    up = 7 if leaders else 0
    if grid.is_narrow:
        x = grid.right + 14
        left = at(16, y - 10, die, scale=0.72) + text_at(16, y + 18, value, "number middle")
        right = at(x, y - 8 - up, crown, scale=0.6 if up else 0.8)
        right += text_at(x, y + 18 - 1.5 * up, most, "number middle")
        right += _leaders(leaders, x, y + 18, room=30, largest=0.42)
    else:
        left = at(15, y, die) + text_at(38, y + 6, value, "number")
        right = at(grid.right + 24, y - up, crown, scale=0.85)
        right += text_at(grid.right + 40, y + 6 - up, most, "number")
        right += _leaders(leaders, grid.right + 38, y + 18, room=66, largest=0.62)
    label = f"{seen.say('points_per_tent', row=row)}: {printed.value}"
    drawn = labelled(None, label, left, class_="row")
    label = f"{seen.say('majority', row=row)}: {most}"
    if leaders:
        label += f" ({', '.join(f'{seen.names[seat]} {counts[seat]}' for seat in leaders)})"
    return drawn + labelled(None, label, right, class_="majority")


def _leaders(seats: tuple[int, ...], x: float, y: float, *, room: float, largest: float) -> str:
    """Draw a small tent for each player with the most tents in a row, side by side."""
    if not seats:
        return ""
    scale = min(largest, room / len(seats) / _TENT_WIDTH)
    step = scale * _TENT_WIDTH
    left = x - (len(seats) - 1) / 2 * step
    drawn = [at(left + n * step, y, tent(seat), scale=scale) for n, seat in enumerate(seats)]
    return group(*drawn, class_="leaders")


def _space(seen: NamedView, grid: _Grid, space: Space) -> str:
    x, y = grid.middle(space.row, space.column)
    width, height = grid.width - grid.gap, grid.height - grid.gap
    box = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": 8}
    lushness = 1 - (space.row - 1) / max(grid.rows - 1, 1)
    ground = element("rect", class_="sand", **box)
    ground += element("rect", class_="lush", fill_opacity=0.12 + 0.88 * lushness, **box)
    if space.column == seen.view.boat and not seen.view.is_over:
        ground += element("rect", class_="here", **box)
    owners = list[tuple[int, int, bool]]()
    told = list[str]()
    for seat, name, player in seen.seats:
        if count := player.tents_at(space):
            is_scored = player.has_scored_tent_at(space)
            owners.append((seat, count, is_scored))
            told.append(f"{name} {count}" + (f" ({seen.say('scored')})" if is_scored else ""))
    label = seen.say("space", row=space.row, column=space.column)
    label += f": {', '.join(told)}" if told else ""
    drawn = at(x, y, ground, _tents(owners, width, height))
    return labelled(f"space-{space.name}", label, drawn, class_="space")


_TENT_WIDTH = 27.0
_TENT_HEIGHT = 33.0
"""The size of a tent with its flag and its number."""
_LARGEST = 1.4
"""The largest scale of a tent."""


def _tents(owners: list[tuple[int, int, bool]], width: float, height: float) -> str:
    """Draw the tents on a space, given by seat, number and whether they are scored."""
    if not owners:
        return ""
    sizes = {
        n: min(width / n / _TENT_WIDTH, height / ceil(len(owners) / n) / _TENT_HEIGHT, _LARGEST)
        for n in range(1, 8)
    }
    across, scale = max(sizes.items(), key=lambda choice: choice[1])
    down = ceil(len(owners) / across)
    drawn = ""
    for place, owner in enumerate(owners):
        line, index = divmod(place, across)
        in_line = min(across, len(owners) - line * across)
        x = (index - (in_line - 1) / 2) * _TENT_WIDTH * scale
        y = ((line - (down - 1) / 2) * _TENT_HEIGHT + 5) * scale
        drawn += at(x, y, tents(*owner, scale))
    return group(drawn)


_SURFACE = 44.0
_BED = 98.0
_ROCK = 112.0
_RIVER_HEIGHT = 128.0
"""The depth of the surface, the bed, the rock and the foot of the falls below the spaces."""


def _river(seen: NamedView, grid: _Grid) -> str:
    """Draw the river below the spaces, with the costs of the columns and the boat."""
    end, parts = grid.right + 4, list[str]()
    for column, cost in enumerate(seen.view.edition.board.costs, 1):
        x, _ = grid.middle(1, column)
        label = f"{seen.say('column', column=column)}: {seen.say('cost')} {cost}"
        parts.append(labelled(None, label, at(x, 15, icons.coin(cost, radius=11)), class_="cost"))
    parts.append(labelled(None, seen.say("river"), _water(end), class_="river"))
    falls = group(drawing("falls"), transform="scale(0.4 1)" if grid.is_narrow else None)
    parts.append(labelled(None, seen.say("falls"), at(end, 0, falls), class_="falls"))
    x, _ = grid.middle(1, seen.view.boat)
    boat = at(x, _SURFACE + 20, drawing("boat"), scale=0.85)
    place = seen.say("boat_at", column=seen.view.boat)
    return at(0, grid.bottom, *parts, labelled(None, place, boat, class_="boat"))


def _water(end: float) -> str:
    swell = " q10,-5 20,0 t20,0 " * int(end // 40)
    shore = f"M0,{_BED} V{_SURFACE}{swell}H{tidy(end)} V{_BED} Z"
    rock = f"M8,{_BED} H{tidy(end)} V{_ROCK} H20 Q8,{_ROCK} 8,{_BED} Z"
    water = element("path", d=rock, class_="cliff") + element("path", d=shore, class_="water")
    return water + "".join(
        element("path", d=f"M{x},{tidy(_SURFACE + down)} q8,-5 16,0 t16,0", class_="wave")
        for down, shift in ((16, 22), (29, 86), (42, 48))
        for x in range(shift, int(end) - 36, 128)
    )
