"""Parquet files of results, which hold their manifest. Needs pyarrow."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from livingstone.errors import ArgumentError, LivingstoneError
from livingstone.simulation.results.checking import check_is_file
from livingstone.simulation.results.counts import (
    EACH,
    Counts,
    Tell,
    checksum,
    keep_counts,
    kept_counts,
)
from livingstone.simulation.results.manifest import Manifest, manifest_bytes, manifest_of
from livingstone.simulation.results.tables import GROUP, check_table, rows_of, schema_of
from livingstone.simulation.statistics.tally import Tally
from livingstone.support.files import replacing

__all__ = [
    "count_parquet",
    "file_tables",
    "keep_parquet_counts",
    "stored_manifest",
    "write_parquet",
]

KEY = b"livingstone"
"""The key of the manifest among the metadata of a Parquet file."""
LARGEST_GROUP = 2**28
"""The most bytes of a group of rows that is read."""


def stored_manifest(path: Path) -> Manifest:
    """Read the manifest that a Parquet file holds.

    Raises `ArgumentError` if it has none, or other columns than its batch; `OSError` if it cannot
    be read.
    """
    check_is_file(path)
    with _opened(path) as file:
        schema = file.schema_arrow
        content = (schema.metadata or {}).get(KEY)
        if content is None:
            raise ArgumentError(f"{path}: is no file of results: it has no manifest")
        manifest = manifest_of(content, path)
        if not schema.equals(schema_of(manifest)):
            raise ArgumentError(f"{path}: has other columns than its batch")
    return manifest


def file_tables(path: Path, manifest: Manifest) -> Iterator[pa.Table]:
    """Go through a file that may not be there yet, a checked table for each group of rows.

    Raises `ArgumentError` for damage and for games of another batch.
    """
    if not path.exists():
        return
    games = 0
    with _opened(path) as file:
        for group in range(file.num_row_groups):
            _check_size(file.metadata.row_group(group), path)
            table = file.read_row_group(group, use_threads=False)
            table = table.replace_schema_metadata()  # checked above, and of no use in the table
            check_table(table, path, manifest, games)
            games += table.num_rows
            yield table


def _check_size(group: parquet.RowGroupMetaData, path: Path) -> None:
    """Raise `ArgumentError` for a group of rows that would take much memory to read."""
    if group.num_rows > GROUP or group.total_byte_size > LARGEST_GROUP:
        raise ArgumentError(
            f"{path}: has groups of more than {GROUP} rows or {LARGEST_GROUP} bytes, as no file of"
            " results has"
        )


def count_parquet(
    path: Path, manifest: Manifest, tell: Tell, *, keeps: bool = False
) -> tuple[int, Tally]:
    """Give the number of games in a file and their tally, by its kept counts if they hold.

    Where they do not, all games are read, and with `keeps` their counts are kept. No games are in a
    file that is not there yet. Raises as `file_tables` does.
    """
    if path.exists():
        with path.open("rb") as stream:
            counts = kept_counts(path, stream, manifest)
        if counts is not None and counts.end == path.stat().st_size:
            return counts.games, counts.tally
    games, batch = 0, manifest.batch
    tally = Tally.of(batch)
    for table in file_tables(path, manifest):
        for row in rows_of(table, path, manifest):
            tally.add(row, batch.deal(row.game))
        games += table.num_rows
        tell(games)
    if keeps:
        keep_parquet_counts(path, games, tally)
    return games, tally


def keep_parquet_counts(path: Path, games: int, tally: Tally) -> None:
    """Keep the counts of a whole file, if it is long; without them, reading only takes longer."""
    if games >= EACH:
        with path.open("rb") as stream:
            size = path.stat().st_size
            keep_counts(path, Counts(games, size, checksum(stream, size), tally))


def write_parquet(path: Path, manifest: Manifest, tables: Iterable[pa.Table]) -> None:
    """Write a file so that it holds the old content or all of the new, even after a power cut.

    Its bytes depend on the games alone, not on how they are divided into tables. A link stays, and
    the file that it leads to is written. Raises `OSError` if it cannot be written.
    """
    schema = schema_of(manifest).with_metadata({KEY: manifest_bytes(manifest)})
    with (
        replacing(Path(os.path.realpath(path))) as stream,
        parquet.ParquetWriter(
            stream, schema, compression="zstd", write_page_checksum=True
        ) as writer,
    ):
        for table in _groups(tables):
            writer.write_table(table.cast(schema), row_group_size=GROUP)


def _groups(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Divide tables of `GROUP` rows at most anew, so that all but the last have so many."""
    waiting: pa.Table | None = None
    for table in tables:
        waiting = table if waiting is None else pa.concat_tables([waiting, table])
        if waiting.num_rows >= GROUP:
            yield waiting.slice(0, GROUP).combine_chunks()
            waiting = waiting.slice(GROUP)
    if waiting is not None and waiting.num_rows:
        yield waiting.combine_chunks()


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """Open a Parquet file, whose pages are checked when they are read.

    Raises `ArgumentError`, also later, for what pyarrow finds to be damage; its own words would not
    help.
    """
    try:
        with parquet.ParquetFile(path, page_checksum_verification=True) as file:
            yield file
    except LivingstoneError:
        raise
    except (pa.ArrowException, ValueError, OSError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise ArgumentError(
            f"{path}: is no Parquet file, or a damaged one; take another file, or a copy of this"
        ) from None
