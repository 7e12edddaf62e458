"""Tasks for workers: ranges of games, played wherever the executor likes, given back in order."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from time import perf_counter

from attrs import frozen

from livingstone.simulation.errors import SimulationError
from livingstone.simulation.games.asking import bots_of
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.games.game import play_game
from livingstone.simulation.results.lines import LineFormat
from livingstone.simulation.statistics.tally import Tally

__all__ = ["Chunk", "Played", "Sizes", "play_chunk", "stream"]

MOST = 1000
"""A task has no more games than this, unless the caller says so."""
SECONDS = 1.0
"""A task is meant to take so long: little is lost with it, and little is spent on it."""


@frozen
class Chunk:
    """A task for a worker: names and numbers only."""

    batch: Batch
    edition_hash: str
    """What the edition must be on the worker, too."""
    start: int
    stop: int
    """One behind the last game."""
    line_format: LineFormat | None
    """How rows become lines; None if nobody wants them."""


@frozen
class Played:
    """What a worker gives back for a task."""

    lines: bytes
    """A line for each game, in order."""
    tally: Tally
    seconds: float
    """How long it took."""


def play_chunk(chunk: Chunk) -> Played:
    """Play the games of a task.

    Raises `SimulationError` on a worker whose installation has another edition.
    """
    begun = perf_counter()
    batch = chunk.batch
    if batch.edition_hash != chunk.edition_hash:
        raise SimulationError(f"a worker has other data for the edition {batch.edition}")
    edition = batch.loaded_edition
    tally = Tally(len(batch.lineup))
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

    What comes out does not depend on it.
    """

    def __init__(self, fixed: int | None, step: int = 1) -> None:
        """Begin with `step` games, of which every size is a multiple."""
        self._step = step
        self._is_fixed = fixed is not None
        self.size = step if fixed is None else -(-fixed // step) * step

    def learn(self, games: int, seconds: float) -> None:
        """Take note of how long some games took."""
        if self._is_fixed:
            return
        fitting = int(games * SECONDS / max(seconds, SECONDS / MOST))
        wanted = min(fitting, 4 * self.size, MOST)
        self.size = max(self._step, wanted // self._step * self._step)


def stream(
    chunks: Iterator[Chunk], executor: Executor, at_once: int
) -> Iterator[tuple[Chunk, Played]]:
    """Have tasks played, and give each with its result, in the order of the tasks.

    No more than `at_once` tasks are under way or wait to be given back at any time, so that
    memory does not grow with their number. `chunks` is asked for the next task no sooner.

    Raises `SimulationError` if a worker dies, and whatever a task raises.
    """
    waiting: deque[tuple[Chunk, Future[Played]]] = deque()
    try:
        while True:
            for chunk in islice(chunks, at_once - len(waiting)):
                waiting.append((chunk, executor.submit(play_chunk, chunk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            yield chunk, future.result()
    except BrokenExecutor as error:
        raise SimulationError(
            f"a worker process died while it played the games {chunk.start} to"
            f" {chunk.stop - 1} or some soon after them; what is in the file stays"
        ) from error
    finally:
        for _, future in waiting:
            future.cancel()
