"""Bots that fail: they lose, the batch goes on, and nobody's figures are bent."""

import json
from pathlib import Path

import pytest

from livingstone import compare, read_rows, simulate
from livingstone.errors import shown
from livingstone.simulation import Progress, Report
from livingstone.simulation.games.game import _one_line


def play(*bots: str, games: int = 4) -> Report:
    return simulate(bots, games, seed=7)


@pytest.mark.parametrize(
    ("bot", "kind", "reason"),
    [
        ("Illegal", "illegal", "there is no 77"),
        ("Nonsense", "illegal", "is not a move"),
        ("Crashing", "crash", 'ValueError: lost, the "map"'),
        ("Unspeakable", "crash", "WorseError"),
        ("Nameless", "crash", "an error without a name"),
        ("Leaving", "crash", "SystemExit: 3"),
        ("Unmade", "crash", "no more"),
    ],
)
def test_a_bot_that_fails_loses_with_a_note(bot: str, kind: str, reason: str) -> None:
    name = f"failing_bots:{bot}"
    report = play(name, "random")
    assert (report.games, report.finished, report.failed) == (4, 0, 4)
    assert report.failures == {name: {kind: 4}}
    failing, other = report.bots
    assert (failing.win.value, other.win.value) == (0.0, 1.0)
    assert (failing.failed, other.failed) == (4, 0)
    assert [game for _, game, _ in report.failed_games] == [0, 1, 2, 3]
    for _, game, note in report.failed_games:
        assert note.seat == game % 2
        assert (note.bot, note.kind) == (name, kind)
        assert reason in note.reason
        assert note.reason.isprintable()
        assert len(note.reason) <= 200


def test_the_others_share_the_win_and_nothing_else_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    report = simulate(["random", "failing_bots:Crashing", "random"], 6, seed=7, sink=path)
    others, failing = report.bots
    assert (others.entries, failing.entries) == (12, 6)
    assert others.win.value == 0.5
    assert failing.win.value == 0.0
    assert (others.finished, failing.finished) == (0, 0)
    assert others.points.count == others.donated.count == report.rounds.count == 0
    assert (report.shared_wins, report.without_winner) == (0, 0)
    assert all(seat.finished == 0 for seat in report.seats)
    assert not report.cards
    assert not report.majorities
    assert not report.donations
    for row in read_rows(path):
        assert row.note is not None
        assert row.winners == tuple(seat for seat in range(3) if seat != row.note.seat)
        assert [told.rank for told in row.seats].count(1) == 2
        assert row.seats[row.note.seat].rank == 3
        assert row.moves > 0
        assert all(told.score is None for told in row.seats)


def test_games_that_go_well_are_counted_beside_those_that_do_not() -> None:
    report = simulate(["random", "failing_bots:Sometimes"], 20, seed=7)
    assert 0 < report.failed < 20
    assert report.failed + report.finished == 20
    assert report.rounds.count == report.moves.count == report.finished
    for bot in report.bots:
        assert bot.entries == 20
        assert bot.points.count == bot.finished == report.finished
    assert sum(bot.win.value for bot in report.bots) <= 1


def test_the_report_tells_of_failures_in_every_form() -> None:
    report = play("failing_bots:Crashing", "random")
    for text in (str(report), report.to_markdown(), report.to_json()):
        assert "failing_bots:Crashing" in text
        assert "lost, the" in text
    assert "failures" not in str(play("random", "random")).lower()


def test_the_tables_tell_of_games_which_the_figures_are_of() -> None:
    report = simulate(["random", "failing_bots:Sometimes"], 20, seed=7)
    assert [seat.finished for seat in report.seats] == [report.finished] * 2
    _, bots, seats, *_ = report.sheets()
    assert [line[1] for line in bots.lines] == ["20", "20"]
    assert [line[1] for line in seats.lines] == [str(report.finished)] * 2
    assert bots.remark.startswith("Of the games played to the end, an average seat won ")


def test_where_no_game_was_played_to_its_end_there_are_no_means() -> None:
    _, bots, seats, *_ = play("failing_bots:Crashing", "random").sheets()
    assert [line[-4:] for line in (*bots.lines, *seats.lines)] == [("",) * 4] * 4


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_bot_that_goes_to_another_folder_takes_no_file_along(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots, told = ["failing_bots:Wandering", "random"], list[Progress]()
    for _ in range(2):
        monkeypatch.chdir(tmp_path)
        told.clear()
        simulate(bots, 20, seed=7, sink=name, on_progress=told.append)
    assert told[0].resumed == 20
    monkeypatch.chdir(tmp_path)
    compare(*bots, against=["random"], games=20, seed=7, folder="compared")
    assert {path.name for path in (tmp_path / "compared").glob("?.csv")} == {"a.csv", "b.csv"}


def test_only_the_first_notes_are_kept_whole() -> None:
    report = play("failing_bots:Illegal", "random", games=50)
    assert [game for _, game, _ in report.failed_games] == list(range(20))
    assert report.failures == {"failing_bots:Illegal": {"illegal": 50}}


def test_seeds_are_texts_in_json_since_other_languages_round_wide_numbers() -> None:
    report = play("failing_bots:Illegal", "random", games=2)
    told = json.loads(report.to_json())
    assert told["seeds"] == ["7"]
    assert [each["seed"] for each in told["failed_games"]] == [
        str(failed.seed) for failed in report.failed_games
    ]


def test_an_interruption_is_no_failure() -> None:
    with pytest.raises(KeyboardInterrupt):
        play("failing_bots:Interrupted", "random")


@pytest.mark.filterwarnings("ignore:coroutine")
def test_what_a_bot_gives_is_told_without_its_place_in_memory() -> None:
    report = simulate(["failing_bots:Forgetful", "random"], 1, seed=7)
    [failed] = report.failed_games
    assert "<coroutine object Forgetful.choose>" in failed.note.reason


def test_texts_that_look_like_an_address_are_told_whole() -> None:
    assert shown("tent at 0x12") == "'tent at 0x12'"


def test_a_long_reason_is_cut_and_shows_it() -> None:
    assert _one_line("x" * 999) == "x" * 197 + "..."


def test_where_no_game_was_played_to_its_end_nothing_is_shown_as_measured() -> None:
    report = simulate(["failing_bots:Illegal"] * 2, 6, seed=1)
    assert report.finished == 0
    told = str(report)
    assert "0.00" not in told
    assert "an average seat won" not in told
    (points,) = (sheet for sheet in report.sheets() if sheet.title == "Points")
    assert {cell for _, *cells in points.lines for cell in cells} == {""}
