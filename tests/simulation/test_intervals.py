"""Intervals of single rates and means, and distributions: scipy and numpy as oracles."""

import json
import sys
from collections import Counter
from math import inf, isnan
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("statsmodels")

from attrs import astuple
from scipy import stats

from livingstone import LivingstoneError, compare, simulate, tournament
from livingstone.simulation import Distribution
from livingstone.simulation.intervals import (
    PERCENTS,
    mean_difference,
    mean_interval,
    student,
    tails,
    wilson,
)
from livingstone.simulation.tournaments import rate

NUMBERS = st.lists(st.integers(-50, 50), min_size=2, max_size=30)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718)],
)
def test_a_rate_has_the_interval_of_newcombes_table(
    wins: int, games: int, low: float, high: float
) -> None:
    """Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I."""
    assert astuple(wilson(wins, games)) == pytest.approx((wins / games, low, high), abs=5e-5)


@given(st.integers(1, 500))
def test_a_rate_of_0_or_1_is_in_its_interval(games: int) -> None:
    never, always = wilson(0, games), wilson(games, games)
    assert never.low == never.value == 0 < never.high
    assert always.high == always.value == 1 > always.low
    assert always.low == pytest.approx(1 - never.high)


def test_without_games_nothing_is_known() -> None:
    assert astuple(wilson(0, 0)) == (0, 0, 1)
    assert astuple(mean_interval([])) == (0, -inf, inf)
    assert astuple(mean_interval([6], 2)) == (3, -inf, inf)
    assert astuple(mean_difference([6], 9.0, 2)) == (3, -inf, inf, 1)


@given(NUMBERS.filter(lambda numbers: len(set(numbers)) > 1), st.integers(1, 6))
def test_a_mean_has_students_interval(numbers: list[int], unit: int) -> None:
    own = mean_interval(numbers, unit)
    found = stats.ttest_1samp(numpy.array(numbers) / unit, 0).confidence_interval(0.95)
    assert (own.low, own.high) == pytest.approx((found.low, found.high), abs=1e-6)
    assert own.value == pytest.approx(numpy.mean(numbers) / unit)


def test_equal_numbers_do_not_prove_a_mean() -> None:
    own, other = mean_interval([5] * 4), mean_interval([5, 5, 5, 6])
    assert own.low < own.value == 5 < own.high
    assert own.high - own.low == pytest.approx(other.high - other.low)


@given(NUMBERS, st.floats(1, 500), st.integers(1, 6))
def test_a_difference_has_two_more_pairs_for_its_variance(
    numbers: list[int], separate: float, unit: int
) -> None:
    own = mean_difference(numbers, separate, unit)
    count, mean = len(numbers), numpy.mean(numbers)
    off = numpy.sqrt(2 * separate)
    error = stats.sem([*numbers, mean - off, mean + off])
    reach = stats.t.ppf(0.975, count - 1) * error
    assert (own.low * unit, own.high * unit) == pytest.approx((mean - reach, mean + reach))
    assert own.p_value == pytest.approx(2 * stats.t.sf(abs(mean) / error, count - 1))
    assert (own.p_value < 0.05) == (not own.low <= 0 <= own.high)


def test_pairs_that_are_alike_have_an_interval() -> None:
    own = mean_difference([0] * 10, 0.0)
    assert own.low < 0 < own.high
    assert own.p_value == 1


def test_the_reach_of_student_is_in_tables() -> None:
    assert [round(student(freedom), 3) for freedom in (1, 10, inf)] == [12.706, 2.228, 1.96]
    assert tails(student(7), 7) == pytest.approx(0.05)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=50))
def test_a_distribution_is_that_of_numpy(values: list[int]) -> None:
    told = Distribution.of(Counter(values))
    assert (told.count, told.least, told.most) == (len(values), min(values), max(values))
    assert told.mean == pytest.approx(numpy.mean(values))
    expected = numpy.std(values, ddof=1) if len(values) > 1 else 0
    assert told.deviation == pytest.approx(expected, abs=1e-9)
    quantiles = numpy.percentile(values, PERCENTS, method="inverted_cdf")
    assert list(told.quantiles) == list(quantiles)


def test_nothing_has_an_empty_distribution() -> None:
    assert astuple(Distribution.of({})) == astuple(Distribution.of({3: 0}))
    assert Distribution.of({}).quantiles == (0, 0, 0, 0, 0)


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda name: None)
    hint = r"need (statsmodels|choix): pip install 'livingstone\[stats\]'$"
    for use in (lambda: student(3), lambda: wilson(1, 2), lambda: rate("ab", {}, 1)):
        with pytest.raises(LivingstoneError, match=hint):
            use()


def test_without_the_extra_a_report_has_no_intervals_and_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "games.db"
    known = simulate(["greedy", "random"], 8, seed=7, sink=file)
    for package in ("numpy", "scipy", "statsmodels"):
        monkeypatch.setitem(sys.modules, package, None)
    report = simulate(["greedy", "random"], 8, seed=7, sink=file)
    for own, other in zip(report.bots, known.bots, strict=True):
        assert own.win.value == other.win.value
        assert own.advantage.value == pytest.approx(other.advantage.value)
        assert isnan(own.win.low)
        assert isnan(own.advantage.p_value)
    text = str(report)
    assert "Intervals and tests need statsmodels: pip install 'livingstone[stats]'\n" in text
    assert "% (" not in text
    assert "p tests" not in text
    told = json.loads(report.to_json())
    assert told["adjusted_p_values"]["tests"] == []
    assert told["bots"][0]["win"] == {"value": 1, "low": None, "high": None}
    with pytest.raises(LivingstoneError, match=r"livingstone\[stats\]"):
        report.adjusted_p_values()


def test_without_the_extra_no_game_of_a_comparison_is_begun(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "statsmodels", None)
    file = tmp_path / "games.db"
    with pytest.raises(LivingstoneError, match=r"livingstone\[stats\]"):
        compare("greedy", "random", against=["random"], games=2, seed=7, sink=file)
    with pytest.raises(LivingstoneError, match=r"livingstone\[stats\]"):
        tournament(["greedy", "random"], games=2, seed=7, sink=file)
    assert not file.exists()
