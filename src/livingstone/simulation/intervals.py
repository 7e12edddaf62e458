"""Estimates of rates, means and differences with intervals and tests, and distributions.

The variance between deals shows how many independent games they are worth. A rate has Wilson's
score interval for that many games (Korn and Graubard 1998, Dean and Pagano 2015), widened as
Student's quantile is wider than the normal one. The same score tests a difference. For the
variance, half a game is added at each end of the possible range (Agresti and Coull 1998), and one
degree of freedom.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import ceil, inf, nan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from attrs import frozen

from livingstone.errors import ArgumentError
from livingstone.simulation.batch import MOST_GAMES
from livingstone.support.arguments import whole
from livingstone.support.machine import MissingExtraError, require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONFIDENCE = 0.95
"""The confidence of all intervals of reports and reviews."""
ADDED_SQUARES = 2.0
"""A few rollouts that all end alike do not prove that every rollout does."""
PERCENTS = (5, 25, 50, 75, 95)
"""The quantiles of a `Distribution`."""


@frozen
class Interval:
    """An estimate with an interval of 95 %; its ends are NaN without the extra `stats`."""

    value: float
    """The estimate."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""


@frozen
class Difference(Interval):
    """An estimated difference with an interval of 95 %, and a test of whether it is 0."""

    p_value: float
    """The probability of an estimate at least this far from 0 if the true difference is 0; NaN
    without the extra `stats`."""


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
    """Return the variance, with `len(values) - 1` as the divisor; 0 for fewer than two values."""
    mean = sum(values) / max(1, len(values))
    return sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)


def mean_interval(values: Sequence[int], unit: int = 1) -> Interval:
    """Estimate a mean of whole numbers, divided by `unit`, with Student's interval.

    The interval of fewer than two numbers is infinite. Since equal numbers do not prove that all
    others would be equal, the variance is at least that of numbers of which one differs by 1.
    """
    count = max(1, len(values))
    estimate = _mean(values, max(variance(values) / count, 1 / count**2), unit)
    return Interval(estimate.value, estimate.low, estimate.high)


def mean_difference(
    values: Sequence[float], separate: float, unit: int = 1, tests: int = 1
) -> Difference:
    """Estimate a mean difference of pairs as `mean_interval` does, and test whether it is 0.

    The interval holds for as many differences as `tests` together (Bonferroni).

    `separate` is the variance v that the differences would have without pairing. Two pairs are
    added, at mean ± √(2 v), since a few equal differences do not prove that all are equal.
    """
    count = max(1, len(values))
    deviations = (count - 1) * variance(values) + 4 * max(separate, 1 / count)
    return _mean(values, deviations / ((count + 1) * (count + 2)), unit, tests)


def _mean(values: Sequence[float], squared_error: float, unit: int, tests: int = 1) -> Difference:
    count = len(values)
    value = sum(values) / (max(1, count) * unit)
    if count < 2:
        return Difference(value, -inf, inf, 1.0)
    error = sqrt(squared_error) / unit
    half = student(count - 1, tests) * error
    return Difference(value, value - half, value + half, tails(abs(value) / error, count - 1))


def student(freedom: float, tests: int = 1) -> float:
    """Return how many standard errors Student's interval reaches to either side.

    It holds for as many estimates as `tests` together (Bonferroni).
    """
    require_stats()
    from scipy.special import ndtri, stdtrit

    part = 1 - (1 - CONFIDENCE) / (2 * tests)
    return float(ndtri(part) if freedom == inf else stdtrit(freedom, part))


def approximate_student(freedom: float, tests: int = 1) -> float:
    """Return nearly the same as `student`, without scipy, which the extra `fast` does not install.

    It is the first term of the series of Fisher and Cornish (1960), with at least one degree of
    freedom. `tests` is the number of intervals that hold together (Bonferroni).
    """
    errors = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * tests))
    return errors + (errors**3 + errors) / (4 * max(1.0, freedom))


def mean_and_error(values: "NDArray[np.float64]") -> tuple[float, float]:
    """Return the mean of at least one share of the win, or of differences, and its standard error.

    `ADDED_SQUARES` is added to the sum of the squared deviations.
    """
    count = len(values)
    squares = float(((values - values.mean()) ** 2).sum()) + ADDED_SQUARES
    return float(values.mean()), sqrt(squares / max(1, count - 1) / count)


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
    """How many numbers were counted."""
    mean: float
    """Their mean."""
    deviation: float
    """The standard deviation, with `count - 1`; 0 for fewer than two values."""
    least: int
    """The smallest of them."""
    quantiles: tuple[int, ...]
    """At 5, 25, 50, 75 and 95 %: the smallest value that this part of the values do not exceed."""
    most: int
    """The largest of them."""

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


