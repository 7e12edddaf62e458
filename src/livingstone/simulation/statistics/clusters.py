"""Estimates with the deal as their unit: the games of a deal are not independent of each other.

What was counted in a deal is a cluster. The variance between the clusters tells how many
independent ones they are worth, and Wilson's interval for that number has a width near 0 and 1 as
well. This is the method of Korn and Graubard (1998), "Confidence intervals for proportions with
small expected number of positive counts estimated from survey data", with Wilson's interval as in
Dean and Pagano (2015), "Evaluating confidence interval methods for binomial proportions in
clustered surveys".

Two deals are added before the variance is estimated, as far apart as is possible, as in Agresti
and Coull (1998) and, for differences, Bonett and Price (2012). Without them, a few deals
that went alike would pass for proof that all do. Even with them, who never wins shows hardly any
variance. So a difference is also tested as Wilson's interval does it, by the variance that there
would be if the true one were 0.

Few deals, or few groups of deals, do not tell the variance well. Student's distribution allows for
that, in the approximation of Wallace (1959), "Bounds on normal approximations to Student's and the
chi-square distributions". Where it is inexact, it errs towards wide intervals.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from math import erfc, expm1, fsum, inf, log1p, sqrt
from typing import NamedTuple

from livingstone.errors import ArgumentError, shown
from livingstone.simulation.statistics.intervals import NORMAL, Difference, Interval, wilson
from livingstone.support.arguments import plain_float, plain_int, whole

__all__ = ["Cluster", "Clusters", "difference_of", "plain_clusters", "rate_of"]


class Cluster(NamedTuple):
    """What was counted in the games of a deal."""

    entries: int
    """How many games, or how many seats in games."""
    won: int
    """Their share of the wins, in parts of a win: half a win is 1 if a win has 2 parts."""
    other: int = 0
    """The share to compare `won` with, in the same parts: for example another bot's."""


Clusters = Mapping[Cluster, int]
"""The clusters of a batch, each with the number of deals that have it."""
MOST_COUNTED = 10**15
"""No count is larger."""
ROUNDED = 0.001
"""Parts of a win by which a bound may be off, such as a third of 60."""


def rate_of(
    clusters: Clusters, unit: int = 1, most: float = 1.0, *, deals_each: float = 1
) -> Interval:
    """Estimate which part of the wins an entry has on average, from 0 to `most`.

    `unit` is the number of parts of a win; `most`, which is 1 or less, is the largest rate that the
    entries of a deal can have on average, such as 0.5 for a bot on two seats. If each deal has one
    entry, which wins or loses, the interval is exactly Wilson's. `deals_each` is how many deals a
    cluster stands for, on average, where it is a group of them.

    >>> of_ten = rate_of({Cluster(1, 1): 8, Cluster(1, 0): 2})
    >>> of_five_pairs = rate_of({Cluster(2, 2): 4, Cluster(2, 0): 1})
    >>> of_five_pairs.low < of_ten.low < of_ten.value == of_five_pairs.value
    True

    Raises `ArgumentError` for what is no mapping of clusters, for a number that cannot be, and
    where more was won than can be, as if `unit` was forgotten.
    """
    _, most, deals_each = _plain_bounds(0.0, most, deals_each)
    if most > 1:
        raise ArgumentError(f"nobody wins more than all games: most is at most 1, not {most}")
    clusters, unit = plain_clusters(clusters, unit)
    _check_range(clusters, unit, 0.0, most, lambda own: own.won)
    entries, deals, size = _deals(clusters, deals_each)
    if not entries:
        return Interval(0.0, 0.0, most)
    parts = unit * most
    rate = sum(own.won * times for own, times in clusters.items()) / (parts * entries)
    centre = (deals * rate + 1) / (deals + 2)
    squares = _squares(clusters, lambda own: own.won / parts - centre * own.entries) / size**2
    squares += centre**2 + (1 - centre) ** 2
    independent = deals * centre * (1 - centre) * (deals + 2) / squares
    if deals_each != 1:
        independent *= (NORMAL / _reach(_freedom(clusters))) ** 2
    found = wilson(rate * independent, independent)
    return Interval(most * found.value, most * found.low, most * found.high)


