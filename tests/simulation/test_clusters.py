"""Intervals with the deal as their unit: statsmodels as the oracle, the edges, and coverage."""

from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import chain, repeat
from math import sqrt
from typing import Any

import numpy
import pytest
from attrs import astuple
from hypothesis import given
from hypothesis import strategies as st
from reliability import KINDS, Kind, coverage
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint

from livingstone import ArgumentError
from livingstone.simulation import Interval, SequentialTest
from livingstone.simulation.statistics.clusters import DealCount, difference_of, rate_of
from livingstone.simulation.statistics.intervals import wilson

GAMES = 3
"""How many games a deal has where all have as many."""
WON = st.lists(st.integers(0, GAMES), min_size=1, max_size=30)
DEALS = st.lists(
    st.integers(0, 4).flatmap(
        lambda games: st.tuples(st.just(games), st.integers(0, games), st.integers(0, games))
    ),
    max_size=20,
)


def counted(won: list[int]) -> Counter[DealCount]:
    return Counter(DealCount(GAMES, own) for own in won)


def robust_error(deals: list[list[float]]) -> float:
    """Let statsmodels find the error of a mean of games that are clustered by deal."""
    games = list(chain.from_iterable(deals))
    of_deal = [number for number, deal in enumerate(deals) for _ in deal]
    fitted = OLS(games, numpy.ones(len(games))).fit(
        cov_type="cluster", cov_kwds={"groups": of_deal}
    )
    return float(fitted.bse[0])


def games_of(won: int) -> list[float]:
    return [*repeat(1.0, won), *repeat(0.0, GAMES - won)]


@given(WON)
def test_a_rate_has_the_interval_of_as_many_independent_games_as_it_is_worth(
    won: list[int],
) -> None:
    with_two = [games_of(own) for own in (*won, 0, GAMES)]
    centre = numpy.mean(with_two)
    variance = robust_error(with_two) ** 2 * (len(won) + 1) / (len(won) + 2)
    independent = centre * (1 - centre) / variance * len(won) / (len(won) + 2)
    rate = sum(won) / (GAMES * len(won))
    low, high = proportion_confint(rate * independent, independent, method="wilson")
    told = rate_of(counted(won))
    assert (told.value, told.low, told.high) == pytest.approx((rate, low, high), abs=1e-9)


@given(WON)
def test_a_difference_has_the_error_of_deals_with_two_more(won: list[int]) -> None:
    with_two = [[own - 0.5 for own in games_of(each)] for each in (*won, 0, GAMES)]
    error = robust_error(with_two)
    halves = Counter(DealCount(GAMES, 2 * own, GAMES) for own in won)
    told = difference_of(halves, 2, -0.5, 0.5)
    centre = float(numpy.mean(with_two))
    reach = stats.t.ppf(0.975, len(won) + 1) * error
    assert told.low == pytest.approx(max(-0.5, centre - reach), abs=0.02)
    assert told.high == pytest.approx(min(0.5, centre + reach), abs=0.02)
    expected = 2 * stats.t.sf(abs(centre) / error, len(won) + 1)
    assert told.p_value == pytest.approx(expected, rel=0.05, abs=0.01)


@pytest.mark.parametrize(("deals", "inexact"), [(4, 0.004), (30, 1e-4), (10_000, 1e-6)])
def test_the_distribution_of_student_is_approached_from_the_safe_side(
    deals: int, inexact: float
) -> None:
    """The approximation of Wallace is checked with scipy: at the end of an interval, p is 0.05."""
    own = difference_of({DealCount(2, 1, 1): deals}, 1, -1000, 1000)
    error = 1000 * sqrt(2 / ((deals + 1) * (deals + 2)))
    exact = stats.t.ppf(0.975, deals + 1)
    assert exact <= own.high / error <= exact * (1 + inexact)
    for won in (1, 40, 90):
        told = difference_of({DealCount(1, won, 0): deals}, 1, -100, 100)
        centre = won * deals / (deals + 2)
        squares = deals * (won - centre) ** 2 + (100 - centre) ** 2 + (100 + centre) ** 2
        error = sqrt(squares / ((deals + 1) * (deals + 2)))
        score = won / 100 * sqrt(100**2 - centre**2) / error
        expected = 2 * stats.t.sf(min(centre / error, score), deals + 1)
        assert expected * 0.995 <= told.p_value <= expected * 1.2 + 1e-300


@given(st.integers(0, 40), st.integers(1, 40))
def test_a_rate_of_single_games_is_that_of_wilson(won: int, lost: int) -> None:
    told = rate_of({DealCount(1, 1): won, DealCount(1, 0): lost})
    expected = wilson(won, won + lost)
    assert (told.low, told.high) == pytest.approx((expected.low, expected.high))


# At the edges


