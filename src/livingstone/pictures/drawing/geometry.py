"""Where things are on a drawing: its width, the blocks of columns, the sizes of spaces."""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from attrs import frozen

from livingstone.edition.printed import Board

__all__ = ["INNER", "MARGIN", "Block", "Drawn", "blocks_of"]

MARGIN = 24.0
"""Around everything."""
INNER = 912.0
"""Between the margins of a board, in the drawing's own pixels."""
MOST_COLUMNS = 18
"""No more columns stand side by side; a wider board is drawn in blocks."""


class Drawn(NamedTuple):
    """A part of a drawing, from its own upper left corner."""

    markup: str
    """Its elements."""
    height: float
    """How much room it takes; its width is `INNER`."""


@frozen
class Block:
    """Some columns of the board side by side, with all rows."""

    first: int
    """The leftmost column."""
    last: int
    """The rightmost column."""
    rows: int
    """How many rows there are."""
    width: float
    """Of a space."""
    height: float
    """Of a space."""
    is_end: bool
    """Whether the falls are at its right."""

    LEFT = 84.0
    """Room for what stands to the left of the spaces."""
    RIGHT = 76.0
    """Room for what stands to the right of the spaces."""
    TOP = 26.0
    """Room for what stands above the spaces."""
    GAP = 4.0
    """Between two spaces."""

    @property
    def columns(self) -> range:
        """The columns, from the left."""
        return range(self.first, self.last + 1)

    @property
    def right(self) -> float:
        """Where the spaces end at their right."""
        return self.LEFT + len(self.columns) * self.width

    @property
    def bottom(self) -> float:
        """Where the spaces end at the river."""
        return self.TOP + self.rows * self.height

    @property
    def whole(self) -> float:
        """How wide it is, with what stands beside the spaces."""
        return self.right + self.RIGHT

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Find the middle of a space; row 1 is the lowest, nearest the river."""
        return (
            self.LEFT + (column - self.first + 0.5) * self.width,
            self.TOP + (self.rows - row + 0.5) * self.height,
        )


def blocks_of(board: Board, players: int) -> Iterator[Block]:
    """Share the columns out to blocks of equal width, as few as possible."""
    columns, rows = len(board.columns), len(board.rows)
    most = ceil(columns / ceil(columns / MOST_COLUMNS))
    room = INNER - Block.LEFT - Block.RIGHT
    width = min(room / most, 104.0)
    height = _height(rows, players)
    for first in range(1, columns + 1, most):
        last = min(first + most - 1, columns)
        yield Block(first, last, rows, width, height, is_end=last == columns)


def _height(rows: int, players: int) -> float:
    """Choose how high a space is: the more players, the more tents can stand on it."""
    if players > 6:
        return 80
    if rows > 8:
        return 50
    return 66 if players > 4 else 62
