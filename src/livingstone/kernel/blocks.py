"""Where things lie in a state: blocks of players, and points, which take two places."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.compiling import Ints, compile_module


def block(edition: Ints, seat: int) -> int:
    """Say where the block of a player begins."""
    return edition[of.PLAYER] + seat * edition[of.PLAYER_SIZE]


def mover(edition: Ints, state: Ints) -> int:
    """Say where the block of the player to move begins."""
    return block(edition, int(state[at.CURRENT_PLAYER]))


def points_of(state: Ints, player: int) -> int:
    """Read the points of a player."""
    return int(state[player + at.POINTS_HIGH]) * at.WORD + int(state[player + at.POINTS])


def add_points(state: Ints, player: int, points: int) -> None:
    """Give points to a player."""
    total = points_of(state, player) + points
    state[player + at.POINTS] = total % at.WORD
    state[player + at.POINTS_HIGH] = total // at.WORD


def space_at(edition: Ints, row: int, column: int) -> int:
    """Number a space, from 0; rows and columns count from 1."""
    return (row - 1) * edition[of.COLUMNS] + column - 1


def row_of(edition: Ints, space: int) -> int:
    """Give the row of a space, from 1."""
    return space // edition[of.COLUMNS] + 1


def column_of(edition: Ints, space: int) -> int:
    """Give the column of a space, from 1."""
    return space % edition[of.COLUMNS] + 1


def add_up(state: Ints, first: int, size: int) -> int:
    """Add up a part of a state."""
    total = 0
    for place in range(first, first + size):
        total += int(state[place])
    return total


def clear(state: Ints, first: int, count: int) -> None:
    """Set a part of a state to 0."""
    for place in range(first, first + count):
        state[place] = 0


compile_module(__name__)
