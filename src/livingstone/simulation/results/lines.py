"""What lines of text that hold a row each have in common: the checksum at the end, the checks."""

import csv
from abc import ABC, abstractmethod
from binascii import crc32
from typing import ClassVar, Self

from cattrs.errors import BaseValidationError

from livingstone.edition.structuring.converter import converter, problems_of
from livingstone.simulation.games.rows import GameRow

__all__ = ["FORMAT_ERRORS", "LineFormat"]

FORMAT_ERRORS = (csv.Error, LookupError, RecursionError, TypeError, ValueError)
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

    def __reduce__(self) -> tuple[type[Self], tuple[int, int]]:
        """Keep tasks for workers small: what follows from the two numbers is not sent."""
        return type(self), (self._players, self._rows)

    @property
    def header(self) -> bytes:
        """The line that the file begins with; empty if there is none."""
        return b""

    def line(self, row: GameRow) -> bytes:
        """Write a row; the line ends with a line feed and has no other."""
        values = self._values(row)
        return values + self._ending % crc32(values)

    def has_checksum(self, line: bytes) -> bool:
        """Say whether a line ends with its checksum."""
        values = line.rpartition(b",")[0]
        return line == values + self._ending % crc32(values)

    def row(self, line: bytes) -> GameRow:
        """Read a line; raises `ValueError`, which says why, if it is not one that `line` wrote."""
        values = line.rpartition(b",")[0]
        if not self.has_checksum(line):
            raise ValueError("its checksum does not fit, so it was changed or damaged")
        if (quick := self._quick(values)) is not None:
            return quick
        try:
            row = converter.structure(self._plain(values), GameRow)
            self._check_seats(row)
            is_same = self._values(row) == values
        except (BaseValidationError, *FORMAT_ERRORS) as error:
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

    @abstractmethod
    def _quick(self, values: bytes) -> GameRow | None:
        """Read what `_values` wrote, if it can be done quickly and no value is out of the ordinary.

        It must not accept what the slow way refuses: `_plain`, the converter and `_check_seats`,
        which also find out what is wrong with all that is refused here.
        """

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
