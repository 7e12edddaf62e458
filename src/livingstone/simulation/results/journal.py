"""The journal of a Parquet file: a CSV file with the games that are not in the Parquet file yet.

A Parquet file cannot grow, so the games of a batch go to the journal, with a checksum in each line.
When the batch has come to its end, all games are written to a new Parquet file, which replaces the
old one, and the journal is deleted. Whenever a process is killed, each game that was told as done
is in one of the two.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pyarrow as pa

from livingstone.errors import ArgumentError
from livingstone.simulation.results.checking import CheckedRows, check_is_file, checked_lines
from livingstone.simulation.results.csv_lines import CsvLines
from livingstone.simulation.results.manifest import Manifest, read_manifest
from livingstone.simulation.results.parquet import file_tables, stored_manifest
from livingstone.simulation.results.tables import check_table, tables_of_lines

__all__ = ["all_tables", "is_outdated", "journal_path", "journal_tables", "parquet_manifest"]


def journal_path(path: Path) -> Path:
    """Give the path of the journal of a Parquet file, which is in the same folder.

    >>> journal_path(Path("games.parquet")).name
    'games.parquet.journal.csv'
    """
    return path.with_name(path.name + ".journal.csv")


def parquet_manifest(path: Path) -> Manifest:
    """Read the manifest of a Parquet file, or that of its journal while there is no file yet.

    Raises `ArgumentError` as `stored_manifest` does, `OSError` if there is neither.
    """
    if not path.exists() and journal_path(path).exists():
        return read_manifest(journal_path(path))
    return stored_manifest(path)


def all_tables(path: Path, manifest: Manifest) -> Iterator[pa.Table]:
    """Go through a Parquet file and then its journal, in checked tables.

    Raises `ArgumentError` for damage and for games of another batch.
    """
    games = 0
    for table in file_tables(path, manifest):
        games += table.num_rows
        yield table
    yield from journal_tables(path, manifest, games)


def journal_tables(path: Path, manifest: Manifest, games: int) -> Iterator[pa.Table]:
    """Go through the journal of a Parquet file with so many games; raises as `all_tables` does."""
    journal = journal_path(path)
    if not journal.exists():
        return
    check_is_file(journal)
    with journal.open("rb") as stream:
        if is_outdated(stream, path, manifest, games):
            return
        stream.seek(0)
        lines = CsvLines(len(manifest.lineup), manifest.rows)
        for table in tables_of_lines(checked_lines(stream, journal, lines), manifest):
            check_table(table, journal, manifest, games)
            games += table.num_rows
            yield table


def is_outdated(stream: IO[bytes], path: Path, manifest: Manifest, games: int) -> bool:
    """Say whether a Parquet file with so many games holds all those of its journal, too.

    That is so if a process was killed after it had written the file and before it deleted the
    journal. Raises `ArgumentError` if the journal neither is outdated nor begins where the file
    ends.
    """
    journal, lines = journal_path(path), CsvLines(len(manifest.lineup), manifest.rows)
    stream.seek(0)
    line = next(checked_lines(stream, journal, lines), None)
    first = games if line is None else lines.row(line).game
    if first == games:
        return False
    stream.seek(0)
    if (
        first > games
        or first + sum(1 for _ in CheckedRows(stream, journal, manifest, first)) > games
    ):
        raise ArgumentError(f"{journal}: begins with game {first}, but {path} has {games} games")
    return True
