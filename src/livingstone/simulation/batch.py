"""A batch, which decides how its games go, and their results: a `GameRow` with a `SeatRow` each."""

import hashlib
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from math import lcm
from typing import Literal, TypeAlias, cast, get_args

from attrs import Factory, field, fields, frozen

from livingstone.edition.loading import edition_of, is_shipped
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, LivingstoneError, brief, shown
from livingstone.game.engine import new_game
from livingstone.game.rules.ending import Standing
from livingstone.players import Bot, load_player
from livingstone.players.process import check_bots
from livingstone.support.arguments import seed_of

MOST_GAMES = 2**53  # which every reader of JSON keeps exactly
MOST_SECONDS = 10**6  # so that no clock of a system overflows
LONGEST_NAME = 200

Maker: TypeAlias = Callable[[], Bot]
Entrant: TypeAlias = str | Bot | Maker
"""A bot of a lineup: its name, as `load_player` takes it; a bot, which plays all its games as one
object; or a class or function, which is called for each game and makes the bot for it."""


class SimulationError(LivingstoneError):
    """A batch cannot continue: a worker died, a file cannot be written, or a game never ends."""


@frozen
class Batch:
    """What decides the games of a batch; they count from 0, and seat 0 begins each."""

    lineup: tuple[str, ...]
    """The names of the bots, by seat in the first game."""
    seed: int
    edition: str | Edition
    """The name of a shipped edition, or an edition made from files of the user's own."""
    games_per_deal: int = 1
    seconds_per_move: float | None = None
    makers: Mapping[str, Maker] = field(default=Factory(dict), eq=False)
    """What makes the bots that were given as objects, by name."""

    @classmethod
    def of(
        cls,
        lineup: Sequence[Entrant],
        *,
        seed: int,
        edition: str | Edition = "printed",
        rotate: bool = True,
        seconds_per_move: float | None = None,
        entrants: MutableMapping[str, Entrant] | None = None,
    ) -> "Batch":
        """Make a batch, and enter its bots in `entrants`; raises `ArgumentError` for a bad part."""
        entrants = {} if entrants is None else entrants
        if isinstance(lineup, str):
            raise ArgumentError(f"lineup must be a list of bots, not the text {shown(lineup)}")
        names = tuple(name_of(bot, entrants) for bot in lineup)
        new_game(len(names), edition=edition, explicit_chance=True)  # checks both
        if (seconds := seconds_per_move) is not None and not 0 < seconds <= MOST_SECONDS:
            told = f"seconds_per_move must be above 0, and {MOST_SECONDS} at most: {seconds}"
            raise ArgumentError(told)
        if isinstance(edition, Edition) and is_shipped(edition):
            edition = edition.id  # which makes tasks for workers small
        own = {name: _maker(bot) for name in names if not isinstance(bot := entrants[name], str)}
        for make in own.values():
            make()  # what it raises is told before the first game
        if seconds is None:
            for name in set(names) - set(own):
                load_player(name)
        elif own:
            raise ArgumentError("with seconds_per_move, bots must be given by their names")
        else:
            check_bots(dict.fromkeys(names), edition, seconds)
        moves = range(1, len(names) + 1) if rotate else ()  # until they sit as in the first game
        games = next((n for n in moves if names[n:] + names[:n] == names), 1)
        return cls(names, seed_of(seed), edition, games, seconds, own)

    @property
    def loaded_edition(self) -> Edition:
        """The edition itself."""
        return edition_of(self.edition)

    @property
    def edition_hash(self) -> str:
        """The hash of the edition's whole content."""
        return self.loaded_edition.hash

    def seed_of(self, game: int) -> int:
        """Return the seed with which `new_game` begins a game: that of its deal."""
        return deal_seed(self.seed, game // self.games_per_deal)

    def seats(self, game: int) -> tuple[str, ...]:
        """List the names of the bots in a game, by seat.

        >>> Batch(("a", "b", "c"), 7, "printed", games_per_deal=3).seats(1)
        ('c', 'a', 'b')
        """
        first = len(self.lineup) - game % self.games_per_deal
        return self.lineup[first:] + self.lineup[:first]


def name_of(bot: Entrant, entrants: MutableMapping[str, Entrant]) -> str:
    """Return the name of a bot in reports, and enter the bot under it.

    An object has its attribute `name`, or that of its class or function; a second one a number.

    >>> from livingstone.players import RandomBot
    >>> entrants = {}
    >>> [name_of(bot, entrants) for bot in ("random", RandomBot(), RandomBot(), "random")]
    ['random', 'RandomBot', 'RandomBot 2', 'random']

    Raises `ArgumentError` for a name that is not one line, or that another object has.
    """
    if isinstance(bot, str):
        label = bot
        if entrants.setdefault(bot, bot) != bot:
            raise ArgumentError(f"two different bots have the name {shown(bot)}")
    else:
        named = bot if hasattr(bot, "__name__") else type(bot)
        name = label = str(getattr(bot, "name", None) or named.__name__)
        number = 1
        while entrants.setdefault(label, bot) is not bot:
            number += 1
            label = f"{name} {number}"
    return one_line("a bot's name", label)


def one_line(what: str, text: str) -> str:
    """Return a text; raises `ArgumentError` if it is not one line of 200 characters at most."""
    if not text.isprintable() or len(text) > LONGEST_NAME:
        raise ArgumentError(f"{what} must be one line: {shown(text)}")
    return text


def _maker(bot: Entrant) -> Maker:
    if isinstance(bot, type) or not hasattr(bot, "choose"):
        return cast("Maker", bot)
    return lambda: cast("Bot", bot)


def win_unit(players: int) -> int:
    """Return the number of parts of a win, with which any number of winners can share it evenly."""
    return lcm(*range(1, players + 1))


def deal_seed(seed: int, deal: int) -> int:
    """Derive the seed of a deal, which decides all chance of its games."""
    return _derive(seed, f"deal {deal}")


def bot_seed(seed: int, game: int, seat: int) -> int:
    """Derive the seed of the random numbers of the bot on a seat in a game."""
    return _derive(seed, f"bot {game} {seat}")


def seed_text(seed: int) -> str:
    """Write a seed as `x` and 32 hexadecimal digits: many programs would round a number."""
    return f"x{seed:032x}"


def _derive(seed: int, label: str) -> int:
    """Hash a label with the batch's seed as the key, so that no seed reveals another."""
    key = seed.to_bytes(16, "big")
    return int.from_bytes(hashlib.blake2b(label.encode(), key=key, digest_size=16).digest(), "big")


Failure = Literal["illegal", "crash", "late"]
"""How a bot failed: by an illegal move, by an error of its own, or by taking too long."""
FAILURES: tuple[Failure, ...] = get_args(Failure)


@frozen
class FailureNote:
    """Which bot failed in a game, and how."""

    seat: int
    bot: str
    kind: Failure
    reason: str
    """One line."""


@frozen
class Score:
    """The score of a seat in a game that was played to its end."""

    points: int
    """The final points (R8.6); without that rule, the sum of all sources below."""
    columns: int
    """Points for tents in scored columns (R7.1)."""
    market: int
    """Points for gems sold by cards (R6.6)."""
    cards: int
    """Points of all other cards played (R6.10)."""
    majorities: tuple[int, ...]
    """Points for the majority in each row, by row (R8.1)."""
    gems: int
    """Points for gems kept (R8.2)."""
    hand: int
    """Points of cards kept (R8.3)."""
    donated: int
    """Coins donated."""
    tents: int
    """Tents on the board at the end."""
    is_out: bool
    """Whether the seat was out for donating too little (R8.4, R9.2)."""

    @classmethod
    def of(cls, own: Standing, market: int, cards: int) -> "Score":
        """Take a score from the final table; `market` and `cards` are points of cards played."""
        columns = own.round_points - market - cards
        sources = columns, market, cards, own.majorities, own.gem_points, own.card_points
        return cls(own.points, *sources, own.donated, own.tents, own.is_out)


FIGURES = tuple(own.name for own in fields(Score) if own.type is int)
"""The figures of a score that are whole numbers, each a column in files and tables."""


@frozen
class SeatRow:
    """The result of a seat in a game."""

    __repr__ = brief

    bot: str
    won: bool
    """Whether the seat won, alone or with others."""
    rank: int
    """The rank, from 1; equals share one. A bot that failed has the last, all others the first."""
    played: tuple[str, ...]
    """Ids of the cards played, sorted, each as often as it was played."""
    score: Score | None
    """None if the game was not played to its end."""


@frozen
class GameRow:
    """The result of a game.

    If a bot fails, the game ends there: that bot has lost, the others share the win, and nothing
    is scored.
    """

    __repr__ = brief

    game: int
    """Its number in the batch, from 0."""
    seed: int
    """The seed with which `new_game` began it."""
    edition: str
    """The hash of the edition."""
    rounds: int
    """How many were begun."""
    moves: int
    """How many moves all players made, without outcomes of chance."""
    threshold: int | None
    """What each of two players had to donate (R9.2); None for more players."""
    note: FailureNote | None
    """None if the game was played to its end."""
    seats: tuple[SeatRow, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none if all are out."""
        return tuple(seat for seat, row in enumerate(self.seats) if row.won)

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the win that each seat has: winners share it equally."""
        part = 1 / max(1, len(self.winners))
        return tuple(part if row.won else 0.0 for row in self.seats)
