"""Estimates of rates and means with intervals, and the distribution of counted values."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import inf, sqrt

from attrs import frozen

from livingstone.support.extras import MissingExtraError, require

CONFIDENCE = 0.95
"""The confidence of all intervals."""
PERCENTS = (5, 25, 50, 75, 95)
"""The quantiles of a `Distribution`."""


@frozen
class Interval:
    """An estimate with an interval of 95 %; its ends are NaN if they are unknown."""

    value: float
    low: float
    high: float


@frozen
class Difference(Interval):
    """An estimated difference with an interval of 95 %, and a test of whether it is 0."""

    p_value: float
    """How likely an estimate at least this far from 0 is if the true difference is 0; or NaN."""


def wilson(wins: float, games: float) -> Interval:
    """Estimate a rate from independent games, which need not be whole (Wilson 1927)."""
    require_stats()
    if not games:
        return Interval(0.0, 0.0, 1.0)
    from statsmodels.stats.proportion import proportion_confint

    rate = wins / games
    low, high = proportion_confint(wins, games, 1 - CONFIDENCE, "wilson")
    # Rounding must not move an end past the rate, or off 0 or 1.
    low = 0.0 if wins <= 0 else min(rate, float(low))
    return Interval(rate, low, 1.0 if wins >= games else max(rate, float(high)))


def variance(values: Sequence[float]) -> float:
    """Return the variance, with one value less; 0 for fewer than two."""
    mean = sum(values) / max(1, len(values))
    return sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)


def mean_interval(values: Sequence[int], unit: int = 1) -> Interval:
    """Estimate a mean of whole numbers with Student's interval.

    The numbers are divided by `unit`. The interval of fewer than two is infinite. Equal numbers do
    not prove that all are: the variance is at least that of numbers of which one differs by 1.
    """
    count = max(1, len(values))
    found = _mean(values, max(variance(values) / count, 1 / count**2), unit)
    return Interval(found.value, found.low, found.high)


def mean_difference(values: Sequence[float], separate: float, unit: int = 1) -> Difference:
    """Estimate a mean difference of pairs as `mean_interval` does, and test whether it is 0.

    `separate` is the variance that the differences would have without pairing. A few pairs that are
    alike do not prove that all are: two pairs are added for the variance, one at each side of the
    mean, as far from it as the square root of twice that. Where pairing does not help, the interval
    is about as wide as without them.
    """
    count = max(1, len(values))
    deviations = (count - 1) * variance(values) + 4 * max(separate, 1 / count)
    return _mean(values, deviations / ((count + 1) * (count + 2)), unit)


def _mean(values: Sequence[float], squared_error: float, unit: int) -> Difference:
    count = len(values)
    value = sum(values) / (max(1, count) * unit)
    if count < 2:
        return Difference(value, -inf, inf, 1.0)
    error = sqrt(squared_error) / unit
    half = student(count - 1) * error
    return Difference(value, value - half, value + half, tails(abs(value) / error, count - 1))


def student(freedom: float, confidence: float = CONFIDENCE) -> float:
    """Return how many standard errors Student's interval reaches to either side."""
    require_stats()
    from scipy.special import ndtri, stdtrit

    part = (1 + confidence) / 2
    return float(ndtri(part) if freedom == inf else stdtrit(freedom, part))


def tails(errors: float, freedom: float) -> float:
    """Return Student's two-sided p-value of an estimate this many standard errors from 0."""
    require_stats()
    from scipy.special import stdtr

    return 2 * float(stdtr(freedom, -errors))


def require_stats() -> None:
    """Raise `MissingExtraError`, naming what to install, without the extra `stats`."""
    require("statsmodels", "stats", "intervals and tests")  # and scipy, which it needs


def missing_stats() -> str:
    """Return a line that names what to install, without the extra `stats`; else an empty one."""
    try:
        require_stats()
    except MissingExtraError as error:
        return f"{error}".capitalize()
    return ""


@frozen
class Distribution:
    """The distribution of counted whole numbers; all figures are 0 if nothing was counted."""

    count: int
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
        upto = list(accumulate(histogram[value] for value in values))
        if not values or not (count := upto[-1]):
            return cls(0, 0.0, 0.0, 0, (0,) * len(PERCENTS), 0)
        total = sum(value * histogram[value] for value in values)
        squares = count * sum(value**2 * histogram[value] for value in values) - total**2
        deviation = sqrt(squares / (count * (count - 1))) if count > 1 else 0.0
        quantiles = tuple(values[bisect_left(upto, part * count / 100)] for part in PERCENTS)
        return cls(count, total / count, deviation, values[0], quantiles, values[-1])
