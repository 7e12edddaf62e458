"""A bot in a process of its own: whatever it does, it is asked and killed in time."""

import json
import struct
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import spawn
from pathlib import Path
from random import Random
from typing import Any

import pytest

import livingstone as ls
from livingstone.players import BotError, BotProcess, ProcessError, check_bots, process

psutil: Any = pytest.importorskip("psutil")

VIEW = ls.view(ls.new_game(2, seed=7), 0)
GENEROUS = 60.0
"""Seconds that no move takes on the busiest machine."""


@contextmanager
def bot(name: str, seconds: float = GENEROUS) -> Iterator[BotProcess]:
    """Start a bot; what it does wrong, it does in the game, not before its first game."""
    playing = BotProcess(name if ":" in name else f"failing_bots:{name}", "printed", seconds)
    try:
        playing.load()
        playing.make(1)
        yield playing
    finally:
        playing.kill()


@contextmanager
def short_of_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give a bot that sleeps little time; without this, no bot is late on a busy machine."""
    with monkeypatch.context() as patch:
        patch.setattr(process, "WALL_EXTRA", 0.2)
        yield


@pytest.fixture(autouse=True)
def _much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WALL_EXTRA", GENEROUS)
    monkeypatch.setattr(process, "_stuck", set())


def failure(playing: BotProcess, view: ls.View = VIEW) -> BotError:
    with pytest.raises(BotError) as caught:
        playing.choose(view)
    return caught.value


def test_a_bot_chooses_as_it_does_here_and_again_with_the_same_seed() -> None:
    with bot("livingstone.players:RandomBot") as playing:
        choices = []
        for seed in (5, 5, 6):
            playing.make(seed)
            choices.append([playing.choose(VIEW) for _ in range(12)])
        rng = Random(5)
        assert choices[0] == choices[1] == [rng.choice(VIEW.legal_moves) for _ in range(12)]
        assert choices[0] != choices[2]


def test_a_process_can_play_as_one_bot_after_another_in_any_edition() -> None:
    view = ls.view(ls.new_game(3, edition="bga", seed=1), 0)
    with bot("Illegal") as playing:
        assert playing.choose(VIEW) == ls.TakeDie(77)
        playing.play_as("greedy", "bga")
        assert not playing.is_ready
        playing.get_ready()
        playing.make(1)
        greedy = ls.load_player("greedy")
        assert playing.choose(view) == greedy.choose(view, None)  # type: ignore[arg-type]


def test_errors_and_values_that_are_not_moves_leave_the_process_alive() -> None:
    expected = [
        ("Leaving", "crash", "SystemExit: 3", None),
        ("Interrupted", "crash", "KeyboardInterrupt", None),
        ("Unspeakable", "crash", "UnspeakableError", None),
        ("Nonsense", "illegal", "is not a move", None),
        ("Disguising", "illegal", "not a move of the game: Die(value=2)", None),
        ("Wordy", "crash", "", "\u20ac" * 1000),  # a long message is cut
    ]
    with bot("Illegal") as playing:
        for name, kind, reason, refusal in expected:
            playing.play_as(f"failing_bots:{name}", "printed")
            playing.get_ready()
            playing.make(1)
            failed = failure(playing)
            assert (failed.kind, failed.refusal) == (kind, refusal)
            assert reason in failed.reason
            assert playing.is_alive


def test_a_limit_counts_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WALL_TIMES", 3000)
    with bot("Slow", seconds=0.1) as playing:  # it sleeps for 0.2 s
        assert playing.choose(VIEW) in VIEW.legal_moves
    begun = time.monotonic()
    with bot("InC", seconds=0.2) as playing:
        playing.get_ready()
        assert failure(playing).kind == "late"
    assert time.monotonic() - begun < 300, "it ended by the clock, after 600 s"


def test_what_a_bot_loads_at_its_first_choice_is_loaded_before_its_clock_counts() -> None:
    with bot("Compiling", seconds=0.15) as playing:
        playing.get_ready()
        playing.make(1)
        assert playing.choose(VIEW) in VIEW.legal_moves
    with bot("Compiling", seconds=0.15) as playing:
        assert failure(playing).kind == "late"


def test_a_bot_that_never_ends_its_choice_before_the_first_game_is_waited_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "WARM_SECONDS", 0.3)
    with bot("Unstoppable", seconds=0.2) as playing:
        with (
            pytest.raises(BotError, match="s for a choice before its first"),
            short_of_time(monkeypatch),
        ):
            playing.get_ready()
        assert not playing.is_alive
    with bot("Unstoppable", seconds=0.2) as playing:
        playing.get_ready()
        with short_of_time(monkeypatch):
            assert failure(playing).reason == "took longer than 0.2 s for a move"


def test_child_processes_of_a_bot_are_killed_with_it() -> None:
    others = psutil.Process().children()
    with bot("process_bots:Splitting") as playing:
        asking = threading.Thread(target=failure, args=(playing,))
        asking.start()
        below: list[Any] = []
        while not below:
            time.sleep(0.02)
            started = [own for own in psutil.Process().children() if own not in others]
            below = [child for own in started for child in own.children()]
        playing.kill()
        asking.join(GENEROUS)
        assert not asking.is_alive()
    _, alive = psutil.wait_procs(below, timeout=GENEROUS)
    assert not alive


@pytest.mark.parametrize(
    ("name", "seconds", "kind", "reason"),
    [
        ("Unstoppable", 0.2, "late", "took longer than 0.2 s for a move"),
        ("process_bots:Stopped", 0.2, "late", "took longer than 0.2 s for a move"),
        pytest.param(
            "process_bots:Splitting",
            0.2,
            "late",
            "took longer than 0.2 s for a move",
            marks=pytest.mark.slow,
        ),
        ("process_bots:Fatal", GENEROUS, "crash", "its process ended with status 9"),
        (
            "process_bots:Segfault",
            GENEROUS,
            "crash",
            "its process was ended by signal 11 (Segmentation fault)",
        ),
        pytest.param(
            "process_bots:Closing",
            GENEROUS,
            "crash",
            "its process ended with status 0",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_bot_that_sleeps_is_killed_and_the_end_of_a_process_is_described(
    name: str, seconds: float, kind: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with bot(name, seconds) as playing:
        with short_of_time(monkeypatch):
            failed = failure(playing)
        assert (failed.kind, failed.reason) == (kind, reason)
        assert not playing.is_alive


def test_a_bot_that_is_not_made_in_time_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = BotProcess("process_bots:Sleeping", "printed", 0.2)
    playing.load()
    late = pytest.raises(BotError, match=r"^took longer than 0\.2 s to be made$")
    with late, short_of_time(monkeypatch):
        playing.make(1)
    assert not playing.is_alive


def message(value: object) -> bytes:
    text = json.dumps(value).encode()
    return struct.pack("!i", len(text)) + text


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Windows are not sockets")
@pytest.mark.parametrize(
    "content",
    [
        b"\0\0",
        pytest.param(struct.pack("!i", 10**6) + b"x" * 9000, marks=pytest.mark.slow),
        pytest.param(struct.pack("!i", 8000) + b"[" * 8000, marks=pytest.mark.slow),
        pytest.param(message(["done"]), marks=pytest.mark.slow),
        message(["move", "d card lion"]),
    ],
    ids=repr,
)
def test_a_forged_answer_is_refused(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORGED", content.hex())
    with bot("process_bots:Forging") as playing:
        failed = failure(playing)
        assert (failed.kind, failed.reason) == ("crash", "its process sent a malformed answer")
        assert not playing.is_alive


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Windows are not sockets")
def test_an_answer_before_the_question_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    line = ls.format_move(VIEW.legal_moves[0], 0)
    monkeypatch.setenv("FORGED", message(["move", line]).hex())
    with bot("process_bots:Forging") as playing:
        assert playing.choose(VIEW) == VIEW.legal_moves[0]
        assert playing._pipe.poll(GENEROUS)
        assert failure(playing).reason == "its process sent a malformed answer"


def test_files_are_closed() -> None:
    count = psutil.Process().num_fds
    with bot("Illegal"):
        before = count()
    with bot("process_bots:Fatal") as playing:
        failure(playing)
    assert count() < before


def test_a_process_that_does_not_start_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    working = spawn.get_executable()
    spawn.set_executable("/bin/false")
    try:
        playing = BotProcess("random", "printed", GENEROUS)
        with pytest.raises(ProcessError, match="does not start: its process ended with status 1"):
            playing.get_ready()
    finally:
        spawn.set_executable(working)
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    with pytest.raises(ProcessError, match=r"cannot be started: .*No such file"):
        BotProcess("random", "printed", GENEROUS)


def test_a_bot_in_a_process_of_its_own_takes_options_and_has_one_name() -> None:
    typed = "own_bots:make_thrifty:bold=FALSE,reserve=03"
    name = "own_bots:make_thrifty:reserve=3,bold=false"
    assert check_bots([typed, "random"], "printed", GENEROUS) == {
        typed: (name, name),
        "random": ("random", "random"),
    }


def test_names_are_checked_by_making_the_bots() -> None:
    check_bots(["random", "process_bots:Gone"], "printed", GENEROUS)
    with pytest.raises(ls.ArgumentError, match="there is no player 'clever'"):
        check_bots(["random", "clever"], "printed", GENEROUS)
    with pytest.raises(ls.ArgumentError, match="Adapting needs 2 s for a move, more than the"):
        check_bots(["failing_bots:Adapting"], "printed", 1.0)


def test_bots_of_the_library_are_checked_without_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process.BotProcess, "__init__", None)
    names = ["greedy", "ismcts:seconds=2"]
    assert check_bots(names, "printed", 3.0) == {name: (name, name) for name in names}
    with pytest.raises(ls.ArgumentError, match="there is no option 'level'"):
        check_bots(["greedy:level=1"], "printed", 3.0)
    with pytest.raises(ls.ArgumentError, match="needs 2 s for a move"):
        check_bots(["ismcts:seconds=2"], "printed", 1.0)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("import os; os._exit(5)", "its process ended with status 5"),
        ("import time; time.sleep(600)", "took longer than 1 s to be imported"),
        pytest.param("import sys; sys.exit(3)", "SystemExit: 3", marks=pytest.mark.slow),
    ],
)
def test_a_module_that_cannot_be_imported_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, reason: str
) -> None:
    (tmp_path / "bad_module.py").write_text(lines)
    monkeypatch.syspath_prepend(tmp_path)
    is_late = "sleep" in lines
    monkeypatch.setattr(process, "LOAD_SECONDS", 1.0 if is_late else GENEROUS)
    monkeypatch.setattr(process, "WALL_EXTRA", 2.0)
    with pytest.raises(ls.ArgumentError, match=f"bad_module:Bot' cannot be loaded: {reason}"):
        check_bots(["bad_module:Bot"], "printed", GENEROUS)


def test_without_psutil_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psutil", None)
    with pytest.raises(ls.MissingExtraError, match=r"need psutil: pip install .*\[limits\]"):
        ls.simulate(["random", "random"], 1, seed=7, seconds_per_move=1)
