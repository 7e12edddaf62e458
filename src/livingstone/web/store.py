"""The file that keeps all games: SQLite, with an entry for every action.

A game is kept as what was done at its table, in order: moves and outcomes in the notation, and the
lines `undo` and `redo`. Who carries the entries out again has the same table, also what was taken
back. An entry is on the disk when `append` returns.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from livingstone import LivingstoneError

__all__ = ["KeptTable", "Seat", "Store", "StoreError"]

_MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, begun INTEGER NOT NULL, played INTEGER NOT NULL,
        edition TEXT NOT NULL, hash TEXT NOT NULL, first INTEGER NOT NULL, language TEXT NOT NULL,
        column INTEGER NOT NULL DEFAULT 1, is_over INTEGER NOT NULL DEFAULT 0, rematch TEXT
    ) WITHOUT ROWID;
    CREATE INDEX by_time ON tables (is_over, played);
    CREATE TABLE seats (
        id TEXT NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
        token TEXT NOT NULL, PRIMARY KEY (id, seat)
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        id TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (id, number)
    ) WITHOUT ROWID;
    CREATE TABLE records (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, text TEXT NOT NULL
    );
    """,
)
"""Each takes a file from one version to the next; the version is SQLite's `user_version`."""


class StoreError(LivingstoneError):
    """The file of games cannot be used."""


@frozen
class Seat:
    """Who sits where."""

    name: str
    """What the player is called."""
    kind: str
    """`person`, `open` until somebody sits down, or the strength of a bot."""
    token: str
    """What a client must know to play for this seat."""


@frozen(kw_only=True)
class KeptTable:
    """What is kept of a table, besides its entries."""

    id: str
    """Its name in links."""
    edition: str
    """The shipped edition it is played with."""
    hash: str
    """The hash of that edition when the game began."""
    first: int
    """The seat that began."""
    language: str
    """The language it was set up in."""
    seats: tuple[Seat, ...]
    """By number."""
    column: int = 1
    """Where the boat is."""
    is_over: bool = False
    """Whether the game has ended."""
    rematch: str | None = None
    """The table of the next game between the same players."""


class Store:
    """The file, open for this process alone.

    Raises `StoreError` if it cannot be opened, is used by another process, or is of a version that
    this one does not know.
    """

    def __init__(self, path: Path, *, seconds: float = 5.0) -> None:
        """Open the file, or make it, and bring it to the present version.

        If another process has it, wait so many seconds for that to end.
        """
        try:
            path.touch(mode=0o600)
            self._file = sqlite3.connect(
                path, timeout=seconds, isolation_level=None, check_same_thread=False
            )
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = FULL")
            self._migrate()
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{path} cannot be used: {error}") from None

    def _migrate(self) -> None:
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise StoreError("the games were kept by a newer version of livingstone: update it")
        for number, script in enumerate(_MIGRATIONS[version:], version + 1):
            self._file.executescript(f"BEGIN;{script};PRAGMA user_version = {number};COMMIT;")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Have all of what is written on the disk, or nothing."""
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            self._file.execute("ROLLBACK")
            raise

    def add_table(self, table: KeptTable, entries: Iterable[str]) -> None:
        """Keep a new table."""
        row = (table.id, table.edition, table.hash, table.first, table.language)
        now = int(time.time())
        with self._transaction():
            self._file.execute(
                "INSERT INTO tables (id, edition, hash, first, language, begun, played)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*row, now, now),
            )
            self._file.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?)",
                [(table.id, n, s.name, s.kind, s.token) for n, s in enumerate(table.seats)],
            )
            self._append(table.id, 0, entries)

    def append(
        self, id: str, number: int, entries: Iterable[str], *, column: int, is_over: bool
    ) -> None:
        """Keep what was done at a table; `number` says how many entries were kept before."""
        with self._transaction():
            self._append(id, number, entries)
            self._file.execute(
                "UPDATE tables SET played = ?, column = ?, is_over = ? WHERE id = ?",
                (int(time.time()), column, is_over, id),
            )

    def _append(self, id: str, number: int, entries: Iterable[str]) -> None:
        rows = [(id, place, line) for place, line in enumerate(entries, number)]
        self._file.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)

    def change_seat(self, id: str, number: int, seat: Seat) -> None:
        """Keep who sits there now."""
        self._file.execute(
            "UPDATE seats SET name = ?, kind = ?, token = ? WHERE id = ? AND seat = ?",
            (seat.name, seat.kind, seat.token, id, number),
        )

    def set_rematch(self, id: str, rematch: str) -> None:
        """Keep which table goes on after this one."""
        self._file.execute("UPDATE tables SET rematch = ? WHERE id = ?", (rematch, id))

    def table(self, id: str) -> KeptTable | None:
        """Find a table."""
        return next(self._tables("WHERE id = ?", (id,)), None)

    def tables(self, *, is_over: bool, most: int) -> list[KeptTable]:
        """List tables, those played at last first."""
        where = "WHERE is_over = ? ORDER BY played DESC LIMIT ?"
        return list(self._tables(where, (is_over, most)))

    def _tables(self, where: str, values: Sequence[object]) -> Iterator[KeptTable]:
        columns = "id, edition, hash, first, language, column, is_over, rematch"
        found = self._file.execute(f"SELECT {columns} FROM tables {where}", values)  # noqa: S608
        for id, edition, hash, first, language, column, is_over, rematch in found.fetchall():
            seats = self._file.execute(
                "SELECT name, kind, token FROM seats WHERE id = ? ORDER BY seat", (id,)
            )
            yield KeptTable(
                id=id,
                edition=edition,
                hash=hash,
                first=first,
                language=language,
                seats=tuple(Seat(*row) for row in seats),
                column=column,
                is_over=bool(is_over),
                rematch=rematch,
            )

    def count_tables(self) -> int:
        """Count all tables."""
        (count,) = self._file.execute("SELECT count(*) FROM tables").fetchone()
        return int(count)

    def entries(self, id: str) -> list[str]:
        """List all that was done at a table."""
        found = self._file.execute("SELECT line FROM entries WHERE id = ? ORDER BY number", (id,))
        return [line for (line,) in found]

    def add_record(self, id: str, text: str, most: int) -> None:
        """Keep a record, and forget the oldest ones beyond so many."""
        with self._transaction():
            self._file.execute("INSERT INTO records (id, text) VALUES (?, ?)", (id, text))
            self._file.execute(
                "DELETE FROM records WHERE number <= (SELECT max(number) FROM records) - ?", (most,)
            )

    def record(self, id: str) -> str | None:
        """Find the text of a record."""
        found = self._file.execute("SELECT text FROM records WHERE id = ?", (id,)).fetchone()
        return None if found is None else str(found[0])
