"""Files of the user: checking paths, reading, and writing all or nothing."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from livingstone.errors import ArgumentError, shown

File = str | os.PathLike[str]
"""A path."""


def path_of(file: File) -> Path:
    r"""Convert to a `Path`; raises `ArgumentError` for a text that cannot be a path.

    >>> path_of("tents = 11\ncoins = 3")
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: a path must be one line: 'tents = 11\ncoins = 3'
    """
    path = Path(file)
    if len(str(path).splitlines()) > 1:
        raise ArgumentError(f"a path must be one line: {shown(str(path))}")
    if "\0" in str(path):
        raise ArgumentError(f"a path must have no NUL character: {shown(str(path))}")
    return path


def make_folder(folder: File) -> Path:
    """Make a folder and its parents unless they exist; raises `ArgumentError` if this fails."""
    place = path_of(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise ArgumentError(f"{place}: is a file, where a folder is needed") from None
    except (OSError, ValueError) as error:
        raise ArgumentError(f"{place}: {reason_of(error)}") from None
    return place


def read_text(path: Path, most: int) -> str:
    """Read a regular file of at most `most` bytes of UTF-8; raises `ValueError` with the reason."""
    at_once = getattr(os, "O_NONBLOCK", 0)
    try:
        with open(path, "rb", opener=lambda path, flags: os.open(path, flags | at_once)) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise ValueError("is not a regular file")
            content: bytes = stream.read(most + 1)
        if len(content) > most:
            raise ValueError(f"is larger than {most} bytes")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8: {error.reason} at byte {error.start}") from None
    except OSError as error:
        raise ValueError(reason_of(error)) from None


def write_whole(path: Path, content: bytes) -> None:
    """Write all of a file or, even in a power cut, nothing; raises `OSError` and `ValueError`."""
    with replacing(path) as stream:
        stream.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new file in the same folder, which replaces the old one after the block succeeds."""
    beside = path.parent / f".{secrets.token_hex(8)}.tmp"
    try:
        with beside.open("xb") as stream:  # "x": never overwrite another file
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def reason_of(error: Exception) -> str:
    """Return the reason why a file cannot be read or written, without its name.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "games.toml"))
    'No such file or directory'
    """
    return (isinstance(error, OSError) and error.strerror) or str(error)
