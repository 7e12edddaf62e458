"""Reading files of results again: row by row, or as the report on them."""

from collections.abc import Iterator
from pathlib import Path

from livingstone.errors import ArgumentError
from livingstone.files import File
from livingstone.simulation.games.rows import GameRow
from livingstone.simulation.reports.report import Report
from livingstone.simulation.results.lines import form_of
from livingstone.simulation.results.manifest import read_manifest
from livingstone.simulation.statistics.tally import Tally

__all__ = ["deals_of", "read_report", "read_rows"]


def read_rows(path: File) -> Iterator[GameRow]:
    """Go through the games of a file of results, one at a time.

    >>> next(read_rows("no such file.csv"))
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: no such file.csv: No such file or directory

    Raises `ArgumentError` for a file that cannot be read or is none of results. A last line that
    was cut off is left out.
    """
    source = Path(path)
    try:
        with source.open("rb") as stream:
            manifest = read_manifest(source)
            form = form_of(source.suffix, len(manifest["lineup"]), manifest["rows"])
            header = form.header()
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):
                    return
                if number > 1 or line != header:
                    yield form.row(line)
    except OSError as error:
        raise ArgumentError(f"{source}: {error.strerror or error}") from None
    except (ValueError, TypeError, LookupError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(f"{source}: line {number} is no row of results") from None


def read_report(path: File) -> Report:
    """Report on a file of results, as `simulate` did when it wrote it.

    >>> read_report("no such file.csv")
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: no such file.csv: No such file or directory

    Raises `ArgumentError` as `read_rows` does.
    """
    rows = read_rows(path)
    first = next(rows, None)
    manifest = read_manifest(Path(path))
    lineup = tuple(manifest["lineup"])
    games_per_deal = len(lineup) if manifest["rotate"] else 1
    tally = Tally(len(lineup))
    if first is not None:
        tally.add(first, first.game // games_per_deal)
    for row in rows:
        tally.add(row, row.game // games_per_deal)
    return Report(
        lineup=lineup,
        edition=manifest["edition"],
        edition_hash=manifest["edition_hash"],
        rotate=manifest["rotate"],
        seeds=(manifest["seed"],),
        tally=tally,
    )


def deals_of(path: Path, games: int) -> Iterator[list[GameRow]]:
    """Go through the rows of a file, those of one deal at a time."""
    rows = read_rows(path)
    for first in rows:
        yield [first, *(next(rows) for _ in range(games - 1))]
