"""Estimates from rollouts: means with intervals of 95 %."""

from math import sqrt
from statistics import NormalDist
from typing import Annotated, Any

from attrs import frozen

from livingstone.support.limits import Within

CONFIDENCE = 0.95
PLACES = 5
"""The decimals of estimates."""
_PRIOR = 2.0
"""The sum of squares that is added to that of differences, since a few rollouts that end alike do
not prove that all do."""

Figure = Annotated[float, Within(-1000.0, 1000.0)]


@frozen
class Estimate:
    """An estimate, in shares of the win, with an interval of 95 %."""

    value: Figure
    low: Figure
    high: Figure

    def __attrs_post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"the value must be within its interval: {self.value:g}")


def sure(value: float) -> Estimate:
    """Give a value that is known exactly."""
    value = round(value, PLACES)
    return Estimate(value, value, value)


def reach(count: float, tests: int = 1) -> float:
    """Give how many standard errors the interval of a mean reaches to either side.

    `tests` is the number of intervals that hold together (Bonferroni). Student's quantile is
    approximated by that of Fisher and Cornish (1960).
    """
    errors = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * tests))
    return errors + (errors**3 + errors) / (4 * max(1.0, count - 1))


def mean_and_error(values: Any) -> tuple[float, float]:
    """Give the mean of differences and its standard error, from an array of at least one."""
    count = len(values)
    squares = float(((values - values.mean()) ** 2).sum()) + _PRIOR
    return float(values.mean()), sqrt(squares / max(1, count - 1) / count)


def around(value: float, error: float, count: float) -> Estimate:
    """Make the interval of a difference."""
    half = reach(count) * error
    return Estimate(*(round(figure, PLACES) for figure in (value, value - half, value + half)))


def mean_share(values: Any) -> Estimate:
    """Estimate a share of the win from an array of shares."""
    found = around(*mean_and_error(values), len(values))
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


def share_of(rate: float, count: int) -> Estimate:
    """Estimate a share of the win from the mean of rollouts, by the interval of Wilson (1927)."""
    squared = reach(count) ** 2 / count
    centre = (rate + squared / 2) / (1 + squared)
    half = sqrt(squared * (rate * (1 - rate) + squared / 4)) / (1 + squared)
    low, high = max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))
    return Estimate(*(round(figure, PLACES) for figure in (rate, low, high)))
