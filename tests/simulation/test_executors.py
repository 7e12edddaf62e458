"""Executors: the same rows from each, few tasks under way, and tasks that are lost."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from programs import ROOT, start_python

from livingstone import ArgumentError, SimulationError, read_rows, simulate
from livingstone.players import Weights
from livingstone.simulation import Progress
from livingstone.simulation.batch import Batch
from livingstone.simulation.entrants import enter
from livingstone.simulation.tasks import (
    TASKS_PER_WORKER,
    Task,
    next_size,
    opened,
    play_task,
)
from livingstone.support.processes import end_pool

BOTS = ["random", "livingstone.players:RandomBot", "random"]
GAMES = 13


def assert_same(folder: Path, **arguments: Any) -> None:
    report = simulate(BOTS, GAMES, seed=7, sink=folder / "games.db", **arguments)
    assert report.to_json() == simulate(BOTS, GAMES, seed=7, sink=folder / "one.db").to_json()
    assert list(read_rows(folder / "games.db")) == list(read_rows(folder / "one.db"))


@pytest.mark.parametrize(
    "options",
    [
        *({"chunk": 1}, {"chunk": 4}, {"chunk": 1000}),
        *({"executor": "processes", "chunk": 2}, {"executor": "processes", "workers": 1}),
    ],
    ids=str,
)
def test_where_and_in_which_tasks_games_are_played_does_not_matter(
    tmp_path: Path, options: Any
) -> None:
    assert_same(tmp_path, **options)


def test_executors_of_the_caller_are_left_open(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    for pool in (ThreadPoolExecutor(3), ProcessPoolExecutor(1, mp_context=context)):
        with pool:
            for games in (5, GAMES):
                simulate(BOTS, games, seed=7, executor=pool, chunk=2, sink=tmp_path / "games.db")
            assert_same(tmp_path, executor=pool)
            assert pool.submit(int, "5").result() == 5
        (tmp_path / "games.db").unlink()


class Lazy(Executor):
    """Carries tasks out only when their results are asked for, and counts those under way."""

    def __init__(self) -> None:
        self.under_way = self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        def result(timeout: float | None = None) -> Any:
            self.under_way -= 1
            return fn(*args, **kwargs)

        self.under_way += 1
        self.most = max(self.most, self.under_way)
        future = Future[Any]()
        future.result = result  # type: ignore[method-assign]
        return future


def test_few_tasks_are_under_way_however_many_games() -> None:
    lazy = Lazy()
    simulate(["random"] * 2, 20, seed=7, executor=lazy, workers=3, chunk=1)
    assert (lazy.most, lazy.under_way) == (3 * TASKS_PER_WORKER, 0)
    task = Task(Batch.of(enter(["greedy"] * 4), seed=7), "0" * 32, range(1000))
    assert len(pickle.dumps(task)) < 1500


def test_tasks_grow_until_they_take_about_a_second() -> None:
    sizes = [1]
    for _ in range(5):
        sizes.append(next_size(sizes[-1], sizes[-1], sizes[-1] * 0.004))
    assert sizes == [1, 4, 16, 64, 250, 250]
    for games, seconds, size in ((250, 0.0, 1000), (1000, 0.0, 1000), (1000, 4000.0, 1)):
        sizes.append(next_size(sizes[-1], games, seconds))
        assert sizes[-1] == size


def test_the_number_of_tasks_fits_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 4, 6}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    knowing: Any = Lazy()
    knowing.num_workers = 5
    rows: list[tuple[Any, int | None, float]] = [(knowing, None, 5), (knowing, 2, 2)]
    rows += [(Lazy(), None, 3), ("processes", None, 3), (None, None, 0.5)]
    for executor, asked, workers in rows:
        with opened(executor, asked) as (_, at_once):
            assert at_once == workers * TASKS_PER_WORKER


# Tasks and workers that are lost


def test_a_dead_worker_is_told_and_what_was_played_is_kept(tmp_path: Path) -> None:
    file, before = tmp_path / "games.db", set(threading.enumerate())
    simulate(["random", "greedy"], 2, seed=7, sink=file)
    for executor in ("processes", ProcessPoolExecutor(1)):
        with pytest.raises(SimulationError, match="games from 0 on were not played: a worker proc"):
            simulate(["random", "process_bots:Fatal"], 4, seed=7, sink=file, executor=executor)
        if executor == "processes":
            left = set(threading.enumerate()) - before
            assert not left, "a thread that is left can write to its pipes"
    assert len(list(read_rows(file))) == 2


class Losing(Executor):
    """Carries two tasks out, then refuses others, answers with an error, or keeps them."""

    def __init__(self, error: Exception | None = None, *, refuses: bool = False) -> None:
        self.error, self.refuses, self.tasks = error, refuses, list[Future[Any]]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future = Future[Any]()
        self.tasks.append(future)
        if len(self.tasks) <= 2:
            future.set_result(fn(*args, **kwargs))
        elif self.error and self.refuses:
            raise self.error
        elif self.error:
            future.set_exception(self.error)
        return future


@pytest.mark.parametrize("refuses", [True, False])
def test_whatever_an_executor_raises_is_told_and_the_batch_continues(
    tmp_path: Path, refuses: bool
) -> None:
    file = tmp_path / "games.db"
    options: Any = {"seed": 7, "sink": file, "chunk": 3, "workers": 1}
    lost = f"from {3 if refuses else 6} on .*: ConnectionError: no cluster"
    for error, told in ((ConnectionError("no cluster"), lost), (ArgumentError("no"), "^no$")):
        broken = Losing(error, refuses=refuses)
        with pytest.raises((SimulationError, ArgumentError), match=told):
            simulate(["random"] * 2, 27, executor=broken, **options)
    report = simulate(["random"] * 2, 27, seed=7, sink=file)
    assert report.to_json() == simulate(["random"] * 2, 27, seed=7).to_json()


def test_tasks_that_wait_are_given_up_when_a_batch_is_interrupted() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done:
            raise KeyboardInterrupt

    keeping = Losing()
    options: Any = {"workers": 2, "chunk": 2, "on_progress": interrupt}
    with pytest.raises(KeyboardInterrupt):
        simulate(["random", "random"], 40, seed=7, executor=keeping, **options)
    assert len(keeping.tasks) == 4
    assert all(task.cancelled() for task in keeping.tasks[2:])


def test_a_worker_with_another_edition_is_refused() -> None:
    with pytest.raises(SimulationError, match="other data for the edition printed"):
        play_task(Task(Batch.of(enter(["random"] * 2), seed=7), "0" * 32, range(1)))


@pytest.mark.parametrize("seconds", [None, pytest.param(60.0, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("bot", "reason"),
    [("late_bots:Mine", "No module named"), ("greedy:weights=mine.toml", "No such file")],
)
def test_a_worker_that_lacks_a_bot_stops_the_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, reason: str, seconds: float | None
) -> None:
    """No bot loses games for what it cannot help."""
    if seconds:
        pytest.importorskip("psutil")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as worker:
        worker.submit(os.chdir, "/").result()
        (tmp_path / "late_bots.py").write_text("from livingstone.players import RandomBot as Mine")
        (tmp_path / "mine.toml").write_text(Weights().to_toml())
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.chdir(tmp_path)
        with pytest.raises(SimulationError, match=f"a worker lacks a bot: .*{reason}"):
            simulate([bot, "random"], 4, seed=7, executor=worker, seconds_per_move=seconds)
    assert simulate([bot, "random"], 2, seed=7).failed == 0


SCRIPT = """
import sys
from livingstone import simulate
if __name__ == "__main__":
    report = simulate([sys.argv[1], "random"], int(sys.argv[2]), seed=7, executor="processes",
                      workers=2, chunk=1, sink=sys.argv[3], engine="python")
    print(report.games)
