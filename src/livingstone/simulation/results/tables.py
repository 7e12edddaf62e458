"""Rows as Arrow tables: the columns are those of CSV files, with exact types. Needs pyarrow."""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import compute, csv

from livingstone.errors import ArgumentError
from livingstone.simulation.games.rows import FAILURES, FailureNote, GameRow, Score, SeatRow
from livingstone.simulation.games.seeds import read_seed, seed_text
from livingstone.simulation.results.columns import FIGURES, GAME_COLUMNS, column_names, seat_columns
from livingstone.simulation.results.csv_lines import CsvLines
from livingstone.simulation.results.manifest import Manifest

__all__ = ["GROUP", "check_table", "rows_of", "schema_of", "tables_of_lines"]

GROUP = 2**16
"""The rows of a table, and of a row group of a Parquet file; fewer in the last one."""
TEXTS = ("seed", "edition", "failed_how", "note", "bot", "played")
FLAGS = ("won", "out")
NOTE = ("failed_seat", "failed_how", "note")
"""The columns of a failure, which are empty in games that ended as they should."""
OPTIONAL = ("threshold", *NOTE)
"""The columns of a game that may be empty; those of a score are empty after a failure."""


def schema_of(manifest: Manifest) -> pa.Schema:
    """List the columns of a batch with their types."""
    names = column_names(len(manifest.lineup), manifest.rows)
    return pa.schema([(name, _type_of(name)) for name in names])


def _type_of(name: str) -> Any:
    kind = name if name in GAME_COLUMNS else name.rpartition("_")[0]
    if kind == "game":
        return pa.int64()
    return pa.string() if kind in TEXTS else pa.bool_() if kind in FLAGS else pa.int32()


def tables_of_lines(lines: Iterable[bytes], manifest: Manifest) -> Iterator[pa.Table]:
    """Turn lines that `CsvLines` wrote, without the first, into tables of `GROUP` rows."""
    schema = schema_of(manifest)
    options = csv.ConvertOptions(
        column_types=schema,
        include_columns=schema.names,
        null_values=[""],
        true_values=["1"],
        false_values=["0"],
        strings_can_be_null=True,
    )
    header = CsvLines(len(manifest.lineup), manifest.rows).header
    remaining = iter(lines)
    while group := b"".join(islice(remaining, GROUP)):
        table = csv.read_csv(
            pa.BufferReader(header + group), csv.ReadOptions(use_threads=False), None, options
        )
        for place, name in enumerate(schema.names):
            if name.startswith("played_"):  # no cards are an empty text, not a missing one
                table = table.set_column(place, name, compute.fill_null(table[name], ""))
        yield table.combine_chunks()


def check_table(table: pa.Table, path: Path, manifest: Manifest, first: int) -> None:
    """Raise `ArgumentError` unless a table holds the games of a batch from number `first` on."""
    batch = manifest.batch
    games = range(first, first + table.num_rows)
    seats = [batch.seats(game) for game in range(batch.games_per_deal)]
    expected: dict[str, list[Any]] = {
        "game": list(games),
        "seed": [seed_text(batch.seed_of(game)) for game in games],
        "edition": [manifest.edition_hash] * len(games),
    }
    for seat in range(len(batch.lineup)):
        expected[f"bot_{seat}"] = [seats[game % len(seats)][seat] for game in games]
    for name, values in expected.items():
        if (there := table[name].to_pylist()) != values:
            wrong = first + next(i for i, value in enumerate(values) if there[i] != value)
            raise ArgumentError(f"{path}: game {wrong} is not that of its batch: {name} differs")
    failed = compute.is_valid(table["failed_how"])
    for name in table.column_names:
        if not _is_sound(name, table[name], failed):
            raise ArgumentError(f"{path}: has impossible values in the column {name}")
    noted = reduce(compute.or_, [compute.is_valid(table[name]) for name in NOTE])
    for _ in rows_of(table.filter(noted), path, manifest):
        pass  # each note is checked where it is read


def _is_sound(name: str, column: Any, failed: Any) -> bool:
    """Say whether no value is negative, and none missing but where nothing was scored."""
    if pa.types.is_integer(column.type) and (compute.min(column).as_py() or 0) < 0:
        return False
    kind = name.rpartition("_")[0]
    if name not in GAME_COLUMNS and (kind in (*FIGURES, "out") or kind.startswith("majority_")):
        return bool(compute.is_null(column).equals(failed))
    return name in OPTIONAL or column.null_count == 0


def rows_of(table: pa.Table, path: Path, manifest: Manifest) -> Iterator[GameRow]:
    """Go through the rows of a table that was checked; raises `ArgumentError` for a wrong note."""
    start, width = len(GAME_COLUMNS), len(seat_columns(manifest.rows))
    for cells in zip(*(column.to_pylist() for column in table.columns), strict=True):
        game, seed, edition, rounds, moves, threshold, *failure = cells[:start]
        seats = tuple(_seat(cells[at : at + width]) for at in range(start, len(cells), width))
        is_noted = any(value is not None for value in failure)
        note = _note(failure, seats, path, game) if is_noted else None
        yield GameRow(game, read_seed(seed), edition, rounds, moves, threshold, note, seats)


def _note(failure: list[Any], seats: tuple[SeatRow, ...], path: Path, game: int) -> FailureNote:
    seat, kind, reason = failure
    is_sound = seat in range(len(seats)) and kind in FAILURES and reason is not None
    if not is_sound or seats[seat].won:
        raise ArgumentError(f"{path}: game {game} has a note that does not fit")
    return FailureNote(seat, seats[seat].bot, kind, reason)


def _seat(cells: tuple[Any, ...]) -> SeatRow:
    bot, won, rank, played, *figures = cells
    score = None
    if figures[0] is not None:
        points, columns, market, cards, gems, hand, donated, tents, is_out, *majorities = figures
        sources = (points, columns, market, cards, tuple(majorities), gems, hand)
        score = Score(*sources, donated, tents, is_out)
    return SeatRow(bot, won, rank, tuple(played.split()), score)
