"""Read files of results as rows, reports, data frames and records; write them in other formats."""

import csv
import json
from codecs import getwriter
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from livingstone.edition.kinds import Kinds
from livingstone.errors import ArgumentError
from livingstone.records.record import Record
from livingstone.simulation.batch import FIGURES, GameRow, seed_text
from livingstone.simulation.identity import options_in
from livingstone.simulation.replaying import KeptGame, replay
from livingstone.simulation.report import Report
from livingstone.simulation.results_store import EXPORTED, ResultsStore, StoredBatch, lines_of
from livingstone.support.arguments import whole
from livingstone.support.files import File, new_file, path_of, refuse_inputs
from livingstone.support.machine import require

if TYPE_CHECKING:
    import polars as pl

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "'")
"""Spreadsheet programs take a cell that begins with one of these for a formula (OWASP, "CSV
injection"). The apostrophe is there because `export` puts it before the others."""
BLOCK = 10_000  # lines that become a part of a data frame at once
_OF_GAME = (
    *("batch", "label", "game", "seed", "edition", "rounds", "moves", "threshold"),
    *("failed_seat", "failed_how", "note"),
)
_OF_SEAT = ("seat", "bot", "options", "won", "rank", "played")

_TEXTS = ("label", "seed", "edition", "failed_how", "note", "bot", "options")


def read_batches(file: File) -> tuple[StoredBatch, ...]:
    """List the batches of a file of results; raises `ArgumentError` as `read_rows` does."""
    with ResultsStore(file, read_only=True) as store:
        return store.batches()


def read_rows(file: File, *, batch: int | None = None) -> Iterator[GameRow]:
    """Go through the games of a file of results, one at a time.

    `batch` is the number of a batch, from 1; without it, all batches come, one after the other.

    >>> read_rows("no such file.db")
    Traceback (most recent call last):
    livingstone.errors.ArgumentError: no such file.db: No such file or directory

    Raises `ArgumentError` at once for another file, or a damaged one, and later for a damaged row.
    """
    store = ResultsStore(file, read_only=True)
    try:
        batches = selected(store, batch)
    except BaseException:
        store.close()
        raise
    return _rows(store, batches)


def _rows(store: ResultsStore, batches: tuple[StoredBatch, ...]) -> Iterator[GameRow]:
    with store:
        for stored in batches:
            yield from store.rows(stored)


def read_report(file: File, *, batch: int | None = None, effects: Kinds = ()) -> Report:
    """Report on a batch of a file; its number is needed if there are more.

    `effects` are classes of your own that the edition may name; only the records of
    `Report.failed_games` need them.

    Raises `ArgumentError` as `read_rows` does.
    """
    with ResultsStore(file, read_only=True) as store:
        (stored,) = selected(store, batch, "a report needs")
        return Report.of(store, stored, effects=effects)


def read_frame(file: File, *, batch: int | None = None) -> "pl.DataFrame":
    """Read a file of results as a polars data frame with a row for each game and seat.

    The columns of the game come first; then those of the seat; last `share`, its part of the win.
    `played` is a list of cards. What is missing is null. `batch` is that of `read_rows`.

    Raises `MissingExtraError` without polars, and otherwise as `read_rows` does.
    """
    require("polars", "parquet", "data frames")
    import polars as pl

    with ResultsStore(file, read_only=True) as store:
        names, lines = _table(store, selected(store, batch))
        types: dict[str, Any] = dict.fromkeys(names, pl.Int32)
        types |= dict.fromkeys(_TEXTS, pl.String)
        types |= dict.fromkeys(("batch", "game"), pl.Int64) | {"played": pl.List(pl.String)}
        types |= dict.fromkeys(("won", "out"), pl.Boolean) | {"share": pl.Float64}
        frames = [pl.DataFrame(schema=types)]
        while block := list(islice(lines, BLOCK)):
            frames.append(pl.DataFrame(block, schema=types))
    return pl.concat(frames)


def _table(
    store: ResultsStore, batches: Iterable[StoredBatch]
) -> tuple[tuple[str, ...], Iterator[dict[str, Any]]]:
    """Return the columns of the table, and a line for each game and seat."""
    ((rows,),) = store.query("SELECT coalesce(max(json_array_length(majorities)), 0) FROM seats")
    majorities = tuple(f"majority_{row + 1}" for row in range(rows))
    names = (*_OF_GAME, *_OF_SEAT, *FIGURES, "out", *majorities, "share")

    def lines() -> Iterator[dict[str, Any]]:
        for stored in batches:
            options = dict(zip(stored.lineup, map(options_in, stored.identities), strict=True))
            for row in store.rows(stored):
                game = {
                    "label": stored.label,
                    "seed": seed_text(row.seed),
                    "edition": row.edition,
                }
                for line, share in zip(lines_of(stored.number, row), row.shares, strict=True):
                    points = dict(zip_longest(majorities, line["majorities"] or ()))
                    seat = {
                        "options": options[line["bot"]],
                        "share": share,
                        "out": line["is_out"],
                    }
                    cells = line | game | points | seat
                    yield {name: cells[name] for name in names}

    return names, lines()


