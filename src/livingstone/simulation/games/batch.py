"""Batches of games: everything that decides how the games of a batch go, and nothing else."""

from collections.abc import Sequence
from math import lcm

from attrs import frozen

from livingstone.edition.loading import is_shipped, load_edition
from livingstone.edition.printed import Edition, edition_hash
from livingstone.errors import ArgumentError, shown
from livingstone.game.engine import new_game
from livingstone.players import load_player
from livingstone.players.process import check_bots
from livingstone.simulation.games.seeds import deal_seed
from livingstone.support.arguments import plain_float, seed_of

__all__ = ["MOST_GAMES", "MOST_SECONDS", "Batch", "period", "plain_names", "win_unit"]

MOST_GAMES = 2**53
"""The most games of a batch: every reader of JSON keeps numbers up to this one exactly."""

MOST_SECONDS = 10**6
"""The most seconds for a move, so that no clock of a system overflows."""


@frozen
class Batch:
    """What decides the games of a batch; small, since every task for a worker carries one.

    Games count from 0. From one game of a deal to the next, every bot moves on by one seat. Seat 0
    always begins, so that with rotation every bot begins equally often.
    """

    lineup: tuple[str, ...]
    """The names of the bots: by seat, in the first game."""
    seed: int
    """From 0 to 2**128 - 1."""
    edition: str | Edition
    """The name of a shipped edition, or an edition made from files of the user's own."""
    games_per_deal: int = 1
    """How often each deal is played."""
    seconds_per_move: float | None = None
    """The seconds that a bot has for a move; None for no limit."""

    @classmethod
    def of(
        cls,
        lineup: Sequence[str],
        *,
        seed: int,
        edition: str | Edition,
        rotate: bool,
        seconds_per_move: float | None,
    ) -> "Batch":
        """Make a batch after checking all its parts, bots included.

        With `rotate`, the bots move on by one seat from game to game, and each deal is played until
        they come back to their first order by name; so no game of bots that leave nothing to chance
        comes twice.

        Raises `ArgumentError` for parts with which no game can be played.
        """
        lineup = plain_names("lineup", lineup)
        if not isinstance(rotate, bool):
            raise ArgumentError(f"rotate must be True or False: {shown(rotate)}")
        new_game(len(lineup), edition=edition, explicit_chance=True)
        seconds = None if seconds_per_move is None else _seconds(seconds_per_move)
        seed, edition = seed_of(seed), _by_name(edition)
        _check_bots(lineup, edition, seconds)
        return cls(lineup, seed, edition, period(lineup) if rotate else 1, seconds)

    @property
    def loaded_edition(self) -> Edition:
        """The edition itself."""
        return load_edition(self.edition) if isinstance(self.edition, str) else self.edition

    @property
    def edition_hash(self) -> str:
        """The hash of the edition's whole content."""
        return edition_hash(self.loaded_edition)

    def deal(self, game: int) -> int:
        """Give the number of the deal that a game is played on; both count from 0."""
        return game // self.games_per_deal

    def seed_of(self, game: int) -> int:
        """Give the seed with which `new_game` begins a game."""
        return deal_seed(self.seed, self.deal(game))

    def seats(self, game: int) -> tuple[str, ...]:
        """List the names of the bots in a game, by seat.

        >>> Batch(("a", "b", "c"), 7, "printed", games_per_deal=3).seats(1)
        ('c', 'a', 'b')
        """
        shift = game % self.games_per_deal
        return self.lineup[len(self.lineup) - shift :] + self.lineup[: len(self.lineup) - shift]


def period(lineup: Sequence[str]) -> int:
    """Tell after how many moves by one seat a lineup is the same again.

    >>> period(["a", "b", "c"]), period(["a", "b", "a", "b"]), period(["a", "a", "a"])
    (3, 2, 1)
    """
    order = list(lineup)
    return next(
        seats for seats in range(1, len(order) + 1) if order[seats:] + order[:seats] == order
    )


def win_unit(players: int) -> int:
    """Give the number of parts of a win, with which any number of winners can share it evenly.

    >>> win_unit(2), win_unit(4)
    (2, 12)
    """
    return lcm(*range(1, players + 1))


def plain_names(name: str, value: object) -> tuple[str, ...]:
    """Convert a sequence of texts to plain ones; raises `ArgumentError` for anything else."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise ArgumentError(f"{name} must be a list of names of bots: {shown(value)}")
    for item in value:
        if not isinstance(item, str):
            raise ArgumentError(
                f"{name} must be names of bots, as load_player takes them, not {shown(item)}"
            )
    return tuple(map(str.__str__, value))


def _check_bots(names: Sequence[str], edition: str | Edition, seconds: float | None) -> None:
    """Raise `ArgumentError` for a name without a bot; bots with a limit are made in processes."""
    for name in names:
        if not name.isprintable():
            raise ArgumentError(f"a bot's name must be one line: {shown(name)}")
    different = dict.fromkeys(names)
    if seconds is not None:
        check_bots(different, edition, seconds)
        return
    for name in different:
        load_player(name)


def _seconds(value: object) -> float:
    """Convert the time for a move to a plain number; raises `ArgumentError` if it is not valid."""
    seconds = plain_float(value)
    if seconds is None or not 0 < seconds <= MOST_SECONDS:
        raise ArgumentError(
            f"seconds_per_move must be above 0, and {MOST_SECONDS} at most: {shown(value)}"
        )
    return seconds


def _by_name(edition: str | Edition) -> str | Edition:
    """Replace a shipped edition by its name, which makes tasks for workers small."""
    if isinstance(edition, Edition):
        return edition.id if is_shipped(edition) else edition
    return str.__str__(edition)
