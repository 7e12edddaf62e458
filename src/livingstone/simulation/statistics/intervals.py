"""Estimates of rates and means with intervals, and the distribution of counted values."""

from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate
from math import inf, sqrt

from attrs import frozen

from livingstone.support.extras import require

__all__ = [
    "PERCENTS",
    "Difference",
    "Distribution",
    "Interval",
    "mean_difference",
    "mean_interval",
    "require_stats",
    "student",
    "tails",
    "wilson",
]

CONFIDENCE = 0.95
"""The confidence of all intervals."""
PERCENTS = (5, 25, 50, 75, 95)
"""The quantiles of a `Distribution`."""


@frozen
class Interval:
    """An estimate with an interval of 95 %."""

    value: float
    """The estimate."""
    low: float
    high: float


@frozen
class Difference(Interval):
    """An estimated difference with an interval of 95 %, and a test of whether it is 0."""

    p_value: float
    """How likely an estimate at least this far from 0 is if the true difference is 0. Adjust the
    p-values of several tests with `adjust_p_values`."""


def wilson(wins: float, games: float) -> Interval:
    """Estimate a rate from independent games, with the score interval of Wilson (1927).

    Neither number need be whole. Without games, the interval is from 0 to 1.

    >>> interval = wilson(8, 10)
    >>> [round(figure, 4) for figure in (interval.value, interval.low, interval.high)]
    [0.8, 0.4902, 0.9433]

    Raises `MissingExtraError` without the extra `stats`.
    """
    require_stats()
    if not games:
        return Interval(0.0, 0.0, 1.0)
    from statsmodels.stats.proportion import proportion_confint

    rate = wins / games
    low, high = proportion_confint(wins, games, 1 - CONFIDENCE, "wilson")
    # Rounding must not move an end past the rate or past 0 or 1.
    low = 0.0 if wins <= 0 else min(rate, float(low))
    return Interval(rate, low, 1.0 if wins >= games else max(rate, float(high)))


def mean_interval(count: int, total: int, squares: int, unit: int = 1) -> Interval:
    """Estimate a mean with Student's interval, from the sums of whole numbers and their squares.

    The numbers are divided by `unit`. Fewer than two leave the interval unbounded. Equal numbers do
    not prove that the next one is equal, too: the variance is at least that of numbers of which one
    differs by 1.

    >>> mean_interval(4, 10, 30).value
    2.5

    Raises `MissingExtraError` without the extra `stats`.
    """
    if count < 2:
        return Interval(total / unit if count else 0.0, -inf, inf)
    value = total / (count * unit)
    variance = max(count * squares - total * total, count - 1) / (count * (count - 1))
    half = student(count - 1) * sqrt(variance / count) / unit
    return Interval(value, value - half, value + half)


def mean_difference(
    count: int, total: int, squares: int, separate: float, unit: int = 1
) -> Difference:
    """Estimate a mean difference of pairs, and test whether it is 0.

    The numbers are those of `mean_interval`. `separate` is the variance that the differences would
    have without pairing. It counts as one more squared deviation and one more degree of freedom, so
    that a few pairs which are alike do not prove that all are.

    >>> round(mean_difference(9, 18, 100, 8.0).p_value, 4)
    0.0735

    Raises `MissingExtraError` without the extra `stats`.
    """
    if count < 2:
        return Difference(total / unit if count else 0.0, -inf, inf, 1.0)
    value = total / (count * unit)
    variance = (squares - total * total / count + max(separate, 1 / count)) / count
    error = sqrt(variance / count) / unit
    half = student(count) * error
    return Difference(value, value - half, value + half, tails(abs(value) / error, count))


def student(freedom: float) -> float:
    """Return how many standard errors an interval of Student's reaches to either side.

    >>> round(student(9), 4), round(student(10**6), 4)
    (2.2622, 1.96)

    Raises `MissingExtraError` without the extra `stats`.
    """
    require_stats()
    from scipy.special import ndtri, stdtrit

    part = (1 + CONFIDENCE) / 2
    return float(ndtri(part) if freedom == inf else stdtrit(freedom, part))


def tails(errors: float, freedom: float) -> float:
    """Return Student's two-sided p-value of an estimate this many standard errors from 0.

    >>> round(tails(2.2622, 9), 4)
    0.05

    Raises `MissingExtraError` without the extra `stats`.
    """
    require_stats()
    from scipy.special import stdtr

    return 2 * float(stdtr(freedom, -errors))


def require_stats() -> None:
    """Raise `MissingExtraError`, naming what to install, without the packages of `stats`."""
    for package in ("scipy", "statsmodels", "choix"):
        require(package, "stats", "intervals, tests and ratings")


@frozen
class Distribution:
    """The distribution of counted whole numbers; all figures are 0 if nothing was counted."""

    count: int
    """How many values there are."""
    mean: float
    deviation: float
    """The standard deviation, with `count - 1`; 0 for fewer than two values."""
    least: int
    quantiles: tuple[int, ...]
    """At 5, 25, 50, 75 and 95 %: the smallest value that this part of all does not exceed."""
    most: int

    @classmethod
    def of(cls, histogram: Mapping[int, int]) -> "Distribution":
        """Describe values by how often each was counted.

        >>> points = Distribution.of({1: 1, 2: 2, 9: 1})
        >>> points.mean, points.quantiles
        (3.5, (1, 1, 2, 2, 9))
        """
        values = sorted(histogram)
        below = list(accumulate(histogram[value] for value in values))
        if not below or not below[-1]:
            return cls(0, 0.0, 0.0, 0, (0,) * len(PERCENTS), 0)
        count = below[-1]
        total = sum(value * histogram[value] for value in values)
        squares = sum(value * value * histogram[value] for value in values)
        spread = (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0
        quantiles = [values[bisect_left(below, -(-part * count // 100))] for part in PERCENTS]
        return cls(count, total / count, sqrt(spread), values[0], tuple(quantiles), values[-1])
