"""Corrections for several tests: statsmodels as the oracle, and what they promise."""

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from livingstone import ArgumentError, simulate
from livingstone.simulation import Correction, adjust_p_values
from livingstone.simulation.statistics.summaries import Tested

NAMES: dict[Correction, str] = {"holm": "holm", "benjamini-hochberg": "fdr_bh"}


@pytest.mark.parametrize("correction", NAMES)
@given(p_values=st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 1.0]), max_size=30))
def test_adjusted_p_values_are_those_of_statsmodels(
    correction: Correction, p_values: list[float]
) -> None:
    expected = multipletests(p_values, method=NAMES[correction])[1] if p_values else []
    assert list(adjust_p_values(p_values, correction)) == pytest.approx(list(expected))


def test_holm_is_the_default() -> None:
    assert adjust_p_values([0.01, 0.02]) == adjust_p_values([0.01, 0.02], "holm") == (0.02, 0.02)


def test_of_many_studies_without_a_difference_one_in_twenty_finds_one() -> None:
    rng = numpy.random.default_rng(1)
    studies = [min(adjust_p_values(rng.random(18).tolist())) for _ in range(2000)]
    assert 0.035 < numpy.mean([least <= 0.05 for least in studies]) < 0.065


@pytest.mark.parametrize(
    ("p_values", "correction"),
    [
        ([-0.1], "holm"),
        ([1.1], "holm"),
        ([float("nan")], "holm"),
        (["0.1"], "holm"),
        ([True], "holm"),
        ([None], "holm"),
        ([0.1], "bonferroni"),
        ([0.1], None),
        ([0.1], ["holm"]),
    ],
)
def test_what_cannot_be_adjusted_is_refused(p_values: Any, correction: Any) -> None:
    with pytest.raises(ArgumentError, match=r"p-value|correction must be 'holm' or 'benjamini"):
        adjust_p_values(p_values, correction)


def test_a_report_corrects_its_tests_and_says_so() -> None:
    report = simulate(["greedy", "random"], 6, seed=7)
    adjusted = report.adjusted_p_values()
    tested: list[Tested] = [
        *report.bots,
        *report.bots_by_seat,
        *report.seats,
        *report.cards,
        *report.majorities,
    ]
    assert list(adjusted) == tested
    raw = [own.advantage.p_value for own in tested]
    assert list(adjusted.values()) == list(adjust_p_values(raw))
    assert list(report.adjusted_p_values("benjamini-hochberg").values()) == list(
        adjust_p_values(raw, "benjamini-hochberg")
    )
    assert f"corrected for the {len(tested)} tests of this report (Holm)" in str(report)
    assert '"correction": "holm"' in report.to_json()


def test_bots_that_play_only_each_other_are_not_tested() -> None:
    report = simulate(["random", "random"], 2, seed=7)
    assert not {*report.bots, *report.bots_by_seat} & {*report.adjusted_p_values()}
