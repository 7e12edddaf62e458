"""Intervals of rates, means and differences, single and of deals: scipy and numpy as oracles.

`benchmarks/reliability.py` measures the coverage exactly.
"""

import json
import sys
from collections import Counter
from math import comb, inf, isnan, sqrt
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("statsmodels")

from attrs import astuple
from reliability import KINDS, Kind, figures
from scipy import stats

from livingstone import ArgumentError, LivingstoneError, compare, simulate, tournament
from livingstone.simulation import (
    DealCount,
    Difference,
    Distribution,
    Interval,
    difference_of,
    rate_of,
)
from livingstone.simulation.intervals import (
    PERCENTS,
    approximate_student,
    mean_and_error,
    mean_difference,
    mean_interval,
    student,
    tails,
    wilson,
)
from livingstone.simulation.tournaments import rate

DEALS = st.lists(
    st.integers(0, 4).flatmap(
        lambda games: st.tuples(st.just(games), st.integers(0, games), st.integers(0, games))
    ),
    max_size=20,
)
HINT = r"need (statsmodels|choix): pip install 'livingstone\[stats\]'$"
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


def test_without_the_extra_no_game_of_a_comparison_is_begun(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda name: None)
    options: Any = {"games": 2, "seed": 7, "sink": tmp_path / "games.db"}
    for use in (
        lambda: student(3),
        lambda: wilson(1, 2),
        lambda: rate("ab", {}, 1),
        lambda: compare("greedy", "random", against=["random"], **options),
        lambda: tournament(["greedy", "random"], **options),
    ):
        with pytest.raises(LivingstoneError, match=HINT):
            use()
    assert not list(tmp_path.iterdir())


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
    assert "Intervals and tests need statsmodels: pip install 'livingstone[stats]'\n" in str(report)
    assert "% (" not in str(report)
    told = json.loads(report.to_json())
    assert told["adjusted_p_values"]["tests"] == []
    assert told["bots"][0]["win"] == {"value": 1, "low": None, "high": None}
    with pytest.raises(LivingstoneError, match=HINT):
        report.adjusted_p_values()


# Rates and differences with the deal as the unit


def of_seats(players: int, won: int, deals: int) -> Difference:
    """Estimate the advantage of a seat in single games."""
    counts = {DealCount(1, players, 1): won, DealCount(1, 0, 1): deals - won}
    return difference_of(counts, players, least=-1 / players, most=1 - 1 / players)


@given(DEALS, st.sampled_from([1, 6]))
def test_intervals_are_within_what_is_possible_and_have_a_width(
    deals: list[tuple[int, int, int]], unit: int
) -> None:
    counts = Counter(DealCount(games, unit * won, unit * other) for games, won, other in deals)
    rate, difference = rate_of(counts, unit), difference_of(counts, unit)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    assert -1 <= difference.low <= difference.value <= difference.high <= 1
    assert rate.low < rate.high
    assert difference.low < difference.high
    assert (difference.p_value < 0.05) == (not difference.low <= 0 <= difference.high)
    backwards = Counter(DealCount(own.entries, own.other, own.won) for own in counts.elements())
    swapped = difference_of(backwards, unit)
    assert (-swapped.high, -swapped.low) == pytest.approx((difference.low, difference.high))


@given(st.integers(2, 5), st.integers(1, 40), st.data())
def test_the_advantage_of_a_seat_is_within_its_bounds(
    players: int, deals: int, data: st.DataObject
) -> None:
    told = of_seats(players, data.draw(st.integers(0, deals)), deals)
    assert -1 / players <= told.low <= told.value <= told.high <= 1 - 1 / players
    assert (told.p_value < 0.05) == (not told.low <= 0 <= told.high)


@given(st.integers(0, 40), st.integers(1, 40))
def test_a_rate_of_single_games_is_that_of_wilson(won: int, lost: int) -> None:
    told = rate_of({DealCount(1, 1): won, DealCount(1, 0): lost})
    assert astuple(told) == pytest.approx(astuple(wilson(won, won + lost)))
    shared = rate_of({DealCount(2, 1): won, DealCount(2, 0): lost}, 1, most=0.5)  # on both seats
    assert astuple(shared) == pytest.approx([half / 2 for half in astuple(told)])


def test_without_deals_nothing_is_known() -> None:
    assert rate_of({}, most=0.5) == rate_of({DealCount(0, 0): 3}, most=0.5) == Interval(0, 0, 0.5)
    assert difference_of({}, 1, least=-0.25, most=0.75) == Difference(0, -0.25, 0.75, 1)


