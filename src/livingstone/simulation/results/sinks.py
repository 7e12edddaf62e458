"""Sinks, where rows go: a file, in which a killed batch can be continued, or nowhere."""

import os
from binascii import crc32
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from livingstone.simulation.errors import SimulationError, write_errors
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.results.checking import file_errors
from livingstone.simulation.results.counts import EACH, Counts, Tell, count_rows, keep_counts
from livingstone.simulation.results.formats import is_parquet, line_format
from livingstone.simulation.results.lines import LineFormat
from livingstone.simulation.results.locking import close_unlocked, is_at, open_locked
from livingstone.simulation.results.manifest import Manifest
from livingstone.simulation.statistics.tally import Tally
from livingstone.support.files import File, append_whole, path_of

__all__ = ["FileSink", "NoSink", "Sink", "open_sink"]


class Sink(Protocol):
    """Takes the lines of a batch, in the order of its games."""

    line_format: LineFormat | None
    """How rows become lines; None if no lines are needed."""
    done: int
    """How many games the file held already."""

    @property
    def tally(self) -> Tally:
        """The counts of all games of the batch so far; whoever calls `write` has counted them."""
        ...

    def write(self, lines: bytes) -> None:
        """Store the lines of the next games, so that even a power cut does not lose them."""
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
        """Close the sink."""
        ...


def open_sink(path: File | None, batch: Batch, tell: Tell = int) -> Sink:
    """Open a file for the rows of a batch, new or to be continued; None drops the rows.

    While a long file is read, `tell` is called with the number of games read.

    Raises `ArgumentError` if the file cannot be opened, is damaged or of another batch, or is being
    written by another process; `SimulationError` if nothing can be written to it.
    """
    if path is None:
        return NoSink(batch)
    target = path_of(path).absolute()  # a bot may go to another folder
    with file_errors(target):
        manifest = Manifest.of(batch)
        if is_parquet(target):
            from livingstone.simulation.results.parquet_sink import ParquetSink  # needs an extra

            return ParquetSink(target, manifest, tell)
        line_format(target.suffix, len(manifest.lineup), manifest.rows)  # before there is a file
        return FileSink(open_locked(target, manifest), target, manifest, tell=tell)


class NoSink:
    """A sink that drops all rows."""

    def __init__(self, batch: Batch) -> None:
        """Begin with no games."""
        self.line_format: LineFormat | None = None
        self.tally = Tally.of(batch)
        self.done = 0

    def write(self, lines: bytes) -> None:
        """Drop the lines."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """End."""


class FileSink:
    """A sink that appends lines to a file and waits until they are on the disk."""

    def __init__(
        self,
        stream: FileIO,
        path: Path,
        manifest: Manifest,
        *,
        first: int = 0,
        tally: Tally | None = None,
        tell: Tell,
    ) -> None:
        """Read what an open file holds, and cut off a last line that is not whole.

        `first` is the number of its first game, `tally` counts the games before that one. If this
        fails, the file is closed.
        """
        lines = line_format(path.suffix, len(manifest.lineup), manifest.rows)
        self.line_format: LineFormat | None = lines
        self._path, self._stream = path, stream
        tally = tally or Tally.of(manifest.batch)
        try:
            with open(self._stream.fileno(), "rb", closefd=False) as reader:
                rows, self.tally = count_rows(reader, path, manifest, tally, first=first, tell=tell)
            self.done, self.games, self._counted = rows.games, rows.games, rows.passed
            self._end, self._check = rows.end, rows.check
            self._stream.truncate(self._end)
            if self._end == 0:
                self._append(lines.header)
            self._keep_counts()
        except BaseException:
            close_unlocked(self._stream)
            raise

    def write(self, lines: bytes) -> None:
        """Append the lines of the next games and wait until the disk has them.

        Raises `SimulationError` if they cannot all be written. If the writing ends early for any
        reason, the part that was written is cut off again.
        """
        self._append(lines)
        self.games += lines.count(b"\n")
        self._keep_counts()

    def clear(self) -> None:
        """Take all games out of the file; raises `OSError` if this fails."""
        self._stream.truncate(0)
        os.fsync(self._stream.fileno())
        self.games = self._end = self._check = 0

    def _keep_counts(self) -> None:
        if self.games - self._counted >= EACH:
            keep_counts(self._path, Counts(self.games, self._end, self._check, self.tally))
            self._counted = self.games

    def check_place(self) -> None:
        """Raise `SimulationError` if somebody has deleted or replaced the file."""
        if not is_at(self._stream, self._path):
            raise SimulationError(f"{self._path}: was deleted or replaced while the batch ran")

    def _append(self, lines: bytes) -> None:
        self.check_place()
        with write_errors(self._path):
            append_whole(self._stream, lines, self._end, sync=True)
        self._end += len(lines)
        self._check = crc32(lines, self._check)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, kind: type[BaseException] | None = None, *_: object) -> None:
        """Unlock and close the file, which must still be there if no error ended the batch."""
        try:
            if kind is None:
                self.check_place()
        finally:
            self.close()

    def close(self) -> None:
        """Unlock and close the file."""
        close_unlocked(self._stream)