"""


@contextmanager
def begin(tmp_path: Path, bot: str, games: int) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a batch, and end its workers too when the test is over."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    support = str(ROOT / "tests" / "support")
    paths = os.pathsep.join([support, os.environ.get("PYTHONPATH", "")])
    with start_python(
        *(str(script), bot, str(games), str(tmp_path / "games.db")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        environment=os.environ | {"PYTHONPATH": paths},
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_no_worker_outlives_a_killed_batch(tmp_path: Path) -> None:
    psutil: Any = pytest.importorskip("psutil")
    with begin(tmp_path, "random", 10**9) as process:
        workers = list[Any]()
        while len(workers) < 2 or not (tmp_path / "games.db-wal").exists():
            assert process.poll() is None
            time.sleep(0.01)
            workers = psutil.Process(process.pid).children(recursive=True)
        time.sleep(0.5)  # until they play
        workers = psutil.Process(process.pid).children(recursive=True)
        process.kill()
    _, alive = psutil.wait_procs(workers, timeout=60)
    assert not alive


def test_threads_that_a_bot_leaves_behind_hold_nobody_up(tmp_path: Path) -> None:
    with begin(tmp_path, "failing_bots:Untidy", 4) as process:
        out, _ = process.communicate(timeout=60)
    assert out == b"4\n"


def test_who_interrupts_does_not_wait_for_a_bot_that_never_answers(tmp_path: Path) -> None:
    psutil: Any = pytest.importorskip("psutil")
    with begin(tmp_path, "failing_bots:Unstoppable", 4) as process:
        while not psutil.Process(process.pid).children():
            time.sleep(0.01)
        time.sleep(1)  # until it waits for the bot
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in told


def test_a_pool_ends_though_a_worker_was_killed_in_the_middle_of_a_result() -> None:
    pool: Any = ProcessPoolExecutor(1)
    pool.submit(int).result()
    manager = pool._executor_manager_thread
    half_a_result = (100).to_bytes(4) + b"half"
    os.write(pool._result_queue._writer.fileno(), half_a_result)
    end_pool(pool)
    assert not manager.is_alive()
