"""Several batches in a row: where their files go, and how their progress adds up."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from livingstone.errors import ArgumentError
from livingstone.files import File
from livingstone.simulation.running import OnProgress, Progress

__all__ = ["in_folder", "part_of", "whole_deals"]


def whole_deals(games: int, games_per_deal: int) -> int:
    """Make a number of games up to whole deals.

    >>> whole_deals(1000, 3)
    1002
    """
    return -(-games // games_per_deal) * games_per_deal


@contextmanager
def in_folder(folder: File | None) -> Iterator[Path]:
    """Make a folder if it is not there; without a path, one that vanishes afterwards.

    Raises `ArgumentError` if it cannot be made.
    """
    if folder is None:
        with TemporaryDirectory(prefix="livingstone-") as temporary:
            yield Path(temporary)
        return
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArgumentError(f"{place}: {error.strerror or error}") from None
    yield place


def part_of(tell: OnProgress | None, part: int, parts: int) -> OnProgress | None:
    """Tell the progress of one of several batches of equal size, done in order, as that of all."""
    if tell is None:
        return None

    def told(progress: Progress) -> object:
        done = part * progress.total + progress.done
        total = parts * progress.total
        return tell(evolve(progress, done=done, total=total, resumed=done - progress.new))

    return told
