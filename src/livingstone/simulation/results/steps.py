"""The steps of a tuning, in a file that keeps them when the process is killed at any time.

The first line says which tuning it is. Each of the others is one iteration, as a list in JSON: its
number, from 0, what both sets of weights won in the first game and in the second, in parts of a
win, and a checksum of these (CRC-32).
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from zlib import crc32

from attrs import asdict

from livingstone.edition.printed import Edition, edition_hash
from livingstone.errors import ArgumentError
from livingstone.players.weights import Weights
from livingstone.simulation.errors import write_errors
from livingstone.simulation.games.batch import win_unit
from livingstone.simulation.games.seeds import seed_text
from livingstone.simulation.results.checking import check_is_file, file_errors
from livingstone.simulation.results.locking import close_unlocked, lock_file
from livingstone.support.files import append_whole
from livingstone.support.installed import installed_version

__all__ = ["Steps", "opened_steps"]

LARGEST = 2**29
"""The most bytes of a file; the steps of the longest tuning have fewer."""
VALUES = 4
"""How many numbers a step has beside its own."""


class Steps:
    """The steps that a file holds, and more that are written to it."""

    def __init__(self, stream: FileIO, path: Path, players: int, kept: list[bytes]) -> None:
        """Keep the open file and the lines that it holds."""
        self._stream, self._path, self._kept = stream, path, kept
        self.players = players

    @property
    def kept(self) -> int:
        """How many steps the file held when it was opened."""
        return len(self._kept)

    def read(self, iteration: int) -> Sequence[int] | None:
        """Read a step that the file holds; None if it does not.

        Raises `ArgumentError` for a line that was changed or damaged.
        """
        if iteration >= len(self._kept):
            return None
        line = self._kept[iteration]
        try:
            step: list[int] = json.loads(line)
            number, *wins, _ = step
            is_sound = self._line(iteration, wins) == line + b"\n" and number == iteration
        except (TypeError, ValueError, RecursionError):
            is_sound = False
        if not is_sound:
            raise ArgumentError(f"{self._path}: line {iteration + 2} was changed or damaged")
        return wins

    def write(self, iteration: int, wins: Sequence[int]) -> None:
        """Write a step; raises `SimulationError` if that fails."""
        _append(self._stream, self._path, self._line(iteration, wins))

    def _line(self, iteration: int, wins: Sequence[int]) -> bytes:
        """Write a step as a line; raises `ValueError` for what is none."""
        unit = win_unit(self.players)
        if len(wins) != VALUES or not all(type(own) is int and 0 <= own <= unit for own in wins):
            raise ValueError("this is no step")
        values = json.dumps([iteration, *wins]).encode().removesuffix(b"]")
        return values + b", %d]\n" % crc32(values)


@contextmanager
def opened_steps(
    path: Path, players: int, seed: int, edition: Edition, start: Weights
) -> Iterator[Steps]:
    """Open the file of a tuning, or begin one; a last line that was not written whole is dropped.

    Raises `ArgumentError` if it is of another tuning, if another process is writing to it, and if
    it cannot be opened; `SimulationError` if nothing can be written to it.
    """
    header = _header(players, seed, edition, start)
    with file_errors(path):
        if path.exists():
            check_is_file(path)
        stream = path.open("a+b", buffering=0)
    try:
        lock_file(stream, path)
        yield Steps(stream, path, players, _kept(stream, path, header))
        os.fsync(stream.fileno())
    finally:
        close_unlocked(stream)


def _header(players: int, seed: int, edition: Edition, start: Weights) -> bytes:
    """Write the line that says which tuning it is."""
    data = {
        "format": "livingstone-tuning",
        "version": 2,
        "livingstone": installed_version(),
        "players": players,
        "seed": seed_text(seed),
        "edition": edition_hash(edition),
        "start": asdict(start),
    }
    return json.dumps(data).encode() + b"\n"


def _kept(stream: FileIO, path: Path, header: bytes) -> list[bytes]:
    """Read the lines of the file after its header, which is written if it is missing."""
    if os.fstat(stream.fileno()).st_size > LARGEST:
        raise ArgumentError(f"{path}: is larger than {LARGEST} bytes, as no file of a tuning is")
    stream.seek(0)
    content = stream.readall()
    if header.startswith(content.rstrip(b"\0")):  # new, or stopped while it was begun
        stream.truncate(0)
        _append(stream, path, header, sync=True)
        return []
    if not content.startswith(header):
        raise ArgumentError(
            f"{path}: is of another tuning, or of another version of this library; choose another"
            f" folder, or the same players, seed, edition and start {_difference(content, header)}"
        )
    whole = content.rfind(b"\n") + 1
    stream.truncate(whole)
    return content[len(header) : whole].splitlines()


def _append(stream: FileIO, path: Path, line: bytes, *, sync: bool = False) -> None:
    """Append a line, all of it or nothing; raises `SimulationError` if it cannot be written."""
    with write_errors(path):
        append_whole(stream, line, stream.seek(0, os.SEEK_END), sync=sync)


def _difference(content: bytes, header: bytes) -> str:
    """Name the parts in which two headers differ."""
    try:
        there = dict(json.loads(content.partition(b"\n")[0]))
    except (TypeError, ValueError, RecursionError):
        return "(the file is no file of a tuning)"
    wanted = json.loads(header)
    return f"(what differs: {', '.join(key for key in wanted if there.get(key) != wanted[key])})"
