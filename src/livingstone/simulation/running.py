"""Playing one batch of games: `simulate`."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Unpack

from livingstone.errors import ArgumentError
from livingstone.simulation.chunks import Chunk, Sizes, stream
from livingstone.simulation.executors import opened
from livingstone.simulation.games.batch import MOST_GAMES, Batch
from livingstone.simulation.options import Options, check_options
from livingstone.simulation.progress import OnProgress, Progress
from livingstone.simulation.reports.report import Report
from livingstone.simulation.results.manifest import manifest_path
from livingstone.simulation.results.sinks import Sink, open_sink
from livingstone.support.arguments import whole
from livingstone.support.files import File

__all__ = ["batch_of", "held_games", "play_batch", "simulate"]


def simulate(
    lineup: Sequence[str],
    games: int,
    *,
    seed: int,
    rotate: bool = True,
    sink: File | None = None,
    **options: Unpack[Options],
) -> Report:
    """Play a batch of games between bots and report on them.

    `lineup` names a bot for each seat; `games` is the number of games. The games of a deal have the
    same seed, and so the same luck. With `rotate`, the bots move on by one seat from game to game,
    and a deal is played until they would sit as in its first game: four times with `a, b, c, d`,
    twice with `a, b, a, b`, once with `a, a, a, a`. Without it, every game is a deal of its own.
    Seat 0 always begins. `seed`, from 0 to 2**128 - 1, decides all games.

    `sink` is a file, ``.csv``, ``.jsonl`` or ``.parquet``, that gets a row for each game; if it
    holds games of this batch already, the batch goes on after them. All other options are those of
    `livingstone.simulation.Options`.

    A bot that makes an illegal move, raises an error or takes too long for a move loses that game,
    which ends there; the report counts and lists such failures.

    >>> report = simulate(["random", "random"], 4, seed=7)
    >>> report.games
    4

    Raises `ArgumentError` for arguments that are not valid, and for a file that belongs to another
    batch. Raises `MissingExtraError` for a ``.parquet`` file without pyarrow. Raises
    `SimulationError` if a worker dies or the file cannot be written any further.
    Whatever ends a batch early, the file stays whole, and the same call goes on from there.
    """
    return play_batch(batch_of(lineup, seed, rotate, options), games, sink, options)


def batch_of(lineup: Sequence[str], seed: int, rotate: bool, options: Options) -> Batch:
    """Make a batch from the arguments of `simulate`, after checking them all.

    Raises `ArgumentError` for arguments that are not valid.
    """
    check_options(options)
    return Batch.of(
        lineup,
        seed=seed,
        edition=options.get("edition", "printed"),
        rotate=rotate,
        seconds_per_move=options.get("seconds_per_move"),
    )


def play_batch(batch: Batch, games: int, sink: File | None, options: Options) -> Report:
    """Play the first `games` games of a batch, and report on them; raises as `simulate` does."""
    games = whole("games", games, 1, MOST_GAMES)
    where, workers = options.get("executor"), options.get("workers")
    if isinstance(where, str) and workers is not None:
        workers = min(whole("workers", workers, 1), games)  # no more than have something to do
    on_progress = options.get("on_progress")
    reading = _teller(on_progress, games)
    with opened(where, workers) as (pool, at_once), open_sink(sink, batch, reading) as out:
        _check_room(sink, out, games)
        sizes = Sizes(options.get("chunk"))
        tell = _teller(on_progress, games, out.done)
        tell(out.done)
        for task, played in stream(_chunks(batch, games, out, sizes), pool, at_once):
            out.tally.merge(played.tally)
            out.write(played.lines)
            sizes.learn(task.stop - task.start, played.seconds)
            tell(task.stop)
    return Report.of(batch, out.tally)


def held_games(sink: Path | None, batch: Batch, games: int) -> int:
    """Count the games of a batch that a file holds, of which it shall hold `games` in the end.

    Whoever plays several batches asks for all files before the first game. Raises `ArgumentError`
    for a file in which the batch cannot go on. A file that is not there holds none.
    """
    if sink is None or not (sink.exists() or manifest_path(sink).exists()):
        return 0
    with open_sink(sink, batch) as out:
        _check_room(sink, out, games)
        return out.done


def _check_room(sink: File | None, out: Sink, games: int) -> None:
    """Refuse a file with more games than are asked for."""
    if out.done > games:
        raise ArgumentError(f"{sink}: holds {out.done} games, which is more than {games}")


def _chunks(batch: Batch, games: int, out: Sink, sizes: Sizes) -> Iterator[Chunk]:
    """Divide the remaining games into tasks; `sizes` gives the size of each when it begins."""
    start, content = out.done, batch.edition_hash
    while start < games:
        stop = min(start + sizes.size, games)
        yield Chunk(batch, content, start, stop, out.line_format)
        start = stop


def _teller(
    on_progress: OnProgress | None, total: int, resumed: int | None = None
) -> Callable[[int], object]:
    """Make a function that takes the number of games done and reports the progress.

    Without `resumed`, no game is played yet: all that are done are being read from a file.
    """
    if on_progress is None:
        return lambda done: done
    begun = perf_counter()
    return lambda done: on_progress(
        Progress(done, total, done if resumed is None else resumed, perf_counter() - begun)
    )