class DealCount(NamedTuple):
    """What was counted in the games of a deal."""

    entries: int
    """How many games, or seats in games, were counted."""
    won: int
    """In parts of a win: half a win is 1 if a win has 2 parts."""
    other: int = 0
    """What `won` is compared with, in the same parts, such as the wins of another bot."""


DealCounts: TypeAlias = Mapping[DealCount, int]
"""The counts that occur, each with the number of deals that have it."""


def rate_of(
    counts: DealCounts, unit: int = 1, *, most: float = 1.0, deals_each: float = 1
) -> Interval:
    """Estimate which part of its games an entry wins, from 0 to `most`.

    A win has `unit` parts. `most` is the largest possible rate, such as 0.5 for a bot on two seats.
    Without the extra `stats`, the ends of the interval are NaN. `deals_each` is how many deals a
    group has if `counts` are of groups.

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
        return Interval(_rate(alone, unit), nan, nan)
    score = _Score.of(alone, unit, 0.0, most, deals_each)
    if score is None:
        return Interval(0.0, 0.0, most)
    games = score.games * deals_each
    return score.interval(inf if games <= 1 else score.freedom / (1 - 1 / games))


def difference_of(
    counts: DealCounts,
    unit: int = 1,
    *,
    least: float = -1.0,
    most: float = 1.0,
    deals_each: float = 1,
    tests: int = 1,
) -> Difference:
    """Estimate how much more of its games an entry wins than what it is compared with.

    `least` and `most` are the smallest and the largest possible difference, the rest is as in
    `rate_of`. The interval contains 0 exactly if the p-value is 0.05 or more. With `tests`, it is
    wider, so that as many intervals together hold with a confidence of 95 % (Bonferroni).

    >>> deals = {DealCount(2, 2, 1): 60, DealCount(2, 1, 1): 80, DealCount(2, 0, 1): 40}
    >>> more = difference_of(deals)
    >>> [round(figure, 3) for figure in (more.value, more.low, more.high, more.p_value)]
    [0.056, 0.001, 0.11, 0.046]
    """
    if missing_stats():
        return Difference(_rate(counts, unit), nan, nan, nan)
    score = _Score.of(counts, unit, least, most, deals_each)
    if score is None:
        return Difference(0.0, least, most, 1.0)
    interval = score.interval(score.freedom, tests)
    return Difference(interval.value, interval.low, interval.high, score.p_value())


def _rate(counts: DealCounts, unit: int) -> float:
    entries = sum(deal.entries * times for deal, times in counts.items())
    more = sum((deal.won - deal.other) * times for deal, times in counts.items())
    return more / (unit * entries) if entries else 0.0


def columns(counts: DealCounts, unit: int, least: float, most: float) -> "NDArray[np.float64]":
    """Return entries, wins, other wins and numbers of deals as columns, without empty deals."""
    require_stats()
    import numpy as np

    for deal in counts:
        parts = unit * deal.entries  # a bound may be rounded, such as a third of 60 parts
        is_within = least * parts - 0.001 <= deal.won - deal.other <= most * parts + 0.001
        if not is_within or min(deal) < 0 or max(deal.won, deal.other) > parts:
            raise ArgumentError(f"more was won than possible, if {unit} parts make a win: {deal}")
    rows = [(*deal, times) for deal, times in sorted(counts.items()) if deal.entries]
    return np.array(rows, dtype=float).reshape(-1, 4).T / [[1], [unit], [unit], [1]]


@frozen
class _Score:
    """A mean of values that are within bounds, and how well it is known."""

    value: float
    least: float
    most: float
    worth: float
    """How many independent values, each at one of the bounds, would have a mean that varies as this
    one does."""
    freedom: float
    """Student's degrees of freedom."""
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
        deals = total / size
        games = size * min(1.0, most - least)
        value = min(most, max(least, float(times @ (won - other)) / total))
        # Half a game is added at each end, or less, since two even bots differ by 1/2 in the mean.
        weight = 0.5 / games / max(1.0, -2 * least * most)
        centre = (deals * value + weight * (least + most)) / (deals + 2 * weight)
        squares = float(times @ ((won - other - centre * entries) / size) ** 2)
        squares += weight * ((least - centre) ** 2 + (most - centre) ** 2)
        worth = deals * (deals + 2 * weight) * (centre - least) * (most - centre) / squares
        return cls(value, least, most, worth, deals / deals_each, games)

    def interval(self, freedom: float, tests: int = 1) -> Interval:
        span = self.most - self.least
        worth = self.worth * (student(inf) / student(freedom, tests)) ** 2
        rate = wilson((self.value - self.least) / span * worth, worth)
        return Interval(self.value, self.least + span * rate.low, self.least + span * rate.high)

    def p_value(self) -> float:
        variance = -self.least * self.most
        if not variance:
            return float(not self.value)
        return tails(abs(self.value) * sqrt(self.worth / variance), self.freedom)


