"""Tallies and reports: exact sums, and figures against games that were counted by hand."""

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from attrs import astuple
from game_rows import LINEUP, game, rate, rows, seat
from hypothesis import given
from hypothesis import strategies as st

from livingstone import ArgumentError, Report, simulate
from livingstone.simulation import GameRow, Interval, Tally, difference_of, rate_of
from livingstone.simulation.reports import layout
from livingstone.simulation.reports.layout import percent
from livingstone.simulation.statistics.intervals import Difference, Distribution
from livingstone.simulation.statistics.summaries import CardSummary
from livingstone.simulation.statistics.tally import Duel

# Tallies


def tally_of(games: list[GameRow]) -> Tally:
    tally = Tally(3, 1)
    for row in games:
        tally.add(row, row.game)
    return tally


@given(st.lists(rows(), max_size=30), st.integers(0, 30), st.integers(0, 30))
def test_merged_tallies_are_the_tally_of_all(games: list[GameRow], one: int, other: int) -> None:
    one, other = sorted((one, other))
    parts = [tally_of(part) for part in (games[:one], games[one:other], games[other:])]
    whole = tally_of(games)
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        merged = Tally(3, 1)
        for part in order:
            merged.merge(parts[part])
        assert merged == whole


@given(st.lists(rows(), max_size=30))
def test_every_game_and_every_win_is_counted_once(games: list[GameRow]) -> None:
    report = report_of(tally_of(games))
    assert report.games == len(games)
    assert report.failed == sum(row.note is not None for row in games)
    assert sum(bot.entries for bot in report.bots) == 3 * len(games)
    assert sum(seat.finished for seat in report.seats) == 3 * report.finished
    won = sum(Fraction(bot.win.value).limit_denominator(10**6) * bot.entries for bot in report.bots)
    assert won == sum(bool(row.winners) for row in games)
    assert report.without_winner == sum(not row.winners for row in games if not row.note)
    assert report.shared_wins == sum(len(row.winners) > 1 for row in games if not row.note)


def report_of(tally: Tally, **changes: Any) -> Report:
    arguments: dict[str, Any] = {
        "lineup": LINEUP,
        "edition": "printed",
        "edition_hash": "0",
    }
    arguments |= {"games_per_deal": 1, "seeds": (7,), "tally": tally}
    return Report(**(arguments | changes))


# Reports, by hand


BY_HAND = [
    game(
        0,
        seat("a", won=True, rank=1, points=30, played=("lion", "lion"), majorities=(12, 0)),
        seat("b", won=False, rank=2, points=20, donated=5),
        seat("a", won=False, rank=3, points=40, is_out=True),
    ),
    game(
        1,
        seat("a", won=True, rank=1, points=25, played=("lion",)),
        seat("a", won=True, rank=1, points=25, majorities=(6, 0)),
        seat("b", won=False, rank=3, points=10, is_out=True, majorities=(6, 4)),
    ),
    game(2, *[seat(bot, won=False, rank=1, points=5, is_out=True) for bot in "baa"]),
]


def test_a_report_counts_as_by_hand() -> None:
    report = report_of(tally_of(BY_HAND))
    assert (report.games, report.shared_wins, report.without_winner) == (3, 1, 1)
    assert report.rounds.quantiles == (10, 10, 11, 12, 12)
    first, second = report.bots
    assert (first.bot, first.entries, first.shared) == ("a", 6, 2)
    assert first.win == rate((2, 1), (2, 1), (2, 0), most=1 / 2)  # on two seats
    assert second.win == rate((1, 0), (1, 0), (1, 0))
    assert first.out.value == 3 / 6
    assert second.out.value == 2 / 3
    assert first.points == Distribution.of(Counter([30, 40, 25, 25, 5, 5]))
    assert second.donated == Distribution.of(Counter([5, 0, 0]))
    assert dict(second.sources)["row 1"] == Distribution.of(Counter([0, 6, 0]))
    assert [own.win for own in report.seats] == [
        rate((1, 1), (1, 0.5), (1, 0)),
        rate((1, 0), (1, 0.5), (1, 0)),
        rate((1, 0), (1, 0), (1, 0)),
    ]
    assert [(own.bot, own.seat, own.entries) for own in report.bots_by_seat] == [
        ("a", 0, 2),
        ("a", 1, 2),
        ("a", 2, 2),
        ("b", 0, 1),
        ("b", 1, 1),
        ("b", 2, 1),
    ]


