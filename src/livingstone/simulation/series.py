"""Playing batches of games: `simulate`, and the parts that `compare` and `tournament` use."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Literal, TypedDict, Unpack, get_args

from attrs import define, evolve, field

from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.simulation import tasks
from livingstone.simulation.batch import MOST_GAMES, Batch, SimulationError
from livingstone.simulation.entrants import Entrant, Entry, enter, one_line
from livingstone.simulation.luck import Adjustment, luck_book
from livingstone.simulation.one_game import Played
from livingstone.simulation.progress import OnProgress, Progress
from livingstone.simulation.replaying import KeptGame
from livingstone.simulation.report import Report
from livingstone.simulation.results_store import ResultsStore, StoredBatch
from livingstone.simulation.tally import FailedGame
from livingstone.support.arguments import one_of, whole
from livingstone.support.files import File
from livingstone.support.helping import with_options
from livingstone.support.machine import cores


class BotFailedError(SimulationError):
    """A bot failed in a batch with ``on_failure="raise"``; the games before are kept.

    Its traceback ends with that of the bot.
    """

    def __init__(self, failure: FailedGame) -> None:
        """Tell of this failure."""
        note = failure.note
        super().__init__(
            f"the bot {note.bot} failed on seat {note.seat} in game {failure.game}: {note}"
        )
        self.failure = failure
        """The game: its `view` is what the bot saw, its `record` has the moves so far."""
        if note.traceback:
            self.add_note(f"\n{note.traceback}")  # notebooks begin no line for a note

    def __reduce__(self) -> tuple[type["BotFailedError"], tuple[FailedGame]]:
        return BotFailedError, (self.failure,)


OnFailure = Literal["lose", "raise"]
"""What a failure of a bot does: the bot loses the game, or the batch ends with `BotFailedError`."""


class Options(TypedDict, total=False):
    """How batches are played; `simulate`, `compare` and `tournament` take these as keywords.

    Only `edition` and `seconds_per_move` can change how a game goes. With all other options, the
    same seed gives the same games.
    """

    edition: str | Edition
    """The name of a shipped edition, or one that was loaded. The default is `"printed"`."""
    executor: tasks.Where
    """Where the games are played: None (the default) for this thread, `"processes"` for a pool of
    processes, or any `concurrent.futures.Executor`; a client of Dask has `get_executor`."""
    workers: int | None
    """How many processes or threads (compiled engine) to start, or how many tasks another executor
    works on at once. The default, None, takes all cores, or what the executor says."""
    chunk: int | None
    """How many games make a task; by default as many as last about a second."""
    on_progress: OnProgress | None
    """A function that is called with a `Progress` at the beginning and after each task."""
    seconds_per_move: float | None
    """How long a bot, which then has a process of its own, may think about a move before it loses
    the game. The default, None, sets no limit."""
    on_failure: OnFailure
    """With `"lose"` (the default), a bot that fails loses the game, and the batch goes on, so that
    the same call gives the same rows for whoever watches it or not. `"raise"` ends the batch with
    `BotFailedError` at the first game that fails, which is not kept."""
    label: str | None
    """What lists of the batches in a file call this one. The default is None."""
    records: bool
    """Whether the file keeps the `Record` of each game, too. The default is False."""
    adjust: Adjustment | None
    """`"luck"` also estimates who wins more without luck, which needs fewer games where bots are
    similar and slow; the compiled kernel values each event of chance. With fewer than 8 deals
    nothing is subtracted, and the tables say so. The default is None."""
    engine: tasks.Engine
    """`"fast"` is the compiled kernel (`livingstone.kernel`), for `greedy`, `random` and `learned`
    without a limit of seconds; it raises an error for anything else. `"python"` is the engine
    itself. `"auto"` (the default) takes the kernel if it can play the games and they are 100 or
    more, or 1000 or more while it is not compiled. Both play the same games; the file notes which
    of them did."""


@with_options(Options)
def simulate(
    lineup: "Sequence[Entrant]",
    games: int,
    *,
    seed: int,
    rotate: bool = True,
    sink: File | None = None,
    **options: "Unpack[Options]",
) -> Report:
    """Play a batch of games between bots and report on them.

    `lineup` has a bot for each seat (`Entrant`). With `seconds_per_move`, all are given by their
    names; with an `executor`, objects must be such that they can be pickled.

    The games of a deal have the same seed, and so the same luck. With `rotate`, the bots move on by
    one seat from game to game, and a deal is played until they sit as in its first game: four times
    with `a, b, c, d`, twice with `a, b, a, b`. Without it, every game is a deal of its own. Seat 0
    begins. `seed`, from 0 to 2**128 - 1, decides all games.

    `sink` is an SQLite file such as ``games.db``, which may hold any number of batches. Its games
    of this batch are not played again: the same call continues what was interrupted.
    It tells bots apart by their names with all options and the contents of files among them; by
    the class and the fields of a dataclass or attrs class; by the function and the arguments of a
    `partial`. Any other object needs a name, ``{"my name": bot}``.

    The options, which `Options` explains, are `edition`; `engine`, `executor`, `workers` and
    `chunk`, what plays and where; `seconds_per_move`, the limit of bots; `records`, `label`,
    `on_failure` and `on_progress`, what is kept and told; and `adjust`, for results with less luck.

    A bot that makes an illegal move, raises an error or takes too long loses that game, which ends
    there; the report lists such failures, with `on_failure="raise"` the first one is an error.

    >>> simulate(["random", "random"], 4, seed=7).games
    4

    Raises `ArgumentError` for arguments that are not valid, for a bot that cannot be made, kept
    apart in the file or sent to the executor, and for a file that is damaged or holds more games of
    this batch; `SimulationError` if a worker dies, the file cannot be written, or files of bots
    change.
    """
    games = whole("games", games, 1, MOST_GAMES)
    of_batch = batch_options(options)
    batch = Batch.of(enter(lineup, **of_batch), seed=seed, rotate=rotate, **of_batch)
    book = luck_book(batch, options.get("adjust"))
    with play_series([batch], games, sink, options) as series:
        series.play(games)
        report = series.report(0, games)
        if book is None:
            return report
        less_luck = book.against_average(series.store, series.stored(), games, report.names)
        return evolve(report, less_luck=less_luck)


def batch_options(options: Options) -> dict[str, Any]:
    """Pick the options that decide how games go; raises `ArgumentError` for unknown options."""
    for name in options:
        if name not in Options.__annotations__:
            known = ", ".join(Options.__annotations__)
            raise ArgumentError(f"there is no option {name!r}; the options are {known}")
    return {name: options[name] for name in ("edition", "seconds_per_move") if name in options}


def whole_deals(games: int, games_per_deal: int) -> int:
    """Round a number of games up to whole deals."""
    games = whole("games", games, 1, MOST_GAMES)
    return -(-games // games_per_deal) * games_per_deal


@contextmanager
def play_series(
    batches: Sequence[Batch], games: int, sink: File | None, options: Options
) -> Iterator["Series"]:
    """Open the file and the executor for batches.

    Raises `ArgumentError` for wrong options, and if the file holds more games of a batch than
    `games`.
    """
    options = _checked(options, games)
    executor = options.get("executor")
    workers = options.get("workers")
    if executor is not None:
        has_main = tasks.has_main(executor)
        batches = [evolve(batch, entries=_pickled(batch, has_main)) for batch in batches]
    if sink is not None:
        check_identities(batches)
    threads = workers or min(cores(), 1000)
    with (
        tasks.opened(executor, workers) as pool,
        ThreadPoolExecutor(threads) as local,  # compiled games need no processes of their own
        ResultsStore(sink) as store,
    ):
        is_local = executor is None or executor == "processes"
        kernel_pool = (local, threads * tasks.TASKS_PER_WORKER) if is_local else pool
        parts = list[_Part]()
        for batch in batches:
            done, engine, is_compiled = _how_to_play(batch, games, store, options)
            parts.append(_Part(batch, done, engine, kernel_pool if is_compiled else pool))
        for part in parts:  # only when all of them can be played
            part.number = store.add_batch(part.batch, options.get("label"))
            if part.done < games:
                store.note_engine(part.number, part.engine.partition(":")[0])
        yield Series(store, parts, games * len(batches), options)


def _checked(options: Options, games: int) -> Options:
    """Check options that do not change how games go; raises `ArgumentError`."""
    one_of("on_failure", options.get("on_failure", "lose"), get_args(OnFailure))
    checked = options.copy()
    if (label := options.get("label")) is not None:
        one_line("the label", label)
    if (chunk := options.get("chunk")) is not None:
        checked["chunk"] = whole("chunk", chunk, 1, MOST_GAMES)
    workers = options.get("workers")
    if options.get("executor") == "processes" and workers is not None:
        # no more than have something to do
        checked["workers"] = min(whole("workers", workers, 1), games)
    return checked


def _how_to_play(
    batch: Batch, games: int, store: ResultsStore, options: Options
) -> tuple[int, str, bool]:
    """Return how many games the file holds, the text of `Report.engine`, and if it is compiled.

    Raises `ArgumentError` if the file holds too many games, and as `choose_engine` does.
    """
    stored = store.find(batch)
    done = stored.games if stored else 0
    if done > games:
        raise ArgumentError(f"{store.name}: holds {done} games, which is more than {games}")
    wanted = options.get("engine", "auto")
    records = options.get("records", False)
    kernel, engine = tasks.choose_engine(batch, wanted, records=records, games=games - done)
    if stored is not None and done == games:
        engine = _engine_of(stored, batch, wanted)
    return done, engine, kernel is not None


def _pickled(batch: Batch, has_main: bool | None) -> tuple[Entry, ...]:
    return tuple(entry.pickled(has_main) for entry in batch.entries)


def _engine_of(stored: StoredBatch, batch: Batch, engine: tasks.Engine) -> str:
    """Return the text of `Report.engine` for games that a file holds already."""
    why_not = tasks.why_not_compiled(batch) if engine == "auto" else None
    is_explained = why_not is not None and stored.engines == "python"
    return f"python: {why_not}" if is_explained else stored.engines


def check_identities(batches: Iterable[Batch]) -> None:
    """Raise `ArgumentError` for a bot that a file could mix up with another one."""
    for entry in (entry for batch in batches for entry in batch.entries):
        if entry.identity is None:
            raise ArgumentError(
                f"a file cannot tell the bot {shown(entry.label)} from others: give it a name that"
                " stands for it alone, as in {'my name': bot}"
            )


@define
class _Part:
    """A batch of a series, and how far it has been played."""

    batch: Batch
    done: int
    """How many of its games are in the file."""
    engine: str
    """The text of `Report.engine`."""
    pool: tuple[Executor, int]
    """The executor, and how many tasks it should have at once."""
    number: int = 0
    """That of the batch in the file."""


@define
class Series:
    """Batches that are played one after the other, with one file, one executor, one progress."""

    store: ResultsStore
    _parts: Sequence[_Part]
    _total: int
    """The games of all batches."""
    _options: Options
    _begun: float = field(factory=perf_counter, init=False)
    _resumed: int = field(init=False)
    """The games that the file held before."""
    _size: int = field(default=1, init=False)
    """The games of the next task."""
    _failed: int = field(default=0, init=False)
    """The new games that a failure ended."""

    @_resumed.default
    def _games_done(self) -> int:
        return sum(part.done for part in self._parts)

    def play(self, games: int) -> None:
        """Play each batch until it has this number of games."""
        self._report_progress()
        fixed = self._options.get("chunk")
        for part in self._parts:
            self._size = fixed or 1
            for task, played, seconds in tasks.stream(self._tasks(part, games), *part.pool):
                failure = self._first_failure(part, played)
                if failure is not None:
                    kept = [game for game in played if game.row.game < failure.game]
                    self.store.add(part.number, kept)
                    raise BotFailedError(failure)
                self.store.add(part.number, played)
                self._failed += sum(game.row.note is not None for game in played)
                if fixed is None:
                    self._size = tasks.next_size(self._size, len(task.games), seconds)
                part.done = task.games.stop
                self._report_progress()

    def _first_failure(self, part: _Part, played: Sequence[Played]) -> FailedGame | None:
        """Return the first game that failed, if the batch is to end there."""
        if self._options.get("on_failure") != "raise":
            return None
        failed = next((game for game in played if game.row.note is not None), None)
        if failed is None:
            return None
        (stored,) = (batch for batch in self.stored() if batch.number == part.number)
        kept = KeptGame(stored, *failed)
        return FailedGame.of(kept, part.batch.loaded_edition)

    def _tasks(self, part: _Part, games: int) -> Iterator[tasks.Task]:
        engine = self._options.get("engine", "auto") if part.engine == "fast" else "python"
        start = part.done
        while start < games:
            stop = min(start + self._size, games)
            yield tasks.Task(
                batch=part.batch,
                edition_hash=part.batch.edition_hash,
                games=range(start, stop),
                with_records=self._options.get("records", False),
                engine=engine,
                stops_at_failure=self._options.get("on_failure") == "raise",
            )
            start = stop

    def _report_progress(self) -> None:
        on_progress = self._options.get("on_progress")
        if on_progress is not None:
            seconds = perf_counter() - self._begun
            done = self._games_done()
            on_progress(Progress(done, self._total, self._resumed, seconds, self._failed))

    def stored(self) -> list[StoredBatch]:
        """Return the batches as the file has them."""
        stored = {batch.number: batch for batch in self.store.batches()}
        return [stored[part.number] for part in self._parts]

    def report(self, place: int, games: int) -> Report:
        """Report on the first games of the batch at this place of the series, from 0."""
        part = self._parts[place]
        return Report.of(
            self.store,
            self.stored()[place],
            games=games,
            engine=part.engine,
            effects=part.batch.loaded_edition,
        )
