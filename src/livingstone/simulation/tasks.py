"""Tasks for workers: ranges of games, which an executor plays and gives back in order."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from copy import deepcopy
from itertools import islice
from time import perf_counter

from attrs import evolve, frozen

from livingstone.errors import ArgumentError, LivingstoneError, told
from livingstone.game.engine import legal_moves, new_game
from livingstone.players.process import BotError
from livingstone.simulation.batch import Batch, SimulationError
from livingstone.simulation.engines import Engine, choose_engine, play_games
from livingstone.simulation.play import Played, play_game, seated

MOST = 1000
"""The most games of a task, unless the caller asks for another number."""
SECONDS = 1.0
"""How long a task should take: short, so that little is lost with one."""


@frozen
class Task:
    """Games of a batch for a worker."""

    batch: Batch
    edition_hash: str
    """The hash that the edition must have on the worker, too."""
    games: range
    with_records: bool = False
    engine: Engine = "python"
    """With `auto`, a worker without numba plays in Python."""


def play_task(task: Task) -> tuple[list[Played], float]:
    """Play the games of a task, and take the seconds; raises `SimulationError`."""
    begun = perf_counter()
    batch = task.batch
    if batch.edition_hash != task.edition_hash:
        raise SimulationError(f"a worker has other data for the edition {batch.edition}")
    kernel = choose_engine(batch, task.engine, records=task.with_records).kernel
    if kernel is not None:
        return play_games(kernel, batch, task.games), perf_counter() - begun
    edition = batch.loaded_edition
    with seated(batch) as seats:
        games = [
            play_game(batch, game, edition, seats, with_record=task.with_records)
            for game in task.games
        ]
    return games, perf_counter() - begun


def try_bots(batch: Batch, names: frozenset[str]) -> None:
    """Ask some bots for a first move; raises `ArgumentError` as an agent for other games does."""
    copies = {name: lambda make=make: deepcopy(make()) for name, make in batch.makers.items()}
    opening = new_game(len(batch.lineup), edition=batch.loaded_edition, seed=0)
    with seated(evolve(batch, makers=copies)) as seats:
        for name in sorted(names):
            (bot,), is_made = seats([name]), name in copies
            try:
                bot.make(0)
                is_made = True
                bot.choose(opening, legal_moves(opening))
            except BotError as error:
                refusal = error.refusal or error.__cause__
                if is_made and isinstance(refusal, str | ArgumentError):
                    raise ArgumentError(f"{name} cannot play such games: {refusal}") from None


def next_size(size: int, games: int, seconds: float) -> int:
    """Return how many games a task takes, after one of `size`, if `games` took some seconds."""
    fitting = int(games * SECONDS / max(seconds, SECONDS / MOST))
    return max(1, min(fitting, 4 * size, MOST))


def stream(
    tasks: Iterator[Task], executor: Executor, at_once: int
) -> Iterator[tuple[Task, list[Played], float]]:
    """Have an executor play tasks; give each task with its games and seconds, in order.

    At most `at_once` tasks are under way or wait to be given back, so that memory does not grow
    with their number. `tasks` is asked for the next one no sooner.

    Raises `SimulationError` if a task is lost, for which executors raise errors of their own.
    """
    waiting: deque[tuple[Task, Future[tuple[list[Played], float]]]] = deque()
    try:
        while True:
            for task in islice(tasks, at_once - len(waiting)):
                first = waiting[0][0] if waiting else task  # those that wait are lost, too
                with losing(first.games.start):
                    waiting.append((task, executor.submit(play_task, task)))
            if not waiting:
                return
            task, future = waiting.popleft()
            with losing(task.games.start):
                games, seconds = future.result()
            yield task, games, seconds
    finally:
        for _, future in waiting:
            future.cancel()


@contextmanager
def losing(game: int) -> Iterator[None]:
    """Turn the errors of an executor into `SimulationError`; it loses this and all later games."""
    try:
        yield
    except LivingstoneError:
        raise
    except Exception as error:
        cause = "a worker process died" if isinstance(error, BrokenExecutor) else told(error)
        raise SimulationError(
            f"the games from {game} on were not played: {cause}; a file keeps the games before, and"
            " the same call continues it"
        ) from error
