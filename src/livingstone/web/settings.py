"""The settings of a server."""

import os
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from attrs import Attribute, field, frozen

import livingstone as ls
from livingstone.errors import short_repr

LOCAL_NAMES = ("127.0.0.1", "localhost")
"""The host names of a server for browsers on the same machine."""
PACES = {"at-once": 0.0, "calm": 0.4, "slow": 0.9}
"""The least seconds that a bot's move takes, so that people can follow; they choose by name."""

CLOCKS = ("", "5+10", "10+15", "20+30")
"""Clocks: minutes for each player, and seconds added for each turn."""
AWAY_MINUTES = (0, 2, 5, 15)
"""After how many minutes a bot plays for a person who is away; 0 for never."""
_ORIGIN = re.compile(r"https?://[^/\s?#@*]+")
_NAMED_BOT = re.compile(r"([^:=]*)=(.*)", re.DOTALL)
"""A bot with the name that people see, such as `Saver=program:./mybot --level 3`."""
_NAME_OF_BOT = re.compile(r"\w[\w .'-]{0,29}")
_OTHER_KINDS = ("person", "open", "public", "own")
"""What the pages have phrases for, besides bots."""


class Strength(NamedTuple):
    """A bot that people can play against; the phrases `strength` and `bot` describe it."""

    player: str
    """Its name for `load_player`. It is made again for each move."""
    ratings: tuple[float, ...] = ()
    """Points of Elo with 2, 3, 4 and 5 players, where `greedy` has 0; -inf if it won no game."""
    package: str = "livingstone"
    """The bot is offered only if this package is installed."""

    def rating(self, players: int) -> float | None:
        """Return its points with this many players; None if they were not measured."""
        return self.ratings[players - 2] if self.ratings else None


STRENGTHS = {
    "random": Strength("random", (-1079, -443, -729, -inf)),
    "newcomer": Strength("learned:level=newcomer", (-540, -554, -inf, -557), "numba"),
    "porter": Strength("learned:level=porter", (-391, -554, -485, -557), "numba"),
    "scout": Strength("learned:level=scout", (-278, -356, -413, -557), "numba"),
    "trader": Strength("learned:level=trader", (-124, -224, -321, -363), "numba"),
    "greedy": Strength("greedy", (0, 0, 0, 0)),
    "guide": Strength("learned:level=guide", (16, -8, -19, -82), "numba"),
    "ismcts": Strength("ismcts", (168, 261, 364, 432)),
    "pathfinder": Strength("learned:level=pathfinder", (220, 241, 249, 482), "numba"),
}
"""The bots by their names here, with ratings by the printed rules from the ladder in the docs.

The levels with two players have the ratings of docs/explanation/learning.md, from more games. With
four players, `ismcts` has that of its present search, which won .73 of 100 games (.64 to .81).
"""
EASY = ("porter", "random")
"""The bot that is offered for a first game; the second one if the first is not installed."""
STAND_IN = "greedy"
"""The bot that plays for a person who has left, and for a bot that the server does not know."""


@lru_cache
def is_installed(package: str) -> bool:
    """Return whether a package is there; each page that offers bots asks."""
    return find_spec(package) is not None


def _names(value: Iterable[str]) -> tuple[str, ...]:
    """Check host names; `*` matches any name, or the part before the first dot."""
    names = (value,) if isinstance(value, str) else tuple(value)
    for name in names:
        plain = "host" if name == "*" else name.removeprefix("*.")
        if not plain or "*" in plain:
            raise ls.ArgumentError(
                "a name must be that of a host, such as games.example.org, *.example.org for all"
                f" hosts within it, or * for any, not {name!r}"
            )
    return names


def _origins(value: Iterable[str]) -> tuple[str, ...]:
    """Check the origins of pages from elsewhere; `*` is any."""
    origins = (value,) if isinstance(value, str) else tuple(value)
    for origin in origins:
        if origin != "*" and not _ORIGIN.fullmatch(origin):
            raise ls.ArgumentError(
                "an origin must be a scheme and a host, such as https://games.example.org, or * for"
                f" any, not {origin!r}"
            )
    return origins


def _own_bots(names: Iterable[str]) -> dict[str, Strength]:
    """Return the operator's bots by the names that people see.

    Without a name of its own, a bot has that of its player without options, which may hold secrets.
    """
    bots: dict[str, Strength] = {}
    for text in names:
        found = _NAMED_BOT.fullmatch(text)
        player = found[2] if found else text
        name = found[1] if found else ls.players.name_without_options(player)
        if found and not _NAME_OF_BOT.fullmatch(name):
            raise ls.ArgumentError(
                "the name of a bot must have 1 to 30 letters, digits, spaces and the signs . ' - _,"
                f" not {name!r}"
            )
        if name == player and name in STRENGTHS:
            continue
        if name in (*STRENGTHS, *_OTHER_KINDS, *bots):
            raise ls.ArgumentError(
                f"{name!r} has another meaning for those who choose a bot: give {text!r} a name,"
                f" such as 'Eve={player}'"
            )
        bots[name] = Strength(player)
    return bots


