"""Estimates of rates and differences, with the deal as the unit.

The games of a deal are not independent. The variance between deals shows how many independent ones
they are worth, and Wilson's score interval is used for that number (Korn and Graubard 1998, with
Wilson's interval as in Dean and Pagano 2015), as far out as Student's interval reaches. The same
score is the test of a difference.

A few deals that went alike do not prove that all do. So one game is added, half of it at each end
of the possible range, before the variance is estimated, as in Agresti and Coull (1998), and one
degree of freedom. The estimate itself does not change.
"""

from collections import Counter
from collections.abc import Mapping
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from attrs import frozen

from livingstone.errors import ArgumentError
from livingstone.simulation.statistics.intervals import (
    Difference,
    Interval,
    missing_stats,
    require_stats,
    student,
    tails,
    wilson,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class DealCount(NamedTuple):
    """What was counted in the games of a deal."""

    entries: int
    """How many games, or seats in games."""
    won: int
    """Wins, in parts of a win: half a win is 1 if a win has 2 parts."""
    other: int = 0
    """What `won` is compared with, in the same parts: for example the wins of another bot."""


DealCounts: TypeAlias = Mapping[DealCount, int]
"""The counts that occur, each with the number of deals that have it."""


def rate_of(
    counts: DealCounts, unit: int = 1, most: float = 1.0, *, deals_each: float = 1
) -> Interval:
    """Estimate which part of its games an entry wins, from 0 to `most`.

    A win has `unit` parts. `most` is the largest possible rate, such as 0.5 for a bot on two seats.
    For one game a deal, the interval is Wilson's; without the extra `stats`, its ends are NaN, and
    wrong counts pass. `deals_each` is how many deals a group has if `counts` are of groups.

    >>> of_ten = rate_of({DealCount(1, 1): 8, DealCount(1, 0): 2})
    >>> of_five_pairs = rate_of({DealCount(2, 2): 4, DealCount(2, 0): 1})
    >>> of_five_pairs.low < of_ten.low < of_ten.value == of_five_pairs.value
    True

    Raises `ArgumentError` if more was won than possible, as with a wrong `unit`.
    """
    alone = Counter[DealCount]()
    for (entries, won, _), times in counts.items():
        alone[DealCount(entries, won)] += times
    if missing_stats():
        return Interval(_mean(alone, unit), nan, nan)
    found = _Score.of(alone, unit, 0.0, most, deals_each)
    if found is None:
        return Interval(0.0, 0.0, most)
    games = found.games * deals_each
    return found.interval(inf if games <= 1 else found.freedom / (1 - 1 / games))


def difference_of(
    counts: DealCounts,
    unit: int = 1,
    least: float = -1.0,
    most: float = 1.0,
    *,
    deals_each: float = 1,
) -> Difference:
    """Estimate how much more of its games an entry wins than what it is compared with.

    `least` and `most` are the smallest and the largest possible difference. The interval contains 0
    exactly if the p-value is 0.05 or more. The rest is as in `rate_of`.

    >>> deals = {DealCount(2, 2, 1): 60, DealCount(2, 1, 1): 80, DealCount(2, 0, 1): 40}
    >>> found = difference_of(deals)
    >>> [round(figure, 3) for figure in (found.value, found.low, found.high, found.p_value)]
    [0.056, 0.001, 0.11, 0.046]
    """
    if missing_stats():
        return Difference(_mean(counts, unit), nan, nan, nan)
    found = _Score.of(counts, unit, least, most, deals_each)
    if found is None:
        return Difference(0.0, least, most, 1.0)
    own = found.interval(found.freedom)
    return Difference(own.value, own.low, own.high, found.p_value())


def _mean(counts: DealCounts, unit: int) -> float:
    entries = sum(own.entries * times for own, times in counts.items())
    more = sum((own.won - own.other) * times for own, times in counts.items())
    return more / (unit * entries) if entries else 0.0


def columns(counts: DealCounts, unit: int, least: float, most: float) -> "NDArray[np.float64]":
    """Return entries, wins, other wins and numbers of deals as columns, without empty deals."""
    require_stats()
    import numpy as np

    if unit < 1 or not -1 <= least <= 0 <= most <= 1 or least == most:
        raise ArgumentError(f"unit or range is impossible: {unit}, {least} to {most}")
    for own in counts:
        parts = unit * own.entries  # a bound may be rounded, such as a third of 60 parts
        is_within = least * parts - 0.001 <= own.won - own.other <= most * parts + 0.001
        if not is_within or min(own) < 0 or max(own.won, own.other) > parts:
            raise ArgumentError(f"more was won than possible, if {unit} parts make a win: {own}")
    rows = [(*own, times) for own, times in sorted(counts.items()) if own.entries]
    return np.array(rows, dtype=float).reshape(-1, 4).T / [[1], [unit], [unit], [1]]


@frozen
class _Score:
    """A mean of values between two ends, and how much is known of it."""

    value: float
    least: float
    most: float
    worth: float
    """How many independent values, each at one of the ends, would vary as the mean does."""
    freedom: float
    """Degrees of freedom."""
    games: float
    """How many games a deal has."""

    @classmethod
    def of(
        cls, counts: DealCounts, unit: int, least: float, most: float, deals_each: float
    ) -> "_Score | None":
        entries, won, other, times = columns(counts, unit, least, most)
        if not (total := float(times @ entries)):
            return None
        # Deals of unequal sizes are worth as many equal ones (Kish 1965).
        size = float(times @ entries**2) / total / deals_each
        deals, games = total / size, size * min(1.0, most - least)
        value = min(most, max(least, float(times @ (won - other)) / total))
        # Half a game is added at each end, or less, since two even bots differ by 1/2 in the mean.
        weight = 0.5 / games / max(1.0, -2 * least * most)
        centre = (deals * value + weight * (least + most)) / (deals + 2 * weight)
        squares = float(times @ ((won - other - centre * entries) / size) ** 2)
        squares += weight * ((least - centre) ** 2 + (most - centre) ** 2)
        worth = deals * (deals + 2 * weight) * (centre - least) * (most - centre) / squares
        return cls(value, least, most, worth, deals / deals_each, games)

    def interval(self, freedom: float) -> Interval:
        span, worth = self.most - self.least, self.worth * (student(inf) / student(freedom)) ** 2
        found = wilson((self.value - self.least) / span * worth, worth)
        return Interval(self.value, self.least + span * found.low, self.least + span * found.high)

    def p_value(self) -> float:
        variance = -self.least * self.most
        if not variance:
            return float(not self.value)
        return tails(abs(self.value) * sqrt(self.worth / variance), self.freedom)
