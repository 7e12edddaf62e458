"""Counting deal by deal: the order of games does not matter, and incomplete deals count as well."""

import pytest
from game_rows import failed, rate, seat
from hypothesis import given
from hypothesis import strategies as st

from livingstone import GameRow, simulate
from livingstone.simulation import Tally
from livingstone.simulation.statistics.clusters import DealCount
from livingstone.simulation.statistics.deals import GROUPS, Deals, Subject
from livingstone.simulation.statistics.summaries import even_share, summarize


def played(number: int, seed: int, winner: int | None) -> GameRow:
    """Make a game of two bots that move on by one seat."""
    bots = "ab" if number % 2 == 0 else "ba"
    seats = [
        seat(bot, won=place == winner, rank=1, points=5, is_out=winner is None)
        for place, bot in enumerate(bots)
    ]
    return GameRow(number, seed, "", 10, 90, None, None, tuple(seats))


ROWS = st.lists(st.sampled_from([0, 1, None]), min_size=1, max_size=12).map(
    lambda winners: [played(number, number // 2, own) for number, own in enumerate(winners)]
)


def counted(rows: list[GameRow]) -> Deals:
    deals = Deals(2)
    for row in rows:
        deals.add(row, row.game // 2, 2)
    return deals


@given(ROWS, st.data())
def test_deals_are_the_same_however_games_are_divided(
    rows: list[GameRow], data: st.DataObject
) -> None:
    parts: list[list[GameRow]] = [[], [], []]
    for row in data.draw(st.permutations(rows)):
        parts[data.draw(st.integers(0, 2))].append(row)
    merged = Deals(2)
    for part in parts:
        merged.merge(counted(part))
    assert merged == counted(rows)
    assert merged.complete == len(rows) // 2
    assert merged.count == (len(rows) + 1) // 2


def test_a_deal_is_one_cluster_also_before_its_last_game() -> None:
    deals = counted([played(0, 0, 0), played(1, 0, 1), played(2, 1, None)])
    assert deals.of(Subject("won", "bot", "a")) == {DealCount(2, 4, 2): 1, DealCount(1, 0, 0): 1}
    assert deals.of(Subject("won", "bot", "b")) == {DealCount(2, 0, 2): 1, DealCount(1, 0, 0): 1}
    assert deals.of(Subject("won", "place", "a", 1)) == {DealCount(1, 2, 1): 1}
    assert deals.of(Subject("won", "seat", number=0)) == {
        DealCount(2, 2, 2): 1,
        DealCount(1, 0, 0): 1,
    }
    assert deals.of(Subject("out", "bot", "a")) == {DealCount(2, 0, 0): 1, DealCount(1, 2, 0): 1}
    assert deals.of(Subject("won", "game")) == {DealCount(2, 4, 0): 1, DealCount(1, 0, 0): 1}
    assert not deals.of(Subject("won", "card", "lion"))


def test_a_failure_counts_for_bots_alone() -> None:
    deals = counted([failed(0, "ab", culprit=1)])
    assert deals.of(Subject("won", "bot", "a")) == {DealCount(1, 2, 1): 1}
    assert not deals.of(Subject("won", "seat", number=0))
    assert not deals.of(Subject("won", "game"))


def test_groups_hold_every_twentieth_deal() -> None:
    deals = counted([played(2 * deal, deal, 0) for deal in range(2 * GROUPS)])
    assert deals.in_groups(Subject("won", "bot", "a")) == {DealCount(2, 4, 2): GROUPS}
    assert not deals.in_groups(Subject("won", "bot", "c"))


def test_an_average_seat_wins_less_where_nobody_may_win() -> None:
    tally = Tally(2, 2)
    for number, winner in enumerate([0, 1, None, 1]):
        tally.add(played(number, number // 2, winner), number // 2)
    told = even_share(tally)
    assert told.value == 3 / 8
    assert told.high <= 0.5
    assert summarize(tally, "a", None).win == rate((2, 2), (2, 1))
    assert summarize(tally, "a", None, group=1).win == rate((2, 2), (2, 1))
    assert summarize(tally, None, 1).advantage.value == pytest.approx(2 / 4 - 3 / 8)


def test_a_report_tells_its_deals_and_what_an_average_seat_wins() -> None:
    report = simulate(["random", "random"], 4, seed=7)
    assert (report.games, report.deals) == (4, 4)
    assert report.even_share.value == (4 - report.without_winner) / 8
    assert str(report).startswith("4 games on 4 deals, printed: random, random\n")
    assert simulate(["greedy", "random"], 3, seed=7).deals == 2
