"""Paired differences between two bots, added up deal by deal."""

from collections import Counter
from collections.abc import Sequence

from attrs import Factory, define, frozen

from livingstone.simulation.games.batch import win_unit
from livingstone.simulation.games.rows import GameRow
from livingstone.simulation.statistics.clusters import DealCount, difference_of, rate_of
from livingstone.simulation.statistics.intervals import (
    Difference,
    Interval,
    mean_difference,
    mean_interval,
)

__all__ = ["Pair", "PairedSums"]


@frozen
class Pair:
    """Estimates for two bots that played the same deals."""

    deals: int
    """The deals that count."""
    first: Interval
    second: Interval
    difference: Difference
    """How much more the first has."""
    variance_ratio: float | None
    """The variance of the differences between the two, deal by deal, divided by that of differences
    between separate deals; None if nothing varies. Below 1, the same deals help."""


@define
class _Sums:
    """How many whole numbers were added, and the sums of them and of their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Add a number."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def mean(self, unit: int) -> Interval:
        """Estimate the mean of values that were multiplied by `unit` before they were added."""
        return mean_interval(self.count, self.total, self.squares, unit)

    @property
    def deviations(self) -> int:
        """The sum of the squared deviations from the mean, times the count."""
        return self.count * self.squares - self.total**2

    @property
    def variance(self) -> float:
        """The variance, estimated with `count - 1`; 0 for fewer than two numbers."""
        return self.deviations / (self.count * (self.count - 1)) if self.count > 1 else 0.0


@define
class _Pair:
    """Sums for the first bot, for the second, and for the difference of the two."""

    first: _Sums = Factory(_Sums)
    second: _Sums = Factory(_Sums)
    difference: _Sums = Factory(_Sums)

    def add(self, first: int, second: int) -> None:
        """Add the values of the two bots from a deal."""
        self.first.add(first)
        self.second.add(second)
        self.difference.add(first - second)

    def variance_ratio(self) -> float | None:
        """Divide the variance of the differences by that which separate deals would have."""
        separate = self.first.deviations + self.second.deviations
        return self.difference.deviations / separate if separate else None


class PairedSums:
    """The wins and the points of two bots on the same deals, as sums of whole numbers."""

    def __init__(self, players: int, games_per_deal: int) -> None:
        """Begin without any deal; a deal is played by each bot in `games_per_deal` games."""
        self.unit, self._games = win_unit(players), games_per_deal
        self.clusters: Counter[DealCount] = Counter()
        """The wins of the first bot, compared with those of the second, in parts of a win."""
        self._wins, self._points = _Pair(), _Pair()

    def add(self, first: Sequence[GameRow], second: Sequence[GameRow]) -> None:
        """Add the games of a deal with the first bot, and those with the second.

        The points of a deal in which a bot failed are left out for both.
        """
        won, other = (sum(map(self._share, rows)) for rows in (first, second))
        self.clusters[DealCount(len(first), won, other)] += 1
        self._wins.add(won, other)
        points = self._points_of(first), self._points_of(second)
        if points[0] is not None and points[1] is not None:
            self._points.add(points[0], points[1])

    def wins(self) -> Pair:
        """Estimate the part of the games that each bot won, and the difference of these parts."""
        swapped = Counter[DealCount]()
        for (entries, won, other), times in self.clusters.items():
            swapped[DealCount(entries, other, won)] += times
        return Pair(
            deals=self._wins.difference.count,
            first=rate_of(self.clusters, self.unit),
            second=rate_of(swapped, self.unit),
            difference=difference_of(self.clusters, self.unit),
            variance_ratio=self._wins.variance_ratio(),
        )

    def points(self) -> Pair:
        """Estimate the mean points of each bot in a game, and the difference of these means."""
        points, difference = self._points, self._points.difference
        return Pair(
            deals=difference.count,
            first=points.first.mean(self._games),
            second=points.second.mean(self._games),
            difference=mean_difference(
                difference.count,
                difference.total,
                difference.squares,
                points.first.variance + points.second.variance,
                self._games,
            ),
            variance_ratio=points.variance_ratio(),
        )

    def _seat(self, row: GameRow) -> int:
        """Find the seat of the bot that is compared; with rotation, it changes every game."""
        return row.game % self._games

    def _share(self, row: GameRow) -> int:
        """Give the bot's share of the win in a game, in parts of a win."""
        return self.unit // len(row.winners) if self._seat(row) in row.winners else 0

    def _points_of(self, rows: Sequence[GameRow]) -> int | None:
        """Add up the bot's points in the games of a deal; None if one of them was cut short."""
        total = 0
        for row in rows:
            score = row.seats[self._seat(row)].score
            if score is None:
                return None
            total += score.points
        return total