def export(file: File, target: File, *, batch: int | None = None, overwrite: bool = False) -> None:
    """Write a file of results as a table for other programs, with the columns of `read_frame`.

    `target` ends in ``.parquet``, which needs polars, ``.csv`` or ``.jsonl``. In CSV, cards are
    separated by blanks, and a text that begins with one of ``= + - @ '``, a tab or a carriage
    return gets an apostrophe before it, so that no spreadsheet program takes it for a formula. The
    file is written whole or not at all.

    Raises `ArgumentError` for another ending, a target that exists unless `overwrite`, one that is
    `file` itself, and one that cannot be written; otherwise as `read_frame` does.
    """
    path = path_of(target)
    ending = path.suffix.lower()
    if ending not in EXPORTED:
        known = f"{', '.join(EXPORTED)} or, by livingstone export, .minari"
        raise ArgumentError(f"results are exported as {known}, not {path.name!r}")
    refuse_inputs(path, [file])
    with ResultsStore(file, read_only=True) as store, new_file(path, overwrite) as stream:
        if ending == ".parquet":
            content = BytesIO()  # polars itself would not say that the disk is full
            read_frame(file, batch=batch).write_parquet(content)
            stream.write(content.getbuffer())
            return
        names, lines = _table(store, selected(store, batch))
        text = getwriter("utf-8")(stream)
        if ending == ".jsonl":
            text.writelines(f"{json.dumps(line)}\n" for line in lines)
        else:
            table = csv.DictWriter(text, names, lineterminator="\n")
            table.writeheader()
            table.writerows(map(_csv_cells, lines))


def _csv_cells(line: dict[str, Any]) -> dict[str, Any]:
    cells = line | {"played": " ".join(line["played"])}
    return {name: _csv_cell(cell) for name, cell in cells.items()}


def _csv_cell(cell: Any) -> Any:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell


def selected(
    store: ResultsStore, batch: int | None, needs_one: str = ""
) -> tuple[StoredBatch, ...]:
    """Return the batch of this number, or all batches for None.

    Raises `ArgumentError` without a batch and, with `needs_one`, for several; `needs_one` begins
    the sentence that asks for a number.
    """
    batches = store.batches()
    if batch is not None:
        batches = tuple(stored for stored in batches if stored.number == batch)
    if not batches:
        raise ArgumentError(f"{store.name}: has no such batch{store.lacking}")
    if needs_one and len(batches) > 1:
        raise ArgumentError(f"{store.name}: {needs_one} batch=N: {'; '.join(map(str, batches))}")
    return batches


def replay_row(
    row: GameRow | int, file: File, *, batch: int | None = None, effects: Kinds = ()
) -> Record:
    """Play a game of a file again, with the choices that were made, and return its record.

    `row` is a row of `read_rows`, or the number of a game, from 0; then `batch` is needed if there
    are more batches than one. The record of a game that a failure ended goes up to the failure.
    `effects` are classes of your own that the edition may name.

    Raises `ArgumentError` for a game that the file does not have, for a file that cannot be read,
    and for a game that goes another way now, since the file or the library was changed.
    """
    with ResultsStore(file, read_only=True) as store:
        game = _find(store, row, batch)
    try:
        return replay(game, effects)
    except ArgumentError as error:
        problem = str(error)
    raise ArgumentError(f"{file}: game {game.row.game} of {game.batch}: {problem}")


def _find(store: ResultsStore, row: GameRow | int, batch: int | None) -> KeptGame:
    """Find a game by its row or its number."""
    if not isinstance(row, GameRow):
        (stored,) = selected(store, batch, "replay_row needs")
        return KeptGame(stored, *store.game(stored, whole("row", row, 0)))
    for stored in selected(store, batch):
        if row.game >= stored.games:
            continue
        stored_row, choices, record = store.game(stored, row.game)
        if stored_row == row:
            return KeptGame(stored, stored_row, choices, record)
    raise ArgumentError(f"{store.name}: does not have this row (game {row.game})")
