"""Tasks, which are ranges of games: what plays them (executors, engines), and in which order."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_start_method
from multiprocessing.util import Finalize
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from attrs import frozen

from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, LivingstoneError, error_line, shown
from livingstone.kernel.caching import is_compiled, note_compiled
from livingstone.players.learned import LearnedBot
from livingstone.players.registry import load_player
from livingstone.simulation.batch import Batch, GameRow, SeatRow, SimulationError, bot_seed
from livingstone.simulation.entrants import Entry
from livingstone.simulation.one_game import Played, pack, play_game, scored_row, seated
from livingstone.support.arguments import one_of, whole
from livingstone.support.machine import cores, require
from livingstone.support.processes import end_pool, end_with_parent

if TYPE_CHECKING:
    from livingstone.kernel import Kernel, PlayedGame


Where = Executor | Literal["processes"] | None
"""An executor, `"processes"` for a pool that is made for the batch, or None for this thread."""
TASKS_PER_WORKER = 2  # one that runs and one that waits while results are fetched
_Result = TypeVar("_Result")


@contextmanager
def opened(where: Where, workers: int | None) -> Iterator[tuple[Executor, int]]:
    """Open the executor; yield it and how many tasks it should have at once.

    That is twice as many as `workers` or, without it, as the executor says that it has.
    """
    if workers is not None:
        workers = whole("workers", workers, 1, 100_000)
    if where is None:
        if workers not in (None, 1):
            raise ArgumentError('more workers than one need an executor, such as "processes"')
        yield _Here(), 1
    elif where == "processes":
        workers = whole("workers", workers or min(cores(), 1000), 1, 1000)
        try:
            processes = ProcessPoolExecutor(workers, initializer=_begin_worker)
        except NotImplementedError as error:  # as in a browser
            raise ArgumentError(f"no processes can be started here: {error_line(error)}") from None
        with processes as pool:
            try:
                yield pool, workers * TASKS_PER_WORKER
            except BaseException:
                end_pool(pool)
                raise
    elif isinstance(where, Executor):
        known = getattr(where, "_max_workers", 0) or getattr(where, "num_workers", 0)
        yield where, (workers or known or cores()) * TASKS_PER_WORKER
    else:
        raise ArgumentError(f'executor must be "processes", an Executor or None: {shown(where)}')


def has_main(where: Executor | Literal["processes"]) -> bool | None:
    """Return whether workers have what the main module defines; None if nobody can tell.

    Threads and forked processes do. Other processes run the file of a script again, but a notebook
    has none.
    """
    if isinstance(where, ThreadPoolExecutor):
        return True
    if isinstance(where, ProcessPoolExecutor):
        context: Any = where._mp_context
        method = context.get_start_method()
    elif where == "processes":
        method = get_start_method()
    else:
        return None
    return method == "fork" or hasattr(sys.modules["__main__"], "__file__")


class _Here(Executor):
    """Carries out each task at once, in this thread, and raises its errors."""

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        future = Future[_Result]()
        future.set_result(fn(*args, **kwargs))
        return future


def _begin_worker() -> None:
    """Make a worker end at once when it is interrupted or when its parent process ends."""
    for name in {"SIGINT", "SIGTERM", "SIGHUP"} & signal.Signals.__members__.keys():
        signal.signal(signal.Signals[name], signal.SIG_DFL)
    Finalize(None, _end, exitpriority=-1000)  # after everything else that ends with a process
    end_with_parent()


def _end() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # a bot may have replaced or closed them
            stream.flush()
    os._exit(0)


Engine = Literal["auto", "python", "fast"]
"""The engine to play with: in Python, compiled, or the compiled one where it can play the batch."""
FEWEST_GAMES = 100  # which take as long in Python as it takes to load the kernel
FEWEST_UNCOMPILED = 1000  # which take about as long in Python as it takes to compile the kernel


def choose_engine(
    batch: Batch, engine: Engine, *, records: bool = False, games: int | None = None
) -> tuple["Kernel | None", str]:
    """Choose for `games` games: the kernel or None, and the text of `Report.engine`."""
    one_of("engine", engine, get_args(Engine))
    if engine == "python":
        return None, "python"
    why_not = why_not_compiled(batch) or _why_not_now(records)
    if engine == "auto" and why_not is None and games is not None:
        why_not = _too_few(batch, games)
    try:
        if why_not is not None:
            raise why_not
        return _kernel_for(batch), "fast"
    except (LivingstoneError, ImportError) as error:
        if engine == "fast":
            raise
        return None, f"python: {error}"


def why_not_compiled(batch: Batch) -> LivingstoneError | None:
    """Return why the kernel can never play a batch, as far as that shows without loading it."""
    try:
        for entry in batch.entries:
            _compiled(entry)
        if batch.seconds_per_move is not None:
            raise ArgumentError("the compiled kernel does not limit the seconds per move")
        if isinstance(batch.edition, Edition) and find_spec("numpy") is not None:
            from livingstone.kernel.tables import make_tables

            make_tables(batch.edition, len(batch.entries))
    except LivingstoneError as error:
        return error
    return None


def _why_not_now(records: bool) -> LivingstoneError | None:
    """Return why the kernel cannot play with these options, or on this machine."""
    try:
        if records:
            raise ArgumentError("the compiled kernel keeps no records; replay_row makes them")
        require("numba", "fast", "compiled games")
    except LivingstoneError as error:
        return error
    return None


def _too_few(batch: Batch, games: int) -> LivingstoneError | None:
    """Return why so few games are faster in Python; None if they are not."""
    if games < FEWEST_GAMES:
        return ArgumentError(f"fewer than {FEWEST_GAMES} games are to be played")
    if games >= FEWEST_UNCOMPILED or _has_learned(batch) or is_compiled("games"):
        return None
    few = f"fewer than {FEWEST_UNCOMPILED} games are to be played"
    return ArgumentError(f"{few}, which do not repay compiling")


def _has_learned(batch: Batch) -> bool:
    """Return whether a bot compiles the game in any case."""
    return any(isinstance(_compiled(entry), tuple) for entry in batch.entries)


def _kernel_for(batch: Batch) -> "Kernel":
    from livingstone.kernel import Kernel
    from livingstone.kernel.search.networks import networks_for

    kernel = Kernel.of(batch.loaded_edition, len(batch.entries))
    if _has_learned(batch) and networks_for(kernel.tables) is None:
        raise ArgumentError(f"the learned values know other figures than those of {kernel!r}")
    return kernel


def _compiled(entry: Entry) -> str | tuple[int, float]:
    """Return a bot as `Kernel.play` takes it; raises `ArgumentError` for another one."""
    name = entry.player or ""
    if name in ("greedy", "random"):
        return name
    bot = load_player(name) if name.partition(":")[0] == "learned" else None
    if not isinstance(bot, LearnedBot):
        raise ArgumentError(f"the compiled kernel has no bot {shown(entry.label)}")
    if bot.seconds is not None:
        raise ArgumentError("the compiled kernel does not limit the seconds of a move")
    return bot.settings


def play_games(kernel: "Kernel", batch: Batch, games: Sequence[int]) -> list[Played]:
    """Play the games with these numbers in the kernel; results are those of `play_game`."""
    seats = range(len(batch.entries))
    lineups = [batch.seats(game) for game in games]
    seeds = [batch.seed_of(game) for game in games]
    bot_seeds = [[bot_seed(batch.seed, game, seat) for seat in seats] for game in games]
    compiled = {entry.label: _compiled(entry) for entry in batch.entries}
    bots = [[compiled[name] for name in lineup] for lineup in lineups]
    try:
        compiled_games = kernel.play(bots, seeds, bot_seeds, keep_choices=True)
    except LivingstoneError as error:
        raise SimulationError(str(error)) from error
    if not _has_learned(batch):
        _note_games()
    played = list[Played]()
    for place, (game, compiled_game) in enumerate(zip(games, compiled_games, strict=True)):
        row = GameRow(
            game=game,
            seed=seeds[place],
            edition=batch.edition_hash,
            rounds=compiled_game.rounds,
            moves=compiled_game.moves,
            threshold=compiled_game.result.threshold,
            note=None,
            seats=_scored_rows(compiled_game, lineups[place]),
        )
        choices = pack(compiled_games.choices(place).tolist())
        played.append(Played(row, choices, record=None))
    return played


def _scored_rows(game: "PlayedGame", lineup: Sequence[str]) -> tuple[SeatRow, ...]:
    return tuple(
        scored_row(
            seat,
            game.result,
            bot=bot,
            played=own.played,
            market=own.market,
            cards=own.cards,
        )
        for seat, (bot, own) in enumerate(zip(lineup, game.seats, strict=True))
    )


@cache
def _note_games() -> None:
    """Let other processes know that games without `learned` are compiled."""
    if not is_compiled("games"):
        note_compiled("games")


MOST = 1000
"""The most games of a task, unless the caller asks for another number."""
SECONDS = 1.0
"""How many seconds a task should take."""


@frozen
class Task:
    """Games of a batch for a worker."""

    batch: Batch
    edition_hash: str
    """The hash that the edition must have on the worker, too."""
    games: range
    with_records: bool = False
    stops_at_failure: bool = False
    """Whether no game is played after one that a failure ended."""
    engine: Engine = "python"
    """With `auto`, a worker without numba plays in Python."""


def play_task(task: Task) -> tuple[list[Played], float]:
    """Play the games of a task; return them and the seconds that they took.

    Raises `SimulationError` if this worker cannot play them as the batch began.
    """
    batch = task.batch
    begun = perf_counter()
    if batch.edition_hash != task.edition_hash:
        raise SimulationError(f"a worker has other data for the edition {batch.edition}")
    kernel, _ = choose_engine(batch, task.engine, records=task.with_records)
    if kernel is not None:
        return play_games(kernel, batch, task.games), perf_counter() - begun
    edition = batch.loaded_edition
    played = list[Played]()
    with seated(batch) as seats:
        for game in task.games:
            played.append(play_game(batch, game, edition, seats, with_record=task.with_records))
            if task.stops_at_failure and played[-1].row.note is not None:
                break
    return played, perf_counter() - begun


def next_size(size: int, games: int, seconds: float) -> int:
    """Return how many games the next task should have so that it takes about a second.

    `size` is that of the last task, whose `games` took `seconds`; the next one has at most four
    times as many.
    """
    fitting = int(games * SECONDS / max(seconds, SECONDS / MOST))
    return max(1, min(fitting, 4 * size, MOST))


def stream(
    tasks: Iterator[Task], executor: Executor, at_once: int
) -> Iterator[tuple[Task, list[Played], float]]:
    """Have an executor play tasks, at most `at_once` at a time; yield results in their order.

    Raises `SimulationError` as soon as a task fails.
    """
    waiting: deque[tuple[Task, Future[tuple[list[Played], float]]]] = deque()
    try:
        while True:
            for task in islice(tasks, at_once - len(waiting)):
                first = waiting[0][0] if waiting else task  # tasks that wait are lost, too
                with _explained_loss(first.games.start):
                    waiting.append((task, executor.submit(play_task, task)))
            if not waiting:
                return
            task, future = waiting.popleft()
            with _explained_loss(task.games.start):
                games, seconds = future.result()
            yield task, games, seconds
    finally:
        for _, future in waiting:
            future.cancel()


@contextmanager
def _explained_loss(game: int) -> Iterator[None]:
    """Turn an error of an executor into a `SimulationError` that says which games are not played.

    They are those from `game` on.
    """
    try:
        yield
    except LivingstoneError:
        raise
    except Exception as error:
        cause = "a worker process died" if isinstance(error, BrokenExecutor) else error_line(error)
        raise SimulationError(
            f"the games from {game} on were not played: {cause}; a file keeps the games before, and"
            " the same call continues it"
        ) from error
