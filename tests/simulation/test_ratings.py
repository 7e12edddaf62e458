"""Ratings: closed forms, choix and direct recomputation as oracles, and the extreme cases."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, permutations
from math import inf, log, log10, sqrt
from random import Random
from statistics import fmean, stdev

import choix
import numpy
import pytest
from attrs import astuple
from hypothesis import given
from hypothesis import strategies as st

from livingstone.simulation.statistics.ratings import (
    _fisher_errors,
    _jackknife_errors,
    _logarithms,
    _without,
    rate,
    strengths,
)
from livingstone.simulation.statistics.tally import Duel

WINS = st.integers(1, 500)
GROUPS = 20

# Strengths


@given(WINS, WINS)
def test_two_are_as_strong_as_their_wins(one: int, other: int) -> None:
    found = strengths("ab", {("a", "b"): 2 * one, ("b", "a"): 2 * other})
    assert found["a"] / found["b"] == pytest.approx((one + 0.5) / (other + 0.5), rel=1e-8)
    assert found["a"] * found["b"] == pytest.approx(1)


@given(st.lists(st.integers(0, 200), min_size=12, max_size=12))
def test_strengths_are_those_that_choix_finds(half_points: list[int]) -> None:
    names = "abcd"
    duels = dict(zip(permutations(names, 2), half_points, strict=True))
    duels = {(one, other): points + 1 for (one, other), points in duels.items()}
    wins = numpy.zeros((4, 4))
    for (one, other), points in duels.items():
        wins[names.index(one), names.index(other)] = points / 2 + 1 / 6
    expected = choix.ilsr_pairwise_dense(wins)
    found = strengths(names, duels)
    assert [log(found[name]) for name in names] == pytest.approx(
        list(expected - expected.mean()), abs=1e-6
    )


@given(st.dictionaries(st.sampled_from(list(permutations("abcd", 2))), WINS))
def test_expected_wins_are_the_wins(duels: dict[tuple[str, str], int]) -> None:
    """The likelihood is greatest where everyone wins as often as is expected."""
    found = strengths("abcd", duels)
    for one in "abcd":
        expected, won = 0.0, 0.0
        for other in set("abcd") - {one}:
            both = duels.get((one, other), 0) + duels.get((other, one), 0)
            if both:
                expected += (both / 2 + 1 / 3) * found[one] / (found[one] + found[other])
                won += duels.get((one, other), 0) / 2 + 1 / 6
        assert expected == pytest.approx(won, rel=1e-3)


def test_the_geometric_mean_of_the_strengths_is_1() -> None:
    found = strengths("abc", {("a", "b"): 30, ("b", "c"): 20, ("c", "a"): 5})
    assert sum(map(log, found.values())) == pytest.approx(0, abs=1e-9)


def test_who_met_nobody_is_of_average_strength() -> None:
    found = strengths("abc", {("a", "b"): 6, ("b", "a"): 2})
    assert found == pytest.approx({"a": sqrt(3.25 / 1.25), "b": sqrt(1.25 / 3.25), "c": 1})


# Ratings


def in_each_group(duels: Mapping[tuple[str, str], int]) -> dict[Duel, int]:
    """Repeat the same results in all groups, so that the jackknife finds no error at all."""
    return {
        Duel(group, one, other): half_points
        for group in range(GROUPS)
        for (one, other), half_points in duels.items()
    }


def errors(duels: Mapping[Duel, int], names: str) -> list[float]:
    """Tell the standard errors by the Fisher information, in natural logarithms."""
    everything = _without(duels, None)
    return _fisher_errors(names, everything, _logarithms(names, everything))


def test_a_rating_is_in_points_of_elo_and_the_mean_of_all_is_0() -> None:
    first, second = rate("ab", in_each_group({("a", "b"): 20, ("b", "a"): 2}))
    assert first.value - second.value == pytest.approx(400 * log10(200.5 / 20.5))
    assert first.value == pytest.approx(-second.value)


def test_ratings_come_in_the_order_of_the_names() -> None:
    duels = in_each_group({("a", "b"): 20, ("b", "a"): 2})
    for one, other in zip(rate("ba", duels), rate("ab", duels)[::-1], strict=True):
        assert astuple(one) == pytest.approx(astuple(other))


def test_twenty_groups_are_expected() -> None:
    duels = in_each_group({("a", "b"): 3, ("b", "a"): 2})
    assert rate("ab", duels) == rate("ab", duels, 20)
    assert rate("ab", duels) != rate("ab", duels, 21)


# Errors by the Fisher information


@pytest.mark.parametrize(("one", "other"), [(6, 6), (20, 2), (1, 7)])
def test_the_error_of_one_of_two_is_half_that_of_their_difference(one: int, other: int) -> None:
    duels = in_each_group({("a", "b"): one, ("b", "a"): other})
    wins = [GROUPS * half_points / 2 + 0.5 for half_points in (one, other)]
    games = sum(wins)
    chance = wins[0] / games
    assert errors(duels, "ab") == pytest.approx([0.5 / sqrt(games * chance * (1 - chance))] * 2)


def test_three_who_are_alike_have_the_error_of_the_closed_form() -> None:
    duels = in_each_group(dict.fromkeys(permutations("abc", 2), 3))
    games = GROUPS * 3 + 1 / 2
    assert errors(duels, "abc") == pytest.approx([sqrt(8 / (9 * games))] * 3)


@given(st.lists(st.integers(1, 40), min_size=12, max_size=12))
def test_errors_are_those_of_the_inverse_with_one_strength_fixed(half_points: list[int]) -> None:
    names = "abcd"
    pairs = dict(zip(permutations(names, 2), half_points, strict=True))
    duels = in_each_group(pairs)
    found = strengths(names, {pair: GROUPS * points for pair, points in pairs.items()})
    information = numpy.zeros((4, 4))
    for i, j in combinations(range(4), 2):
        one, other = names[i], names[j]
        both = GROUPS * (pairs[one, other] + pairs[other, one])
        games = both / 2 + 1 / 3 if both else 0
        curvature = games * found[one] * found[other] / (found[one] + found[other]) ** 2
        information[[i, j], [i, j]] += curvature
        information[[i, j], [j, i]] -= curvature
    covariance = numpy.zeros((4, 4))
    covariance[:3, :3] = numpy.linalg.inv(information[:3, :3])
    centring = numpy.eye(4) - 1 / 4
    expected = numpy.sqrt(numpy.diag(centring @ covariance @ centring))
    assert errors(duels, names) == pytest.approx(list(expected), rel=1e-4)


def test_a_bot_that_always_wins_is_rated_with_a_wide_interval() -> None:
    first, second = rate("ab", in_each_group({("a", "b"): 2}))
    assert first.value > 200
    assert first.value - first.low > 100
    assert (first.high, second.low) == (inf, -inf)


@pytest.mark.parametrize("games", [1, 3, 5, 10, 500])
def test_however_one_sided_two_bots_have_the_error_of_the_closed_form(games: int) -> None:
    """One of two eigenvalues is 0: rounded a little below or above, it must not be inverted."""
    for lost in {*range(min(games, 10)), games // 2, games}:
        duels = in_each_group({("a", "b"): 2 * (games - lost), ("b", "a"): 2 * lost})
        played, chance = GROUPS * games + 1, (GROUPS * lost + 0.5) / (GROUPS * games + 1)
        expected = 0.5 / sqrt(played * chance * (1 - chance))
        assert errors(duels, "ab") == pytest.approx([expected] * 2, rel=1e-4)


@pytest.mark.parametrize("wins", [(1, 1, 1), (1, 1, 3), (4, 2, 9)])
def test_who_always_wins_may_be_stronger_by_any_number_of_points(wins: tuple[int, ...]) -> None:
    pairs = combinations("abc", 2)
    duels = in_each_group({pair: 2 * more for pair, more in zip(pairs, wins, strict=True)})
    first, second, third = rate("abc", duels)
    assert -9000 < first.low < first.value < first.high == inf
    assert (second.low, second.high) == (-inf, inf)
    assert -inf == third.low < third.value < third.high < 9000


def test_a_single_win_against_the_best_one_bounds_all_ratings() -> None:
    duels = {Duel(0, "a", "b"): 40, Duel(0, "b", "c"): 40, Duel(1, "c", "a"): 1}
    assert all(-inf < told.low < told.high < inf for told in rate("abc", duels))


def test_groups_of_bots_that_never_met_cannot_be_rated() -> None:
    duels = in_each_group({("a", "b"): 3, ("b", "a"): 2, ("c", "d"): 3, ("d", "c"): 1})
    for told in rate("abcd", duels):
        assert (told.low, told.high) == (-inf, inf)


def test_a_chain_of_meetings_is_enough_for_a_rating() -> None:
    duels = in_each_group({("a", "b"): 3, ("b", "a"): 2, ("b", "c"): 3, ("c", "b"): 1})
    assert all(told.high < inf for told in rate("abc", duels))


# Errors by the jackknife


def test_the_jackknife_is_that_of_the_pseudo_values() -> None:
    """Tukey 1958: the error of the mean of g * all - (g - 1) * all but one."""
    groups = 5
    won = {"a": [40, 2, 30, 1, 20], "b": [1, 30, 2, 20, 3]}
    duels = {Duel(g, "a", "b"): won["a"][g] for g in range(groups)}
    duels |= {Duel(g, "b", "a"): won["b"][g] for g in range(groups)}

    def estimate(left_out: int | None) -> float:
        wins = {
            bot: sum(points for g, points in enumerate(own) if g != left_out) / 2 + 0.5
            for bot, own in won.items()
        }
        return log(wins["a"] / wins["b"]) / 2

    values = [groups * estimate(None) - (groups - 1) * estimate(g) for g in range(groups)]
    expected = stdev(values) / sqrt(groups)
    assert _jackknife_errors("ab", duels, groups) == pytest.approx([expected] * 2, rel=1e-6)


def test_two_groups_are_enough_for_an_interval() -> None:
    duels = {Duel(0, "a", "b"): 40, Duel(1, "b", "a"): 30}
    # Without the first group, b has won 15 of 15; without the second, a has won 20 of 20.
    with_b, with_a = -log(15.5 / 0.5) / 2, log(20.5 / 0.5) / 2
    assert _jackknife_errors("ab", duels, 2) == pytest.approx([(with_a - with_b) / 2] * 2)


def test_one_group_leaves_a_rating_unbounded() -> None:
    (told, _) = rate("ab", {Duel(0, "a", "b"): 2}, 1)
    assert told.value > 0
    assert (told.low, told.high) == (-inf, inf)


def test_intervals_contain_what_is_true() -> None:
    """Of many tournaments between even bots, few intervals miss 0."""
    missed = 0
    for seed in range(60):
        rng = Random(seed)
        duels: Counter[Duel] = Counter()
        for game in range(200):
            one, other = rng.sample("abc", 2)
            duels[Duel(game % GROUPS, one, other)] += 2
        missed += sum(not told.low <= 0 <= told.high for told in rate("abc", duels))
    assert missed <= 14  # of 180; 9 are expected to


def test_the_mean_of_all_ratings_is_0() -> None:
    duels = in_each_group({("a", "b"): 3, ("b", "c"): 5, ("c", "a"): 2, ("a", "c"): 9})
    assert fmean(told.value for told in rate("abc", duels)) == pytest.approx(0, abs=1e-6)