def test_cards_rows_and_donations_are_counted_as_by_hand() -> None:
    report = report_of(tally_of(BY_HAND))
    (lion,) = report.cards
    assert (lion.card, lion.played, lion.entries) == ("lion", 3, 2)
    assert lion.win == rate((1, 1), (1, 0.5))
    first, second = report.majorities
    assert (first.board_row, first.entries, first.win) == (
        1,
        3,
        rate((1, 1), (2, 0.5)),
    )
    assert (second.board_row, second.entries, second.win) == (
        2,
        1,
        rate((1, 0)),
    )
    assert first.points.mean == 24 / 9
    nothing, five = report.donations
    assert (nothing.coins, nothing.entries, five.coins, five.entries) == (0, 8, 5, 1)
    assert nothing.out == rate((2, 1), (3, 1), (3, 3))
    assert five.win == rate((1, 0))


def test_duels_go_by_rank() -> None:
    tally = tally_of(BY_HAND)
    assert tally.duels == {
        Duel(0, "a", "b"): 2,
        Duel(0, "b", "a"): 2,
        Duel(1, "a", "b"): 4,
        Duel(2, "a", "b"): 2,
        Duel(2, "b", "a"): 2,
    }


# Reports in all forms


def test_a_report_is_told_in_all_forms() -> None:
    report = simulate(["random", "greedy"], 10, seed=7)
    told = json.loads(report.to_json())
    assert told["games"] == 10
    assert [bot["bot"] for bot in told["bots"]] == ["random", "greedy"]
    assert set(told["bots"][0]["win"]) == {"value", "low", "high"}
    assert report.to_json() == simulate(["random", "greedy"], 10, seed=7).to_json()
    text, marked = str(report), report.to_markdown()
    for sheet in report.sheets():
        assert sheet.title in text
        assert f"## {sheet.title}" in marked
        assert all(len(line) == len(sheet.heads) for line in sheet.lines)
    assert percent(report.bots[1].win) in text


def test_reports_of_other_seeds_are_merged() -> None:
    one, other = (simulate(["random"] * 2, 4, seed=seed) for seed in (1, 2))
    merged = one.merge(other)
    assert (merged.games, merged.seeds) == (8, (1, 2))
    assert merged.tally == other.merge(one).tally
    assert one.games == 4


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({}, "seed"),
        ({"lineup": ("b", "a", "a"), "seeds": (8,)}, "lineup"),
        ({"edition_hash": "1", "seeds": (8,)}, "edition_hash"),
        ({"games_per_deal": 3, "seeds": (8,)}, "games_per_deal"),
    ],
)
def test_reports_that_do_not_go_together_are_refused(changes: Any, named: str) -> None:
    with pytest.raises(ArgumentError, match=named):
        report_of(Tally(3, 1)).merge(report_of(Tally(3, 1), **changes))


def test_a_bot_on_two_seats_of_four_wins_half_of_its_entries_at_most() -> None:
    report = simulate(["random", "greedy"] * 2, 20, seed=7)
    weak, strong = report.bots
    assert strong.win.high <= 0.5
    assert strong.advantage.high <= 0.25
    assert strong.advantage.low == pytest.approx(-weak.advantage.high)
    assert strong.advantage.p_value == pytest.approx(weak.advantage.p_value)
    begun = simulate(["greedy", "greedy", "random"], 1, seed=11).bots[0]  # of three games
    assert begun.win.high <= 0.5


def test_bots_that_play_only_each_other_win_what_an_average_seat_wins() -> None:
    report = simulate(["greedy"] * 4, 20, seed=7)
    [bot] = report.bots
    assert astuple(bot.win) == pytest.approx(astuple(report.even_share))


def test_what_games_are_counted_is_told_where_some_were_cut_short() -> None:
    whole = str(simulate(["random", "random"], 4, seed=7))
    cut = str(simulate(["random", "failing_bots:Crashing"], 4, seed=7))
    assert "All but entries" not in whole
    remark = "All but entries, wins and p are of the games played to the end."
    assert remark in cut
    of_seats = cut.partition("\nSeats\n")[2].partition("\n\n")[0]
    assert of_seats
    assert remark not in of_seats


def test_only_reports_are_merged_and_only_clusters_counted() -> None:
    report = simulate(["random", "random"], 2, seed=7)
    with pytest.raises(ArgumentError, match="a Report is needed, not 5"):
        report.merge(5)  # type: ignore[arg-type]
    for estimate in (rate_of, difference_of):
        with pytest.raises(ArgumentError, match="clusters are counted in a mapping"):
            estimate([])  # type: ignore[arg-type]


def test_a_card_is_told_by_how_often_seats_played_it() -> None:
    card = CardSummary("lion", 2, 1, Interval(0, 0, 1), Difference(0, -1, 1, 1))
    tests = layout.Tests(Interval(0.5, 0, 1), {})
    assert layout.cards_sheet([card], 2, 4, tests).lines[0][2:4] == ("1.00", "25.0 %")