def difference_of(
    clusters: Clusters,
    unit: int = 1,
    least: float = -1.0,
    most: float = 1.0,
    *,
    deals_each: float = 1,
) -> Difference:
    """Estimate how much more of the wins an entry has than what it is compared with.

    `unit` is the number of parts of a win; `least` and `most` are the smallest and the largest
    difference that an entry can have. `deals_each` is that of `rate_of`. The interval covers both
    Student's interval and Wilson's, scaled to these bounds, and the p-value is the larger of those
    of their tests.

    >>> found = difference_of({Cluster(2, 2, 1): 60, Cluster(2, 1, 1): 80, Cluster(2, 0, 1): 40})
    >>> [round(figure, 3) for figure in (found.value, found.low, found.high, found.p_value)]
    [0.056, -0.001, 0.111, 0.054]

    Raises `ArgumentError` for what is no mapping of clusters, for a number that cannot be, and
    where more was won than can be, as if `unit` was forgotten.
    """
    least, most, deals_each = _plain_bounds(least, most, deals_each)
    clusters, unit = plain_clusters(clusters, unit, max(1.0, -least, most))
    _check_range(clusters, unit, least, most, lambda own: own.won - own.other)
    entries, deals, size = _deals(clusters, deals_each)
    if not entries:
        return Difference(0.0, least, most, 1.0)
    more = sum((own.won - own.other) * times for own, times in clusters.items())
    value = max(least, min(most, more / (unit * entries)))
    centre = (value * deals + least + most) / (deals + 2)
    squares = (
        _squares(clusters, lambda own: (own.won - own.other) / unit - centre * own.entries)
        / size**2
    )
    squares += (least - centre) ** 2 + (most - centre) ** 2
    error = sqrt(squares / ((deals + 1) * (deals + 2)))
    freedom = deals + 1 if deals_each == 1 else _freedom(clusters)
    reach, span = _reach(freedom), most - least
    independent = (centre - least) * (most - centre) / error**2
    worth = independent * (NORMAL / reach) ** 2
    score = wilson((value - least) / span * worth, worth)
    return Difference(
        value=value,
        low=max(least, min(centre - reach * error, least + span * score.low)),
        high=min(most, max(centre + reach * error, least + span * score.high)),
        p_value=max(
            _tails(abs(centre) / error, freedom),
            _tails(_score(value, independent, least, most), freedom),
        ),
    )


def _score(value: float, independent: float, least: float, most: float) -> float:
    """Tell how many standard errors a difference is from 0, if 0 is the true one.

    Their variance is then that of so many independent games, each at one of the bounds.
    """
    if not least * most:
        return inf if value else 0.0
    return abs(value) * sqrt(independent / -(least * most))


def plain_clusters(clusters: Clusters, unit: int, most: float = 1.0) -> tuple[Clusters, int]:
    """Check what was counted in deals, where an entry can have `most` wins of `unit` parts each.

    Gives the same in plain numbers. Raises `ArgumentError` for what is no mapping of clusters to
    numbers, and where more was won.
    """
    unit = whole("unit", unit, 1, MOST_COUNTED)
    if not isinstance(clusters, Mapping):
        raise ArgumentError(f"clusters are counted in a mapping, not in {shown(clusters)}")
    plain = Counter[Cluster]()
    for own, times in clusters.items():
        numbers = [*map(_count, own), _count(times)] if isinstance(own, Cluster) else [None]
        if None in numbers:
            raise ArgumentError(f"a Cluster and its deals are needed, not {shown((own, times))}")
        *parts, deals = [number for number in numbers if number is not None]
        counted = Cluster(*parts)
        if max(counted.won, counted.other) > most * unit * counted.entries:
            raise ArgumentError(f"more was won than can be, if {unit} parts make a win: {own}")
        plain[counted] += deals
    return plain, unit


def _count(value: object) -> int | None:
    """Convert what was counted to a plain number; None for what is no count."""
    number = plain_int(value)
    return number if number is not None and 0 <= number <= MOST_COUNTED else None


def _plain_bounds(least: float, most: float, deals_each: float) -> tuple[float, float, float]:
    """Check the bounds of a share, and how many deals a cluster stands for; make plain floats."""
    low, high, each = map(plain_float, (least, most, deals_each))
    if low is None or high is None or not low <= 0 <= high or low == high:
        raise ArgumentError(f"these are no bounds of a share: {shown(least)} and {shown(most)}")
    if each is None or each <= 0:
        raise ArgumentError(f"deals_each must be a number above 0, not {shown(deals_each)}")
    return low, high, each


def _check_range(
    clusters: Clusters, unit: int, least: float, most: float, value: Callable[[Cluster], int]
) -> None:
    """Check that a value of each cluster is possible for its entries, rounding aside."""
    for own in clusters:
        parts = unit * own.entries
        if not least * parts - ROUNDED <= value(own) <= most * parts + ROUNDED:
            raise ArgumentError(
                f"more was won than can be, {least:g} to {most:g} of {unit} parts an entry: {own}"
            )


def _deals(clusters: Clusters, deals_each: float) -> tuple[int, float, float]:
    """Count the entries, and tell how many deals of one size they are worth, and this size.

    If all deals have the same number of entries, these are simply the number of deals and their
    size; otherwise, deals of unequal sizes are worth less than as many equal ones (Kish 1965).
    """
    entries = sum(own.entries * times for own, times in clusters.items())
    if not entries:
        return 0, 0.0, 0.0
    squares = sum(own.entries**2 * times for own, times in clusters.items())
    return entries, deals_each * entries**2 / squares, squares / entries / deals_each


def _freedom(groups: Clusters) -> float:
    """Give the degrees of freedom with which groups of deals tell their variance."""
    return max(1, sum(times for own, times in groups.items() if own.entries) - 1)


def _reach(freedom: float) -> float:
    """Tell how many standard errors an interval reaches to either side."""
    normal = NORMAL * (8 * freedom + 3) / (8 * freedom + 1)
    return sqrt(freedom * expm1(normal**2 / freedom))


def _tails(errors: float, freedom: float) -> float:
    """Tell how likely an estimate is so many standard errors from the truth, or more."""
    normal = sqrt(freedom * log1p(errors**2 / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return erfc(normal / sqrt(2))


def _squares(clusters: Clusters, deviation: Callable[[Cluster], float]) -> float:
    """Add up squares so that the order of the deals does not matter."""
    return fsum(times * deviation(own) ** 2 for own, times in clusters.items())