def adjust_p_values(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust the p-values of several tests to their number, in the same order (Holm 1979).

    Differences with an adjusted p-value of at most 5 % are established: the probability that
    any of them is a false alarm is at most 5 %.

    >>> [round(p_value, 3) for p_value in adjust_p_values([0.04, 0.01, 0.03])]
    [0.06, 0.03, 0.06]

    Raises `ArgumentError` for numbers that are not from 0 to 1, and `MissingExtraError` without the
    extra `stats`.
    """
    require_stats()
    if not all(0 <= p_value <= 1 for p_value in p_values):
        raise ArgumentError(f"p-values must be numbers from 0 to 1: {list(p_values)}")
    if not p_values:
        return ()
    from statsmodels.stats.multitest import multipletests

    return tuple(multipletests(p_values, method="holm")[1].tolist())


MOST_BY_STUDENT = 10**8
"""The most deals that are planned by Student's distribution; for more, the normal one differs from
it by less than a ten-millionth."""
SPREADS = {2: 0.4, 3: 0.32, 4: 0.22, 5: 0.2}
"""Typical standard deviations, by players, of the difference of two bots' win shares in a deal."""


def deals_needed(
    difference: float,
    players: int,
    *,
    power: float = 0.8,
    spread: float | None = None,
    equivalence: bool = False,
) -> int:
    """Return how many deals `compare` needs to establish a difference of two bots' win shares.

    With that many, the interval of `more_wins` excludes 0 with probability `power` if the true
    difference is `difference`, from 0 to 1. With `equivalence` the claim is that there is none: the
    interval is within ± `difference` with that probability if the bots are equal. `spread` is the
    standard deviation of the difference in a deal of `players` games each, by default a typical
    one. For a seat it is that of its share of a game, about 0.5 with two players.

    >>> deals_needed(0.1, 2), deals_needed(0.1, 5), deals_needed(0.02, 2, spread=0.2)
    (131, 36, 794)
    >>> deals_needed(0.01, 2, spread=0.5, equivalence=True)
    26272

    From 100 million deals on, the normal distribution takes the place of Student's.

    Raises `ArgumentError` for numbers out of range, and for a difference that needs more than 2**53
    games, the most of a batch; `MissingExtraError` without the extra `stats`.
    """
    require_stats()
    spread = SPREADS[whole("players", players, 2, 5)] if spread is None else spread
    if not (0 < difference < 1 and 0.1 <= power < 1 and 0 < spread <= 1):
        raise ArgumentError(f"out of range: {difference=}, {power=}, {spread=}")
    from scipy.special import nctdtr, ndtri, stdtr

    def power_of(deals: int) -> float:
        """Return the power of the test of `difference_of`, by the t distribution."""
        added = 1 / (2 * players)  # the halves of a game at both ends
        true = 0.0 if equivalence else difference * deals / (deals + added)
        squares = deals * spread**2 + added
        error = sqrt(squares / (deals * (deals + added) * (1 - true**2)))
        reach = student(deals)
        errors = difference / error
        if equivalence:
            return 2 * float(stdtr(deals - 1, errors - reach)) - 1
        return 1 - float(nctdtr(deals - 1, errors, reach))

    if power_of(MOST_BY_STUDENT) >= power:
        return bisect_left(range(MOST_BY_STUDENT), power, 2, key=power_of)
    errors = student(inf) + float(ndtri((1 + power) / 2 if equivalence else power))
    deviation = spread if equivalence else spread / sqrt(1 - difference**2)
    root = errors * deviation / difference
    if root >= sqrt(MOST_GAMES / players):
        raise ArgumentError(f"{difference=} needs more games than a batch can have, {MOST_GAMES}")
    return ceil(root**2)
