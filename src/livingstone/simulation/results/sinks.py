"""Where rows go: to a file that a killed batch can be continued in, or nowhere."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

from livingstone.errors import ArgumentError
from livingstone.files import File, path_of
from livingstone.simulation.errors import SimulationError
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.games.rows import GameRow
from livingstone.simulation.results.lines import Form, form_of
from livingstone.simulation.results.manifest import check_manifest, manifest_path, write_manifest
from livingstone.simulation.statistics.tally import Tally

__all__ = ["FileSink", "NoSink", "Sink", "open_sink"]


class Sink(Protocol):
    """Takes the lines of a batch, in the order of its games."""

    form: Form | None
    """How rows become lines; None if nobody wants lines."""
    tally: Tally
    """Of the games that were there already."""
    done: int
    """How many games were there already."""

    def write(self, lines: bytes) -> None:
        """Take the lines of the next games, and keep them even if the power fails now."""
        ...

    def __enter__(self) -> Self:
        """Begin."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close what is open."""
        ...


def open_sink(path: File | None, batch: Batch) -> Sink:
    """Open a file for the rows of a batch, new or to be continued; without a path, nothing.

    Raises `ArgumentError` if the file cannot be written, is of another batch, or is being written
    by another process.
    """
    if path is None:
        return NoSink(batch)
    target = path_of(path)
    board_rows = len(batch.loaded_edition.board.rows)
    form = form_of(target.suffix, len(batch.lineup), board_rows)
    try:
        return FileSink(target, batch, form)
    except OSError as error:
        raise ArgumentError(f"{target}: {error.strerror or error}") from None


class NoSink:
    """Drops all lines; nobody makes any."""

    def __init__(self, batch: Batch) -> None:
        """Begin with no games."""
        self.form: Form | None = None
        self.tally = Tally(len(batch.lineup))
        self.done = 0

    def write(self, lines: bytes) -> None:
        """Drop them."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """End."""


class FileSink:
    """Appends lines to a file; what is written is on the disk before more is asked for."""

    def __init__(self, path: Path, batch: Batch, form: Form) -> None:
        """Open the file, read what it holds, and cut off a last line that is not whole."""
        self.form: Form | None = form
        self.tally = Tally(len(batch.lineup))
        self.done = 0
        self._path = path
        self._stream = _opened(path, batch)
        try:
            _lock(self._stream, path)
            self._end = self._read(batch, form)
            self._stream.seek(self._end)
            self._stream.truncate()
            if self._end == 0:
                self.write(form.header())
                _sync_folder(path.parent)
        except BaseException:
            _close(self._stream)
            raise

    def write(self, lines: bytes) -> None:
        """Append the lines of the next games and wait until the disk has them."""
        try:
            self._stream.write(lines)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            reason = error.strerror or error
            raise SimulationError(f"{self._path}: {reason}; what is there stays") from error
        self._end += len(lines)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file; if writing was interrupted, cut off what is not whole."""
        with suppress(OSError):  # a full disk has been told already
            self._stream.truncate(self._end)
            _close(self._stream)

    def _read(self, batch: Batch, form: Form) -> int:
        """Count the games that are there; give where the last whole line ends."""
        header = form.header()
        end = 0
        for number, line in enumerate(_whole_lines(self._stream), 1):
            if header and number == 1:
                if line != header:
                    raise ArgumentError(f"{self._path}: line 1 is not that of a file of results")
            else:
                row = self._row(batch, form, line, number)
                self.tally.add(row, batch.deal(row.game))
                self.done += 1
            end += len(line)
        return end

    def _row(self, batch: Batch, form: Form, line: bytes, number: int) -> GameRow:
        """Read a line, which must be that of the game whose turn it is."""
        try:
            row = form.row(line)
        except (ValueError, TypeError, LookupError):
            raise ArgumentError(f"{self._path}: line {number} is no row of results") from None
        game = self.done
        told = (row.game, row.seed, row.edition, tuple(seat.bot for seat in row.seats))
        if told != (game, batch.seed_of(game), batch.edition_hash, batch.seats(game)):
            raise ArgumentError(f"{self._path}: line {number} is not that of game {game}")
        return row


def _opened(path: Path, batch: Batch) -> IO[bytes]:
    """Open a file for reading and writing: one of this batch, or a new one with its manifest."""
    if path.exists():
        check_manifest(path, batch)
        return path.open("r+b")
    with path.open("xb"):
        pass  # it can be written; the manifest comes first
    path.unlink()
    if manifest_path(path).exists():
        check_manifest(path, batch)
    write_manifest(path, batch)
    return path.open("x+b")


def _whole_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Go through the lines; stop at one that was cut off, or that a power cut left as zeros."""
    stream.seek(0)
    for line in stream:
        if not line.endswith(b"\n") or b"\0" in line:
            return
        yield line


def _lock(stream: IO[bytes], path: Path) -> None:
    """Keep other processes from writing to the same file, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ArgumentError(f"{path}: another process is writing to it") from None
    except OSError:
        return  # a file system without locks


def _close(stream: IO[bytes]) -> None:
    """Unlock and close: a process forked in between has the file open, and would keep the lock."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_UN)
    stream.close()


def _sync_folder(folder: Path) -> None:
    """Have the disk know the name of a new file, where folders can be synchronized."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
