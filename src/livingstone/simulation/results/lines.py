"""Rows as lines of text, comma-separated or JSON, each with a checksum at its end."""

import csv
import io
import json
from abc import ABC, abstractmethod
from binascii import crc32
from collections.abc import Mapping
from typing import Any, ClassVar

from cattrs.errors import BaseValidationError

from livingstone.errors import ArgumentError
from livingstone.simulation.games.rows import GameRow, Score
from livingstone.simulation.games.seeds import read_seed, seed_text
from livingstone.structuring.converter import converter, problems_of

__all__ = ["LineFormat", "line_format"]

FIGURES = ("points", "columns", "market", "cards", "gems", "hand", "donated", "tents")
"""The figures of a score that have one column for each seat."""
_FORMAT_ERRORS = (csv.Error, LookupError, RecursionError, TypeError, ValueError)
"""What the readers of CSV and JSON raise, also where values are missing."""


class LineFormat(ABC):
    """How rows are written to a file and read from it, a line for each.

    The checksum of a line is the CRC-32 of everything before it. No line in which one bit was
    flipped passes, and of lines with any other damage one in four thousand million. A line is only
    taken if writing its row again gives the same bytes.
    """

    _ending: ClassVar[bytes]
    """What follows the values of a row: the separator, the checksum, and the end of the line."""

    def __init__(self, players: int, rows: int) -> None:
        """Keep how many seats a row has, and how many rows the board."""
        self._players, self._rows = players, rows

    @property
    def header(self) -> bytes:
        """The line that the file begins with; empty if there is none."""
        return b""

    def line(self, row: GameRow) -> bytes:
        """Write a row; the line ends with a line feed and has no other."""
        values = self._values(row)
        return values + self._ending % crc32(values)

    def row(self, line: bytes) -> GameRow:
        """Read a line; raises `ValueError`, which says why, if it is not one that `line` wrote."""
        values = line.rpartition(b",")[0]
        if line != values + self._ending % crc32(values):
            raise ValueError("its checksum does not fit, so it was changed or damaged")
        try:
            row = converter.structure(self._plain(values), GameRow)
            self._check_seats(row)
            is_same = self._values(row) == values
        except (BaseValidationError, *_FORMAT_ERRORS) as error:
            raise ValueError(problems_of(error)[0]) from None
        if not is_same:
            raise ValueError("its values are not written as this library writes them")
        return row

    @abstractmethod
    def _values(self, row: GameRow) -> bytes:
        """Write a row up to its checksum."""

    @abstractmethod
    def _plain(self, values: bytes) -> object:
        """Read what `_values` wrote as plain data for the converter."""

    def _check_seats(self, row: GameRow) -> None:
        """Raise `ValueError` unless the parts of a row fit each other and the batch."""
        if len(row.seats) != self._players:
            raise ValueError(f"it has {len(row.seats)} seats, not {self._players}")
        for seat in row.seats:
            if (seat.score is None) != (row.note is not None):
                raise ValueError("it must have either scores or the note of a failure")
            if seat.score is not None and len(seat.score.majorities) != self._rows:
                raise ValueError(f"it must have {self._rows} majorities for each seat")
        if row.note is not None:
            failed = dict(enumerate(row.seats)).get(row.note.seat)
            if failed is None or failed.bot != row.note.bot or failed.won:
                raise ValueError("its note does not fit the bot on that seat")


def line_format(suffix: str, players: int, rows: int) -> LineFormat:
    """Find the format for the ending of a file, a number of seats and of rows of the board.

    >>> line_format(".csv", 2, 6).header.decode()[:36]
    'game,seed,edition,rounds,moves,thres'

    Raises `ArgumentError` for another ending.
    """
    match suffix.lower():
        case ".csv":
            return CsvLines(players, rows)
        case ".jsonl" | ".ndjson":
            return JsonLines(players, rows)
        case _:
            raise ArgumentError(f"results go to a file that ends in .csv or .jsonl: {suffix!r}")


