"""Paired differences between two bots, added up deal by deal."""

from collections.abc import Sequence

from attrs import Factory, define

from livingstone.simulation.games.batch import win_unit
from livingstone.simulation.games.rows import GameRow
from livingstone.simulation.statistics.intervals import Interval, mean_interval, wilson

__all__ = ["PairedSums"]


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


class PairedSums:
    """The wins and the points of two bots on the same deals, as sums of whole numbers."""

    def __init__(self, players: int, games_per_deal: int) -> None:
        """Begin without any deal; a deal is played by each bot in `games_per_deal` games."""
        self._unit, self._games = win_unit(players), games_per_deal
        self._wins, self._points = _Pair(), _Pair()

    def add(self, first: Sequence[GameRow], second: Sequence[GameRow]) -> None:
        """Add the games of a deal with the first bot, and those with the second.

        The points of a deal in which a bot failed are left out for both.
        """
        self._wins.add(*(sum(map(self._share, rows)) for rows in (first, second)))
        one, other = self._points_of(first), self._points_of(second)
        if one is not None and other is not None:
            self._points.add(one, other)

    def wins(self) -> tuple[Interval, Interval, Interval]:
        """Estimate the part of the games that each bot won, and the difference of these parts."""
        first, second = (
            wilson(own.total / self._unit, own.count * self._games)
            for own in (self._wins.first, self._wins.second)
        )
        return first, second, self._wins.difference.mean(self._unit * self._games)

    def points(self) -> tuple[Interval, Interval, Interval]:
        """Estimate the mean points of each bot in a game, and the difference of these means."""
        points = self._points
        first, second = points.first.mean(self._games), points.second.mean(self._games)
        return first, second, points.difference.mean(self._games)

    def _seat(self, row: GameRow) -> int:
        """Find the seat of the bot that is compared; with rotation, it changes every game."""
        return row.game % self._games

    def _share(self, row: GameRow) -> int:
        """Give the bot's share of the win in a game, in parts of a win."""
        return self._unit // len(row.winners) if self._seat(row) in row.winners else 0

    def _points_of(self, rows: Sequence[GameRow]) -> int | None:
        """Add up the bot's points in the games of a deal; None if one of them was cut short."""
        total = 0
        for row in rows:
            score = row.seats[self._seat(row)].score
            if score is None:
                return None
            total += score.points
        return total
