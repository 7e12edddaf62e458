"""Reading files of results, row by row or as a report."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from livingstone.simulation.games.rows import GameRow
from livingstone.simulation.reports.report import Report
from livingstone.simulation.results.checking import CheckedRows, check_is_file, file_errors
from livingstone.simulation.results.counts import count_rows
from livingstone.simulation.results.formats import is_parquet, line_format
from livingstone.simulation.results.manifest import Manifest, read_manifest
from livingstone.simulation.statistics.tally import Tally
from livingstone.support.files import File, path_of

__all__ = ["deals_of", "opened", "read_report", "read_rows"]


def read_rows(path: File) -> Iterator[GameRow]:
    """Go through the games of a file of results, one at a time.

    >>> read_rows("no such file.csv")
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: no such file.csv: No such file or directory

    Raises `ArgumentError` at once for anything but the path of a file of results with a manifest
    that this version knows, and later if the file cannot be read or a line was damaged or does not
    belong there. A last line that was cut off is left out. Raises `MissingExtraError` for a
    ``.parquet`` file without pyarrow.
    """
    source, manifest = opened(path)
    return _rows(source, manifest)


def read_report(path: File) -> Report:
    """Report on a file of results, as `simulate` did when it wrote it.

    >>> read_report("no such file.csv")
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: no such file.csv: No such file or directory

    Raises `ArgumentError` as `read_rows` does.
    """
    source, manifest = opened(path)
    with file_errors(source):
        tally = _tally(source, manifest)
    return Report(
        lineup=manifest.lineup,
        edition=manifest.edition,
        edition_hash=manifest.edition_hash,
        games_per_deal=manifest.games_per_deal,
        seeds=(manifest.seed,),
        tally=tally,
    )


def deals_of(path: Path, games: int) -> Iterator[list[GameRow]]:
    """Go through the rows of a file, those of one deal at a time; raises as `read_rows` does."""
    rows = read_rows(path)
    while deal := list(islice(rows, games)):
        yield deal


def opened(path: File) -> tuple[Path, Manifest]:
    """Check that there is a file of results, and read its manifest."""
    source = path_of(path)
    with file_errors(source):
        if is_parquet(source):
            from livingstone.simulation.results.journal import parquet_manifest  # needs an extra

            return source, parquet_manifest(source)
        check_is_file(source)
        manifest = read_manifest(source)
        line_format(source.suffix, len(manifest.lineup), manifest.rows)
    return source, manifest


def _rows(source: Path, manifest: Manifest) -> Iterator[GameRow]:
    with file_errors(source):
        if is_parquet(source):
            from livingstone.simulation.results.journal import all_tables
            from livingstone.simulation.results.tables import rows_of

            for table in all_tables(source, manifest):
                yield from rows_of(table, source, manifest)
            return
        with source.open("rb") as stream:
            yield from CheckedRows(stream, source, manifest)


def _tally(source: Path, manifest: Manifest) -> Tally:
    """Count all games of a file, with its kept counts if they hold."""
    tally = Tally.of(manifest.batch)
    if is_parquet(source):
        from livingstone.simulation.results.journal import journal_path, journal_tables
        from livingstone.simulation.results.parquet import count_parquet
        from livingstone.simulation.results.tables import rows_of

        games, tally = count_parquet(source, manifest, int)
        for table in journal_tables(source, manifest, games):
            for row in rows_of(table, journal_path(source), manifest):
                tally.add(row, manifest.batch.deal(row.game))
        return tally
    with source.open("rb") as stream:
        return count_rows(stream, source, manifest, tally)[1]
