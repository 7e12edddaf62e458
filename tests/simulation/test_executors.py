"""Executors: the same bytes from each, in order, with few tasks under way."""

import asyncio
import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from livingstone import ArgumentError, Progress, SimulationError, simulate
from livingstone.simulation.chunks import Chunk, Sizes, play_chunk
from livingstone.simulation.executors import TASKS_PER_WORKER, opened, shared
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.results.formats import line_format

BOTS = ["random", "livingstone.players:RandomBot", "random"]
GAMES = 21


@pytest.fixture(scope="module", params=[".csv", ".jsonl"])
def expected(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Path:
    """The games as one process plays them, one task for all."""
    path: Path = tmp_path_factory.mktemp("one") / f"games{request.param}"
    simulate(BOTS, GAMES, seed=7, sink=path, chunk=GAMES)
    return path


def assert_same(expected: Path, folder: Path, **arguments: Any) -> None:
    path = folder / expected.name
    report = simulate(BOTS, GAMES, seed=7, sink=path, **arguments)
    assert path.read_bytes() == expected.read_bytes()
    assert report.to_json() == simulate(BOTS, GAMES, seed=7).to_json()


@pytest.mark.parametrize("chunk", [None, 1, 4, 1000])
def test_the_size_of_tasks_does_not_matter(
    expected: Path, tmp_path: Path, chunk: int | None
) -> None:
    assert_same(expected, tmp_path, chunk=chunk)


@pytest.mark.parametrize("workers", [1, 2, None])
def test_processes_give_the_same(expected: Path, tmp_path: Path, workers: int | None) -> None:
    assert_same(expected, tmp_path, executor="processes", workers=workers, chunk=2)


def test_spawned_processes_give_the_same(expected: Path, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert_same(expected, tmp_path, executor=pool, chunk=3)


def test_threads_give_the_same(expected: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert_same(expected, tmp_path, executor=pool, chunk=2)
        assert pool.submit(int, "5").result() == 5, "the caller's executor stays open"


def test_a_file_can_be_gone_on_with_on_the_same_open_pool(expected: Path, tmp_path: Path) -> None:
    path = tmp_path / expected.name
    with ProcessPoolExecutor(2) as pool:
        for games in (GAMES // 2, GAMES):
            simulate(BOTS, games, seed=7, executor=pool, chunk=2, sink=path)
    assert path.read_bytes() == expected.read_bytes()


@pytest.mark.filterwarnings("default")
def test_dask_gives_the_same(tmp_path: Path) -> None:
    distributed: Any = import_module("distributed")  # has types for half of it only
    expected = tmp_path / "one" / "games.csv"
    expected.parent.mkdir()
    simulate(BOTS, GAMES, seed=7, sink=expected)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        with opened(client, None) as (_, at_once):
            assert at_once == 4
        for executor, workers in ((client, None), (client.get_executor(), 2)):
            assert_same(expected, tmp_path, executor=executor, workers=workers, chunk=2)
            (tmp_path / expected.name).unlink()
    with pytest.raises(SimulationError, match="the client of the cluster does not answer"):
        simulate(BOTS, GAMES, seed=7, executor=client)


@pytest.mark.filterwarnings("default")
def test_an_asynchronous_client_is_refused() -> None:
    distributed: Any = import_module("distributed")

    async def try_it() -> None:
        async with distributed.Client(
            asynchronous=True, processes=False, dashboard_address=None
        ) as client:
            with pytest.raises(ArgumentError, match="must not be an asynchronous client"):
                simulate(BOTS, GAMES, seed=7, executor=client)

    asyncio.run(try_it())


class Counting(Executor):
    """Carries tasks out only when their results are asked for, and counts those under way."""

    def __init__(self) -> None:
        self.under_way = 0
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        return Later(partial(fn, *args, **kwargs), self)


class Later(Future[Any]):
    def __init__(self, task: Callable[[], Any], executor: Counting) -> None:
        super().__init__()
        self._task, self._executor = task, executor

    def result(self, timeout: float | None = None) -> Any:
        self._executor.under_way -= 1
        return self._task()


@pytest.mark.parametrize("games", [20, 60])
def test_few_tasks_are_under_way_however_many_games(games: int) -> None:
    counting = Counting()
    simulate(["random"] * 2, games, seed=7, executor=counting, workers=3, chunk=1)
    assert counting.most == 6
    assert counting.under_way == 0


def test_a_task_is_small() -> None:
    lines = line_format(".csv", 4, 6)
    chunk = Chunk(Batch(("greedy",) * 4, 7, "printed"), "0" * 32, 0, 1000, lines)
    assert len(pickle.dumps(chunk)) < 1500


def test_a_result_is_small() -> None:
    batch = Batch(("random",) * 2, 7, "printed")
    sizes = [
        len(pickle.dumps(play_chunk(Chunk(batch, batch.edition_hash, 0, games, None)).tally))
        for games in (20, 60)
    ]
    assert sizes[1] < 2 * sizes[0] < 40_000


def test_tasks_grow_until_they_take_about_a_second() -> None:
    sizes = Sizes(None)
    assert sizes.size == 1
    seen = []
    for _ in range(8):
        sizes.learn(sizes.size, sizes.size * 0.004)
        seen.append(sizes.size)
    assert seen == [4, 16, 64, 250, 250, 250, 250, 250]
    sizes.learn(250, 0.0)
    sizes.learn(1000, 0.0)
    assert sizes.size == 1000
    sizes.learn(1000, 4000.0)
    assert sizes.size == 1
    fixed = Sizes(10)
    fixed.learn(10, 100.0)
    assert fixed.size == 10


def test_a_dead_worker_is_told_and_the_file_stays_whole(tmp_path: Path) -> None:
    path, before = tmp_path / "games.csv", set(threading.enumerate())
    with pytest.raises(SimulationError, match="a worker process died"):
        simulate(["random", "failing_bots:Fatal"], 4, seed=7, sink=path, executor="processes")
    assert len(path.read_bytes().splitlines()) == 1
    assert set(threading.enumerate()) <= before  # a thread that outlives it can write to its pipes


def test_a_worker_with_another_edition_is_refused() -> None:
    chunk = Chunk(Batch(("random",) * 2, 7, "printed"), "0" * 32, 0, 1, None)
    with pytest.raises(SimulationError, match="edition"):
        play_chunk(chunk)


def test_an_executor_may_tell_its_workers() -> None:
    class Telling(Counting):
        num_workers = 5

    with opened(Telling(), None) as (_, at_once):
        assert at_once == 10
    with opened(Counting(), None) as (_, at_once):
        assert at_once >= 2


def test_progress_counts_up_to_all_games(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    told: list[Progress] = []
    simulate(["random"] * 2, 10, seed=7, sink=path, chunk=4, on_progress=told.append)
    assert [(progress.done, progress.total, progress.resumed) for progress in told] == [
        (0, 10, 0),
        (4, 10, 0),
        (8, 10, 0),
        (10, 10, 0),
    ]
    assert told[0].seconds_left is None or told[0].rate == 0
    assert told[-1].seconds_left == 0
    assert all(progress.rate > 0 for progress in told[1:])
    told.clear()
    simulate(["random"] * 2, 15, seed=7, sink=path, chunk=4, on_progress=told.append)
    assert [(progress.done, progress.resumed) for progress in told] == [
        (10, 10),
        (14, 10),
        (15, 10),
    ]
    assert [progress.new for progress in told] == [0, 4, 5]


def test_what_progress_raises_leaves_the_file_whole(tmp_path: Path) -> None:
    path, whole = tmp_path / "games.csv", tmp_path / "whole.csv"

    def stop(progress: Progress) -> None:
        if progress.done >= 4:
            raise KeyboardInterrupt

    for executor in (None, "processes"):
        with pytest.raises(KeyboardInterrupt):
            simulate(
                ["random"] * 2,
                10,
                seed=7,
                sink=path,
                chunk=2,
                on_progress=stop,
                executor=executor,
            )
        assert len(path.read_bytes().splitlines()) == 5
    simulate(["random"] * 2, 10, seed=7, sink=path)
    simulate(["random"] * 2, 10, seed=7, sink=whole)
    assert path.read_bytes() == whole.read_bytes()


class Idle:
    """A client of a cluster whose workers have not come yet, or have all gone."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def get_executor(self) -> Executor:
        return self._executor

    def nthreads(self) -> Mapping[Any, int]:
        return {}


class Unknowing(ThreadPoolExecutor):
    """An executor that does not know how many tasks it works on."""

    def __init__(self) -> None:
        super().__init__(1)
        self._max_workers = 0


@pytest.fixture
def three_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 4, 6}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)


@pytest.mark.usefixtures("three_cores")
def test_a_cluster_without_workers_gets_as_many_tasks_as_there_are_cores_here() -> None:
    with ThreadPoolExecutor(1) as pool, opened(Idle(pool), None) as (executor, at_once):
        assert (executor, at_once) == (pool, 3 * TASKS_PER_WORKER)


@pytest.mark.usefixtures("three_cores")
def test_an_executor_that_names_no_workers_gets_as_many_tasks_as_there_are_cores_here() -> None:
    with Unknowing() as pool, opened(pool, None) as (_, at_once):
        assert at_once == 3 * TASKS_PER_WORKER


@pytest.mark.usefixtures("three_cores")
def test_as_many_processes_are_made_as_this_process_may_use_cores() -> None:
    with shared("processes", None) as (_, workers):
        assert workers == 3


def test_a_pool_for_several_batches_has_the_workers_that_were_asked_for() -> None:
    with shared("processes", 2) as (pool, workers), opened(pool, workers) as (_, at_once):
        assert (workers, at_once) == (2, 2 * TASKS_PER_WORKER)
