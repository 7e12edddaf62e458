"""The land: rows with their points and majorities, columns with their costs, spaces with tents."""

from math import ceil

from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.geometry import Block
from livingstone.pictures.drawing.markup import element, group, move, target, words
from livingstone.pictures.drawing.tents import tents
from livingstone.pictures.subject import Subject
from livingstone.values import Space

__all__ = ["draw_land"]

_TENT_WIDTH, _TENT_HEIGHT = 27.0, 33.0
"""What a tent takes with its flag and its number."""
_LARGEST = 1.4
"""No tent is drawn so many times as large as its outline says."""


def draw_land(subject: Subject, block: Block) -> str:
    """Draw a block of columns, down to where the river begins."""
    rows = range(1, block.rows + 1)
    spaces = [
        _space(subject, block, Space(row, column)) for column in block.columns for row in rows
    ]
    headings = [_column(subject, block, column) for column in block.columns]
    labels = [_row(subject, block, row) for row in rows]
    titles = [
        words(0, 17, subject.say("per_tent"), "label"),
        words(block.right + 12, 17, subject.say("most"), "label"),
    ]
    return "".join([*titles, *headings, *labels, *spaces, _ring(subject, block)])


def _ring(subject: Subject, block: Block) -> str:
    """Draw a line around the spaces of the boat's column, where tents are built and scored."""
    if subject.view.boat not in block.columns or subject.view.is_over:
        return ""
    x, y = block.middle(block.rows, subject.view.boat)
    return element(
        "rect",
        x=x - block.width / 2,
        y=y - block.height / 2,
        width=block.width,
        height=block.rows * block.height,
        rx=10,
        class_="ring",
        pointer_events="none",
    )


def _column(subject: Subject, block: Block, column: int) -> str:
    x, _ = block.middle(1, column)
    is_here = column == subject.view.boat
    class_ = "note middle" if not is_here else "note middle accent"
    return words(x, 17, column, class_, font_weight=700 if is_here else None)


def _row(subject: Subject, block: Block, row: int) -> str:
    """Draw at the left of a row the die for it and its points, at the right its majority."""
    _, y = block.middle(row, block.first)
    printed = subject.view.edition.board.rows[row - 1]
    pips = block.rows <= 6
    value = target(
        None,
        f"{subject.say('points_per_tent', row=row)}: {printed.value}",
        move(15, y, icons.die(row, size=28, pips=pips)),
        words(38, y + 6, f"+{printed.value}", "number"),
        class_="row",
    )
    majority = target(
        None,
        f"{subject.say('majority', row=row)}: {printed.majority}",
        move(block.right + 24, y, icons.crown(), scale=0.85),
        words(block.right + 40, y + 6, printed.majority, "number"),
        class_="majority",
    )
    return value + majority


def _space(subject: Subject, block: Block, space: Space) -> str:
    """Draw a space with all tents on it."""
    x, y = block.middle(space.row, space.column)
    width, height = block.width - block.GAP, block.height - block.GAP
    box = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": 8}
    lushness = 1 - (space.row - 1) / max(block.rows - 1, 1)
    ground = element("rect", class_="sand", **box)
    ground += element("rect", class_="lush", fill_opacity=0.12 + 0.88 * lushness, **box)
    if space.column == subject.view.boat and not subject.view.is_over:
        ground += element("rect", class_="here", **box)
    return target(
        f"space-r{space.row}c{space.column}",
        _label(subject, space),
        move(x, y, ground, _tents(subject, space, width, height)),
        class_="space",
    )


def _label(subject: Subject, space: Space) -> str:
    """Say where a space is and whose tents stand on it."""
    label = subject.say("space", row=space.row, column=space.column)
    owners = [
        f"{name} {player.tents_at(space)}"
        + (f" ({subject.say('scored')})" if player.has_scored_tent_at(space) else "")
        for _, name, player in subject.seats
        if player.tents_at(space)
    ]
    return f"{label}: {', '.join(owners)}" if owners else label


def _tents(subject: Subject, space: Space, width: float, height: float) -> str:
    """Draw the tents of a space, as large as all of them can be."""
    owners = [(seat, own) for seat, _, own in subject.seats if own.tents_at(space)]
    if not owners:
        return ""
    across, scale = max(
        ((across, _fitting(across, len(owners), width, height)) for across in range(1, 8)),
        key=lambda choice: choice[1],
    )
    down = ceil(len(owners) / across)
    drawn = ""
    for place, (seat, player) in enumerate(owners):
        line, index = divmod(place, across)
        in_line = min(across, len(owners) - line * across)
        drawn += move(
            (index - (in_line - 1) / 2) * _TENT_WIDTH * scale,
            ((line - (down - 1) / 2) * _TENT_HEIGHT + 5) * scale,
            tents(
                seat,
                player.tents_at(space),
                scored=player.has_scored_tent_at(space),
                scale=scale,
            ),
        )
    return group(drawn)


def _fitting(across: int, count: int, width: float, height: float) -> float:
    """Say how large tents can be with so many side by side."""
    down = ceil(count / across)
    return min(width / across / _TENT_WIDTH, height / down / _TENT_HEIGHT, _LARGEST)
