"""A limit for a move: each bot has a process of its own, which is killed when its time is up."""

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from livingstone import ArgumentError, Progress, simulate
from livingstone.simulation import FailureNote, Report
from livingstone.simulation.games import asking, processes
from livingstone.simulation.games.batch import Batch

GENEROUS = 60.0
"""Seconds that no move takes on the busiest machine."""
SHORT = 0.5
"""Seconds for bots that never answer; the others need milliseconds."""


def play(bot: str, seconds: float, **options: Any) -> Report:
    return simulate(
        [f"failing_bots:{bot}", "random"], 2, seed=7, chunk=2, seconds_per_move=seconds, **options
    )


def notes(report: Report) -> list[FailureNote]:
    return [failed.note for failed in report.failed_games]


@pytest.mark.parametrize("bot", ["Unstoppable", "InC", "Stopped", "Splitting", "Unmaking"])
def test_whoever_does_not_answer_is_stopped_and_has_lost(bot: str) -> None:
    report = play(bot, SHORT)
    assert report.failures == {f"failing_bots:{bot}": {"late": 2}}
    purpose = "to be made" if bot == "Unmaking" else "for a move"
    assert {note.reason for note in notes(report)} == {f"took longer than 0.5 s {purpose}"}


def test_a_slow_bot_is_late() -> None:
    report = play("Slow", 0.01)
    assert {note.kind for note in notes(report)} == {"late"}


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Fatal", "its process ended with status 9"),
        ("Gone", "its process ended with status 4"),
        ("Segfault", "its process was ended by SIGSEGV"),
        ("Signalling", "its process was ended by signal 40"),
        ("Closing", "its process ended with status"),
        ("Forging", "its process sent what is no answer"),
        ("Leaving", "SystemExit: 3"),
        ("Interrupted", "KeyboardInterrupt"),
        ("Crashing", 'ValueError: lost, the "map"'),
    ],
)
def test_whoever_ends_its_process_has_lost_that_game_alone(bot: str, reason: str) -> None:
    report = play(bot, GENEROUS)
    assert report.failures == {f"failing_bots:{bot}": {"crash": 2}}
    assert all(note.reason.startswith(reason) for note in notes(report))


@pytest.mark.parametrize("bot", ["Illegal", "Nonsense", "Crashing", "Sometimes"])
def test_failures_that_need_no_limit_are_told_in_the_same_words(bot: str) -> None:
    lineup = [f"failing_bots:{bot}", "random"]
    free, limited = (
        simulate(lineup, 4, seed=7, chunk=4, seconds_per_move=seconds)
        for seconds in (None, GENEROUS)
    )
    assert limited.tally == free.tally
    assert limited.failed_games == free.failed_games


def assert_same_bytes(tmp_path: Path, **options: Any) -> None:
    lineup = ["random", "greedy", "failing_bots:Remembering"]
    for name, seconds in (("free.csv", None), ("limited.csv", GENEROUS)):
        simulate(
            lineup,
            6,
            seed=7,
            chunk=3,
            sink=tmp_path / name,
            seconds_per_move=seconds,
            **options if seconds else {},
        )
    assert (tmp_path / "limited.csv").read_bytes() == (tmp_path / "free.csv").read_bytes()


def test_games_in_which_nobody_is_late_are_those_without_a_limit(tmp_path: Path) -> None:
    assert_same_bytes(tmp_path)


