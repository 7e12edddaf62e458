"""Files of the user's: their paths, and how one is written so that nobody finds half of it."""

import os
import secrets
from pathlib import Path

from livingstone.errors import ArgumentError, shown

__all__ = ["File", "path_of", "reason_of", "write_whole"]

File = str | os.PathLike[str]
"""A path, as users give it."""


def path_of(file: File) -> Path:
    """Make a path of what a user gives as one; raises `ArgumentError` for anything else.

    >>> path_of(7)
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: a file must be given by its path, not int
    """
    if not isinstance(file, str | os.PathLike):
        raise ArgumentError(f"a file must be given by its path, not {type(file).__name__}")
    try:
        path = Path(file)
    except Exception:  # what a user hands in may do anything when it is asked for its path
        raise ArgumentError(f"a path must be a text: {shown(file)}") from None
    if "\0" in str(path):
        raise ArgumentError(f"a path must have no NUL character: {shown(str(path))}")
    return path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it holds its old content or all of the new, even if the power fails.

    The content is written to a new file beside it, which then takes its place. Raises `OSError`
    for a file that cannot be written, `ValueError` for a path that cannot be one.
    """
    beside = path.parent / f".{secrets.token_hex(8)}.tmp"
    try:
        with beside.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def reason_of(error: Exception) -> str:
    """Say why a file cannot be read or written, without naming it.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "games.toml"))
    'No such file or directory'
    """
    return (isinstance(error, OSError) and error.strerror) or str(error)
