"""Estimates of rates and means with intervals, and the distribution of counted values."""

from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate
from math import inf, sqrt
from statistics import NormalDist

from attrs import frozen

from livingstone.support.extras import require

__all__ = [
    "NORMAL",
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
NORMAL = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""How many standard errors an interval reaches to either side if the variance is well known."""
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
    differ. If several differences are tested, adjust their p-values (`adjust_p_values`)."""


def wilson(wins: float, games: float) -> Interval:
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
    z, rate = NORMAL, wins / games
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    centre, scale = rate + z * z / (2 * games), 1 + z * z / games
    # Rounding must not put an interval beside its rate where the bound is exactly 0 or 1.
    low = 0.0 if not wins else (centre - spread) / scale
    high = 1.0 if wins == games else (centre + spread) / scale
    return Interval(rate, low, high)


def mean_interval(count: int, total: int, squares: int, unit: int = 1) -> Interval:
    """Estimate a mean, with Student's interval (1908), from sums of whole numbers.

    `count` numbers add up to `total`, and their squares to `squares`. The values to be estimated
    are these numbers divided by `unit`. With fewer than two of them the interval is unbounded.
    Values that are all equal do not prove that others would be: the variance is taken to be at
    least what it is if one of the numbers is another by 1.

    >>> mean_interval(4, 10, 30).value
    2.5

    Raises `MissingExtraError` without scipy.
    """
    if count < 2:
        return Interval(total / unit if count else 0.0, -inf, inf)
    value, deviations = total / (count * unit), max(count * squares - total * total, count - 1)
    half = student(count - 1) * sqrt(deviations / (count - 1)) / (count * unit)
    return Interval(value, value - half, value + half)


def mean_difference(
    count: int, total: int, squares: int, separate: float, unit: int = 1
) -> Difference:
    """Estimate a mean of differences of pairs as `mean_interval` does, and test whether it is 0.

    `separate` is the variance that the differences would have if the numbers were not paired. Two
    pairs are added for the variance, one at each side of the mean, as far from it as the square
    root of twice that. So pairs without a difference do not prove that others would have none;
    and if pairing does not help, the interval is about as wide as without these two, which add no
    degrees of freedom.

    >>> round(mean_difference(9, 18, 100, 8.0).p_value, 4)
    0.0647

    Raises `MissingExtraError` without scipy.
    """
    if count < 2:
        return Difference(total / unit if count else 0.0, -inf, inf, 1.0)
    reach = student(count - 1)
    from scipy.special import stdtr

    value = total / (count * unit)
    deviations = squares - total * total / count + 4 * max(separate, 1 / count)
    error = sqrt(deviations / ((count + 1) * (count + 2))) / unit
    p_value = 2 * float(stdtr(count - 1, -abs(value) / error))
    return Difference(value, value - reach * error, value + reach * error, p_value)


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
