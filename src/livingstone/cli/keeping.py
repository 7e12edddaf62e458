"""The record of a game in progress, in a file that holds all that was played at any time."""

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, frozen

from livingstone.errors import RecordError
from livingstone.records.record import Record
from livingstone.records.toml import dump
from livingstone.support.files import File, path_of
from livingstone.table.table import Table

__all__ = ["Keeper", "check_new_file"]


def check_new_file(file: File) -> Path:
    """Give the path of a file that is to be made.

    Raises `RecordError` for one that is there already.
    """
    path = path_of(file)
    if path.exists() or path.is_symlink():
        raise RecordError(f"{path} is there already")
    return path


@frozen
class Keeper:
    """Writes the record of a table to a file, whole each time."""

    path: Path | None
    """Where to; None if the game is not kept."""
    names: tuple[str, ...]
    """By seat."""
    tags: Mapping[str, str]
    """Who plays, and what else the record was tagged with."""
    earlier: Record | None = None
    """The record that the game goes on from: its comments and the user's values are kept."""

    def keep(self, table: Table, path: Path | None = None) -> None:
        """Write the game as it is, to this keeper's file, if it has one, or to another one.

        Raises `RecordError` for a file that cannot be written.
        """
        path = self.path if path is None else path
        if path is None:
            return
        if path.exists() and not path.is_file():
            raise RecordError(f"{path} is no regular file")
        dump(self._record(table), path)

    def _record(self, table: Table) -> Record:
        record = table.record(players=self.names, tags=self.tags)
        if self.earlier is None:
            return record
        comments = tuple(
            (number, text)
            for number, text in self.earlier.comments
            if number <= len(record.actions)
        )
        return evolve(record, comments=comments, user=self.earlier.user)
