"""Workers: how many there are, and how they end."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from livingstone import SimulationError, read_rows, simulate
from livingstone.simulation import executors

SCRIPT = """
import sys
from livingstone import simulate
if __name__ == "__main__":
    simulate(["random"] * 2, 10**9, seed=7, sink=sys.argv[1], executor="processes", workers=2)
"""


def test_there_is_a_worker_for_each_core_this_process_may_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert executors._cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert executors._cores() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert executors._cores() == 1


def test_a_worker_ends_with_the_process_it_works_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Parent:
        joined = False

        def join(self) -> None:
            self.joined = True

    parent, ended = Parent(), list[int]()
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(executors, "parent_process", lambda: None)
    executors._end_with_parent()
    assert not ended
    monkeypatch.setattr(executors, "parent_process", lambda: parent)
    executors._end_with_parent()
    assert parent.joined
    assert ended == [1]


def test_a_worker_is_interrupted_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: list[Any] = []
    monkeypatch.setattr(executors, "parent_process", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda *told: handlers.append(told))
    executors._begin_worker()
    assert handlers == [(signal.SIGINT, signal.SIG_DFL)]


LONGEST = 6000
"""How often to look whether workers are gone."""


def is_alive(process: int) -> bool:
    """Say whether a process runs; one that has ended and that nobody asked about does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="only Linux tells of processes so")
def test_no_worker_outlives_a_killed_batch(tmp_path: Path) -> None:
    path, script = tmp_path / "games.csv", tmp_path / "batch.py"
    script.write_text(SCRIPT)
    with subprocess.Popen([sys.executable, str(script), str(path)]) as process:
        while not path.exists() or path.stat().st_size < 5000:
            assert process.poll() is None
            time.sleep(0.01)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        workers = [int(number) for number in children.read_text().split()]
        process.kill()
    assert len(workers) >= 2
    for _ in range(LONGEST):
        if not any(is_alive(worker) for worker in workers):
            return
        time.sleep(0.01)
    pytest.fail("workers are still there")


@pytest.mark.parametrize("error", [ImportError, OSError])
def test_a_file_is_written_where_there_are_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    if error is ImportError:
        monkeypatch.setitem(sys.modules, "fcntl", None)
    else:
        import fcntl

        def refuse(*_: object) -> None:
            raise OSError

        monkeypatch.setattr(fcntl, "flock", refuse)
    simulate(["random"] * 2, 2, seed=7, sink=tmp_path / "games.csv")
    assert len(list(read_rows(tmp_path / "games.csv"))) == 2


IN_WORKERS = """
import sys
from livingstone import simulate
if __name__ == "__main__":
    lineup = [sys.argv[1], "random"]
    print(simulate(lineup, 4, seed=7, executor="processes", workers=2).games)
"""


def begin(bot: str, tmp_path: Path) -> subprocess.Popen[str]:
    script = tmp_path / "script.py"
    script.write_text(IN_WORKERS)
    tests = str(Path(__file__).parent.parent)
    paths = os.pathsep.join([tests, os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, str(script), bot],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": paths, "CHILDREN": str(tmp_path)},
    )


def test_threads_that_a_bot_leaves_behind_hold_nobody_up(tmp_path: Path) -> None:
    told, _ = begin("failing_bots:Untidy", tmp_path).communicate(timeout=60)
    assert told == "4\n"


def test_who_interrupts_does_not_wait_for_a_bot_that_never_answers(tmp_path: Path) -> None:
    process = begin("failing_bots:Unstoppable", tmp_path)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in told


def test_there_are_no_more_workers_than_games(monkeypatch: pytest.MonkeyPatch) -> None:
    started = list[int]()

    def pool(workers: int, **options: Any) -> ThreadPoolExecutor:
        started.append(workers)
        raise SimulationError

    monkeypatch.setattr(executors, "ProcessPoolExecutor", pool)
    with pytest.raises(SimulationError):
        simulate(["random"] * 2, 3, seed=7, executor="processes", workers=100)
    assert started == [3]


def test_a_process_that_a_bot_has_started_ends_with_the_batch(tmp_path: Path) -> None:
    told, failed = begin("failing_bots:Parental", tmp_path).communicate(timeout=60)
    assert (told, failed) == ("4\n", "")
    started = [int(file.name) for file in tmp_path.glob("[0-9]*")]
    assert started
    time.sleep(0.5)
    for number in started:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_a_worker_ends_at_once_whatever_a_bot_has_done_to_its_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Parent:
        join = threading.Event().wait

    kept, ended = list[tuple[Any, ...]](), list[int]()
    monkeypatch.setattr(executors, "parent_process", Parent)
    monkeypatch.setattr(signal, "signal", lambda *told: None)
    monkeypatch.setattr(executors, "Finalize", lambda *told, **options: kept.append(told))
    executors._begin_worker()
    [(_, end)] = kept
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(sys, "stdout", None)
    end()
    assert ended == [0]
