"""Playing several batches in a row, with one pool of workers and one progress for all of them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from livingstone.simulation.executors import shared
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.options import Options
from livingstone.simulation.progress import OnProgress, Progress
from livingstone.simulation.reports.report import Report
from livingstone.simulation.running import play_batch
from livingstone.support.files import File, make_folder

__all__ = ["SeriesProgress", "in_folder", "play_series", "whole_deals"]


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
    yield make_folder(folder).absolute()  # a bot may go to another folder


class SeriesProgress:
    """The progress of several batches, told as that of one."""

    def __init__(self, on_progress: OnProgress | None, held: Sequence[int], total: int) -> None:
        """Begin to count the seconds; each part had so many games before, of `total` of all."""
        self._on_progress, self._done, self._total = on_progress, list(held), total
        self._resumed, self._begun = sum(held), perf_counter()

    def tell(self, part: int, done: int) -> None:
        """Tell that so many games of one part are done; fewer than were told do not count."""
        self._done[part] = max(done, self._done[part])
        if self._on_progress is not None:
            seconds = perf_counter() - self._begun
            self._on_progress(Progress(sum(self._done), self._total, self._resumed, seconds))

    def of_part(self, part: int) -> OnProgress:
        """Make the function that is told of the progress of one batch."""
        return lambda progress: self.tell(part, progress.done)


def play_series(
    batches: Sequence[Batch],
    games: int,
    sinks: Sequence[Path | None],
    options: Options,
    progress: SeriesProgress,
) -> list[Report]:
    """Play `games` games of each batch, one batch after the other, and report on each.

    The progress is told by `progress`, which may go on with the next series. Raises as `simulate`
    does.
    """
    reports = []
    with shared(options.get("executor"), options.get("workers")) as (pool, workers):
        for part, (batch, sink) in enumerate(zip(batches, sinks, strict=True)):
            tell = progress.of_part(part)
            own = options | {"executor": pool, "workers": workers, "on_progress": tell}
            reports.append(play_batch(batch, games, sink, own))
    return reports
