"""Paired differences: scipy's paired test as the oracle, and deals in which a bot failed."""

from statistics import fmean

import pytest
from game_rows import failed, game, seat
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from livingstone.simulation import GameRow, Interval
from livingstone.simulation.statistics.intervals import wilson
from livingstone.simulation.statistics.pairing import PairedSums

PLAYERS = 3
Deal = list[tuple[int, list[bool]]]
"""For each game of a deal: the points of the bot, and who won, the bot being the first."""

Triple = tuple[Interval, Interval, Interval]

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


def check(
    told: tuple[Interval, Interval, Interval], ones: list[float], others: list[float]
) -> None:
    first, second, difference = told
    assert first.value == pytest.approx(fmean(ones))
    assert second.value == pytest.approx(fmean(others))
    assert difference.value == pytest.approx(fmean(ones) - fmean(others))
    if len({round(one - other, 9) for one, other in zip(ones, others, strict=True)}) > 1:
        expected = stats.ttest_rel(ones, others).confidence_interval(0.95)
        assert difference.low == pytest.approx(expected.low)
        assert difference.high == pytest.approx(expected.high)
    else:
        assert difference.low == pytest.approx(difference.high)


@given(DEALS)
def test_differences_are_those_of_the_paired_test(deals: list[Deal]) -> None:
    sums = PairedSums(PLAYERS, PLAYERS)
    pairs = [(deal[:PLAYERS], deal[PLAYERS:]) for deal in deals]
    for number, (first, second) in enumerate(pairs):
        sums.add(rows_of(first, number), rows_of(second, number))
    ones, others = (
        [[(points, share(won)) for points, won in deal[part]] for deal in pairs] for part in (0, 1)
    )
    check(
        sums.wins(),
        [fmean(share for _, share in deal) for deal in ones],
        [fmean(share for _, share in deal) for deal in others],
    )
    check(
        sums.points(),
        [fmean(points for points, _ in deal) for deal in ones],
        [fmean(points for points, _ in deal) for deal in others],
    )
    games = len(deals) * PLAYERS
    won = sum(share for deal in ones for _, share in deal)
    assert sums.wins()[0].low == pytest.approx(wilson(won, games).low)
    assert sums.wins()[0].high == pytest.approx(wilson(won, games).high)


def test_without_rotation_the_bot_is_on_seat_0() -> None:
    sums = PairedSums(2, 1)
    for number in (4, 5):
        seats = seat("a", won=True, rank=1, points=8), seat("b", won=False, rank=2, points=0)
        sums.add([game(number, *seats)], [game(number, *seats[::-1])])
    assert [own.value for own in sums.wins()] == [1, 0, 1]
    assert [own.value for own in sums.points()] == [8, 0, 8]
    assert sums.wins()[0] == wilson(2, 2)


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
    one, other, difference = sums.points()
    assert (one.value, other.value, difference.value) == (5, 5, 0)
    assert one.low == -float("inf")  # of one deal alone, nothing is known
    first_wins, second_wins, _ = sums.wins()
    assert sorted([first_wins.value, second_wins.value]) == [1.5 / 4, 2 / 4]


def test_without_deals_nothing_is_known() -> None:
    sums = PairedSums(2, 2)
    assert sums.wins()[0] == wilson(0, 0)
    assert sums.points()[2].high == float("inf")
