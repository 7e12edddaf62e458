"""Tests: the deals that they need, and the correction of p-values for their number."""

from collections.abc import Sequence
from math import ceil
from typing import Literal, TypeAlias

from livingstone.errors import ArgumentError
from livingstone.simulation.statistics.intervals import CONFIDENCE, require_stats
from livingstone.support.arguments import one_of, whole

Correction: TypeAlias = Literal["holm", "benjamini-hochberg"]

METHODS = {"holm": "holm", "benjamini-hochberg": "fdr_bh"}
"""The names that statsmodels has for them."""


def adjust_p_values(
    p_values: Sequence[float], correction: Correction = "holm"
) -> tuple[float, ...]:
    """Adjust the p-values of several tests to their number, in the same order.

    Accept the differences whose adjusted p-value is at most 5 %. With `"holm"` (Holm 1979), the
    probability that any of them is a false alarm is then at most 5 %. With `"benjamini-hochberg"`
    (Benjamini and Hochberg 1995), at most 5 % of them are expected to be; this finds more, but
    tests must be independent or positively dependent.

    >>> [round(p_value, 3) for p_value in adjust_p_values([0.04, 0.01, 0.03])]
    [0.06, 0.03, 0.06]

    Raises `ArgumentError` for numbers that are not from 0 to 1 and for another correction, and
    `MissingExtraError` without the extra `stats`.
    """
    require_stats()
    one_of("correction", correction, METHODS)
    if not all(0 <= p_value <= 1 for p_value in p_values):
        raise ArgumentError(f"p-values must be numbers from 0 to 1: {list(p_values)}")
    if not p_values:
        return ()
    from statsmodels.stats.multitest import multipletests

    return tuple(multipletests(p_values, method=METHODS[correction])[1].tolist())


SPREADS = {2: 0.4, 3: 0.32, 4: 0.22, 5: 0.2}
"""Typical standard deviations, by players, of the difference of two bots' win shares in a deal."""


def deals_needed(
    difference: float, players: int, power: float = 0.8, *, spread: float | None = None
) -> int:
    """Return how many deals `compare` needs to establish a difference of two bots' win shares.

    With that many, the interval of `more_wins` excludes 0 with probability `power` if the true
    difference is `difference`, such as 0.05 for 5 % of the games. In each deal, both bots play
    `players` games. `spread` is the standard deviation of the difference in a deal, by default a
    typical one.

    >>> deals_needed(0.1, 2), deals_needed(0.1, 5), deals_needed(0.02, 2, spread=0.2)
    (128, 34, 787)

    Raises `ArgumentError` for numbers out of range, `MissingExtraError` without the extra `stats`.
    """
    require_stats()
    spread = SPREADS[whole("players", players, 2, 5)] if spread is None else spread
    if not (0 < difference < 1 and 0.1 <= power < 1 and 0 < spread <= 1):
        raise ArgumentError(f"out of range: {difference=}, {power=}, {spread=}")
    from statsmodels.stats.power import TTestPower

    deals = TTestPower().solve_power(difference / spread, power=power, alpha=1 - CONFIDENCE)
    return max(2, ceil(float(deals)))