@given(DEALS, st.sampled_from([1, 6]))
def test_intervals_stay_within_what_is_possible_and_have_a_width(
    deals: list[tuple[int, int, int]], unit: int
) -> None:
    clusters = Counter(DealCount(games, unit * won, unit * other) for games, won, other in deals)
    rate, difference = rate_of(clusters, unit), difference_of(clusters, unit)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    assert -1 <= difference.low <= difference.value <= difference.high <= 1
    assert rate.low < rate.high
    assert difference.low < difference.high
    assert (difference.p_value < 0.05) == (not difference.low <= 0 <= difference.high)


@given(st.integers(1, 40).flatmap(lambda deals: st.tuples(st.integers(0, deals), st.just(deals))))
def test_the_share_that_one_of_four_has_more_than_the_others_stays_within_its_bounds(
    games: tuple[int, int],
) -> None:
    won, deals = games
    clusters = {DealCount(1, 4, 1): won, DealCount(1, 0, 1): deals - won}
    told = difference_of(clusters, 4, -0.25, 0.75)
    assert -0.25 <= told.low <= told.value <= told.high <= 0.75
    assert (told.p_value < 0.05) == (not told.low <= 0 <= told.high)


def test_without_games_nothing_is_known() -> None:
    assert rate_of({}) == rate_of({DealCount(0, 0): 3}) == Interval(0, 0, 1)
    nothing = difference_of({}, 1, -0.25, 0.75)
    assert (nothing.value, nothing.low, nothing.high, nothing.p_value) == (0, -0.25, 0.75, 1)


@pytest.mark.parametrize("won", [0, GAMES])
def test_who_never_or_always_won_has_an_interval_as_wide_as_that_of_its_deals(won: int) -> None:
    told, expected = rate_of(counted([won] * 20)), wilson(20 * won / GAMES, 20)
    assert (told.low, told.high) == pytest.approx((expected.low, expected.high), abs=0.01)


def test_deals_that_are_alike_do_not_prove_that_all_are() -> None:
    few, many = (difference_of({DealCount(2, 1, 1): deals}) for deals in (4, 400))
    assert few.value == many.value == 0
    assert few.high > 0.4
    assert many.high == pytest.approx(1.966 * sqrt(2) / 400, rel=0.01)


def test_a_game_counted_twice_leaves_the_interval_as_it_is() -> None:
    once = rate_of({DealCount(1, 1): 30, DealCount(1, 0): 70})
    twice = rate_of({DealCount(2, 2): 30, DealCount(2, 0): 70})
    assert (once.low, once.high) == pytest.approx((twice.low, twice.high))


def test_deals_of_unequal_sizes_are_worth_fewer_than_as_many_equal_ones() -> None:
    equal = rate_of({DealCount(4, 4): 10, DealCount(4, 0): 10})
    unequal = rate_of({DealCount(7, 7): 5, DealCount(7, 0): 5, DealCount(1, 1): 5, DealCount(1, 0): 5})
    assert unequal.value == equal.value
    assert unequal.low < equal.low


@pytest.mark.parametrize(("deals", "spread"), [(10, 5), (1000, 50)])
def test_the_interval_of_groups_is_that_of_their_deals_with_the_reach_of_student(
    deals: int, spread: int
) -> None:
    """A hundred times the deals make it about a tenth as wide, in as many groups."""
    entries, half = 10 * deals, 5 * deals
    groups = {
        DealCount(entries, half + spread, half): 10,
        DealCount(entries, half - spread, half): 10,
    }
    rate = rate_of(groups, deals_each=deals)
    difference = difference_of(groups, 1, -0.5, 0.5, deals_each=deals)
    total, squares = 20 * deals, 20 * (deals * spread / entries) ** 2 + 0.5
    width = 2 * stats.t.ppf(0.975, 19) * sqrt(squares / total / total)
    assert rate.high - rate.low == pytest.approx(width, rel=0.02)
    assert difference.high - difference.low == pytest.approx(width, rel=0.02)


def test_three_groups_have_two_degrees_of_freedom() -> None:
    groups = {DealCount(10_000, 5000 + more, 5000): 1 for more in (-50, 0, 50)}
    told = difference_of(groups, 1, -0.5, 0.5, deals_each=1000)
    squares = 2 * (1000 * 0.005) ** 2 + 0.5
    half = float(stats.t.ppf(0.975, 2)) * sqrt(squares / (3001 * 3002))
    assert half < told.high < 1.05 * half


def test_parts_of_a_win_count_as_such() -> None:
    told = rate_of({DealCount(2, 60): 5, DealCount(2, 30): 5}, 60)
    assert told == rate_of({DealCount(2, 2): 5, DealCount(2, 1): 5}, 2)
    assert told.value == 0.375


