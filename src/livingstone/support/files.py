"""The user's files: checking their paths, reading them, and writing them all or nothing."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from livingstone.errors import ArgumentError, shown

__all__ = [
    "File",
    "append_whole",
    "make_folder",
    "path_of",
    "read_whole",
    "reason_of",
    "replacing",
    "write_whole",
]

File = str | os.PathLike[str]
"""A path, as users can give it."""


def path_of(file: File) -> Path:
    """Convert what a user gives as a path to a `Path`; raises `ArgumentError` if it is none.

    >>> path_of(7)
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: a file must be given by its path, not int
    """
    if not isinstance(file, str | os.PathLike):
        raise ArgumentError(f"a file must be given by its path, not {type(file).__name__}")
    try:
        path = Path(file)
    except Exception:  # the `__fspath__` of a user's object may raise anything
        raise ArgumentError(f"a path must be a text: {shown(file)}") from None
    if len(str(path).splitlines()) > 1:
        raise ArgumentError(f"a text of several lines is no path of a file: {shown(str(path))}")
    if "\0" in str(path):
        raise ArgumentError(f"a path must have no NUL character: {shown(str(path))}")
    return path


def make_folder(folder: File) -> Path:
    """Make a folder, with those above it, unless it is there.

    Raises `ArgumentError` if it cannot be made.
    """
    place = path_of(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise ArgumentError(f"{place}: is a file, where a folder is needed") from None
    except (OSError, ValueError) as error:
        raise ArgumentError(f"{place}: {reason_of(error)}") from None
    return place


def read_whole(path: Path, most: int) -> bytes:
    """Read a regular file of at most `most` bytes.

    Pipes and devices are refused, since reading them can wait for ever. Raises `OSError` for a file
    that cannot be read, `ValueError` for one that is not regular or too large.
    """
    with open(path, "rb", opener=_open_without_waiting) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise ValueError("is no regular file")
        content: bytes = stream.read(most + 1)
    if len(content) > most:
        raise ValueError(f"is larger than {most} bytes")
    return content


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it holds the old content or all of the new, even after a power cut.

    The content is written to a new file in the same folder, which then replaces the old one. Raises
    `OSError` for a file that cannot be written, `ValueError` for a path that cannot be one.
    """
    with replacing(path) as stream:
        stream.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a new file in the same folder, which replaces the old one when all has been written.

    If the writing fails, the old content stays. Raises as `write_whole` does.
    """
    beside = path.parent / f".{secrets.token_hex(8)}.tmp"
    try:
        with beside.open("xb") as stream:  # never what somebody else has put there
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def append_whole(stream: FileIO, content: bytes, end: int, *, sync: bool) -> None:
    """Append to an open file that ends at byte `end`: all of the content or nothing.

    If the writing ends early for any reason, the part that was written is cut off again. With
    `sync`, the content is on the disk when this returns. Raises `OSError` if it cannot be written.
    """
    try:
        rest = memoryview(content)
        while rest:  # a disk that is nearly full takes only a part
            rest = rest[stream.write(rest) :]
        if sync:
            os.fsync(stream.fileno())
    except BaseException:
        with suppress(OSError):  # if this fails as well, whoever reads it next cuts it off
            stream.truncate(end)
        raise


def reason_of(error: Exception) -> str:
    """Say why a file cannot be read or written, without the name of the file.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "games.toml"))
    'No such file or directory'
    """
    return (isinstance(error, OSError) and error.strerror) or str(error)
