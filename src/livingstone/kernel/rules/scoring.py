"""R7: scoring the boat's column at the end of a round."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_points, block, space_at
from livingstone.kernel.compiling import Ints, compile_module


def column_points(edition: Ints, state: Ints, player: int, column: int) -> int:
    """Sum the points of a player's tents in a column; tents that share a space all count (R7.1)."""
    points = 0
    for row in range(1, edition[of.ROWS] + 1):
        tents = state[player + edition[of.TENT] + space_at(edition, row, column)]
        points += tents * edition[of.ROW_VALUE + row - 1]
    return points


def score_column(edition: Ints, state: Ints) -> None:
    """Score the boat's column; the players' spaces there become scored (R7.1, R7.2)."""
    column = int(state[at.BOAT])
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        add_points(state, player, column_points(edition, state, player, column))
        for row in range(1, edition[of.ROWS] + 1):
            space = space_at(edition, row, column)
            if state[player + edition[of.TENT] + space]:
                state[player + edition[of.SCORED] + space] = 1


compile_module(__name__)
