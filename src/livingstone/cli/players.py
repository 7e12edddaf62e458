"""Who plays a game, and under which names."""

from collections.abc import Iterable

from livingstone.errors import ArgumentError, shown
from livingstone.pictures.named_view import LONGEST_NAME, without_controls

HUMAN = "human"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def lineup(text: str, bot: str = "random") -> list[str]:
    """Parse the players: a number of players of one kind, or names separated by commas.

    >>> lineup("2"), lineup("greedy,ismcts:iterations=9,seconds=1")
    (['random', 'random'], ['greedy', 'ismcts:iterations=9,seconds=1'])

    Raises `ArgumentError` for a missing name, and for a number of more than three digits.
    """
    if text.isascii() and text.isdigit():
        if len(text) > 3:
            raise ArgumentError(f"there cannot be {shown(text)} players")
        return [bot] * int(text)
    names = list[str]()
    for part in text.split(","):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"  # another option of the player before
        else:
            names.append(part.strip())
    if not all(names):
        raise ArgumentError(f"players must be a number or names such as greedy,random: {text!r}")
    return names


def default_names(count: int) -> tuple[str, ...]:
    """Name `count` players."""
    return (*NAMES, *(f"Player {number}" for number in range(len(NAMES) + 1, count + 1)))[:count]


def clean_names(names: Iterable[str]) -> tuple[str, ...]:
    """Remove control characters, which a terminal would obey, from names.

    >>> clean_names([" Ann ", chr(27) + "[2JBen"])
    ('Ann', '[2JBen')

    Raises `ArgumentError` for a name that is empty then, or equal to another.
    """
    clean = tuple(map(_clean, names))
    if not all(clean) or len(set(clean)) < len(clean):
        raise ArgumentError("each player needs a name of its own, such as --names Ann,Ben")
    return clean


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """Clean the names of a record; if two are equal, append the seat to each name.

    >>> distinct_names(["Ann", "Ben"]), distinct_names(["Ann", "Ann"])
    (('Ann', 'Ben'), ('Ann 0', 'Ann 1'))
    """
    clean = tuple(_clean(name) or f"Player {seat}" for seat, name in enumerate(names))
    if len(set(clean)) == len(clean):
        return clean
    return tuple(f"{name[: LONGEST_NAME - 2]} {seat}" for seat, name in enumerate(clean))


def _clean(name: str) -> str:
    return without_controls(name)[:LONGEST_NAME].strip()
