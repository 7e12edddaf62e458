"""What whoever runs a server decides."""

import os
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from attrs import Attribute, field, frozen

import livingstone as ls
from livingstone.effects import CardEffect

__all__ = ["LOCAL_NAMES", "Settings"]

LOCAL_NAMES = ("127.0.0.1", "localhost")
"""The names under which a browser reaches a server on its own machine."""
MOST_WORKERS = 1000
"""The most processes that think at the same time."""


def _database(value: str | os.PathLike[str]) -> Path:
    try:
        return Path(value)
    except TypeError:
        raise ls.ArgumentError(f"database must be the path of a file, not {value!r}") from None


def _names(value: Iterable[str]) -> tuple[str, ...]:
    """Check names of hosts; a `*` can stand for all of one, or for what is before its first dot."""
    try:
        names = (value,) if isinstance(value, str) else tuple(value)
    except TypeError:
        names = (value,)  # type: ignore[assignment]  # refused below
    for name in names:
        if not isinstance(name, str):
            raise ls.ArgumentError(f"names must be a list of names of hosts, not {value!r}")
        plain = "host" if name == "*" else name.removeprefix("*.")
        if not plain or "*" in plain:
            raise ls.ArgumentError(
                "a name must be that of a host, such as games.example.org, *.example.org for those"
                f" within it, or * for any, not {name!r}"
            )
    return names


def _workers(value: int) -> int:
    if type(value) is not int or not 1 <= value <= MOST_WORKERS:
        raise ls.ArgumentError(f"workers must be 1 to {MOST_WORKERS}, not {value}")
    return value


def _kinds(value: Iterable[type[CardEffect]]) -> tuple[type[CardEffect], ...]:
    return tuple(value)


def _from(least: float, kind: Any = Real) -> Callable[[object, "Attribute[Any]", Any], None]:
    """Make a check of a number of a kind, which may be infinite where nothing is to be limited."""

    def check(_: object, attribute: "Attribute[Any]", value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, kind) or not value >= least:
            number = "a number" if kind is Real else "a whole number"
            raise ls.ArgumentError(f"{attribute.name} must be {number}, {least:g} or more")

    return check


@frozen(kw_only=True)
class Settings:
    """What whoever runs a server decides.

    Raises `ArgumentError` for a database that is no path, for a name that is empty or has a `*` in
    a wrong place, for fewer than 1 or more than 1000 workers, and for what is no number or too
    small elsewhere: below 0 for `bot_pause`, below 0.1 for `bot_seconds` and `requests_per_second`,
    below 1 for what begins with `most_`.
    """

    database: Path = field(converter=_database)
    """The file that keeps all games."""
    syncs: bool = True
    """Whether each action waits for the disk, so that even a power cut loses none."""
    names: tuple[str, ...] = field(default=LOCAL_NAMES, converter=_names)
    """The host names that requests may be addressed to; `*.example.org` for all within one, `*` for
    any."""
    allows_editions: bool = False
    """Whether records of games with boards and cards of people's own can be opened."""
    board: str | os.PathLike[str] | None = None
    """The file of the board that all games are played with; None for the shipped one."""
    cards: str | os.PathLike[str] | None = None
    """The file of the cards; None for the shipped ones."""
    effects: tuple[type[CardEffect], ...] = field(default=(), converter=_kinds)
    """Classes of effects that cards and records can name."""
    workers: int = field(default=2, converter=_workers)
    """How many bots can think at the same time, each in a process of its own."""
    bot_seconds: float = field(default=20.0, validator=_from(0.1))
    """How many seconds a bot may think about one move, before a random one is made for it."""
    bot_pause: float = field(default=0.9, validator=_from(0))
    """Seconds that a bot's move takes at least, so that people can follow."""
    requests_per_second: float = field(default=20.0, validator=_from(0.1))
    """How many requests one address may make on average; eight times as many at once."""
    most_streams: int = field(default=100, validator=_from(1, Integral))
    """How many tables one address may watch at the same time."""
    most_tables: int = field(default=20_000, validator=_from(1, Integral))
    """How many tables are kept; beyond that, nobody can begin another one."""
    most_records: int = field(default=2_000, validator=_from(1, Integral))
    """How many records that people opened are kept; the oldest is forgotten for a new one."""

    def edition(self, name: str) -> ls.Edition:
        """Load the edition of this name with the board, the cards and the effects.

        Raises `DataError` with all problems of their files.
        """
        return ls.load_edition(name, board=self.board, cards=self.cards, effects=self.effects)
