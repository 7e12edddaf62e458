"""Intervals of ratings, by the ratio of likelihoods."""

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from math import exp, inf, log1p

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import optimize

from livingstone.simulation.statistics.deals import GROUPS
from livingstone.simulation.statistics.intervals import student
from livingstone.simulation.statistics.likelihood import Likelihood
from livingstone.simulation.statistics.ratings import ELO, rate
from livingstone.simulation.statistics.tally import Duel

Array = NDArray[numpy.float64]


def in_each_group(duels: Mapping[tuple[str, str], int]) -> dict[Duel, int]:
    """Repeat the same results in all groups, so that the jackknife finds no error at all."""
    return {
        Duel(group, one, other): half_points
        for group in range(GROUPS)
        for (one, other), half_points in duels.items()
    }


def unlikeliness(ratings: Array, pairs: Mapping[tuple[str, str], int]) -> float:
    """Add up the logarithms of the chances of all duels of three bots, and change the sign."""
    return GROUPS * sum(
        half / 2 * log1p(exp(ratings["abc".index(other)] - ratings["abc".index(one)]))
        for (one, other), half in pairs.items()
    )


def least_unlikeliness(pairs: Mapping[tuple[str, str], int], held: dict[int, float]) -> float:
    """Let scipy find the likeliest ratings whose sum is 0, some of them held where they are."""
    constraints = [optimize.LinearConstraint(numpy.ones((1, 3)), 0, 0)]
    constraints += [
        optimize.LinearConstraint(numpy.eye(3)[[bot]], rating, rating)
        for bot, rating in held.items()
    ]
    found = optimize.minimize(
        unlikeliness,
        numpy.zeros(3),
        args=(pairs,),
        method="SLSQP",
        constraints=constraints,
        options={"ftol": 1e-12},
    )
    return float(found.fun)


@given(st.lists(st.integers(1, 12), min_size=6, max_size=6), st.integers(0, 2))
@settings(max_examples=20)
def test_ends_are_those_of_the_constrained_maximum(half_points: list[int], bot: int) -> None:
    pairs = dict(zip(permutations("abc", 2), half_points, strict=True))
    told = rate("abc", in_each_group(pairs))[bot]
    for end in (told.low, told.high):
        more = least_unlikeliness(pairs, {bot: end / ELO}) - least_unlikeliness(pairs, {})
        assert 2 * more == pytest.approx(student(GROUPS - 1) ** 2, rel=1e-3)


@pytest.mark.parametrize(("elo", "deals"), [(0, 10), (1000, 20)])
def test_intervals_of_ratings_contain_the_truth(elo: int, deals: int) -> None:
    luck, hits = numpy.random.default_rng(7), 0
    chance = 1 / (1 + 10 ** (-elo / 400))
    for _ in range(100):
        duels = Counter[Duel]()
        for deal in range(deals):
            won = int(luck.binomial(2, chance))
            duels += {Duel(deal, "a", "b"): 2 * won, Duel(deal, "b", "a"): 2 * (2 - won)}
        first, _ = rate("ab", duels, deals)
        hits += first.low <= elo / 2 <= first.high
    assert hits >= 90


def test_games_of_a_deal_that_go_alike_make_intervals_wider() -> None:
    """The jackknife finds a variance that is 20 times that of independent duels."""
    apart = in_each_group({("a", "b"): 20, ("b", "a"): 20})
    orders = [("a", "b"), ("b", "a")]
    alike = {Duel(group, *orders[group % 2]): 40 for group in range(GROUPS)}
    (narrow, _), (wide, _) = rate("ab", apart), rate("ab", alike)
    assert narrow.value == pytest.approx(wide.value, abs=1e-9)
    assert wide.high - wide.low > 4 * (narrow.high - narrow.low)


def test_a_rating_that_nothing_bounds_has_no_end() -> None:
    likelihood = Likelihood("ab", {("a", "b"): 6})
    assert likelihood.end(0, 4.0, 1) == inf
    assert 0 < likelihood.end(0, 4.0, -1) < 3
