"""Means and rates with the intervals they lie in, from whole-number sums."""

from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate
from math import atan, cos, inf, pi, sin, sqrt
from statistics import NormalDist

from attrs import frozen

__all__ = ["PERCENTS", "Distribution", "Interval", "mean_interval", "student", "wilson"]

CONFIDENCE = 0.95
PERCENTS = (5, 25, 50, 75, 95)
"""The quantiles that are given."""


@frozen
class Interval:
    """A figure and the range that it lies in with a confidence of 95 %."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int, confidence: float = CONFIDENCE) -> Interval:
    """Estimate a rate with the score interval of Wilson (1927), which holds for few games, too.

    `wins` is from 0 to `games`, which is 0 or more. Shared wins count in parts; as parts vary less
    than whole wins and losses do, the interval is never too narrow for that.

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
    low = 0.0 if not wins else max(0.0, (centre - spread) / scale)
    high = 1.0 if wins == games else min(1.0, (centre + spread) / scale)
    return Interval(rate, low, high)


def mean_interval(
    count: int, total: int, squares: int, unit: int = 1, confidence: float = CONFIDENCE
) -> Interval:
    """Estimate a mean with Student's interval, from the sums of the values and of their squares.

    The values are whole numbers of `1 / unit`. With fewer than two of them, nothing is known.

    >>> mean_interval(4, 10, 30).value
    2.5
    """
    if count < 2:
        return Interval(total / unit if count else 0.0, -inf, inf)
    variance = (count * squares - total * total) / (count * (count - 1))
    half = student(count - 1, confidence) * sqrt(variance / count) / unit
    value = total / (count * unit)
    return Interval(value, value - half, value + half)


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Give the two-sided quantile of Student's distribution with 1 or more degrees of freedom.

    Up to 200 degrees, by bisection of the exact probability; above, by its expansion around the
    normal quantile (Abramowitz and Stegun 1964, 26.7.3, 26.7.4 and 26.7.5).

    >>> round(student(9), 4), round(student(10**6), 4)
    (2.2622, 1.96)
    """
    if freedom > 200:
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        return z + first / freedom + second / freedom**2
    low, high = 0.0, 1.0
    while _within(high, freedom) < confidence:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return (low + high) / 2


def _within(limit: float, freedom: int) -> float:
    """Give the probability that a value of Student's distribution is within plus or minus this."""
    angle = atan(limit / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * step / (step + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


@frozen
class Distribution:
    """Whole numbers that were counted: how they lie."""

    count: int
    mean: float
    deviation: float
    """The standard deviation, estimated with `count - 1`; 0 for fewer than two values."""
    least: int
    quantiles: tuple[int, ...]
    """For each of `PERCENTS`: the least value that so many in a hundred, or more, do not exceed."""
    most: int

    @classmethod
    def of(cls, histogram: Mapping[int, int]) -> "Distribution":
        """Describe how often each value was counted.

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
