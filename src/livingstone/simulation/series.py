"""Playing several batches in a row, with one pool of workers and one progress for all of them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from livingstone.files import File, make_folder
from livingstone.simulation.executors import shared
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.options import Options
from livingstone.simulation.progress import OnProgress, Progress
from livingstone.simulation.reports.report import Report
from livingstone.simulation.running import play_batch

__all__ = ["in_folder", "play_series", "whole_deals"]


def whole_deals(games: int, games_per_deal: int) -> int:
    """Round a number of games up to whole deals.

    >>> whole_deals(1000, 3)
    1002
    """
    return -(-games // games_per_deal) * games_per_deal


@contextmanager
def in_folder(folder: File | None) -> Iterator[Path]:
    """Make a folder if it does not exist; without a path, a temporary one, deleted at the end.

    Raises `ArgumentError` if it cannot be made.
    """
    if folder is None:
        with TemporaryDirectory(prefix="livingstone-") as temporary:
            yield Path(temporary)
        return
    yield make_folder(folder)


def play_series(
    batches: Sequence[Batch],
    games: int,
    sinks: Sequence[Path | None],
    options: Options,
    *,
    held: int = 0,
    most: int | None = None,
) -> list[Report]:
    """Play `games` games of each batch, one batch after the other, and report on each.

    For the progress, each file held so many games before, and `most` games of each batch are played
    in the end; None for no more than now. Raises as `simulate` does.
    """
    reports, parts = [], len(batches)
    with shared(options.get("executor"), options.get("workers")) as (pool, workers):
        for part, (batch, sink) in enumerate(zip(batches, sinks, strict=True)):
            others = part * games + (parts - part - 1) * held
            on_progress = _part_of(options.get("on_progress"), others, parts * (most or games))
            own = options | {"executor": pool, "workers": workers, "on_progress": on_progress}
            reports.append(play_batch(batch, games, sink, own))
    return reports


def _part_of(tell: OnProgress | None, others: int, total: int) -> OnProgress | None:
    """Report the progress of one batch as that of all; `others` games are done of the others."""
    if tell is None:
        return None

    def tell_all(progress: Progress) -> object:
        done = others + progress.done
        return tell(evolve(progress, done=done, total=total, resumed=done - progress.new))

    return tell_all
