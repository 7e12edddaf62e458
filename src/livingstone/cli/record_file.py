"""The file that holds the record of a game in progress."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from attrs import evolve, frozen

from livingstone.errors import RecordError
from livingstone.records.files import dump
from livingstone.records.record import Record
from livingstone.support.files import File, path_of
from livingstone.table.table import Table

__all__ = ["RecordFile", "new_path"]


def new_path(file: File) -> Path:
    """Expand the path of a file that is to be made; raises `RecordError` if it exists."""
    path = path_of(file)
    with suppress(RuntimeError):  # there is no such user
        path = path.expanduser()
    if path.exists() or path.is_symlink():
        raise RecordError(f"{path} is there already")
    return path


@frozen
class RecordFile:
    """Writes the record of a table, whole each time."""

    path: Path | None
    """None if the game is not recorded."""
    names: tuple[str, ...]
    """By seat."""
    tags: Mapping[str, str]
    earlier: Record | None = None
    """The record that the game continues: its comments and user values are kept."""

    def write(self, table: Table) -> None:
        """Write the game so far; raises `RecordError` if that fails."""
        if self.path is None:
            return
        if self.path.exists() and not self.path.is_file():
            raise RecordError(f"{self.path} is not a regular file")
        record = table.record(players=self.names, tags=self.tags)
        if self.earlier is not None:
            comments = tuple(c for c in self.earlier.comments if c[0] <= len(record.actions))
            record = evolve(record, comments=comments, user=self.earlier.user)
        dump(record, self.path)
