"""Paired differences: scipy's paired test as the oracle, and deals in which a bot failed."""

from statistics import fmean, variance

import numpy
import pytest
from attrs import astuple
from game_rows import failed, game, rate, seat
from hypothesis import given
from hypothesis import strategies as st
from points import KINDS as POINTS
from points import Kind, coverage

from livingstone.simulation import GameRow
from livingstone.simulation.statistics.intervals import mean_difference
from livingstone.simulation.statistics.pairing import Pair, PairedSums

PLAYERS = 3
Deal = list[tuple[int, list[bool]]]
"""For each game of a deal: the points of the bot, and who won, the bot being the first."""

GAME = st.tuples(st.integers(0, 90), st.lists(st.booleans(), min_size=PLAYERS, max_size=PLAYERS))
DEALS = st.lists(st.lists(GAME, min_size=2 * PLAYERS, max_size=2 * PLAYERS), min_size=2, max_size=9)


def rows_of(deal: Deal, number: int) -> list[GameRow]:
    """Make the rows of a deal, in which the bot moves on by one seat from game to game."""
    rows = []
    for turn, (points, won) in enumerate(deal):
        seats = [
            seat("ab"[place > 0], won=own, rank=1, points=points if place == 0 else 200)
            for place, own in enumerate(won)
        ]
        rows.append(
            game(number * PLAYERS + turn, *seats[PLAYERS - turn :], *seats[: -turn or None])
        )
    return rows


def share(won: list[bool]) -> float:
    return won[0] / max(1, sum(won))


def check(told: Pair, ones: list[float], others: list[float]) -> None:
    assert told.first.value == pytest.approx(fmean(ones))
    assert told.second.value == pytest.approx(fmean(others))
    assert told.difference.value == pytest.approx(fmean(ones) - fmean(others))
    separate = len(ones) > 1 and variance(ones) + variance(others)
    differences = [one - other for one, other in zip(ones, others, strict=True)]
    if separate:
        assert told.variance_ratio == pytest.approx(variance(differences) / separate, abs=1e-9)
    else:
        assert told.variance_ratio is None


@given(DEALS)
def test_differences_are_those_of_the_paired_test(deals: list[Deal]) -> None:
    sums = PairedSums(PLAYERS, PLAYERS)
    pairs = [(deal[:PLAYERS], deal[PLAYERS:]) for deal in deals]
    for number, (first, second) in enumerate(pairs):
        sums.add(rows_of(first, number), rows_of(second, number))
    ones, others = (
        [[(points, share(won)) for points, won in deal[part]] for deal in pairs] for part in (0, 1)
    )
    won = [[fmean(share for _, share in deal) for deal in part] for part in (ones, others)]
    check(sums.wins(), won[0], won[1])
    for own, shares in zip((sums.wins().first, sums.wins().second), won, strict=True):
        same = rate(*((PLAYERS, PLAYERS * share) for share in shares))
        assert astuple(own) == pytest.approx(astuple(same))
    points = [[fmean(points for points, _ in deal) for deal in part] for part in (ones, others)]
    told = sums.points()
    check(told, points[0], points[1])
    assert told.difference.low < told.difference.value < told.difference.high
    totals = [[round(PLAYERS * mean) for mean in part] for part in points]
    differences = [one - other for one, other in zip(*totals, strict=True)]
    same = mean_difference(
        len(differences),
        sum(differences),
        sum(difference**2 for difference in differences),
        sum(variance(part) for part in totals),
        PLAYERS,
    )
    assert astuple(told.difference) == pytest.approx(astuple(same))


def test_without_rotation_the_bot_is_on_seat_0() -> None:
    sums = PairedSums(2, 1)
    for number in (4, 5):
        seats = seat("a", won=True, rank=1, points=8), seat("b", won=False, rank=2, points=0)
        sums.add([game(number, *seats)], [game(number, *seats[::-1])])
    wins, points = sums.wins(), sums.points()
    assert (wins.first.value, wins.second.value, wins.difference.value) == (1, 0, 1)
    assert (points.first.value, points.second.value, points.difference.value) == (8, 0, 8)
    assert wins.first == rate((1, 1), (1, 1))


@pytest.mark.parametrize("fails_first", [True, False])
def test_the_points_of_a_deal_with_a_failure_are_left_out_for_both(fails_first: bool) -> None:
    sums = PairedSums(2, 2)
    well = [
        game(number, seat("a", won=True, rank=1, points=5), seat("b", won=True, rank=1, points=5))
        for number in (0, 1)
    ]
    cut = [well[0], failed(1, "ba", culprit=1)]
    for first, second in ((well, well), (cut, well) if fails_first else (well, cut)):
        sums.add(first, second)
    told = sums.points()
    assert (told.first.value, told.second.value, told.difference.value) == (5, 5, 0)
    assert told.first.low == -float("inf")  # of one deal alone, nothing is known
    assert (told.difference.high, told.difference.p_value) == (float("inf"), 1)
    wins = sums.wins()
    assert sorted([wins.first.value, wins.second.value]) == [1.5 / 4, 2 / 4]


def test_without_deals_nothing_is_known() -> None:
    sums = PairedSums(2, 2)
    wins = sums.wins()
    assert wins.first == rate()
    assert (wins.difference.low, wins.difference.high, wins.difference.p_value) == (-1, 1, 1)
    assert sums.points().difference.high == float("inf")


@pytest.mark.parametrize("kind", POINTS, ids=lambda kind: kind.name)
def test_intervals_of_points_contain_the_truth(kind: Kind) -> None:
    """`tests/benchmarks/points.py` measures it exactly."""
    hits, _ = coverage(kind, numpy.random.default_rng(7), 10, 400)
    assert hits >= 370
