"""Playing batches of games: `simulate`, and the parts that `compare` and `tournament` use."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from time import perf_counter
from typing import Any, Unpack

from attrs import Factory, define, evolve, field

from livingstone.errors import ArgumentError
from livingstone.simulation.batch import MOST_GAMES, Batch, Entrant
from livingstone.simulation.engines import ChosenEngine, Engine, choose_engine
from livingstone.simulation.executors import is_local, opened, opened_threads
from livingstone.simulation.luck import luck_book
from livingstone.simulation.options import Options, Progress
from livingstone.simulation.report import Report
from livingstone.simulation.store import Store, StoredBatch
from livingstone.simulation.tasks import Sizes, Task, losing, stream, try_bots
from livingstone.support.arguments import whole
from livingstone.support.files import File

__all__ = ["Series", "batch_options", "play_series", "simulate", "whole_deals"]

COMPILED_GAMES = 500
"""How many compiled games make a task, unless the caller asks for another number."""


def simulate(
    lineup: Sequence[Entrant],
    games: int,
    *,
    seed: int,
    rotate: bool = True,
    sink: File | None = None,
    **options: Unpack[Options],
) -> Report:
    """Play a batch of games between bots and report on them.

    `lineup` has a bot for each seat: its name, the bot itself, or a class or function that makes
    one for each game. Objects play in this process only, without `executor` and
    `seconds_per_move`; one that is not made for each game plays all of them.

    The games of a deal have the same seed, and so the same luck. With `rotate`, the bots move on by
    one seat from game to game, and a deal is played until they sit as in its first game: four times
    with `a, b, c, d`, twice with `a, b, a, b`, once with `a, a, a, a`. Without it, every game is a
    deal of its own. Seat 0 always begins. `seed`, from 0 to 2**128 - 1, decides all games.

    `sink` is an SQLite file such as ``games.db``, which may hold any number of batches. If it has
    games of this batch, those are not played again. All other options are those of
    `livingstone.simulation.Options`.

    A bot that makes an illegal move, raises an error or takes too long for a move loses that game,
    which ends there; the report counts and lists such failures.

    >>> report = simulate(["random", "random"], 4, seed=7)
    >>> report.games
    4

    Raises `ArgumentError` for arguments that are not valid, for a bot that cannot play such games,
    and for a file that is damaged or holds more games of this batch. Raises
    `SimulationError` if a worker dies or the file cannot be written. Whatever ends a batch early,
    the same call continues it.
    """
    games = whole("games", games, 1, MOST_GAMES)
    batch = Batch.of(lineup, seed=seed, rotate=rotate, **batch_options(options))
    book = luck_book(batch, options.get("adjust"))
    with play_series([batch], games, sink, options) as series:
        series.play(games)
        report = series.report(0, games)
        if book is None:
            return report
        found = book.against_average(series.store, series.stored(), games, report.names)
        return evolve(report, less_luck=found)


def batch_options(options: Options) -> dict[str, Any]:
    """Pick the options that decide how games go; raises `ArgumentError` for unknown options."""
    for name in options:
        if name not in Options.__annotations__:
            known = ", ".join(Options.__annotations__)
            raise ArgumentError(f"there is no option {name!r}; the options are {known}")
    return {name: options[name] for name in ("edition", "seconds_per_move") if name in options}


def whole_deals(games: int, games_per_deal: int) -> int:
    """Round a number of games up to whole deals.

    >>> whole_deals(1000, 3)
    1002
    """
    games = whole("games", games, 1, MOST_GAMES)
    return -(-games // games_per_deal) * games_per_deal


@contextmanager
def play_series(
    batches: Sequence[Batch], games: int, sink: File | None, options: Options
) -> Iterator["Series"]:
    """Open the file and the executor for batches that will have `games` games each in the end.

    Raises `ArgumentError` for a file that holds more games of one of them, and for a bot that
    cannot play such games.
    """
    executor, workers = options.get("executor"), options.get("workers")
    if executor is not None and any(batch.makers for batch in batches):
        raise ArgumentError("with an executor, bots must be given by their names")
    if isinstance(executor, str) and workers is not None:
        workers = min(whole("workers", workers, 1), games)  # no more than have something to do
    chunk = options.get("chunk")
    if chunk is not None:
        chunk = whole("chunk", chunk, 1, MOST_GAMES)
    engine, records = options.get("engine", "auto"), options.get("records", False)
    with (
        opened(executor, workers) as pool,
        opened_threads(workers) if is_local(executor) else nullcontext(pool) as kernel_pool,
        Store(sink) as store,
    ):
        held = [stored.games if (stored := store.find(batch)) else 0 for batch in batches]
        if max(held) > games:
            raise ArgumentError(f"{sink}: holds {max(held)} games, which is more than {games}")
        engines = [
            choose_engine(batch, engine, records=records, games=games - done)
            for batch, done in zip(batches, held, strict=True)
        ]
        tried = set[str]()
        for batch, games_held, own in zip(batches, held, engines, strict=True):
            names = frozenset(batch.lineup) - tried
            if games_held < games and names and own.kernel is None:
                with losing(games_held):
                    pool[0].submit(try_bots, batch, names).result()
                tried |= names
        numbers, total = [store.add_batch(batch) for batch in batches], games * len(batches)
        common = options | {"chunk": chunk}
        yield Series(store, batches, numbers, held, engines, total, pool, kernel_pool, common)


@define
class Series:
    """Batches that are played one after the other, with one file, one executor, one progress."""

    store: Store
    _batches: Sequence[Batch]
    _numbers: Sequence[int]
    """The numbers of the batches in the file."""
    _done: list[int]
    """How many games the file has of each."""
    _engines: Sequence[ChosenEngine]
    """What plays each."""
    _total: int
    _pool: tuple[Executor, int]
    """The executor, and how many tasks it should have at once."""
    _kernel_pool: tuple[Executor, int]
    """The same for compiled games."""
    _options: Options
    _resumed: int = field(default=Factory(lambda self: sum(self._done), takes_self=True))
    _begun: float = field(factory=perf_counter)

    def play(self, games: int) -> None:
        """Play each batch until it has this number of games."""
        self._report_progress()
        for place, batch in enumerate(self._batches):
            is_compiled = self._engines[place].kernel is not None
            engine = self._options.get("engine", "auto") if is_compiled else "python"
            sizes = Sizes(self._options.get("chunk") or (COMPILED_GAMES if is_compiled else None))
            tasks = self._tasks(batch, self._done[place], games, sizes, engine)
            for task, result in stream(tasks, *(self._kernel_pool if is_compiled else self._pool)):
                self.store.add(self._numbers[place], result.games)
                sizes.learn(len(task.games), result.seconds)
                self._done[place] = task.games.stop
                self._report_progress()

    def _tasks(
        self, batch: Batch, start: int, games: int, sizes: Sizes, engine: Engine
    ) -> Iterator[Task]:
        """Divide games into tasks; `sizes` gives the size of each when it begins."""
        content, with_records = batch.edition_hash, self._options.get("records", False)
        while start < games:
            stop = min(start + sizes.size, games)
            yield Task(batch, content, range(start, stop), with_records, engine)
            start = stop

    def _report_progress(self) -> None:
        on_progress = self._options.get("on_progress")
        if on_progress is not None:
            seconds = perf_counter() - self._begun
            on_progress(Progress(sum(self._done), self._total, self._resumed, seconds))

    def stored(self) -> list[StoredBatch]:
        """Give the batches as the file has them."""
        stored = {one.number: one for one in self.store.batches()}
        return [stored[number] for number in self._numbers]

    def report(self, place: int, games: int) -> Report:
        """Report on the first games of a batch."""
        return Report.of(self.store, self.stored()[place], games, str(self._engines[place]))
