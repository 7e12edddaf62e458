"""Numbers, seats and seeds that callers pass: checked for their range and made plain `int`s."""

from collections.abc import Collection, Sized
from operator import index
from random import Random
from typing import SupportsIndex

from livingstone.errors import ArgumentError, shown

SEED_LIMIT = 2**128
"""Seeds are whole numbers from 0 up to, but not including, this one."""
SeedSource = SupportsIndex | Random
"""A seed, or random numbers to draw one from."""


def as_int(value: SupportsIndex) -> int:
    """Convert any whole number, such as one of numpy, to `int`; raises `TypeError` for a float."""
    return int(index(value))


def whole(name: str, value: SupportsIndex, least: int, most: int | None = None) -> int:
    """Convert a whole number to a plain `int`; raises `ArgumentError` if it is out of range."""
    number = as_int(value)
    if number < least or (most is not None and number > most):
        bounds = f", {least} or more" if most is None else f" from {least} to {most}"
        raise ArgumentError(f"{name} must be a whole number{bounds}: {shown(number)}")
    return number


_INSTEAD = {
    (
        "State",
        "View",
    ): "a view cannot be played on; sample_state(view, seed) makes a state that fits",
    ("State", "Table"): "its attribute `state` is one",
    ("View", "State"): "view(state, seat) is what a seat sees of it",
    ("View", "Table"): "its method `view` makes one",
    ("Event", "Move"): "play(state, move).events are the events of a move",
    ("Event", "Transition"): "its attribute `events` has them",
    ("State", "Transition"): "its attribute `state` is one",
    ("Record", "State"): "Record.of(start, actions) makes one",
    ("Record", "Table"): "its method `record` makes one",
    ("Edition", "State"): "its attribute `edition` is one",
    ("Edition", "View"): "its attribute `edition` is one",
    ("Edition", "Record"): "its attribute `edition` is one",
    ("Card", "str"): "edition.card(id) is one",
}
"""What to do with a value instead, by what is needed and what is given."""


def need(function: str, value: object, wanted: str, *kinds: type) -> None:
    """Raise `TypeError`, as `wrong_kind` makes it, for a value of none of some classes."""
    if not isinstance(value, kinds):
        raise wrong_kind(function, value, wanted)


def wrong_kind(function: str, value: object, wanted: str) -> TypeError:
    """Make the error for a value that is mistaken for another, such as a view for a state."""
    given = type(value).__name__
    is_move = type(value).__module__ == "livingstone.game.moves"
    first = wanted.partition(" or ")[0]
    hint = _INSTEAD.get((first, "Move" if is_move else given))
    needed = " or ".join(_with_article(name) for name in wanted.split(" or "))
    instead = f": {hint}" if hint else ""
    return TypeError(f"{function} needs {needed}, not {_with_article(given)}{instead}")


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def one_of(name: str, value: object, choices: Collection[str]) -> None:
    """Raise `ArgumentError` unless a value is one of some choices."""
    if value not in choices:
        raise ArgumentError(f"{name} must be one of {', '.join(choices)}: {shown(value)}")


def seat_of(name: str, value: SupportsIndex, players: int) -> int:
    """Convert a seat, from 0, to a plain `int`; raises `ArgumentError` if it does not exist."""
    number = as_int(value)
    if not 0 <= number < players:
        raise ArgumentError(f"{name} must be a seat from 0 to {players - 1}: {shown(number)}")
    return number


def observer_of(value: SupportsIndex | None, players: int) -> int | None:
    """Convert a seat as `seat_of` does; None, which means a spectator, stays None."""
    if value is not None and not 0 <= (number := as_int(value)) < players:
        raise ArgumentError(f"seat must be from 0 to {players - 1}, or None: {shown(number)}")
    return None if value is None else number


def check_names(names: Sized, players: int) -> None:
    """Raise `ArgumentError` unless there is a name for each of so many players."""
    if len(names) != players:
        raise ArgumentError(f"names must have one for each seat, {players}, not {len(names)}")


def seed_of(value: SupportsIndex) -> int:
    """Convert a seed to a plain `int`; raises `ArgumentError` unless it is from 0 to 2**128 - 1."""
    return whole("seed", value, 0, SEED_LIMIT - 1)


def seed_from(source: SeedSource) -> int:
    """Return a seed as `seed_of` does, or draw one from random numbers."""
    return seed_of(source.getrandbits(128) if isinstance(source, Random) else source)
