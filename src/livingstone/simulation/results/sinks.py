"""Where rows go: to a file that a killed batch can be continued in, or nowhere."""

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

from livingstone.errors import ArgumentError
from livingstone.files import File, path_of, reason_of
from livingstone.simulation.errors import SimulationError
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.results.checking import CheckedRows, check_is_file, file_errors
from livingstone.simulation.results.lines import LineFormat, line_format
from livingstone.simulation.results.manifest import (
    Manifest,
    check_manifest,
    manifest_path,
    write_manifest,
)
from livingstone.simulation.statistics.tally import Tally

__all__ = ["FileSink", "NoSink", "Sink", "open_sink"]


class Sink(Protocol):
    """Takes the lines of a batch, in the order of its games."""

    line_format: LineFormat | None
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
    with file_errors(target):
        return FileSink(target, batch)


class NoSink:
    """Drops all lines; nobody makes any."""

    def __init__(self, batch: Batch) -> None:
        """Begin with no games."""
        self.line_format: LineFormat | None = None
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

    def __init__(self, path: Path, batch: Batch) -> None:
        """Open the file, read what it holds, and cut off a last line that is not whole."""
        manifest = Manifest.of(batch)
        lines = line_format(path.suffix, len(manifest.lineup), manifest.rows)
        self.line_format: LineFormat | None = lines
        self.tally = Tally(len(batch.lineup))
        self._path = path
        self._stream = _opened(path, manifest)
        try:
            _lock(self._stream, path)
            self.done, self._end = self._read(batch, manifest)
            self._stream.seek(self._end)
            self._stream.truncate()
            if self._end == 0:
                self.write(lines.header)
                _sync_folder(path.parent)
        except BaseException:
            _close(self._stream)
            raise

    def _read(self, batch: Batch, manifest: Manifest) -> tuple[int, int]:
        """Count the games that are there; give their number and where the last of them ends."""
        rows = CheckedRows(self._stream, self._path, manifest)
        for row in rows:
            self.tally.add(row, batch.deal(row.game))
        return rows.games, rows.end

    def write(self, lines: bytes) -> None:
        """Append the lines of the next games and wait until the disk has them."""
        try:
            self._stream.write(lines)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            reason = reason_of(error)
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


def _opened(path: Path, manifest: Manifest) -> IO[bytes]:
    """Open a file for reading and writing: one of this batch, or a new one with its manifest."""
    if path.exists():
        check_is_file(path)
        check_manifest(path, manifest)
        return path.open("r+b")
    with path.open("xb"):
        pass  # it can be written; the manifest comes first
    path.unlink()
    if manifest_path(path).exists():
        check_manifest(path, manifest)
    write_manifest(path, manifest)
    return path.open("x+b")


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