def _bots(value: Iterable[str]) -> tuple[str, ...]:
    """Check that the operator's bots have different names."""
    bots = tuple(value)
    _own_bots(bots)
    return bots


def _between(least: float, most: float = inf) -> Callable[[object, "Attribute[Any]", float], None]:
    """Make a validator for a number from `least` to `most`."""

    def check(_: object, attribute: "Attribute[Any]", value: float) -> None:
        if not least <= value <= most:
            limits = f"{least:g} or more" if most == inf else f"from {least:g} to {most:g}"
            raise ls.ArgumentError(f"{attribute.name} must be {limits}, not {value}")

    return check


@frozen(kw_only=True)
class Settings:
    """The settings of a server.

    Raises `ArgumentError` for a host name that is empty or has a `*` in a wrong place, for a
    malformed origin, for bots with the same name, and for a number out of range: `workers` is 1 to
    1000, `bot_seconds` and `keep_days` 0.1 or more, `share` 0.001 or more, the others 1 or more.
    `inf` means no limit.
    """

    __repr__ = short_repr

    database: Path = field(converter=Path)
    """The file with all games."""
    syncs: bool = True
    """Whether each action waits for the disk, so that even a power cut loses none."""
    names: tuple[str, ...] = field(default=LOCAL_NAMES, converter=_names)
    """The host names of requests; `*.example.org` for all hosts within one, `*` for any."""
    allows_editions: bool = False
    """Whether records with other boards and cards can be opened."""
    board: str | os.PathLike[str] | None = None
    """The file of the board of all games; None for the shipped one."""
    cards: str | os.PathLike[str] | None = None
    """The file of the cards of all games; None for the shipped one."""
    effects: tuple[type[ls.effects.CardEffect], ...] = field(default=(), converter=tuple)
    """The classes of effects that cards and records can name."""
    workers: int = field(default=2, validator=_between(1, 1000))
    """The most bots that think at the same time, each in a process of its own."""
    bot_seconds: float = field(default=20.0, validator=_between(0.1))
    """A bot's limit for a move, in seconds; then a random move is made for it."""
    bots: tuple[str, ...] = field(default=(), converter=_bots)
    """More players to play against, by their names for `load_player`.

    People see these names without options, and programs without folders and arguments. `"Eve=NAME"`
    gives a player the name `Eve`; two players need different names.
    """
    pace: str = "calm"
    """How fast bots play unless people choose: `at-once`, `calm` or `slow`."""
    share: float = field(default=0.5, validator=_between(0.001))
    """The seconds of the server's time that an address may use in a second, on average.

    It may use twice as much at once. Beyond that, all addresses together may use eight times as
    much at once. Scripts, styles and pictures are free.
    """
    most_streams: int = field(default=100, validator=_between(1))
    """The most tables that one address may watch at the same time.

    All addresses together may watch fifty times as many; a tenth of these is reserved for addresses
    that watch none.
    """
    most_connections: int = field(default=600, validator=_between(1))
    """The most connections at the same time, fewer than the files that the process may open."""
    most_tables: int = field(default=20_000, validator=_between(1))
    """The most tables in the file; at this limit, a table can begin only after some are deleted.

    A twentieth of them is reserved for addresses that have begun none in the last day. An address
    can begin a fortieth of them in a day, but always 20.
    """
    keep_days: float = field(default=inf, validator=_between(0.1))
    """The days for which a table is kept that nobody touches."""
    most_records: int = field(default=2_000, validator=_between(1))
    """The most uploaded records in the file; a new one replaces the oldest."""

    proxies: tuple[IPv4Network | IPv6Network, ...] = field(default=(), converter=tuple)
    """The networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` `serve` believes."""
    root_path: str = ""
    """The path before all addresses of the pages, such as `/livingstone`."""
    origins: tuple[str, ...] = field(default=(), converter=_origins)
    """The origins of other sites whose pages may use the API; `*` for any."""
    logs: bool = False
    """Whether `serve` prints a line for each request, and not only for the server's failures."""

    @property
    def own_bots(self) -> dict[str, Strength]:
        """Those of `bots` that are not in `STRENGTHS`, by the names that people see."""
        return _own_bots(self.bots)

    @property
    def strengths(self) -> dict[str, Strength]:
        """The bots that people can play against, by the names that people see."""
        return STRENGTHS | self.own_bots

    @property
    def offered(self) -> dict[str, Strength]:
        """Those of `strengths` whose package is installed."""
        return {name: bot for name, bot in self.strengths.items() if is_installed(bot.package)}

    def edition(self, name: str) -> ls.Edition:
        """Load the edition of this name with the board, the cards and the effects.

        Raises `DataError` with all problems of their files.
        """
        return ls.load_edition(name, board=self.board, cards=self.cards, effects=self.effects)
