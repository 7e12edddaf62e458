"""What reports count, compared with counting the rows one by one."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

pytest.importorskip("statsmodels")

from attrs import astuple
from hypothesis import given
from stored_games import LINEUP, batch_of, batches, report_of, stored

from livingstone import GameRow, simulate, tournament
from livingstone.simulation import Score, SeatRow, difference_of, rate_of
from livingstone.simulation.batch import win_unit
from livingstone.simulation.intervals import DealCount, Distribution
from livingstone.simulation.store import Store
from livingstone.simulation.tally import GROUPS, Summary, Tally, count_duels, summarize

BATCH, PLAYERS = batch_of(), len(LINEUP)
SINGLE = batch_of(games_per_deal=1)
UNIT = win_unit(PLAYERS)
Entry = tuple[GameRow, int, SeatRow]


def entries(rows: Iterable[GameRow], wanted: Callable[[int, SeatRow], bool]) -> list[Entry]:
    return [
        (row, seat, own) for row in rows for seat, own in enumerate(row.seats) if wanted(seat, own)
    ]


def share(row: GameRow, seat: int) -> int:
    return UNIT // len(row.winners) if seat in row.winners else 0


def clusters(found: Iterable[Entry], value: Callable[[GameRow, int], int]) -> Counter[DealCount]:
    """Add up what was won in each deal, beside what an average seat won."""
    deals: dict[int, list[int]] = {}
    for row, seat, _ in found:
        deal = deals.setdefault(row.game // BATCH.games_per_deal, [0, 0, 0])
        deal[0] += 1
        deal[1] += value(row, seat)
        deal[2] += UNIT // PLAYERS if row.winners else 0
    return Counter(DealCount(*deal) for deal in deals.values())


def check_summary(told: Summary, rows: list[GameRow]) -> None:
    found = entries(rows, lambda seat, own: told.bot in (None, own.bot))
    found = [entry for entry in found if told.seat in (None, entry[1])]
    ended = [entry for entry in found if entry[2].score is not None]
    scores = [own.score for _, _, own in ended if own.score is not None]

    def of(figure: Callable[[Score], int]) -> Distribution:
        return Distribution.of(Counter(map(figure, scores)))

    assert (told.entries, told.finished) == (len(found), len(ended))
    assert told.failed == sum(row.note is not None and row.note.seat == n for row, n, _ in found)
    seats = 2 if (told.bot, told.seat) == ("a", None) else 1
    won, even = clusters(ended if told.bot is None else found, share), 1 / PLAYERS
    assert told.win == rate_of(won, UNIT, 1 / seats)
    assert told.advantage == difference_of(won, UNIT, -even, 1 / seats - even)
    outs = clusters(ended, lambda row, n: UNIT * bool(getattr(row.seats[n].score, "is_out", 0)))
    assert told.out == rate_of(outs, UNIT)
    assert told.shared == sum(own.won and len(row.winners) > 1 for row, _, own in ended)
    assert told.rank == Distribution.of(Counter(own.rank for _, _, own in ended))
    assert told.points == of(lambda score: score.points)
    assert told.donated == of(lambda score: score.donated)
    assert told.tents == of(lambda score: score.tents)
    sources = {
        "columns": of(lambda score: score.columns),
        "market": of(lambda score: score.market),
        "cards": of(lambda score: score.cards),
        "row 1": of(lambda score: score.majorities[0]),
        "row 2": of(lambda score: score.majorities[1]),
        "gems": of(lambda score: score.gems),
        "hand": of(lambda score: score.hand),
    }
    assert told.sources == (tuple(sources.items()) if ended else ())


@given(batches(BATCH))
def test_a_report_counts_what_the_rows_say(rows: list[GameRow]) -> None:
    report = report_of(BATCH, rows)
    ended = [row for row in rows if row.note is None]
    assert (report.games, report.finished) == (len(rows), len(ended))
    assert (report.failed, report.deals) == (len(rows) - len(ended), -(-len(rows) // 3))
    assert report.shared_wins == sum(len(row.winners) > 1 for row in ended)
    assert report.without_winner == sum(not row.winners for row in ended)
    assert report.rounds == Distribution.of(Counter(row.rounds for row in ended))
    assert report.moves == Distribution.of(Counter(row.moves for row in ended))
    anyone = rate_of(
        Counter(
            DealCount(len(deal), sum(UNIT * bool(row.winners) for row in deal))
            for number in range(report.deals)
            if (deal := [row for row in ended if row.game // 3 == number])
        ),
        UNIT,
    )
    assert astuple(report.even_share) == pytest.approx([own / PLAYERS for own in astuple(anyone)])
    for told in (*report.bots, *report.seats, *report.bots_by_seat):
        check_summary(told, rows)
    places = {(own.bot, seat) for _, seat, own in entries(rows, lambda *_: True)}
    assert [(own.bot, own.seat) for own in report.bots_by_seat] == sorted(places)
    failed = [row for row in rows if row.note is not None]
    assert [(own.game, own.seed, own.note) for own in report.failed_games] == [
        (row.game, row.seed, row.note) for row in failed
    ]
    kinds = Counter((row.note.bot, row.note.kind) for row in failed if row.note)
    told_kinds = {(bot, k): n for bot, own in report.failures.items() for k, n in own.items()}
    assert told_kinds == kinds


@given(batches(SINGLE, most=24))
def test_duels_are_won_by_the_better_rank_and_lost_by_who_fails(rows: list[GameRow]) -> None:
    expected = Counter[tuple[int, str, str]]()
    for row in rows:
        for seat, one in enumerate(row.seats):
            for place, other in enumerate(row.seats):
                decided = row.note is None or row.note.seat in (seat, place)
                if one.bot != other.bot and one.rank <= other.rank and decided:
                    points = 2 if one.rank < other.rank else 1
                    expected[row.game % GROUPS, one.bot, other.bot] += points
    with stored(SINGLE, rows) as store:
        assert count_duels(store, store.batches(), len(rows)) == expected


def test_only_the_first_games_count_and_the_first_failures_are_kept() -> None:
    report = simulate(["failing_bots:Illegal", "random"], 30, seed=7)
    assert [game for _, game, _ in report.failed_games] == list(range(20))
    assert report.failures == {"failing_bots:Illegal": {"illegal": 30}}


def test_a_tournament_groups_deals_of_all_its_lineups() -> None:
    """Deals that all lineups share are not independent of each other."""
    ended = tournament(["random", "greedy", "failing_bots:Crashing"], games=24, seed=7)
    for rating in ended.ratings:
        summaries = [summary for report in ended.reports for summary in report.bots]
        own = [summary for summary in summaries if summary.bot == rating.bot]
        assert rating.summary.entries == sum(summary.entries for summary in own) == 48
        assert rating.summary.failed == sum(summary.failed for summary in own)
        mean = sum(summary.win.value for summary in own) / 2
        assert abs(rating.summary.win.value - mean) < 1e-9


def test_the_groups_of_a_tournament_stand_for_several_deals(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    ended = tournament(["random", "livingstone.players:RandomBot"], games=100, seed=7, sink=file)
    with Store(file, read_only=True) as store:
        tally = Tally.count(store, store.batches(), 100, GROUPS)
    for rating in ended.ratings:
        assert rating.summary == summarize(tally, rating.bot, None, group=50 / GROUPS)
        assert rating.summary.win != summarize(tally, rating.bot, None).win