# Coverage; `tests/benchmarks/reliability.py` measures it exactly


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_intervals_of_95_per_cent_contain_the_truth_as_often(kind: Kind) -> None:
    batches = 400
    hits, width = coverage(kind, 30, batches)
    assert hits >= 0.925 * batches
    assert width < 0.5


def test_games_that_are_taken_for_independent_are_noticed() -> None:
    kind = next(own for own in KINDS if "correlation 0.7" in own.name)
    hits, _ = coverage(kind, 30, 400, plain=True)
    assert hits < 0.8 * 400


@pytest.mark.parametrize(
    "clusters",
    [
        {DealCount(2, 12, 11): 40},
        {DealCount(2, 1, 3): 40},
        {DealCount(2, -1): 40},
        {DealCount(2, 1, -1): 40},
        {(2, 1): 40},
        {DealCount("a", 1): 40},  # type: ignore[arg-type]
        {DealCount(2, 1.5): 40},  # type: ignore[arg-type]
        {DealCount(2, 1): -1},
        {DealCount(2, 1): "40"},
        {DealCount(2, 1): 10**400},
        [DealCount(2, 1)],
    ],
)
def test_what_cannot_have_been_counted_is_refused(clusters: Any) -> None:
    test = SequentialTest(0, 0.2)
    for use in (rate_of, difference_of, test.decide):
        with pytest.raises(ArgumentError, match=r"mapping|a DealCount and its|make a win"):
            use(clusters)
        with pytest.raises(ArgumentError, match="unit must be a whole number from 1"):
            use({}, 0)


def test_no_more_is_won_than_the_bounds_of_a_share_allow() -> None:
    """A bot on two seats wins with one of them."""
    won = {DealCount(2, 2, 1): 1, DealCount(2, 1, 1): 9}
    with pytest.raises(ArgumentError, match=r"more was won than can be, 0 to 0\.5 of 1 parts"):
        rate_of(won, 1, 0.5)
    with pytest.raises(ArgumentError, match=r"more was won than can be, -0\.25 to 0\.25"):
        difference_of(won, 1, -0.25, 0.25)
    third = 1 / 3 * (1 - 1e-9)  # as rounding could leave it
    assert rate_of({DealCount(3, 60): 9}, 60, third).high == third
    assert difference_of({DealCount(3, 60, 0): 9}, 60, -third, third).high == third
    assert difference_of({DealCount(3, 0, 60): 9}, 60, -third, third).low == -third


def test_nobody_wins_more_than_all_games() -> None:
    assert rate_of({DealCount(1, 1): 3}, 1, 1).high == 1
    with pytest.raises(ArgumentError, match="most is at most 1, not 2"):
        rate_of({DealCount(1, 1): 3}, 1, 2)


@pytest.mark.parametrize("wrong", [0, -1, "3", [], None, True, 10**400, float("nan")])
def test_bounds_that_cannot_be_are_refused(wrong: Any) -> None:
    won = {DealCount(1, 1): 3}
    with pytest.raises(ArgumentError, match="these are no bounds of a share"):
        rate_of(won, 1, wrong)
    with pytest.raises(ArgumentError, match="these are no bounds of a share"):
        difference_of(won, 1, 0, wrong)
    for use in (rate_of, difference_of):
        with pytest.raises(ArgumentError, match="deals_each must be a number above 0"):
            use(won, deals_each=wrong)


@pytest.mark.parametrize("kind", [int, numpy.uint8, numpy.int8, numpy.int64])
def test_counts_may_be_whole_numbers_of_any_kind(kind: Callable[[int], Any]) -> None:
    """Sums and products of them have no bounds of theirs."""
    won = {DealCount(kind(100), kind(60), kind(100)): kind(100), DealCount(100, 61, 99): 3}
    plain = {DealCount(100, 60, 100): 100, DealCount(100, 61, 99): 3}
    assert rate_of(won, kind(1)) == rate_of(plain)
    assert rate_of(won, kind(60)) == rate_of(plain, 60)
    assert difference_of(won, kind(1)) == difference_of(plain)
    test = SequentialTest(0, 0.2)
    assert test.decide(won, kind(1)) == test.decide(plain, 1)


@pytest.mark.parametrize("half", [Fraction(1, 2), Decimal("0.5"), numpy.float16(0.5)])
def test_bounds_may_be_numbers_of_any_kind(half: Any) -> None:
    won = {DealCount(2, 1, 0): 3}
    assert astuple(rate_of(won, 1, half)) == astuple(rate_of(won, 1, 0.5))
    assert type(rate_of(won, 1, half).high) is float
    assert difference_of(won, 1, -half, half) == difference_of(won, 1, -0.5, 0.5)
    assert rate_of(won, deals_each=half) == rate_of(won, deals_each=0.5)
    with pytest.raises(ArgumentError, match=r"more was won than can be, 0 to 0\.5 of"):
        rate_of({DealCount(2, 2): 3}, 1, half)
