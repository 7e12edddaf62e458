"""Ratings: closed forms and Jeffreys' intervals as oracles, and the extreme cases."""

from collections.abc import Mapping
from itertools import permutations
from math import inf, log10
from statistics import fmean

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("choix")

from scipy import stats

from livingstone.simulation.tournaments import rate

Duels = Mapping[tuple[int, str, str], int]
GROUPS = 20


def in_each_group(duels: Mapping[str, int]) -> Duels:
    """Repeat the same half points, by two bots of one letter, in all groups."""
    return {(group, *pair): points for group in range(GROUPS) for pair, points in duels.items()}


def elo(chance: float) -> float:
    return 400 * log10(chance / (1 - chance))


@given(st.integers(0, 100), st.integers(0, 100))
@settings(max_examples=5, deadline=None)
def test_two_bots_are_rated_by_their_wins_and_a_draw(one: int, other: int) -> None:
    first, second = rate("ab", in_each_group({"ab": 2 * one, "ba": 2 * other}), GROUPS)
    won, lost = GROUPS * one + 0.5, GROUPS * other + 0.5
    assert first.value - second.value == pytest.approx(400 * log10(won / lost), abs=1e-3)
    assert first.value == pytest.approx(-second.value)
    assert (first.high == inf, first.low == -inf) == (not other, not one)


@given(st.lists(st.integers(1, 40), min_size=12, max_size=12))
@settings(max_examples=4, deadline=None)
def test_expected_wins_are_the_wins(half_points: list[int]) -> None:
    """The likelihood is greatest where everyone wins as often as is expected; the mean is 0."""
    duels = dict(zip(map("".join, permutations("abcd", 2)), half_points, strict=True))
    found = dict(zip("abcd", rate("abcd", in_each_group(duels), GROUPS), strict=True))
    assert fmean(own.value for own in found.values()) == pytest.approx(0, abs=1e-6)
    for one in "abcd":
        expected, won = 0.0, 0.0
        for other in set("abcd") - {one}:
            met = GROUPS * (duels[one + other] + duels[other + one]) / 2 + 1 / 3
            chance = 1 / (1 + 10 ** ((found[other].value - found[one].value) / 400))
            expected += met * chance
            won += GROUPS * duels[one + other] / 2 + 1 / 6
        assert expected == pytest.approx(won, rel=1e-5)
        assert -inf < found[one].low < found[one].value < found[one].high < inf


@pytest.mark.parametrize("won", [60, 95, 99])
def test_independent_duels_have_jeffreys_interval(won: int) -> None:
    """Of 100 deals with a duel each; the weights vary by 1 % more than for an infinite number."""
    duels = {(deal, "a", "b") if deal < won else (deal, "b", "a"): 2 for deal in range(100)}
    (told, _) = rate("ab", duels, 100)
    low, high = (stats.beta.ppf(part, won + 0.5, 100.5 - won) for part in (0.025, 0.975))
    ends = elo(float(low)) / 2, elo(float(high)) / 2
    assert (told.low, told.high) == pytest.approx(ends, abs=0.08 * (ends[1] - ends[0]))


def test_games_of_a_deal_that_go_alike_make_intervals_wider() -> None:
    """All deals have the same result, or a bot wins all 20 games of each second deal."""
    alike = {(deal, *("ab", "ba")[deal % 2]): 40 for deal in range(GROUPS)}
    (narrow, _), (wide, _) = (
        rate("ab", duels, GROUPS) for duels in (in_each_group({"ab": 20, "ba": 20}), alike)
    )
    assert narrow.value == pytest.approx(wide.value, abs=1e-9)
    expected = 2 * stats.t.ppf(0.975, GROUPS - 1) * 400 / numpy.log(10) / numpy.sqrt(GROUPS - 1)
    assert wide.high - wide.low == pytest.approx(expected, rel=0.15)
    assert wide.high - wide.low > 3 * (narrow.high - narrow.low)


def test_a_single_win_against_the_best_one_bounds_all_ratings() -> None:
    duels = {(0, "a", "b"): 40, (0, "b", "c"): 40, (1, "c", "a"): 1}
    assert all(-inf < told.low < told.high < inf for told in rate("abc", duels, GROUPS))


def test_bots_that_never_met_are_not_compared() -> None:
    duels = in_each_group({"ab": 3, "ba": 2, "cd": 3, "dc": 1})
    for told in rate("abcd", duels, GROUPS):
        assert (told.low, told.high) == (-inf, inf)
    chained = in_each_group({"ab": 3, "ba": 2, "bc": 3, "cb": 1})
    assert all(told.high < inf for told in rate("abc", chained, GROUPS))
    (told,) = rate("a", {}, GROUPS)
    assert told.value == 0
