"""Correcting several tests, so that not one in twenty finds something where there is nothing."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, TypeAlias, get_args

from livingstone.errors import ArgumentError, shown
from livingstone.support.arguments import is_iterable, plain_float

__all__ = ["Correction", "adjust_p_values"]

Correction: TypeAlias = Literal["holm", "benjamini-hochberg"]
"""How several tests are corrected."""


def adjust_p_values(
    p_values: Sequence[float], correction: Correction = "holm"
) -> tuple[float, ...]:
    """Adjust the p-values of several tests to their number, in the same order.

    Take for real the differences whose adjusted p-value is at most 5 %. With `"holm"` (Holm 1979),
    the probability that any of these is not real is then 5 % at most, however the tests depend on
    each other. With `"benjamini-hochberg"` (Benjamini and Hochberg 1995), at most 5 % of these are
    expected not to be real; this finds more, and holds for tests that are independent or depend on
    each other positively. Both need p-values that hold where they are small; for those of reports,
    the explanation of the statistics says how far they do.

    >>> [round(p_value, 3) for p_value in adjust_p_values([0.04, 0.01, 0.03])]
    [0.06, 0.03, 0.06]
    >>> adjust_p_values([0.04, 0.01, 0.03], "benjamini-hochberg")
    (0.04, 0.03, 0.04)

    Raises `ArgumentError` for what is no list of numbers from 0 to 1, and for another correction.
    """
    if not is_iterable(p_values):
        raise ArgumentError(f"p_values must be a list of numbers: {shown(p_values)}")
    known = get_args(Correction)
    if not isinstance(correction, str) or correction not in known:
        names = " or ".join(map(repr, known))
        raise ArgumentError(f"correction must be {names}: {shown(correction)}")
    found = [_checked(p_value) for p_value in p_values]
    tests = len(found)
    order = sorted(range(tests), key=found.__getitem__)
    if correction == "holm":
        scaled = [(tests - rank) * found[test] for rank, test in enumerate(order)]
        steps = list(accumulate(scaled, max))
    else:
        order.reverse()
        scaled = [tests / (tests - rank) * found[test] for rank, test in enumerate(order)]
        steps = list(accumulate(scaled, min))
    adjusted = dict(zip(order, steps, strict=True))
    return tuple(min(1.0, adjusted[test]) for test in range(tests))


def _checked(p_value: object) -> float:
    number = plain_float(p_value)
    if number is None or not 0 <= number <= 1:
        raise ArgumentError(f"a p-value must be a number from 0 to 1: {shown(p_value)}")
    return number
