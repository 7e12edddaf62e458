"""Correction of p-values for the number of tests."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from livingstone.errors import ArgumentError
from livingstone.simulation.statistics.intervals import require_stats

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
    if correction not in METHODS:
        raise ArgumentError(f"correction must be {' or '.join(METHODS)}, not {correction}")
    if not all(0 <= p_value <= 1 for p_value in p_values):
        raise ArgumentError(f"p-values must be numbers from 0 to 1: {list(p_values)}")
    if not p_values:
        return ()
    from statsmodels.stats.multitest import multipletests

    return tuple(multipletests(p_values, method=METHODS[correction])[1].tolist())