def test_so_they_are_in_threads(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert_same_bytes(tmp_path, executor=pool)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_so_they_are_in_processes(tmp_path: Path, method: str) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        assert_same_bytes(tmp_path, executor=pool)


@pytest.mark.parametrize("bot", ["InC", "Fatal"])
def test_bots_are_stopped_in_workers_too(bot: str) -> None:
    kind = {"InC": "late", "Fatal": "crash"}[bot]
    report = play(bot, SHORT, executor="processes", workers=1)
    assert report.failures == {f"failing_bots:{bot}": {kind: 2}}
    with ThreadPoolExecutor(1) as pool:
        report = play(bot, SHORT, executor=pool)
    assert report.failures == {f"failing_bots:{bot}": {kind: 2}}


def test_a_bot_may_print_and_finds_nothing_to_read() -> None:
    assert play("Talking", GENEROUS).failed == 0


def test_a_bot_sees_what_it_sees_without_a_limit() -> None:
    assert play("Watching", GENEROUS).failed == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clever", "there is no player 'clever'"),
        ("nowhere:Bot", "the player 'nowhere:Bot' cannot be loaded: No module named 'nowhere'"),
        ("random:speed=9", "the player 'random:speed=9' cannot be made: "),
    ],
)
def test_a_name_without_a_bot_is_refused_as_without_a_limit(name: str, message: str) -> None:
    for seconds in (None, GENEROUS):
        with pytest.raises(ArgumentError) as caught:
            simulate([name, "random"], 2, seed=7, seconds_per_move=seconds)
        assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("import os; os._exit(5)", "its process ended with status 5"),
        ("import time; time.sleep(600)", "took longer than 1 s to be imported"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
    ],
)
def test_a_module_that_cannot_be_imported_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, reason: str
) -> None:
    (tmp_path / "bad_module.py").write_text(lines)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(processes, "IMPORT_SECONDS", 1.0)
    with pytest.raises(ArgumentError, match=f"bad_module:Bot' cannot be loaded: {reason}"):
        simulate(["bad_module:Bot", "random"], 2, seed=7, seconds_per_move=SHORT)


def test_a_program_may_have_its_bot_in_its_own_file(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("""
from livingstone import simulate

class Own:
    def choose(self, view, rng):
        return view.legal_moves[0]

if __name__ == "__main__":
    print(simulate(["__main__:Own", "random"], 2, seed=7, seconds_per_move=60).failed)
""")
    command = [sys.executable, str(program)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (told.stdout, told.stderr) == ("0\n", "")


def test_no_process_and_no_file_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    class Watched(processes.BotProcess):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            started.append(self._process)

    monkeypatch.setattr(processes, "BotProcess", Watched)
    monkeypatch.setattr(asking, "BotProcess", Watched)
    before = list(Path("/dev/fd").iterdir())
    play("Crashing", GENEROUS)
    play("Fatal", GENEROUS)
    assert len(started) == 9  # twice two to check the names and two to play, and one anew
    assert all(process.returncode is not None for process in started)
    assert len(list(Path("/dev/fd").iterdir())) == len(before)


@pytest.mark.parametrize(
    "seconds", [30, 30.0, np.int64(30), np.float32(30), np.float64(30), Fraction(30)]
)
def test_a_limit_may_be_any_real_number(seconds: Any) -> None:
    limits: dict[str, Any] = {
        "seed": 7,
        "edition": "printed",
        "rotate": True,
        "seconds_per_move": seconds,
    }
    taken = Batch.of(["random", "random"], **limits).seconds_per_move
    assert (taken, type(taken)) == (30.0, float)


def test_progress_counts_in_plain_numbers_whatever_the_size_of_tasks() -> None:
    told: list[Progress] = []
    size: Any = np.int64(2)
    simulate(["random"] * 2, 4, seed=7, chunk=size, on_progress=told.append)
    assert {type(progress.done) for progress in told} == {int}


def test_time_in_which_a_bot_sleeps_before_it_thinks_counts() -> None:
    report = simulate(["failing_bots:Dreaming", "random"], 1, seed=7, seconds_per_move=0.5)
    assert report.failures == {"failing_bots:Dreaming": {"late": 1}}


def test_a_move_of_a_class_of_ones_own_is_illegal_with_a_limit_as_without() -> None:
    lineup = ["failing_bots:Disguising", "random"]
    free = simulate(lineup, 2, seed=7)
    limited = simulate(lineup, 2, seed=7, seconds_per_move=60)
    assert free.to_json() == limited.to_json()
    assert free.failures == {"failing_bots:Disguising": {"illegal": 2}}


def test_a_limit_that_no_clock_can_keep_is_refused() -> None:
    with pytest.raises(ArgumentError, match="must be above 0, and 1000000 at most"):
        simulate(["random"] * 2, 2, seed=7, seconds_per_move=10**9)
