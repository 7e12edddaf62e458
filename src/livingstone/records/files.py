"""Reading and writing files of records."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from livingstone.errors import RecordError
from livingstone.records.record import Record
from livingstone.records.toml import (
    MOST_BYTES,
    MOST_BYTES_OF_ALL,
    dumps,
    dumps_all,
    loads,
    loads_all,
)
from livingstone.support.files import File, path_of, read_whole, reason_of, write_whole

__all__ = ["dump", "dump_all", "load", "load_all"]


def dump(record: Record, path: File) -> None:
    """Write a record to a file, either all of it or nothing.

    >>> from livingstone import new_game
    >>> dump(Record.of(new_game(2, seed=7)), "no such folder/game.toml")
    Traceback (most recent call last):
        ...
    livingstone.errors.RecordError: no such folder/game.toml: No such file or directory

    Raises `RecordError` for a file that cannot be written, `ArgumentError` for what is no path, and
    as `dumps` does.
    """
    _write(path, dumps(record))


def load(path: File) -> Record:
    """Read a record from a file.

    >>> load("no such file.toml")
    Traceback (most recent call last):
        ...
    livingstone.errors.RecordError: no such file.toml: No such file or directory

    Raises `RecordError` for a file that cannot be read, `ArgumentError` for what is no path, and
    as `loads` does.
    """
    text = _read(path, MOST_BYTES)
    with _naming(path):
        return loads(text)


def dump_all(records: Iterable[Record], path: File) -> None:
    """Write many records to one file, as `dump` does one.

    >>> import os
    >>> dump_all([], os.devnull + "/games.toml")
    Traceback (most recent call last):
        ...
    livingstone.errors.RecordError: /dev/null/games.toml: Not a directory

    Raises `RecordError` for a file that cannot be written, `ArgumentError` for what is no path, and
    as `dumps_all` does.
    """
    _write(path, dumps_all(records))


def load_all(path: File) -> tuple[Record, ...]:
    """Read many records from one file.

    >>> load_all("no such file.toml")
    Traceback (most recent call last):
        ...
    livingstone.errors.RecordError: no such file.toml: No such file or directory

    Raises `RecordError` for a file that cannot be read, `ArgumentError` for what is no path, and
    as `loads_all` does.
    """
    text = _read(path, MOST_BYTES_OF_ALL)
    with _naming(path):
        return loads_all(text)


@contextmanager
def _naming(path: File) -> Iterator[None]:
    """Say which file an error is about that is not about one of the actions in it."""
    try:
        yield
    except RecordError as error:
        if error.action is not None:
            raise
        raise RecordError(f"{path_of(path)}: {error.reason}", rule=error.rule) from None


def _write(path: File, text: str) -> None:
    target = path_of(path)
    try:
        write_whole(target, text.encode())
    except (OSError, ValueError) as error:
        raise RecordError(f"{target}: {reason_of(error)}") from None


def _read(path: File, most: int) -> str:
    source = path_of(path)
    try:
        return read_whole(source, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{source}: is not UTF-8 at byte {error.start}") from None
    except (OSError, ValueError) as error:
        raise RecordError(f"{source}: {reason_of(error)}") from None
