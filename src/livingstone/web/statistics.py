"""How a player's games have ended, and its rating on the scale of the bots.

When a game ends, it is added to the stored statistics, so that no page has to go through all games.
"""

from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate
from math import exp, log
from typing import NamedTuple

from attrs import evolve, frozen

_POINTS = range(-2000, 2001, 10)
_SPREAD = 600.0
"""The standard deviation of the prior for a rating, whose mean is 0."""


class PlayerRating(NamedTuple):
    """Points of Elo, where `greedy` has 0, with the ends of an interval of 95 %."""

    points: int
    low: int
    high: int


class Score(NamedTuple):
    """How a game has ended for a player."""

    points: int | None
    """The points; None for a player who left, since a bot made the points."""
    won: bool
    rivals: tuple[float, ...]
    """The ratings of the rivals; empty if the game does not count for a rating."""


@frozen(kw_only=True)
class Statistics:
    """How the games of a player have ended."""

    games: int = 0
    won: int = 0
    finished: int = 0
    """The games that the player played to the end in person."""
    points: int = 0
    """The sum of the points of these."""
    best: int = 0
    """The most points in one of these."""
    likelihoods: bytes = b""
    """For each rating, the logarithm of the likelihood of the games, as floats; empty without
    any."""

    @property
    def average(self) -> float | None:
        """The mean of the points; None without a finished game."""
        return self.points / self.finished if self.finished else None

    @property
    def rating(self) -> PlayerRating | None:
        """The rating; None if no game counts for it.

        The model is the choice axiom of Luce (1959), as for the ladder: a player with 400 points
        more is ten times as likely to win. The estimate is the median of the posterior.
        """
        return rating_of(self.likelihoods) if self.likelihoods else None

    def with_game(self, score: Score) -> "Statistics":
        """Add a game."""
        likelihoods = self.likelihoods
        if score.rivals:
            before = array("d", likelihoods or _before_any_game())
            game = _likelihoods(score.won, tuple(sorted(score.rivals)))
            likelihoods = array("d", map(sum, zip(before, game, strict=True))).tobytes()
        added = evolve(
            self, games=self.games + 1, won=self.won + score.won, likelihoods=likelihoods
        )
        if score.points is None:
            return added
        return evolve(
            added,
            finished=self.finished + 1,
            points=self.points + score.points,
            best=max(self.best, score.points) if self.finished else score.points,
        )


@lru_cache(maxsize=1000)
def rating_of(likelihoods: bytes) -> PlayerRating:
    """Estimate a rating from the likelihood of the games at each rating."""
    likely = array("d", likelihoods)
    most = max(likely)
    sums = list(accumulate(exp(log_likelihood - most) for log_likelihood in likely))
    shares = (0.025, 0.5, 0.975)
    low, middle, high = (_POINTS[bisect_left(sums, share * sums[-1])] for share in shares)
    return PlayerRating(middle, low, high)


def _before_any_game() -> bytes:
    return array("d", [-((points / _SPREAD) ** 2) / 2 for points in _POINTS]).tobytes()


@lru_cache(maxsize=200)
def _likelihoods(won: bool, rivals: tuple[float, ...]) -> "array[float]":
    """Return for each rating the log likelihood of a win against these rivals, or of a loss."""
    made = array("d")
    for points in _POINTS:
        share = 1 / (1 + sum(10 ** ((rival - points) / 400) for rival in rivals))
        made.append(log(share if won else 1 - share))
    return made