def test_deals_that_are_alike_do_not_prove_that_all_are() -> None:
    """The deviation of half a difference, twice, and as many degrees of freedom as deals."""
    for deals in (4, 400):
        told = difference_of({DealCount(2, 1, 1): deals})
        assert told.value == 0
        expected = float(stats.t.ppf(0.975, deals)) * sqrt(0.25) / deals
        assert told.high == -told.low == pytest.approx(expected, rel=0.1)


def test_deals_of_two_games_have_twice_as_many_degrees_of_freedom() -> None:
    told = rate_of({DealCount(2, 2): 3, DealCount(2, 1): 4, DealCount(2, 0): 3})
    worth = 10 * 10.5 * 0.25 / (6 * 0.25 + 0.125)
    reach = float(stats.t.ppf(0.975, 20))
    half = reach / (2 * sqrt(worth + reach**2))
    assert (0.5 - told.low, told.high - 0.5) == pytest.approx((half, half))


@pytest.mark.parametrize(("deals", "spread"), [(10, 5), (1000, 50)])
def test_groups_of_deals_have_students_interval_of_as_many_values(deals: int, spread: int) -> None:
    entries, half = 10 * deals, 5 * deals
    groups = {DealCount(entries, half + own, half): 10 for own in (spread, -spread)}
    width = 2 * stats.t.ppf(0.975, 20) * spread / entries / sqrt(20)
    told = difference_of(groups, 1, least=-0.5, most=0.5, deals_each=deals)
    for own in (rate_of(groups, deals_each=deals), told):
        assert own.high - own.low == pytest.approx(width, rel=0.03)


def test_a_bound_that_was_rounded_holds() -> None:
    told = difference_of({DealCount(1, 0, 1): 30_000}, 3, least=-0.3333, most=0.6667)
    assert (told.value, told.low) == (-0.3333, -0.3333)
    third = 1 / 3 * (1 - 1e-9)
    assert rate_of({DealCount(3, 60): 9}, 60, most=third).high == third


def test_what_can_only_be_more_is_tested_as_well() -> None:
    told = difference_of({DealCount(1, 1, 0): 30, DealCount(1, 0, 0): 30}, 1, least=0, most=1)
    assert told.low > 0 == told.p_value
    assert difference_of({DealCount(1, 0, 0): 100}, 1, least=0, most=1).p_value == 1


@pytest.mark.parametrize(
    ("won", "arguments"),
    [
        (DealCount(2, 12, 11), {}),
        (DealCount(2, 1, 4), {}),
        (DealCount(2, 3, 0), {}),
        (DealCount(2, 2, 1), {"most": 0.25}),
        (DealCount(2, 1, 2), {"least": -0.25}),
    ],
)
def test_impossible_counts_are_refused(won: DealCount, arguments: dict[str, float]) -> None:
    with pytest.raises(ArgumentError, match="more was won than possible"):
        difference_of({won: 40}, **arguments)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="more was won than possible"):
        rate_of({DealCount(2, 2): 1}, 1, most=0.5)


@pytest.mark.parametrize("kind", KINDS[::2], ids=lambda kind: kind.name)
def test_intervals_of_95_per_cent_contain_the_truth_as_often(kind: Kind) -> None:
    assert figures(kind, 20, 250).covers >= 0.91 * 250


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_small_p_values_are_as_rare_as_they_say(players: int) -> None:
    """Computed exactly, for a seat that wins as often as others, in one game of each deal."""
    for deals in (*range(2, 61, 2), 100, 200):
        p_values = [of_seats(players, won, deals).p_value for won in range(deals + 1)]
        chances = [
            comb(deals, won) * (players - 1) ** (deals - won) / players**deals
            for won in range(deals + 1)
        ]
        for level in (0.01, 0.001, 1e-4, 1e-5):
            pairs = zip(p_values, chances, strict=True)
            assert sum(chance for p_value, chance in pairs if p_value <= level) <= 1.2 * level


@pytest.mark.parametrize("freedom", [30, 60, 10**6])
def test_students_quantile_without_scipy_is_nearly_that_of_scipy(freedom: int) -> None:
    assert approximate_student(freedom) == pytest.approx(student(freedom), abs=0.004)
    of_five = stats.t.ppf(1 - 0.05 / 5 / 2, freedom)
    assert approximate_student(freedom, tests=5) == pytest.approx(of_five, abs=0.02)


def test_the_error_of_a_mean_counts_differences_that_were_not_met() -> None:
    values = numpy.array([0.0, 1.0, 0.5])
    assert mean_and_error(values) == pytest.approx((0.5, sqrt(2.5 / 2 / 3)))
    assert mean_and_error(numpy.array([1.0])) == (1.0, sqrt(2.0))
