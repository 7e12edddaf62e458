"""Files of results as data frames in long form: a row for each game and seat (polars)."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from livingstone.simulation.results.checking import CheckedRows, checked_lines, file_errors
from livingstone.simulation.results.columns import GAME_COLUMNS, seat_columns
from livingstone.simulation.results.csv_lines import CsvLines
from livingstone.simulation.results.formats import is_parquet
from livingstone.simulation.results.manifest import Manifest
from livingstone.simulation.results.reading import opened
from livingstone.support.extras import require
from livingstone.support.files import File

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

__all__ = ["read_frame"]


def read_frame(path: File) -> "pl.DataFrame":
    """Read a file of results as a polars data frame with a row for each game and seat.

    The columns of the game come first, the same in all its rows; then `seat`, from 0; then the
    columns of the seat, without the number at the end that they have in the file; and at last
    `share`, the part of the win that the seat has. `won` and `out` are truth values, `played` is a
    list of cards. What is missing is null, so no type changes. All rows are checked as by
    `read_rows`, but many at a time. `frame.to_pandas()` gives a frame of pandas.

    >>> read_frame("no such file.csv")
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: no such file.csv: No such file or directory

    Raises `MissingExtraError` without polars and pyarrow (`pip install 'livingstone[parquet]'`),
    and otherwise as `read_rows` does.
    """
    require("polars", "parquet", "data frames")
    require("pyarrow", "parquet", "data frames")
    import polars as pl

    from livingstone.simulation.results.tables import schema_of

    source, manifest = opened(path)
    with file_errors(source):
        tables = [schema_of(manifest).empty_table(), *_tables(source, manifest)]
    wide = pl.concat([pl.DataFrame(table) for table in tables])
    names = seat_columns(manifest.rows)
    seats = [
        wide.select(
            *GAME_COLUMNS,
            pl.lit(seat, pl.Int32).alias("seat"),
            *(pl.col(f"{name}_{seat}").alias(name) for name in names),
        )
        for seat in range(len(manifest.lineup))
    ]
    cards = pl.when(pl.col("played") != "").then(pl.col("played").str.split(" "))
    winners = pl.col("won").sum().over("game")
    share = pl.when(pl.col("won")).then(1 / winners).otherwise(0.0)
    return (
        pl.concat(seats)
        .sort("game", "seat")
        .with_columns(
            cards.otherwise(pl.lit([], pl.List(pl.String))).alias("played"), share.alias("share")
        )
    )


def _tables(source: Path, manifest: Manifest) -> Iterator["pa.Table"]:
    """Go through a file in checked tables of Arrow."""
    from livingstone.simulation.results.journal import all_tables
    from livingstone.simulation.results.tables import check_table, tables_of_lines

    if is_parquet(source):
        yield from all_tables(source, manifest)
        return
    games, lines = 0, CsvLines(len(manifest.lineup), manifest.rows)
    with source.open("rb") as stream:
        if source.suffix.lower() == ".csv":
            wanted = checked_lines(stream, source, lines)
        else:
            wanted = map(lines.line, CheckedRows(stream, source, manifest))
        for table in tables_of_lines(wanted, manifest):
            check_table(table, source, manifest, games)
            games += table.num_rows
            yield table
