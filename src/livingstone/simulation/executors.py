"""Where tasks run: in this thread, in processes of this machine, or on the caller's executor."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.util import Finalize
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from livingstone.errors import ArgumentError, shown
from livingstone.players.process import end_with_parent
from livingstone.simulation.batch import SimulationError
from livingstone.support.arguments import whole
from livingstone.support.processor import cores


@runtime_checkable
class Client(Protocol):
    """A client of a cluster, such as `distributed.Client` of Dask."""

    def get_executor(self) -> Executor:
        """Give an executor that runs tasks on the cluster."""
        ...

    def nthreads(self) -> Mapping[Any, int]:
        """Give the number of threads of each worker."""
        ...


Where = Executor | Client | Literal["processes"] | None
"""An executor or a client of a cluster, a pool of processes made for the batch, or this thread."""
TASKS_PER_WORKER = 2
"""One task running and one waiting, so that no worker is idle while results are fetched."""
PATIENCE = 5.0
"""Seconds in which a pool whose workers are dead can be expected to end."""
_Result = TypeVar("_Result")


@contextmanager
def opened(where: Where, workers: int | None) -> Iterator[tuple[Executor, int]]:
    """Open the executor; give it with the number of tasks at once, by default what it says itself.

    Raises `ArgumentError` for anything else, and `SimulationError` for a client that is closed.
    """
    if workers is not None:
        workers = whole("workers", workers, 1, 100_000)
    if where is None:
        if workers not in (None, 1):
            raise ArgumentError('more workers than one need an executor, such as "processes"')
        yield _Here(), 1
    elif where == "processes":
        workers = whole("workers", workers or min(cores(), 1000), 1, 1000)
        with ProcessPoolExecutor(workers, initializer=_begin_worker) as pool:
            try:
                yield pool, workers * TASKS_PER_WORKER
            except BaseException:
                _kill(pool)
                raise
    elif isinstance(where, Executor):
        known = getattr(where, "_max_workers", 0) or getattr(where, "num_workers", 0)
        yield where, (workers or known or cores()) * TASKS_PER_WORKER
    elif isinstance(where, Client):
        if getattr(where, "asynchronous", False):
            raise ArgumentError("executor must not be an asynchronous client, but one that waits")
        try:
            client, threads = where.get_executor(), sum(where.nthreads().values())
        except Exception as error:  # a client of Dask that is closed may raise anything
            raise SimulationError(f"the client of the cluster does not answer: {error}") from error
        yield client, (workers or threads or cores()) * TASKS_PER_WORKER
    else:
        raise ArgumentError(
            f'executor must be "processes", an Executor, a client of Dask or None: {shown(where)}'
        )


@contextmanager
def opened_threads(workers: int | None) -> Iterator[tuple[Executor, int]]:
    """Open a pool of threads for compiled games, which need no processes of their own."""
    threads = workers or min(cores(), 1000)
    with ThreadPoolExecutor(threads) as pool:
        yield pool, threads * TASKS_PER_WORKER


def _kill(pool: ProcessPoolExecutor) -> None:
    """End a pool and its thread, which could write to a closed pipe when the interpreter ends."""
    manager: Any = pool._executor_manager_thread
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    if manager is not None:  # it is begun with the first task
        manager.join(PATIENCE)


class _Here(Executor):
    """An executor that carries out each task at once, in this thread; errors are raised here."""

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        future = Future[_Result]()
        future.set_result(fn(*args, **kwargs))
        return future


def _begin_worker() -> None:
    """Make a worker end at once when it is interrupted or when its parent process ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Finalize(None, _end, exitpriority=-1000)  # after everything else that ends with a process
    end_with_parent()


def _end() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # a bot may have replaced or closed them
            stream.flush()
    os._exit(0)
