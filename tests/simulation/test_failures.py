"""What a failing bot leaves: its file and line, the game to play again, and an error if asked."""

import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from failing_bots import Crashing, any_move

import livingstone as ls
from livingstone.simulation import BotFailedError, FailedGame, Progress, read_report, read_rows

LINEUP = ["failing_bots:Crashing", "random"]


def only_failure(*lineup: Any, **options: Any) -> FailedGame:
    failed, *_ = ls.simulate(lineup or LINEUP, 2, seed=7, **options).failed_games
    return failed


@pytest.mark.parametrize("executor", [None, pytest.param("processes", marks=pytest.mark.slow)])
def test_a_failure_says_in_which_line_of_the_bot_it_happened(executor: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    failed = only_failure(executor=executor, sink=file)
    lines = failed.note.traceback.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert "failing_bots.py" in lines[1]
    assert "raise ValueError" in lines[2]
    place = failed.note.place
    assert place.startswith("failing_bots.py:")
    report = read_report(file)
    assert report.failed_games[0].note.traceback == failed.note.traceback
    assert place in str(report)
    assert "raise ValueError" in report.to_json()


def test_an_illegal_move_has_no_traceback() -> None:
    note = only_failure("failing_bots:Illegal", "random").note
    assert (note.traceback, note.place) == ("", "")


def test_a_long_traceback_is_cut_at_its_beginning() -> None:
    note = only_failure("failing_bots:Deep", "random").note
    assert len(note.traceback) <= 4000
    assert "RecursionError" in note.traceback


def test_a_long_message_leaves_the_place_of_the_error() -> None:
    note = only_failure("failing_bots:Wordy", "random").note
    assert note.place.startswith("failing_bots.py:")
    assert len(note.traceback) <= 4000


def test_a_failed_game_can_be_played_up_to_the_failure_which_then_happens_again() -> None:
    failed = only_failure()
    assert failed.record.players == tuple(LINEUP)
    assert failed.view == ls.view([*failed.record.states()][-1], failed.note.seat)
    bot = Crashing()
    bot.choices = 2  # it fails at its third choice
    with pytest.raises(ValueError, match="lost"):
        bot.choose(failed.view, random.Random(0))


@pytest.mark.parametrize("records", [False, True])
def test_a_file_has_the_games_that_failed(records: bool, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    failed = only_failure(sink=file, records=records)
    again, *_ = read_report(file).failed_games
    assert again == failed
    assert (again.record, again.view) == (failed.record, failed.view)
    assert pickle.loads(pickle.dumps(again)).view == failed.view


def test_the_first_failure_is_an_error_if_the_caller_asks_for_it(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with pytest.raises(BotFailedError, match="in game 0: ValueError: lost") as caught:
        ls.simulate(LINEUP, 40, seed=7, on_failure="raise", sink=file)
    assert caught.value.failure.note.place in str(caught.value)
    (note,) = caught.value.__notes__
    assert note.startswith("\nTraceback")
    assert "raise ValueError" in note
    assert caught.value.failure == only_failure()
    assert caught.value.failure.view.seat == caught.value.failure.note.seat
    assert [*read_rows(file)] == []
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.failure) == (str(caught.value), caught.value.failure)


class Sometimes:
    """Fails in its sixth game; the batch has made it once before."""

    games = 0

    def __init__(self) -> None:
        type(self).games += 1

    def choose(self, view: ls.View, rng: random.Random) -> ls.Move:
        if self.games == 7:
            raise KeyError("chart")
        return any_move(view, rng)


def test_the_games_before_an_error_are_kept_and_the_same_call_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    options: dict[str, Any] = {"seed": 7, "chunk": 4, "sink": file, "on_failure": "raise"}
    Sometimes.games = 0
    with pytest.raises(BotFailedError, match="in game 5: KeyError: 'chart'"):
        ls.simulate([Sometimes, "random"], 8, **options)
    assert len([*read_rows(file)]) == 5
    report = ls.simulate([Sometimes, "random"], 8, **options)
    Sometimes.games = 10
    assert report == ls.simulate([Sometimes, "random"], 8, seed=7)


@pytest.mark.slow
def test_the_error_is_the_same_with_processes() -> None:
    with pytest.raises(BotFailedError) as here:
        ls.simulate(LINEUP, 40, seed=7, on_failure="raise")
    with pytest.raises(BotFailedError) as there:
        ls.simulate(LINEUP, 40, seed=7, on_failure="raise", executor="processes")
    assert str(here.value) == str(there.value)
    assert here.value.__notes__ == there.value.__notes__


def test_another_word_for_what_a_failure_does_is_refused() -> None:
    with pytest.raises(ls.ArgumentError, match="on_failure"):
        ls.simulate(LINEUP, 2, seed=7, on_failure="stop")  # type: ignore[arg-type]


def test_progress_counts_failures() -> None:
    seen: list[Progress] = []
    ls.simulate(LINEUP, 6, seed=7, chunk=2, on_progress=seen.append)
    assert [progress.failed for progress in seen] == [0, 2, 4, 6]


def test_shown_progress_is_one_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    ls.simulate(LINEUP, 6, seed=7, chunk=2, on_progress=ls.simulation.ShownProgress())
    *_, last = capsys.readouterr().err.split("\r\x1b[K")
    assert last.startswith("6 of 6 games, ")
    assert last.endswith(" a second, 6 failed\n")
