"""Paired differences: two files of the same deals, added up deal by deal."""

from collections.abc import Sequence

from livingstone.simulation.games.batch import win_unit
from livingstone.simulation.games.rows import GameRow
from livingstone.simulation.statistics.intervals import Interval, mean_interval, wilson

__all__ = ["PairedSums"]


class _Sums:
    """Sums of whole numbers and of their squares."""

    def __init__(self) -> None:
        self.count = self.total = self.squares = 0

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def mean(self, unit: int) -> Interval:
        """Estimate the mean of values that are so many times too large."""
        return mean_interval(self.count, self.total, self.squares, unit)


class PairedSums:
    """Sums over deals of what two bots won and of what the one won more; whole numbers only."""

    def __init__(self, players: int, games_per_deal: int) -> None:
        """Begin with no deals."""
        self._unit, self._games = win_unit(players), games_per_deal
        self._wins = _Sums(), _Sums(), _Sums()
        self._points = _Sums(), _Sums(), _Sums()

    def add(self, ones: Sequence[GameRow], others: Sequence[GameRow]) -> None:
        """Add the games of a deal with the one bot, and those with the other."""
        wins = [sum(map(self._share, rows)) for rows in (ones, others)]
        _add(self._wins, *wins)
        points = [[self._score(row) for row in rows] for rows in (ones, others)]
        if None not in points[0] + points[1]:
            _add(self._points, *(sum(filter(None, scores)) for scores in points))

    def wins(self) -> tuple[Interval, Interval, Interval]:
        """Give the part of the wins of each, and the difference."""
        one, other, difference = self._wins
        first, second = (
            wilson(own.total / self._unit, own.count * self._games) for own in (one, other)
        )
        return first, second, difference.mean(self._unit * self._games)

    def points(self) -> tuple[Interval, Interval, Interval]:
        """Give the points a game of each, and the difference."""
        one, other, difference = (own.mean(self._games) for own in self._points)
        return one, other, difference

    def _share(self, row: GameRow) -> int:
        seat = row.game % self._games
        return self._unit // len(row.winners) if seat in row.winners else 0

    def _score(self, row: GameRow) -> int | None:
        score = row.seats[row.game % self._games].score
        return None if score is None else score.points


def _add(sums: tuple[_Sums, _Sums, _Sums], one: int, other: int) -> None:
    for own, value in zip(sums, (one, other, one - other), strict=True):
        own.add(value)
