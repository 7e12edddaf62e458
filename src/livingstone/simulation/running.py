"""Batches of games: `simulate`."""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter

from attrs import frozen

from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError
from livingstone.files import File
from livingstone.simulation.chunks import Chunk, Sizes, stream
from livingstone.simulation.executors import Where, opened
from livingstone.simulation.games.batch import Batch, check_count
from livingstone.simulation.reports.report import Report
from livingstone.simulation.results.sinks import Sink, open_sink

__all__ = ["OnProgress", "Progress", "simulate"]


@frozen
class Progress:
    """How far a batch is."""

    done: int
    """Games that are done, those that a continued file held already included."""
    total: int
    resumed: int
    """Games that a continued file held already."""
    seconds: float
    """Since this call began to play."""

    @property
    def new(self) -> int:
        """How many games this call has played."""
        return self.done - self.resumed

    @property
    def rate(self) -> float:
        """Games a second in this call; 0 before the first is done."""
        return self.new / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; None as long as nobody knows."""
        return (self.total - self.done) / self.rate if self.rate else None


OnProgress = Callable[[Progress], object]


def simulate(
    lineup: Sequence[str],
    games: int,
    *,
    seed: int,
    edition: str | Edition = "printed",
    rotate: bool = True,
    executor: Where = None,
    workers: int | None = None,
    chunk: int | None = None,
    sink: File | None = None,
    on_progress: OnProgress | None = None,
    seconds_per_move: float | None = None,
) -> Report:
    """Play a batch of games between bots and report on them.

    `lineup` names a bot for each seat. With `rotate`, each deal is played once for each seat, the
    bots moving on by one seat from game to game; seat 0 always begins. The same arguments give the
    same games, byte for byte, whatever `executor` (None: right here; `"processes"`: a pool over
    all cores; or any `concurrent.futures.Executor`), `workers` and `chunk` (games in a task; None:
    as many as take about a second) are.

    `sink` is a file that gets a line for each game: `.csv` or `.jsonl`. If it holds games of this
    batch already, the batch goes on after them. `on_progress` is called with a `Progress` at the
    beginning and after each task. A bot that makes an illegal move, fails, or takes longer than
    `seconds_per_move` loses that game, which ends there; the report notes it.

    >>> report = simulate(["random", "random"], 4, seed=7)
    >>> report.games
    4

    Raises `ArgumentError` for arguments that make no batch and for a file of another one,
    `SimulationError` if a worker dies or the file cannot be written any further. Whatever ends a
    batch early, the file is whole, and the same call goes on from there.
    """
    check_count("games", games)
    if chunk is not None:
        check_count("chunk", chunk)
    batch = Batch.of(
        lineup, seed=seed, edition=edition, rotate=rotate, seconds_per_move=seconds_per_move
    )
    with opened(executor, workers) as (pool, at_once), open_sink(sink, batch) as out:
        if out.done > games:
            raise ArgumentError(f"{sink}: holds {out.done} games, which is more than {games}")
        tally = out.tally
        sizes = Sizes(chunk)
        tell = _teller(on_progress, games, out.done)
        tell(out.done)
        for task, played in stream(_chunks(batch, games, out, sizes), pool, at_once):
            out.write(played.lines)
            tally.merge(played.tally)
            sizes.learn(task.stop - task.start, played.seconds)
            tell(task.stop)
    return Report.of(batch, tally)


def _chunks(batch: Batch, games: int, out: Sink, sizes: Sizes) -> Iterator[Chunk]:
    """Cut the games that are left into tasks, each as large as seems right when it is its turn."""
    start, form, content = out.done, out.form, batch.edition_hash
    while start < games:
        stop = min(start + sizes.size, games)
        yield Chunk(batch, content, start, stop, form)
        start = stop


def _teller(on_progress: OnProgress | None, total: int, resumed: int) -> Callable[[int], object]:
    """Make what is called with the number of games done."""
    if on_progress is None:
        return lambda done: done
    begun = perf_counter()
    return lambda done: on_progress(Progress(done, total, resumed, perf_counter() - begun))
