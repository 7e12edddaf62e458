"""A batch, which decides how its games go, and the results: a `GameRow` with a `SeatRow` a seat."""

import hashlib
from collections.abc import Sequence
from math import lcm
from typing import Literal, get_args

from attrs import field, fields, frozen

from livingstone.edition.loading import edition_of, is_shipped
from livingstone.edition.types import Edition
from livingstone.errors import LivingstoneError, short_repr
from livingstone.game.engine import new_game
from livingstone.game.rules.ending import Standing, share_win
from livingstone.simulation.entrants import Entry
from livingstone.support.arguments import seed_of
from livingstone.support.tracebacks import place_in

MOST_GAMES = 2**53  # which every reader of JSON keeps exactly


class SimulationError(LivingstoneError):
    """A batch cannot continue: a worker died, a file cannot be written, or a game never ends."""


@frozen
class Batch:
    """Everything that decides how the games of a batch go.

    Games count from 0, and seat 0 begins each.
    """

    entries: tuple[Entry, ...]
    """The bots, by seat in the first game."""
    seed: int
    edition: str | Edition
    """The name of a shipped edition, or an edition made from files of the user's own."""
    games_per_deal: int = 1
    """How often each deal is played; the bots move on by one seat each time."""
    seconds_per_move: float | None = None
    """The seconds that a bot may think about a move; None without a limit."""

    @classmethod
    def of(
        cls,
        entries: Sequence[Entry],
        *,
        seed: int,
        edition: str | Edition = "printed",
        rotate: bool = True,
        seconds_per_move: float | None = None,
    ) -> "Batch":
        """Make a batch of bots that `enter` has found; raises `ArgumentError` for a bad part."""
        new_game(len(entries), edition=edition, explicit_chance=True)  # checks both
        if isinstance(edition, Edition) and is_shipped(edition):
            edition = edition.id  # which makes tasks for workers small
        lineup = tuple(entries)
        moves = range(1, len(lineup) + 1) if rotate else ()  # until they sit as in the first game
        games = next((n for n in moves if lineup[n:] + lineup[:n] == lineup), 1)
        return cls(lineup, seed_of(seed), edition, games, seconds_per_move)

    @property
    def lineup(self) -> tuple[str, ...]:
        """The labels of the bots, by seat in the first game."""
        return tuple(entry.label for entry in self.entries)

    @property
    def loaded_edition(self) -> Edition:
        """The edition, loaded if `edition` is a name."""
        return edition_of(self.edition)

    @property
    def edition_hash(self) -> str:
        """The hash of the edition's whole content."""
        return self.loaded_edition.hash

    def seed_of(self, game: int) -> int:
        """Return the seed with which `new_game` begins a game: that of its deal."""
        return deal_seed(self.seed, game // self.games_per_deal)

    def places(self, game: int) -> tuple[int, ...]:
        """List the places in `entries` of the bots in a game, by seat.

        >>> entries = [Entry(label, label) for label in "abc"]
        >>> Batch.of(entries, seed=7).places(1)
        (2, 0, 1)
        """
        players = len(self.entries)
        first = players - game % self.games_per_deal
        return tuple((first + seat) % players for seat in range(players))

    def seats(self, game: int) -> tuple[str, ...]:
        """List the labels of the bots in a game, by seat."""
        labels = self.lineup
        return tuple(labels[place] for place in self.places(game))


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
    """Hash a label with the batch's seed as the key, so that no derived seed reveals another."""
    key = seed.to_bytes(16, "big")
    return int.from_bytes(hashlib.blake2b(label.encode(), key=key, digest_size=16).digest(), "big")


Failure = Literal["illegal", "crash", "late"]
"""How a bot failed: by an illegal move, by an error of its own, or by taking too long."""
FAILURES: tuple[Failure, ...] = get_args(Failure)


@frozen
class FailureNote:
    """Which bot failed in a game, and how."""

    seat: int
    """The seat that the bot had."""
    bot: str
    """What the bot is called."""
    kind: Failure
    """How it failed."""
    reason: str
    """What went wrong, in one line."""
    traceback: str = field(default="", eq=False, repr=False)
    """The calls that led to the bot's error, as Python prints them; empty without an error."""

    def __str__(self) -> str:
        return f"{self.reason} ({self.place})" if self.place else self.reason

    @property
    def place(self) -> str:
        """The file and the line of the bot's error, such as ``my_bots.py:12``; empty if unknown.

        >>> from livingstone.simulation import FailureNote
        >>> FailureNote(0, "thrifty", "illegal", "you cannot do this").place
        ''
        """
        return place_in(self.traceback)


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
    def of(cls, standing: Standing, market: int, cards: int) -> "Score":
        """Make a score of a final standing; `market` and `cards` are points of cards played."""
        return cls(
            points=standing.points,
            columns=standing.round_points - market - cards,
            market=market,
            cards=cards,
            majorities=standing.majorities,
            gems=standing.gem_points,
            hand=standing.card_points,
            donated=standing.donated,
            tents=standing.tents,
            is_out=standing.is_out,
        )


FIGURES = tuple(field.name for field in fields(Score) if field.type is int)
"""The figures of a score that are whole numbers, each a column in files and tables."""


@frozen
class SeatRow:
    """The result of a seat in a game."""

    __repr__ = short_repr

    bot: str
    """What the bot is called."""
    won: bool
    """Whether the seat won, alone or with others."""
    rank: int
    """The rank, from 1; equal players share one. A bot that failed has the last rank, all others
    of its game the first."""
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

    __repr__ = short_repr

    game: int
    """Its number in the batch, from 0."""
    seed: int
    """The seed with which `new_game` began it."""
    edition: str
    """The hash of the edition."""
    rounds: int
    """How many rounds were begun."""
    moves: int
    """How many moves all players made, without outcomes of chance."""
    threshold: int | None
    """What each of two players had to donate (R9.2); None for more players."""
    note: FailureNote | None
    """None if the game was played to its end."""
    seats: tuple[SeatRow, ...]
    """The result of each seat."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none if all are out."""
        return tuple(seat for seat, row in enumerate(self.seats) if row.won)

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the win that each seat has: winners share it equally."""
        return share_win(self.winners, len(self.seats))
