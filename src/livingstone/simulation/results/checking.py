"""Reading a file of results from its beginning, and checking every line."""

from binascii import crc32
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import IO

from livingstone.errors import ArgumentError, LivingstoneError
from livingstone.simulation.games.rows import GameRow
from livingstone.simulation.results.formats import line_format
from livingstone.simulation.results.lines import LineFormat
from livingstone.simulation.results.manifest import Manifest
from livingstone.support.files import reason_of

__all__ = ["CheckedRows", "check_is_file", "checked_lines", "file_errors"]

LONGEST_LINE = 2**24
"""Every line has fewer bytes than this; a longer one is not read to its end."""


class CheckedRows:
    """The rows of a file, in order, each checked to be the one of the game whose turn it is.

    A last line that is not whole is left out: a process was killed while it wrote it, or a power
    cut left zeros. Iterating raises `ArgumentError`, which names the line, for anything else that
    is not a row of the batch.
    """

    def __init__(self, stream: IO[bytes], path: Path, manifest: Manifest, first: int = 0) -> None:
        """Begin before the first line, which is that of the game with the number `first`.

        The path is for messages, its ending gives the format.
        """
        self._stream, self._path, self._first = stream, path, first
        self._batch, self._edition_hash = manifest.batch, manifest.edition_hash
        self._format = line_format(path.suffix, len(manifest.lineup), manifest.rows)
        self.games = 0
        """How many rows have been read."""
        self.end = 0
        """Where the last whole line that has been read ends, in bytes."""
        self.check = 0
        """The CRC-32 of everything up to there."""
        self.passed = 0
        """How many rows were passed over."""

    def pass_over(self, games: int, end: int, check: int) -> None:
        """Begin after so many games and bytes, which were checked before."""
        self.games, self.end, self.check = games, end, check
        self.passed = games

    def __iter__(self) -> Iterator[GameRow]:
        """Go through the rows, once."""
        header = self._format.header
        for line in _whole_lines(self._stream):
            if header and self.end == 0:
                if line != header:
                    raise ArgumentError(f"{self._path}: line 1 is not that of a file of results")
                self._pass(line)
                continue
            row = self._row(line)
            self.games += 1
            self._pass(line)
            yield row

    def _pass(self, line: bytes) -> None:
        self.end += len(line)
        self.check = crc32(line, self.check)

    def _row(self, line: bytes) -> GameRow:
        number = self.games + 1 + bool(self._format.header)
        try:
            row = self._format.row(line)
        except ValueError as error:
            raise ArgumentError(
                f"{self._path}: line {number} is no row of results: {error}"
            ) from None
        game, batch = self._first + self.games, self._batch
        there = (row.game, row.seed, row.edition, tuple(seat.bot for seat in row.seats))
        if there != (game, batch.seed_of(game), self._edition_hash, batch.seats(game)):
            raise ArgumentError(f"{self._path}: line {number} is not that of game {game}")
        return row


def checked_lines(stream: IO[bytes], path: Path, lines: LineFormat) -> Iterator[bytes]:
    """Go through the lines of a file but the header; only their checksums are checked.

    Raises `ArgumentError`, which names the line, if that does not fit.
    """
    for number, line in enumerate(_whole_lines(stream), 1):
        if number == 1 and lines.header:
            if line != lines.header:
                raise ArgumentError(f"{path}: line 1 is not that of a file of results")
        elif not lines.has_checksum(line):
            raise ArgumentError(f"{path}: line {number} was changed or damaged")
        else:
            yield line


def check_is_file(path: Path) -> None:
    """Raise `ArgumentError` for a folder, a pipe or a device, `OSError` if there is no file."""
    if not S_ISREG(path.stat().st_mode):
        raise ArgumentError(f"{path}: is a folder or a device, not a file")


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turn an error of the system about a file into an `ArgumentError` that names the file."""
    try:
        yield
    except LivingstoneError:
        raise
    except (OSError, ValueError) as error:
        raise ArgumentError(f"{path}: {reason_of(error)}") from None


def _whole_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Go through the lines; stop at one that was cut off, or that a power cut left as zeros."""
    for line in iter(partial(stream.readline, LONGEST_LINE), b""):
        is_whole = line.endswith(b"\n") or len(line) == LONGEST_LINE
        if not is_whole or (b"\0" in line and _is_blank(stream)):
            return
        yield line


def _is_blank(stream: IO[bytes]) -> bool:
    """Say whether only zeros follow; zeros before anything else are damage, not an end."""
    return all(not part.strip(b"\0\n") for part in iter(partial(stream.read, LONGEST_LINE), b""))
