"""Playing several batches in a row, with one pool of workers and one progress for all of them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from livingstone.errors import ArgumentError
from livingstone.files import File, path_of, reason_of
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
    place = path_of(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise ArgumentError(f"{place}: {reason_of(error)}") from None
    yield place


def play_series(
    batches: Sequence[Batch], games: int, sinks: Sequence[Path | None], options: Options
) -> list[Report]:
    """Play `games` games of each batch, one batch after the other, and report on each.

    Raises as `simulate` does.
    """
    reports = []
    with shared(options.get("executor"), options.get("workers")) as (pool, workers):
        for part, (batch, sink) in enumerate(zip(batches, sinks, strict=True)):
            on_progress = _part_of(options.get("on_progress"), part, len(batches))
            own = options | {"executor": pool, "workers": workers, "on_progress": on_progress}
            reports.append(play_batch(batch, games, sink, own))
    return reports


def _part_of(tell: OnProgress | None, part: int, parts: int) -> OnProgress | None:
    """Report the progress of one of several batches of equal size as the progress of all."""
    if tell is None:
        return None

    def tell_all(progress: Progress) -> object:
        done = part * progress.total + progress.done
        total = parts * progress.total
        return tell(evolve(progress, done=done, total=total, resumed=done - progress.new))

    return tell_all
