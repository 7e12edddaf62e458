"""Tasks for workers: ranges of games, which an executor plays and which come back in order."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from itertools import islice
from operator import index
from time import perf_counter

from attrs import frozen

from livingstone.errors import LivingstoneError, told
from livingstone.simulation.errors import SimulationError
from livingstone.simulation.games.asking import bots_of
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.games.game import play_game
from livingstone.simulation.results.lines import LineFormat
from livingstone.simulation.statistics.tally import Tally

__all__ = ["Chunk", "Played", "Sizes", "play_chunk", "stream"]

MOST = 1000
"""The most games of a task, unless the caller asks for another number."""
SECONDS = 1.0
"""How long a task should take: short, so that little is lost with one, but not for many tasks."""


@frozen
class Chunk:
    """A task for a worker: names and numbers only."""

    batch: Batch
    edition_hash: str
    """The hash that the edition must have on the worker, too."""
    start: int
    stop: int
    """One more than the number of the last game."""
    line_format: LineFormat | None
    """How rows become lines; None if no lines are needed."""


@frozen
class Played:
    """The result of a task."""

    lines: bytes
    """A line for each game, in order."""
    tally: Tally
    seconds: float
    """How long the task took."""


def play_chunk(chunk: Chunk) -> Played:
    """Play the games of a task.

    Raises `SimulationError` on a worker whose installation has another edition.
    """
    begun = perf_counter()
    batch = chunk.batch
    if batch.edition_hash != chunk.edition_hash:
        raise SimulationError(f"a worker has other data for the edition {batch.edition}")
    edition = batch.loaded_edition
    tally = Tally.of(batch)
    lines: list[bytes] = []
    with bots_of(batch) as bots:
        for game in range(chunk.start, chunk.stop):
            row = play_game(batch, game, edition, bots)
            tally.add(row, batch.deal(game))
            if chunk.line_format is not None:
                lines.append(chunk.line_format.line(row))
    return Played(b"".join(lines), tally, perf_counter() - begun)


class Sizes:
    """How many games go into each task: a fixed number, or as many as take about a second.

    The results of a batch do not depend on it.
    """

    def __init__(self, fixed: int | None) -> None:
        """Begin with the fixed number, if there is one, or with one game."""
        self._is_fixed = fixed is not None
        self.size = 1 if fixed is None else index(fixed)

    def learn(self, games: int, seconds: float) -> None:
        """Adapt to how long a task of `games` games took, in seconds."""
        if not self._is_fixed:
            fitting = int(games * SECONDS / max(seconds, SECONDS / MOST))
            self.size = max(1, min(fitting, 4 * self.size, MOST))


def stream(
    chunks: Iterator[Chunk], executor: Executor, at_once: int
) -> Iterator[tuple[Chunk, Played]]:
    """Have an executor play tasks, and give each task with its result, in order.

    No more than `at_once` tasks are under way or wait to be given back at any time, so that
    memory does not grow with their number. `chunks` is asked for the next task no sooner.

    Raises `SimulationError` if a task is lost: its worker dies, or the executor refuses or drops
    it. Executors raise errors of their own for that, so any error that is not this library's
    counts.
    """
    waiting: deque[tuple[Chunk, Future[Played]]] = deque()
    try:
        while True:
            for chunk in islice(chunks, at_once - len(waiting)):
                first = waiting[0][0] if waiting else chunk  # those that wait are lost, too
                with _losing(first):
                    waiting.append((chunk, executor.submit(play_chunk, chunk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            with _losing(chunk):
                played = future.result()
            yield chunk, played
    finally:
        for _, future in waiting:
            future.cancel()


@contextmanager
def _losing(chunk: Chunk) -> Iterator[None]:
    """Turn the errors of an executor into `SimulationError`; it loses this and all later tasks."""
    try:
        yield
    except LivingstoneError:
        raise
    except Exception as error:
        cause = "a worker process died" if isinstance(error, BrokenExecutor) else told(error)
        raise SimulationError(
            f"the games from {chunk.start} on were not played: {cause}; if there is a file for the"
            " games, those before stay in it, and the same call goes on from there"
        ) from error
