"""Records in files."""

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from livingstone.errors import ArgumentError, RecordError
from livingstone.record import Record
from livingstone.record_toml import (
    MOST_BYTES,
    MOST_BYTES_OF_ALL,
    dumps,
    dumps_all,
    loads,
    loads_all,
)

__all__ = ["dump", "dump_all", "load", "load_all"]

_File = str | os.PathLike[str]


def dump(record: Record, path: _File) -> None:
    """Write a record to a file, which is there as a whole or not at all.

    >>> from livingstone import new_game
    >>> dump(Record.of(new_game(2, seed=7)), "no such folder/game.toml")
    Traceback (most recent call last):
        ...
    livingstone.errors.RecordError: no such folder/game.toml: No such file or directory

    Raises `RecordError` for a file that cannot be written, and as `dumps` does.
    """
    _write(path, dumps(record))


def load(path: _File) -> Record:
    """Read a record from a file.

    >>> load("no such file.toml")
    Traceback (most recent call last):
        ...
    livingstone.errors.RecordError: no such file.toml: No such file or directory

    Raises `RecordError` for a file that cannot be read, and as `loads` does.
    """
    return loads(_read(path, MOST_BYTES))


def dump_all(records: Iterable[Record], path: _File) -> None:
    """Write many records to one file, as `dump` does one.

    >>> import os
    >>> dump_all([], os.devnull + "/games.toml")
    Traceback (most recent call last):
        ...
    livingstone.errors.RecordError: /dev/null/games.toml: Not a directory

    Raises `RecordError` for a file that cannot be written, and as `dumps_all` does.
    """
    _write(path, dumps_all(records))


def load_all(path: _File) -> tuple[Record, ...]:
    """Read many records from one file.

    >>> import os
    >>> load_all(os.devnull)
    ()

    Raises `RecordError` for a file that cannot be read, and as `loads_all` does.
    """
    return loads_all(_read(path, MOST_BYTES_OF_ALL))


def _write(path: _File, text: str) -> None:
    """Write beside the file, then put it in place: whoever reads it never finds half of it."""
    target = _path(path)
    beside = target.parent / f".{secrets.token_hex(8)}.tmp"
    try:
        try:
            with beside.open("xb") as stream:
                stream.write(text.encode())
                stream.flush()
                os.fsync(stream.fileno())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise RecordError(f"{target}: {_reason(error)}") from None


def _read(path: _File, most: int) -> str:
    source = _path(path)
    try:
        with source.open("rb") as stream:
            raw = stream.read(most + 1)
    except (OSError, ValueError) as error:
        raise RecordError(f"{source}: {_reason(error)}") from None
    if len(raw) > most:
        raise RecordError(f"{source}: is larger than {most} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{source}: is not UTF-8 at byte {error.start}") from None


def _path(path: _File) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise ArgumentError(f"a file must be given by its path, not {type(path).__name__}")
    return Path(path)


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
