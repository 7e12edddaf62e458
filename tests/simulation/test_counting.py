"""Reports of games that were made up, compared with counting the rows; and how they are written."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from pathlib import Path

import pytest

pytest.importorskip("statsmodels")

from attrs import astuple
from hypothesis import given
from hypothesis import strategies as st

from livingstone import Report, simulate, tournament
from livingstone.simulation import (
    FailureNote,
    GameRow,
    Score,
    SeatRow,
    Sheet,
    difference_of,
    entrants,
    rate_of,
)
from livingstone.simulation.batch import FAILURES, Batch, win_unit
from livingstone.simulation.intervals import DealCount, Distribution
from livingstone.simulation.one_game import Played
from livingstone.simulation.report import Summary, summarize
from livingstone.simulation.results_store import ResultsStore
from livingstone.simulation.sheets import p_value, percent, percent_of, plain
from livingstone.simulation.tally import GROUPS, Tally, count_duels

LINEUP = ("a", "b", "a")
FEW = st.integers(0, 3)
SCORES = st.builds(Score, *[FEW] * 4, st.tuples(FEW, FEW), *[FEW] * 4, st.booleans())
CARDS = st.lists(st.sampled_from(["lion", "market"]), max_size=4).map(
    lambda ids: tuple(sorted(ids))
)
BOTS = tuple(entrants.Entry(label, label) for label in LINEUP)
BATCH, SINGLE = (Batch(BOTS, 7, "printed", games) for games in (3, 1))
PLAYERS = len(LINEUP)
UNIT = win_unit(PLAYERS)
Entry = tuple[GameRow, int, SeatRow]


@st.composite
def rows(draw: st.DrawFn, batch: Batch, game: int) -> GameRow:
    """Draw a game of a batch; a third of the games end by a failure."""
    names = batch.seats(game)
    players = len(names)
    loser = draw(st.integers(0, 3 * players - 1))
    note = None
    if loser < players:
        kind = draw(st.sampled_from(FAILURES))
        note = FailureNote(loser, names[loser], kind, draw(st.sampled_from("xy")))
    seats = tuple(
        SeatRow(
            bot=name,
            won=draw(st.booleans()) if note is None else seat != loser,
            rank=draw(st.integers(1, players)) if note is None else 1 + 2 * (seat == loser),
            played=draw(CARDS),
            score=draw(SCORES) if note is None else None,
        )
        for seat, name in enumerate(names)
    )
    numbers = draw(st.tuples(FEW, FEW))
    return GameRow(game, batch.seed_of(game), batch.edition_hash, *numbers, None, note, seats)


@st.composite
def batches(draw: st.DrawFn, batch: Batch, most: int = 8) -> list[GameRow]:
    """Draw the games of a batch."""
    return [draw(rows(batch, game)) for game in range(draw(st.integers(1, most)))]


def stored(batch: Batch, games: Sequence[GameRow]) -> ResultsStore:
    """Write games to a temporary file."""
    store = ResultsStore(None)
    store.add(store.add_batch(batch), [Played(row, b"", None) for row in games])
    return store


@given(batches(BATCH))
def test_rows_are_read_as_they_were_written(rows: list[GameRow]) -> None:
    with stored(BATCH, rows) as store:
        assert list(store.rows(store.batches()[0])) == rows


# What is counted


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
    assert told.win == rate_of(won, UNIT, most=1 / seats)
    assert told.advantage == difference_of(won, UNIT, least=-even, most=1 / seats - even)
    outs = clusters(ended, lambda row, n: UNIT * bool(getattr(row.seats[n].score, "is_out", 0)))
    assert told.out == rate_of(outs, UNIT)
    assert told.shared == sum(own.won and len(row.winners) > 1 for row, _, own in ended)
    assert told.rank == Distribution.of(Counter(own.rank for _, _, own in ended))
    for name in ("points", "donated", "tents"):
        assert getattr(told, name) == of(attrgetter(name))
    sources = [(name, of(attrgetter(name))) for name in ("columns", "market", "cards")]
    sources += [("row 1", of(lambda score: score.majorities[0]))]
    sources += [("row 2", of(lambda score: score.majorities[1]))]
    sources += [(name, of(attrgetter(name))) for name in ("gems", "hand")]
    assert told.sources == (tuple(sources) if ended else ())


@given(batches(BATCH))
def test_a_report_counts_what_the_rows_say(rows: list[GameRow]) -> None:
    with stored(BATCH, rows) as store:
        report = Report.of(store, store.batches()[0])
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
    assert [failed.game for failed in report.failed_games] == list(range(20))
    assert report.failures == {"failing_bots:Illegal": {"illegal": 30}}


def test_the_groups_of_a_tournament_stand_for_several_deals(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    ended = tournament(["random", "livingstone.players:RandomBot"], games=100, seed=7, sink=file)
    with ResultsStore(file, read_only=True) as store:
        tally = Tally.count(store, store.batches(), 100, GROUPS)
    for rating in ended.ratings:
        assert rating.summary == summarize(tally, rating.bot, None, group=50 / GROUPS)
        assert rating.summary.win != summarize(tally, rating.bot, None).win


# How it is written


def test_a_report_is_written_in_all_forms() -> None:
    report = simulate(["random", "greedy"], 10, seed=7)
    told = json.loads(report.to_json())
    assert told["games"] == 10
    assert [bot["bot"] for bot in told["bots"]] == ["random", "greedy"]
    assert set(told["bots"][0]["win"]) == {"value", "low", "high"}
    text = str(report)
    assert all(sheet.title in text for sheet in report.sheets())
    assert max(map(len, text.splitlines())) <= 80
    p_values = report.adjusted_p_values()
    sheets = {sheet.title: sheet for sheet in report.sheets()}
    for own, line in zip(report.seats, sheets["Seats"].lines, strict=True):
        wins = (percent(own.win), p_value(p_values[own]), f"{percent_of(own.out.value)} %")
        rest = (f"{own.rank.mean:.2f}", f"{own.donated.mean:.2f}")
        assert line == (f"seat {own.seat}", "10", *wins, *rest)
    everyone = (*report.bots, *report.seats)
    sources = sheets["Where points come from (means)"]
    assert sources.heads == ("", "random", "greedy", "seat 0", "seat 1")
    assert [line[0] for line in sources.lines] == [name for name, _ in everyone[0].sources]
    for own, column in zip(everyone, list(zip(*sources.lines, strict=True))[1:], strict=True):
        assert column == tuple(f"{points.mean:.2f}" for _, points in own.sources)
    assert (p_value(0.0004), p_value(0.001), p_value(1)) == ("<0.001", "0.001", "1.000")


def test_a_report_says_which_games_are_counted_where_some_were_cut_short() -> None:
    lineups = (["random", "random"], ["random", "failing_bots:Crashing"])
    whole, cut = (str(simulate(own, 4, seed=7)) for own in lineups)
    remark = "Entries, wins and p are of all games, the rest is of finished ones."
    of_bots, of_seats = cut.split("\nSeats\n")
    told = whole, of_bots, of_seats.partition("\n\n")[0]
    assert [remark in " ".join(text.split()) for text in told] == [False, True, False]
    assert "seat 0        0" in of_seats, "no game was finished"
    assert "Failures: failing_bots:Crashing 4 (" in " ".join(cut.split())


def test_a_wide_table_is_divided_and_loses_nothing() -> None:
    heads = ("bot", *(f"head {n}" for n in range(20)))
    rows = (
        ("ismcts:iterations=1,seconds=1", *(str(1000 + n) for n in range(20))),
        ("b", *["<0.001"] * 20),
    )
    _, *lines = plain([Sheet("Title", heads, rows, "Remark. " * 20)]).splitlines()
    assert 70 < max(map(len, lines)) <= 80
    text = " ".join(lines).split()
    assert all(text.count(cell) == 1 for cell in rows[0][1:])
    assert all(text.count(str(n)) == 1 for n in range(20)), "the heads are in two lines"
    assert text.count("<0.001") == 20
    assert text.count("Remark.") == 20
