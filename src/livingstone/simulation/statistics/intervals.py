"""Estimates of rates and means with intervals, and the distribution of counted values."""

from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate
from math import inf, sqrt
from statistics import NormalDist

from attrs import frozen

from livingstone.extras import require

__all__ = [
    "CONFIDENCE",
    "PERCENTS",
    "Difference",
    "Distribution",
    "Interval",
    "mean_difference",
    "mean_interval",
    "require_scipy",
    "student",
    "wilson",
]

CONFIDENCE = 0.95
"""The confidence of an interval, unless the caller asks for another one."""
PERCENTS = (5, 25, 50, 75, 95)
"""Which quantiles a `Distribution` has."""


@frozen
class Interval:
    """An estimated figure and the range in which the true one lies, with a confidence of 95 %."""

    value: float
    """The estimate."""
    low: float
    """The lower end of the range."""
    high: float
    """The upper end of the range."""


@frozen
class Difference(Interval):
    """An estimated difference of two figures, with its range and a test of whether there is one."""

    p_value: float
    """How likely it is that the estimate is this far from 0, or farther, if the two figures do not
    differ. Of several such tests, each needs `adjust_p_values`."""


def wilson(wins: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Estimate a rate, with the score interval of Wilson (1927), which is good for few games, too.

    `wins` is from 0 to `games`; both need not be whole. The games must be independent of each
    other: for those of a batch, `rate_of` counts how many independent ones they are worth.
    Without any games, the rate is 0 and the interval goes from 0 to 1.

    >>> interval = wilson(8, 10)
    >>> [round(figure, 4) for figure in (interval.value, interval.low, interval.high)]
    [0.8, 0.4902, 0.9433]
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = wins / games
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    centre, scale = rate + z * z / (2 * games), 1 + z * z / games
    # Rounding must not put an interval beside its rate where the bound is exactly 0 or 1.
    low = 0.0 if not wins else (centre - spread) / scale
    high = 1.0 if wins == games else (centre + spread) / scale
    return Interval(rate, low, high)


def mean_interval(
    count: int, total: int, squares: int, unit: int = 1, confidence: float = CONFIDENCE
) -> Interval:
    """Estimate a mean, with Student's interval (1908), from sums of whole numbers.

    `count` numbers add up to `total`, and their squares to `squares`. The values to be estimated
    are these numbers divided by `unit`. With fewer than two of them the interval is unbounded.

    >>> mean_interval(4, 10, 30).value
    2.5

    Raises `MissingExtraError` without scipy.
    """
    value, error = _mean(count, total, squares, unit)
    half = student(count - 1, confidence) * error if count > 1 else inf
    return Interval(value, value - half, value + half)


def mean_difference(count: int, total: int, squares: int, unit: int = 1) -> Difference:
    """Estimate a mean of differences as `mean_interval` does, and test it with Student's test.

    >>> round(mean_difference(9, 18, 100).p_value, 4)
    0.0667

    Raises `MissingExtraError` without scipy.
    """
    own = mean_interval(count, total, squares, unit)
    if count < 2:
        return Difference(own.value, own.low, own.high, 1.0)
    from scipy.special import stdtr

    value, error = _mean(count, total, squares, unit)
    p_value = 2 * float(stdtr(count - 1, -abs(value) / error))
    return Difference(own.value, own.low, own.high, p_value)


def _mean(count: int, total: int, squares: int, unit: int) -> tuple[float, float]:
    """Estimate a mean and its standard error.

    Values that are all equal do not prove that others would be: the variance is taken to be at
    least what it is if one of them is another by 1.
    """
    if count < 2:
        return (total / unit if count else 0.0), inf
    deviations = max(count * squares - total * total, count - 1)
    variance = deviations / (count * (count - 1))
    return total / (count * unit), sqrt(variance / count) / unit


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return how many standard errors an interval of Student's reaches to either side of a mean.

    `freedom` is the number of degrees of freedom, 1 or more.

    >>> round(student(9), 4), round(student(10**6), 4)
    (2.2622, 1.96)

    Raises `MissingExtraError` without scipy.
    """
    require_scipy()
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + confidence) / 2))


def require_scipy() -> None:
    """Raise `MissingExtraError`, saying what to install, if there is no scipy."""
    require("scipy", "stats", "intervals of means and ratings")


@frozen
class Distribution:
    """The distribution of counted whole numbers; all figures are 0 if nothing was counted."""

    count: int
    """How many values there are."""
    mean: float
    """Their mean."""
    deviation: float
    """The standard deviation, estimated with `count - 1`; 0 for fewer than two values."""
    least: int
    """The smallest value."""
    quantiles: tuple[int, ...]
    """The quantiles at 5, 25, 50, 75 and 95 %: each is the smallest value that at least this part
    of all values does not exceed."""
    most: int
    """The largest value."""

    @classmethod
    def of(cls, histogram: Mapping[int, int]) -> "Distribution":
        """Describe values from how often each of them was counted.

        >>> points = Distribution.of({1: 1, 2: 2, 9: 1})
        >>> points.mean, points.quantiles
        (3.5, (1, 1, 2, 2, 9))
        """
        count = sum(histogram.values())
        if not count:
            return cls(0, 0.0, 0.0, 0, (0,) * len(PERCENTS), 0)
        total = sum(value * times for value, times in histogram.items())
        squares = sum(value * value * times for value, times in histogram.items())
        spread = (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0
        values = sorted(histogram)
        return cls(
            count=count,
            mean=total / count,
            deviation=sqrt(spread),
            least=values[0],
            quantiles=_quantiles(histogram, values, count),
            most=values[-1],
        )


def _quantiles(histogram: Mapping[int, int], values: list[int], count: int) -> tuple[int, ...]:
    below = list(accumulate(histogram[value] for value in values))
    return tuple(values[bisect_left(below, -(-percent * count // 100))] for percent in PERCENTS)
