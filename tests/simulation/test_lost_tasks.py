"""Tasks that are lost: each executor has its own way to say so, and this library one."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from livingstone import ArgumentError, Progress, SimulationError, simulate

FATAL = ["random", "failing_bots:Fatal"]


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    distributed: Any = import_module("distributed")  # has types for half of it only
    dask_settings: Any = import_module("dask")
    with (
        dask_settings.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


@pytest.mark.filterwarnings("default")
def test_with_dask_bots_have_processes_that_end_and_without_a_limit_workers_are_lost() -> None:
    with dask(1) as executor:
        limited = simulate(FATAL, 2, seed=7, seconds_per_move=60, executor=executor, workers=1)
        late = simulate(
            ["random", "failing_bots:InC"],
            1,
            seed=7,
            seconds_per_move=1,
            executor=executor,
            workers=1,
        )
        with pytest.raises(SimulationError, match="were not played: KilledWorker"):
            simulate(FATAL, 2, seed=7, executor=executor, workers=1)
    assert limited.failures == {"failing_bots:Fatal": {"crash": 2}}
    assert late.failures == {"failing_bots:InC": {"late": 1}}


def test_a_worker_that_dies_is_told() -> None:
    with (
        ProcessPoolExecutor(1) as pool,
        pytest.raises(SimulationError, match="the games from 0 on were not played: a worker"),
    ):
        simulate(["random", "failing_bots:Fatal"], 4, seed=7, executor=pool, workers=1)


@pytest.mark.parametrize("kind", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_an_executor_that_is_shut_down_is_told(kind: Callable[[int], Executor]) -> None:
    pool = kind(1)
    pool.shutdown()
    with pytest.raises(SimulationError, match="cannot schedule new futures after shutdown"):
        simulate(["random", "random"], 4, seed=7, executor=pool)


def test_an_executor_that_is_shut_down_on_the_way_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"

    def shut_down(progress: Progress) -> None:
        if progress.done == 2:
            pool.shutdown(cancel_futures=True)

    with ThreadPoolExecutor(1) as pool, pytest.raises(SimulationError, match="were not played"):
        simulate(
            ["random"] * 2, 40, seed=7, executor=pool, chunk=2, sink=path, on_progress=shut_down
        )
    assert simulate(["random"] * 2, 40, seed=7, sink=path).games == 40


class Losing(Executor):
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_exception(ConnectionError("no cluster"))
        return future


def test_whatever_else_an_executor_raises_is_told() -> None:
    with pytest.raises(SimulationError, match="ConnectionError: no cluster"):
        simulate(["random"] * 2, 4, seed=7, executor=Losing(), workers=1)


def test_what_this_library_raises_stays_what_it_is() -> None:
    class Refusing(Losing):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            raise ArgumentError("no")

    with pytest.raises(ArgumentError, match="no"):
        simulate(["random"] * 2, 4, seed=7, executor=Refusing(), workers=1)


class Refusing(Executor):
    """Takes two tasks, which never end."""

    def __init__(self) -> None:
        self.taken = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.taken += 1
        if self.taken > 2:
            raise RuntimeError("no more")
        return Future()


def test_the_first_game_that_is_lost_is_told() -> None:
    """With tasks that wait when another one is refused, it is the first of theirs."""
    with pytest.raises(SimulationError, match="the games from 0 on were not played: RuntimeE"):
        simulate(["random"] * 2, 40, seed=7, executor=Refusing(), workers=4, chunk=3)


class Waiting(Executor):
    """Carries the first task out, and keeps the others."""

    def __init__(self) -> None:
        self.tasks = list[Future[Any]]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future = Future[Any]()
        if not self.tasks:
            future.set_result(fn(*args, **kwargs))
        self.tasks.append(future)
        return future


def test_tasks_that_wait_are_given_up_when_a_batch_is_interrupted() -> None:
    executor = Waiting()

    def interrupt(progress: Progress) -> None:
        if progress.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(
            ["random", "random"],
            40,
            seed=7,
            executor=executor,
            workers=2,
            chunk=2,
            on_progress=interrupt,
        )
    assert len(executor.tasks) == 4
    assert all(task.cancelled() for task in executor.tasks[1:])
