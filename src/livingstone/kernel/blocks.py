"""Reading and writing parts of a state: blocks of players, points, spaces, ranges of figures."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.compiling import Floats, Ints, compile_module


def block(edition: Ints, seat: int) -> int:
    """Return where the block of a player begins."""
    return edition[of.PLAYER] + seat * edition[of.PLAYER_SIZE]


def mover(edition: Ints, state: Ints) -> int:
    """Return where the block of the player to move begins."""
    return block(edition, int(state[at.CURRENT_PLAYER]))


def points_of(state: Ints, player: int) -> int:
    """Read the points of a player."""
    return int(state[player + at.POINTS_HIGH]) * at.WORD + int(state[player + at.POINTS])


def add_points(state: Ints, player: int, points: int) -> None:
    """Add points to those of a player."""
    total = points_of(state, player) + points
    state[player + at.POINTS] = total % at.WORD
    state[player + at.POINTS_HIGH] = total // at.WORD


def space_at(edition: Ints, row: int, column: int) -> int:
    """Number a space, from 0; rows and columns count from 1."""
    return (row - 1) * edition[of.COLUMNS] + column - 1


def row_of(edition: Ints, space: int) -> int:
    """Return the row of a space, from 1."""
    return space // edition[of.COLUMNS] + 1


def column_of(edition: Ints, space: int) -> int:
    """Return the column of a space, from 1."""
    return space % edition[of.COLUMNS] + 1


def lay_open(edition: Ints, state: Ints, player: int, kind: int) -> None:
    """Move a card from a player's hand to the played cards, which lie open (R6)."""
    state[player + edition[of.HAND] + kind] -= 1
    state[edition[of.PLAYED] + kind] += 1


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


def copy_state(edition: Ints, origin: Ints, target: Ints) -> None:
    """Copy a state."""
    for place in range(edition[of.STATE_SIZE]):
        target[place] = origin[place]


def copy(state: Ints, first: int, count: int, out: Floats, place: int, size: float) -> int:
    """Write `count` figures of a state to `out`, divided by `size`; return the place after them."""
    for number in range(count):
        out[place + number] = state[first + number] / size
    return place + count


def mark(out: Floats, place: int, count: int, which: int) -> int:
    """Write a list of `count` zeros, with 1 at item `which`; return the place after it.

    No item is marked if `which` is not from 0 to `count` - 1.
    """
    for number in range(count):
        out[place + number] = number == which
    return place + count


compile_module(__name__)