class CsvLines(LineFormat):
    """A row as comma-separated values; None is an empty cell."""

    _ending = b",%d\n"

    def __init__(self, players: int, rows: int) -> None:
        """List the columns: those of the game, then those of each seat, which end in `_seat`."""
        super().__init__(players, rows)
        self._columns = ["game", "seed", "edition", "rounds", "moves", "threshold", "winners"]
        self._columns += ["failed_seat", "failed_how", "note"]
        of_seat = ["bot", "won", "rank", "played", *FIGURES, "out"]
        of_seat += [f"majority_{row}" for row in range(1, rows + 1)]
        for seat in range(players):
            self._columns += [f"{name}_{seat}" for name in of_seat]

    @property
    def header(self) -> bytes:
        """The names of the columns."""
        return _comma_separated([*self._columns, "check"]) + b"\n"

    def _values(self, row: GameRow) -> bytes:
        note = row.note
        values: list[object] = [row.game, seed_text(row.seed), row.edition, row.rounds, row.moves]
        values += [row.threshold, " ".join(map(str, row.winners))]
        values += [None] * 3 if note is None else [note.seat, note.kind, note.reason]
        for seat in row.seats:
            values += [seat.bot, int(seat.won), seat.rank, " ".join(seat.played)]
            values += self._figures(seat.score)
        return _comma_separated(values)

    def _figures(self, score: Score | None) -> list[int] | list[None]:
        if score is None:
            return [None] * (len(FIGURES) + 1 + self._rows)
        return [*(getattr(score, name) for name in FIGURES), int(score.is_out), *score.majorities]

    def _plain(self, values: bytes) -> object:
        (texts,) = csv.reader([values.decode()], strict=True)
        cells = dict(zip(self._columns, texts, strict=True))
        plain: dict[str, Any] = {name: int(cells[name]) for name in ("game", "rounds", "moves")}
        plain |= {"seed": read_seed(cells["seed"]), "edition": cells["edition"]}
        plain["threshold"] = int(cells["threshold"]) if cells["threshold"] else None
        plain["note"] = self._plain_note(cells) if cells["failed_how"] else None
        plain["seats"] = [self._plain_seat(cells, seat) for seat in range(self._players)]
        return plain

    def _plain_note(self, cells: Mapping[str, str]) -> dict[str, Any]:
        seat = int(cells["failed_seat"])
        bot, kind, reason = cells[f"bot_{seat}"], cells["failed_how"], cells["note"]
        return {"seat": seat, "bot": bot, "kind": kind, "reason": reason}

    def _plain_seat(self, cells: Mapping[str, str], seat: int) -> dict[str, Any]:
        score: dict[str, Any] | None = None
        if cells[f"points_{seat}"]:
            score = {name: int(cells[f"{name}_{seat}"]) for name in FIGURES}
            score["is_out"] = cells[f"out_{seat}"] == "1"
            rows = range(1, self._rows + 1)
            score["majorities"] = [int(cells[f"majority_{row}_{seat}"]) for row in rows]
        return {
            "bot": cells[f"bot_{seat}"],
            "won": cells[f"won_{seat}"] == "1",
            "rank": int(cells[f"rank_{seat}"]),
            "played": cells[f"played_{seat}"].split(),
            "score": score,
        }


def _comma_separated(values: list[Any]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(values)
    return text.getvalue().encode()


class JsonLines(LineFormat):
    """A row as a JSON object with the fields of `GameRow`; None is null."""

    _ending = b',"check":%d}\n'

    def _values(self, row: GameRow) -> bytes:
        plain = converter.unstructure(row, GameRow) | {"seed": seed_text(row.seed)}
        return json.dumps(plain, separators=(",", ":")).removesuffix("}").encode()

    def _plain(self, values: bytes) -> object:
        plain = json.loads(values.decode() + "}")
        return plain | {"seed": read_seed(plain["seed"])} if isinstance(plain, dict) else plain
