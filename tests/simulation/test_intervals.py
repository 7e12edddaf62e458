"""Intervals and distributions: known values, scipy and numpy as oracles, and the extreme cases."""

from collections import Counter
from math import inf, sqrt
from statistics import mean, stdev, variance

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import livingstone as ls
from livingstone import LivingstoneError, simulate
from livingstone.simulation import Interval
from livingstone.simulation.statistics.intervals import (
    PERCENTS,
    Distribution,
    mean_difference,
    mean_interval,
    student,
    wilson,
)
from livingstone.simulation.statistics.ratings import rate

# Rates


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe 1998, "Two-sided confidence intervals for the single proportion", method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_known_values(wins: int, games: int, low: float, high: float) -> None:
    interval = wilson(wins, games)
    assert interval.value == wins / games
    assert interval.low == pytest.approx(low, abs=5.1e-5)
    assert interval.high == pytest.approx(high, abs=5.1e-5)


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (3, 7), (7, 7), (500, 1000)])
def test_wilson_agrees_with_scipy(wins: int, games: int) -> None:
    interval = wilson(wins, games)
    expected = stats.binomtest(wins, games).proportion_ci(0.95, method="wilson")
    assert interval.low == pytest.approx(expected.low, abs=1e-12)
    assert interval.high == pytest.approx(expected.high, abs=1e-12)


@given(st.integers(1, 10_000), st.data())
def test_an_interval_contains_its_rate(games: int, data: st.DataObject) -> None:
    sixtieths = data.draw(st.integers(0, 60 * games))
    interval = wilson(sixtieths / 60, games)
    assert 0 <= interval.low <= interval.value <= interval.high <= 1


@pytest.mark.parametrize("games", [1, 2, 1000, 10**9])
def test_who_never_or_always_won_has_an_interval_up_to_the_end(games: int) -> None:
    never, always = wilson(0, games), wilson(games, games)
    assert (never.value, never.low) == (0, 0)
    assert (always.value, always.high) == (1, 1)
    assert never.high == pytest.approx(1 - always.low)
    assert 0 < never.high < 1


def test_a_part_of_one_win_leaves_the_lower_end_above_0() -> None:
    assert 0 < wilson(1 / 60, 1000).low < 1 / 60_000
    assert 1 > wilson(1000 - 1 / 60, 1000).high > 1 - 1 / 60_000


def test_of_no_games_every_rate_is_possible() -> None:
    assert wilson(0, 0) == Interval(0.0, 0.0, 1.0)


# Means


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        # Abramowitz and Stegun 1964, table 26.10
        (1, 12.706),
        (2, 4.303),
        (5, 2.571),
        (10, 2.228),
        (30, 2.042),
        (120, 1.980),
        (10**9, 1.960),
    ],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=6e-4)
    assert type(student(freedom)) is float


@given(
    st.lists(st.integers(-50, 300), min_size=2, max_size=60).filter(lambda own: len(set(own)) > 1),
    st.integers(1, 60),
)
def test_the_interval_of_a_mean_agrees_with_scipy(numbers: list[int], unit: int) -> None:
    squares = sum(number**2 for number in numbers)
    interval = mean_interval(len(numbers), sum(numbers), squares, unit)
    values = [number / unit for number in numbers]
    error = stdev(values) / sqrt(len(values))
    expected = stats.t.interval(0.95, len(values) - 1, loc=mean(values), scale=error)
    assert interval.value == pytest.approx(mean(values))
    assert interval.low == pytest.approx(float(expected[0]))
    assert interval.high == pytest.approx(float(expected[1]))


def test_a_confidence_is_95_per_cent_unless_another_is_asked_for() -> None:
    assert student(9) == student(9, 0.95)


@given(st.lists(st.integers(-50, 300), min_size=2, max_size=60))
def test_unpaired_differences_have_about_the_interval_of_students_test(values: list[int]) -> None:
    count, total, squares = len(values), sum(values), sum(value**2 for value in values)
    spread = variance(values)
    separate = max(spread, 1.0)
    told = mean_difference(count, total, squares, separate)
    error = sqrt(((count - 1) * spread + 4 * separate) / (count + 1) / (count + 2))
    expected = stats.t.interval(0.95, count - 1, loc=mean(values), scale=error)
    assert (told.low, told.high) == pytest.approx(expected)
    assert told.p_value == pytest.approx(2 * stats.t.sf(abs(mean(values)) / error, count - 1))
    if spread > 1:
        plain = stats.t.interval(0.95, count - 1, loc=mean(values), scale=stats.sem(values))
        assert 0.91 < (told.high - told.low) / (plain[1] - plain[0]) <= 1


def test_pairs_that_are_alike_prove_little() -> None:
    """Bots that differ in few deals may differ by much in others."""
    told = mean_difference(20, 0, 0, 2 * 10.0**2)
    assert told.high > 2
    assert told.p_value == 1


def test_fewer_than_two_values_leave_a_mean_unbounded() -> None:
    assert mean_interval(0, 0, 0) == Interval(0.0, -inf, inf)
    assert mean_interval(1, 5, 25) == Interval(5.0, -inf, inf)
    assert mean_interval(1, 5, 25, unit=2) == Interval(2.5, -inf, inf)


# Distributions


@given(st.lists(st.integers(-50, 300), min_size=2, max_size=60))
def test_a_distribution_is_that_of_its_values(values: list[int]) -> None:
    told = Distribution.of(Counter(values))
    assert (told.count, told.least, told.most) == (len(values), min(values), max(values))
    assert told.mean == pytest.approx(mean(values))
    assert told.deviation == pytest.approx(stdev(values))
    quantiles = numpy.percentile(values, PERCENTS, method="inverted_cdf")
    assert told.quantiles == tuple(quantiles)


def test_the_quantiles_are_those_of_5_25_50_75_and_95_per_cent() -> None:
    assert Distribution.of(Counter(range(1, 101))).quantiles == (5, 25, 50, 75, 95)
    assert Distribution.of(Counter(range(1, 1001))).quantiles == (50, 250, 500, 750, 950)


def test_nothing_and_a_single_value_have_no_deviation() -> None:
    assert Distribution.of({}) == Distribution(0, 0.0, 0.0, 0, (0, 0, 0, 0, 0), 0)
    assert Distribution.of({7: 1}) == Distribution(1, 7.0, 0.0, 7, (7, 7, 7, 7, 7), 7)
    assert Distribution.of({6: 1, 8: 1}).deviation == pytest.approx(sqrt(2))


# Without scipy


def test_without_scipy_simulate_reports_and_the_others_say_what_to_install_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("livingstone.support.extras.find_spec", lambda name: None)
    report = simulate(["random"] * 2, 2, seed=7)
    assert str(report)
    assert report.to_json()
    with pytest.raises(LivingstoneError, match=r"need scipy: pip install 'livingstone\[stats\]'$"):
        ls.compare("no_such_bot", "random", against=["random"], games=2, seed=7)
    with pytest.raises(LivingstoneError, match=r"need scipy: pip install 'livingstone\[stats\]'$"):
        ls.tournament(["no_such_bot", "random"], games=2, seed=7)
    with pytest.raises(LivingstoneError, match=r"need scipy: pip install 'livingstone\[stats\]'$"):
        student(3)
    with pytest.raises(LivingstoneError, match=r"need scipy: pip install 'livingstone\[stats\]'$"):
        rate("ab", {}, groups=1)


def test_equal_numbers_prove_no_mean() -> None:
    found = mean_interval(4, 20, 100)
    assert found.low < found.value == 5 < found.high
