"""Corrections for several tests: what they promise, and where reports apply them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("statsmodels")

from livingstone import ArgumentError, simulate
from livingstone.simulation import Correction, adjust_p_values

P_VALUES = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 1.0]), max_size=30)


@given(P_VALUES)
def test_holm_is_the_default_and_the_stricter_one(p_values: list[float]) -> None:
    """Holm 1979: the smallest times the number of tests, and so on, but never descending."""
    least, expected = 0.0, dict[float, float]()
    for rank, p_value in enumerate(sorted(p_values)):
        least = max(least, min(1.0, (len(p_values) - rank) * p_value))
        expected.setdefault(p_value, least)
    adjusted = adjust_p_values(p_values)
    assert adjusted == pytest.approx([expected[p_value] for p_value in p_values])
    loose = adjust_p_values(p_values, "benjamini-hochberg")
    assert all(one >= other - 1e-12 for one, other in zip(adjusted, loose, strict=True))


def test_the_method_of_benjamini_and_hochberg_is_that_of_a_textbook() -> None:
    told = adjust_p_values([0.04, 0.01, 0.03, 0.5], "benjamini-hochberg")
    assert told == pytest.approx((0.16 / 3, 0.04, 0.16 / 3, 0.5))


@pytest.mark.parametrize(
    ("p_values", "correction"),
    [([-0.1], "holm"), ([1.1], "holm"), ([float("nan")], "holm"), ([0.1], "bonferroni")],
)
def test_impossible_p_values_and_corrections_are_refused(
    p_values: list[float], correction: Correction
) -> None:
    with pytest.raises(ArgumentError, match=r"p-values must be|correction must be one of holm"):
        adjust_p_values(p_values, correction)


def test_a_report_corrects_its_tests_and_says_so() -> None:
    report = simulate(["greedy", "random"], 6, seed=7)
    adjusted = report.adjusted_p_values()
    assert list(adjusted) == [*report.bots, *report.bots_by_seat, *report.seats]
    raw = [own.advantage.p_value for own in adjusted]
    assert list(adjusted.values()) == list(adjust_p_values(raw))
    assert f"the {len(raw)} tests of this report" in " ".join(str(report).split())
    loose = report.adjusted_p_values("benjamini-hochberg")
    assert list(loose.values()) == list(adjust_p_values(raw, "benjamini-hochberg"))
