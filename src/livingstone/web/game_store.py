"""The file that keeps all games: SQLite, with an entry for every line of a game's journal.

`put` returns when the data are on the disk.
"""

import asyncio
import json
import os
import sqlite3
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from attrs import asdict, astuple, evolve, field, fields_dict, frozen

import livingstone as ls
from livingstone.support.databases import problem_of_others
from livingstone.support.files import (
    File,
    database_at,
    new_file,
    path_of,
    refuse_inputs,
    touch_private,
)
from livingstone.support.locks import FileLock
from livingstone.web.statistics import Score, Statistics

_MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, played INTEGER NOT NULL, is_over INTEGER NOT NULL, about TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX by_time ON tables (is_over, played);
    CREATE TABLE entries (
        id TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (id, number)
    ) WITHOUT ROWID;
    CREATE TABLE records (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, text TEXT NOT NULL
    );
    """,
    "CREATE TABLE reviews (id TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE chats (id TEXT PRIMARY KEY, written REAL NOT NULL, lines TEXT NOT NULL)",
    """
    ALTER TABLE tables ADD COLUMN is_listed INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX listed_by_time ON tables (is_listed, is_over, played);
    CREATE TABLE visitors (id TEXT, visitor TEXT, seat INTEGER, PRIMARY KEY (id, visitor, seat));
    CREATE INDEX by_visitor ON visitors (visitor);
    """,
    "CREATE TABLE editions (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE server (pid INTEGER NOT NULL, address TEXT NOT NULL)",
    """
    UPDATE tables SET about = replace(replace(replace(about,
        '"kind": "novice"', '"kind": "random"'), '"kind": "settler"', '"kind": "greedy"'),
        '"kind": "surveyor"', '"kind": "ismcts"');
    """,
    """
    ALTER TABLE visitors ADD COLUMN is_counted INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE statistics (
        visitor TEXT, name TEXT, changed REAL NOT NULL, games INTEGER NOT NULL,
        won INTEGER NOT NULL, finished INTEGER NOT NULL, points INTEGER NOT NULL,
        best INTEGER NOT NULL, likelihoods BLOB NOT NULL, PRIMARY KEY (visitor, name)
    );
    CREATE INDEX statistics_by_change ON statistics (changed);
    """,
    """
    CREATE TABLE begun (
        id TEXT PRIMARY KEY, address BLOB NOT NULL, began REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX begun_by_address ON begun (address, began);
    CREATE INDEX begun_by_time ON begun (began);
    CREATE TABLE secret (key BLOB NOT NULL);
    INSERT INTO secret VALUES (randomblob(32));
    """,
)
"""Each script takes a file from one version to the next; the version is SQLite's `user_version`."""
_TUPLES = ("agreed", "clocks", "points", "winners", "rematch_seats")
"""The fields of a table that JSON keeps as lists."""
_NEW_HOLDER = "heir"
"""The name of `TableSeat.new_holder_token` in the file."""
_TEXTS_OF_A_SEAT = 5
"""The first fields of a `TableSeat` are texts."""
_MOST_OWN = 300
"""The most tables of a visitor that are listed."""
_MOST_VISITORS = 100
"""The most rows of `visitors` for a table."""
_MOST_LINES = 50
"""The most lines of a table's chat that are kept."""
DAY = 24 * 3600.0
"""The seconds for which it is kept who has begun a table."""
_OLDEST_LINE = 7 * DAY
"""The seconds for which a line of a chat is kept."""
_OLDEST_STATISTICS = 400 * DAY
"""The seconds after the last game for which the statistics of a visitor are kept."""
_UNCOUNTED = (
    "SELECT DISTINCT id, about, played FROM tables JOIN visitors USING (id)"
    " WHERE is_over = 1 AND is_counted = 0"
)
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
_NEXT_TABLES = "SELECT id, played FROM tables WHERE id > ? ORDER BY id LIMIT ?"
_TABLES_AT_ONCE = 200
"""The number of tables whose times are read at once."""
_UNTOUCHED = "SELECT 1 FROM tables WHERE id = ? AND played < ?"
_UNBEGUN = """ AND is_over = 0 AND 2 >= (SELECT count(*) FROM (
    SELECT 1 FROM entries JOIN json_each(about, '$.seats') AS seat
    WHERE entries.id = tables.id AND entries.line LIKE 'p' || seat.key || ' %'
    AND json_extract(seat.value, '$.kind') IN ('person', 'open') LIMIT 3))"""
"""The condition for abandoned games: their people made at most one move, which takes a die and uses
it."""
_SECONDS_OF_SLICE = 0.005
"""Seconds for which old tables are deleted before others can write."""
_CHATS_AT_ONCE = 20
"""The most old chats that are deleted when a new line is written."""
PAUSE = 0.02
"""Seconds between two tries to write, and between two slices of pruning."""
_TAKEN = "{} cannot be used: another server has it open"
_T = TypeVar("_T")
Scores: TypeAlias = Mapping[int, Score | None]
"""The scores of a game that is over, by seat; None for a seat that statistics leave out."""


class StoreError(ls.LivingstoneError):
    """The file of games cannot be used."""


class BusyError(StoreError):
    """Another process writes to the file of games."""


@frozen
class TableSeat:
    """A seat of a table."""

    name: str
    kind: str
    """`person`, `open` until somebody sits down, or the strength of a bot."""
    token: str
    """The secret that a client needs to play for this seat."""
    new_holder_token: str = ""
    """The secret in the link that passes the seat on; empty without one."""
    left: str = ""
    """Why a bot plays for the person: `resigned`, `late` or `away`; empty while none does."""
    is_public: bool = False
    """Whether anybody can take it from the lobby while it is open."""
    left_before_moving: bool = False
    """Whether the person left before making a move; statistics then leave the game out."""


class ChatLine(NamedTuple):
    """A line of a table's chat, with the writer's name, since the seat may be passed on."""

    written: float
    seat: int
    name: str
    text: str


@frozen(kw_only=True)
class Customs:
    """How a table is played, as chosen when it was set up; a rematch keeps it."""

    language: str
    """The language it was set up in."""
    hints: bool = False
    """Whether players may ask for hints."""
    waits: bool = False
    """Whether the others wait for a bot that is not compiled yet; else `greedy` plays for it."""
    chat: bool = True
    away: float = 0
    """Minutes after which a bot plays for a person who is away; 0 for never."""
    clock: str = ""
    """Minutes for each player, `+`, and seconds added for each turn; empty without a clock."""
    is_listed: bool = True
    """Whether the lobby shows it to everybody."""
    guides: bool = False
    """Whether the player is guided through the first round."""
    pace: str = "calm"
    """How fast bots play: a key of `PACES`."""


@frozen(kw_only=True)
class Agreement:
    """A player's request to take back the last move, and the answers of the others."""

    asked: int | None = None
    """The seat that asks."""
    agreed: tuple[int, ...] = ()
    """The seats that agree, that of the player who asks included."""
    refused: int | None = None


@frozen(kw_only=True)
class GameProgress:
    """How far a game has got, for lists of tables."""

    column: int = 1
    is_over: bool = False
    mover: int = 0
    points: tuple[int, ...] = ()
    """The points by seat. Like `winners`, empty for a table that an older version has stored."""
    winners: tuple[int, ...] = ()
    """The seats of the winners; empty until the game is over."""


@frozen(kw_only=True)
class Following:
    """The next game between the same players."""

    rematch: str | None = None
    """The id of its table; None before it begins."""
    rematch_seats: tuple[int, ...] = ()
    """The seats in the next game, by the seats of this one; empty if they are the same."""


@frozen(kw_only=True)
class KeptTable:
    """A table as it is stored, without the entries of its journal."""

    id: str
    edition: str
    """The shipped edition it is played with."""
    hash: str
    """The hash of that edition when the game began; the file keeps the edition."""
    first: int
    seats: tuple[TableSeat, ...]
    host: int = 0
    """The seat that may turn the chat off and on."""
    branched: bool = False
    """Whether it goes on from a position of another game; statistics leave it out."""
    customs: Customs
    clocks: tuple[float, ...] = ()
    """The seconds that are left, by seat; empty without a clock."""
    agreement: Agreement = Agreement()
    progress: GameProgress = GameProgress()
    following: Following = Following()
    played: int = field(default=0, eq=False)
    """When it was last changed, in seconds since 1970; 0 for a table that is not stored yet."""
    is_damaged: bool = False
    """Whether the stored table cannot be read; such a table is never written again."""

    @property
    def free(self) -> list[int]:
        """The seats that anybody can take now."""
        open_seats = (
            number
            for number, seat in enumerate(self.seats)
            if seat.is_public and seat.kind == "open"
        )
        return [] if self.progress.is_over else [*open_seats]


_PARTS = {
    "customs": Customs,
    "agreement": Agreement,
    "progress": GameProgress,
    "following": Following,
}
"""The parts of a `KeptTable`; the file keeps their fields beside those of the table itself."""


@lru_cache(maxsize=8)
def _text_of(edition: ls.Edition) -> str:
    return ls.to_json(edition)


def _plain(table: KeptTable) -> dict[str, Any]:
    """Return a table as the file keeps it."""
    values = asdict(table)
    for part in _PARTS:
        values |= values.pop(part)
    for seat in values["seats"]:
        seat[_NEW_HOLDER] = seat.pop("new_holder_token")
    return values


def _kept(values: dict[str, Any], played: int) -> KeptTable:
    """Make a table from what the file keeps; a damaged one raises any error."""
    values |= {name: tuple(values.get(name, ())) for name in _TUPLES}
    parts = {
        part: kind(**{name: values.pop(name) for name in fields_dict(kind) if name in values})
        for part, kind in _PARTS.items()
    }
    for seat in values["seats"]:
        seat["new_holder_token"] = seat.pop(_NEW_HOLDER, "")
    seats = tuple(TableSeat(**seat) for seat in values["seats"])
    return KeptTable(**values | parts | {"seats": seats, "played": played})


class GameStore:
    """The file of games, open for one server alone or, if shared, beside a server.

    Raises `StoreError` if it cannot be opened, is used by another process, or is of a version that
    this one does not know. Its methods raise it if they cannot read or write.
    """

    def __init__(
        self, path: Path, *, syncs: bool = True, seconds: float = 5.0, is_shared: bool = False
    ) -> None:
        """Open or create the file; wait up to `seconds` for another process to close it.

        Data always survive the end of the process; with `syncs`, they also survive a power cut.
        With `is_shared`, a server may use the file: then tables can only be found and deleted.
        """
        with _telling(path), ExitStack() as opened:
            path = database_at(path)
            touch_private(path)
            self._lock = FileLock(path)
            opened.callback(self._lock.close)
            is_alone = self._lock.take(0 if is_shared else seconds)
            if not is_alone and not is_shared:
                who = "" if self._lock.is_of_this_process else _who_uses(path)
                raise StoreError(f"{_TAKEN.format(path)}{who}: stop it, or choose another file")
            self._file = sqlite3.connect(
                path, timeout=seconds, isolation_level=None, check_same_thread=False
            )
            opened.callback(self._file.close)
            version = self._prepare(path, syncs=syncs)
            if is_alone and not self._lock.renew():
                raise StoreError(_TAKEN.format(path))
            if version < len(_MIGRATIONS) and not is_alone:
                raise StoreError("the server that uses the games is older than this program")
            for number, script in enumerate(_MIGRATIONS[version:], version + 1):
                self._file.executescript(f"BEGIN;{script};PRAGMA user_version={number};COMMIT;")
            if is_shared:
                self._lock.release()  # a server can start meanwhile
            else:
                self.sign("")
                self._file.execute("PRAGMA busy_timeout=0")  # nobody waits for it: `when_free`
            opened.pop_all()  # it stays open
        self.damaged = set[str]()
        """The tables that are known to be damaged."""
        self._opened_at = time.time()
        self._opened_by_monotonic_clock = time.monotonic()

    def _prepare(self, path: Path, *, syncs: bool) -> int:
        """Set the open file up; return the version of its tables.

        Raises `StoreError` for tables of a newer version, and of another program.
        """
        self._file.text_factory = lambda text: text.decode(errors="replace")
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise StoreError("the games were kept by a newer version of livingstone: update it")
        if problem := _problem_of_tables(self._file, version):
            raise StoreError(f"{path}: {problem}")
        for setting in ("journal_mode=WAL", f"synchronous={'FULL' if syncs else 'NORMAL'}"):
            self._file.execute(f"PRAGMA {setting}")
        self._file.execute("SELECT 1 FROM sqlite_master").fetchone()
        return int(version)

    def now(self) -> float:
        """Return the time by which ages are counted, in seconds since 1970.

        It does not follow a clock that is set forward while the file is open, so that nothing is
        suddenly too old. A time in the future counts as new.
        """
        return min(time.time(), self._running())

    def stamp(self) -> float:
        """Return the time of something that happens now, in seconds since 1970.

        It does not follow a clock that is set back while the file is open, so that nothing is
        suddenly too old when the clock is right again.
        """
        return max(time.time(), self._running())

    def _running(self) -> float:
        """Return the time by a clock that nobody can set while the file is open."""
        return self._opened_at + time.monotonic() - self._opened_by_monotonic_clock

    def sign(self, address: str) -> None:
        """Write into the file which process uses it, and the address of its pages."""
        with self._writing() as file:
            file.execute("DELETE FROM server")
            file.execute("INSERT INTO server VALUES (?, ?)", (os.getpid(), address))
        with _telling("the file of games"):
            self._file.execute("PRAGMA wal_checkpoint")  # `_who_uses` reads this file alone

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        self._lock.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Commit everything that the block writes, or nothing."""
        with _telling("the file of games"), self._file:
            if not self._file.in_transaction:
                self._file.execute("BEGIN IMMEDIATE")
            yield self._file

    def begin_transaction(self) -> bool:
        """Begin a transaction for the next write; return False if another process writes."""
        with _telling("the file of games"):
            try:
                self._file.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
        return bool(self._file.in_transaction)

    async def when_free(self, write: Callable[[], _T], seconds: float = 1.0) -> _T:
        """Call `write` as soon as no other process writes; raise `BusyError` after `seconds`."""
        end = time.monotonic() + seconds
        while not self.begin_transaction():
            if time.monotonic() > end:
                raise BusyError("another process writes to the file of games")
            await asyncio.sleep(PAUSE)
        try:
            return write()
        finally:
            self._file.rollback()  # what it has written is committed

    def read(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query in SQL."""
        with _telling("the file of games"):
            return list(self._file.execute(question, values))

    def _find(self, question: str, id: str) -> str | None:
        return next((str(text) for (text,) in self.read(question, id)), None)

    def put(
        self,
        table: KeptTable,
        number: int = 0,
        entries: Iterable[str] = (),
        scores: Scores = MappingProxyType({}),
        address: str | None = None,
    ) -> None:
        """Store a table and its journal entries from `number` on, and count its `scores`.

        `address` is the one that begins the table, None for a table that has begun before.
        Raises `StoreError` for a table that has been deleted, or that could not be read again.
        """
        about = json.dumps(_plain(table))
        if table.seats and _sound(table.id, about, 0) is None:
            raise StoreError(f"table {table.id} could not be read again")
        is_over = table.progress.is_over
        row = (table.id, int(self.stamp()), is_over, about, table.customs.is_listed)
        rows = [(table.id, place, line) for place, line in enumerate(entries, number)]
        with self._writing() as file:
            if number and not self.read("SELECT 1 FROM tables WHERE id = ?", table.id):
                raise StoreError(f"table {table.id} was deleted")
            file.execute(
                "INSERT OR REPLACE INTO tables (id, played, is_over, about, is_listed)"
                " VALUES (?, ?, ?, ?, ?)",
                row,
            )
            file.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
            if address is not None:
                self._note_begun(file, table.id, address)
            self._count(file, table, scores)

    def _note_begun(self, file: sqlite3.Connection, id: str, address: str) -> None:
        """Store who has begun a table, for a day; a clock that was set wrong keeps nothing."""
        now = self.stamp()
        file.execute("DELETE FROM begun WHERE began NOT BETWEEN ? AND ?", (now - DAY, now + DAY))
        file.execute("INSERT INTO begun VALUES (?, ?, ?)", (id, self._hashed(address), now))

    def begun_by(self, address: str) -> list[float]:
        """List when the tables of the last day were begun that an address has begun and are left.

        The times are in seconds since 1970, the earliest first.
        """
        question = (
            "SELECT began FROM begun JOIN tables USING (id)"
            " WHERE address = ? AND began BETWEEN ? AND ? ORDER BY began"
        )
        now = self.now()
        rows = self.read(question, self._hashed(address), now - DAY, now + DAY)
        return [began for (began,) in rows]

    def _hashed(self, address: str) -> bytes:
        """Return what the file keeps of an address: it can be compared, and not read."""
        ((key,),) = self.read("SELECT key FROM secret")
        return blake2b(address.encode(), key=key, digest_size=16).digest()

    def _count(self, file: sqlite3.Connection, table: KeptTable, scores: Scores) -> None:
        """Add the scores of seats to the statistics of the visitors who had them, once each."""
        if not scores:
            return
        question = "SELECT visitor, seat FROM visitors WHERE id = ? AND is_counted = 0"
        for visitor, seat in self.read(question, table.id):
            if seat not in scores:
                continue
            row = (table.id, visitor, seat)
            count = "UPDATE visitors SET is_counted = 1 WHERE id = ? AND visitor = ? AND seat = ?"
            file.execute(count, row)
            if (score := scores[seat]) is not None:
                name = table.seats[seat].name
                before = self.statistics(visitor).get(name, Statistics())
                added = astuple(before.with_game(score))
                values = (visitor, name, self.now(), *added)
                places = ", ".join("?" * len(values))
                file.execute(f"INSERT OR REPLACE INTO statistics VALUES ({places})", values)  # noqa: S608
        oldest = self.now() - _OLDEST_STATISTICS
        file.execute("DELETE FROM statistics WHERE changed < ?", (oldest,))

    def count_all(self, scores_of: Callable[[KeptTable], Scores]) -> None:
        """Count the games that an earlier server has not counted."""
        while rows := self.read(f"{_UNCOUNTED} LIMIT {_TABLES_AT_ONCE}"):
            with self._writing() as file:
                for row in rows:
                    table = self._table_of(*row)
                    self._count(file, table, scores_of(table))
                    count = "UPDATE visitors SET is_counted = 1 WHERE id = ?"
                    file.execute(count, (table.id,))

    def statistics(self, visitor: str) -> dict[str, Statistics]:
        """Return how a visitor's games have ended, by the names that the visitor used."""
        question = (
            "SELECT name, games, won, finished, points, best, likelihoods FROM statistics"
            " WHERE visitor = ? ORDER BY changed DESC"
        )
        names = fields_dict(Statistics)
        return {
            name: Statistics(**dict(zip(names, values, strict=True)))
            for name, *values in self.read(question, visitor)
        }

    def table(self, id: str) -> KeptTable | None:
        """Find a table."""
        rows = self.read("SELECT id, about, played FROM tables WHERE id = ?", id)
        return self._table_of(*rows[0]) if rows else None

    def tables(self, is_over: bool, most: int) -> list[KeptTable]:
        """List the tables that everybody may see, the most recently played first."""
        question = (
            "SELECT id, about, played FROM tables WHERE is_listed = 1 AND is_over = ?"
            " ORDER BY played DESC LIMIT ?"
        )
        return [self._table_of(*row) for row in self.read(question, is_over, most)]

    def _table_of(self, id: str, about: str, played: int) -> KeptTable:
        """Read a table; mark it if it is known to be damaged."""
        if (kept := _sound(id, about, played)) is not None:
            return evolve(kept, is_damaged=True) if id in self.damaged else kept
        return KeptTable(
            id=id,
            edition="",
            hash="",
            first=0,
            seats=(),
            customs=Customs(language="en"),
            is_damaged=True,
        )

    def tables_of(self, visitor: str) -> list[tuple[KeptTable, list[int]]]:
        """List a visitor's newest tables and seats there, the most recently played first."""
        question = (
            "SELECT id, about, played, json_group_array(seat) FROM tables JOIN visitors USING (id)"
            " WHERE visitor = ? GROUP BY id ORDER BY played DESC LIMIT ?"
        )
        rows = self.read(question, visitor, _MOST_OWN)
        return [(self._table_of(*row), json.loads(seats)) for *row, seats in rows]

    def add_visitor(
        self,
        visitor: str,
        table: KeptTable,
        seats: Iterable[int],
        scores: Scores = MappingProxyType({}),
    ) -> None:
        """Store which seats of a table a visitor has; count the game if it is over for them."""
        id = table.id
        add = (
            "INSERT OR IGNORE INTO visitors (id, visitor, seat) SELECT ?1, ?2, ?3"
            " WHERE (SELECT count(*) FROM visitors WHERE id = ?1) < ?4"
        )
        with self._writing() as file:
            file.executemany(add, [(id, visitor, seat, _MOST_VISITORS) for seat in seats])
            self._count(file, table, scores)

    def count_tables(self) -> int:
        """Count all tables."""
        ((count,),) = self.read("SELECT count(*) FROM tables")
        return int(count)

    def slices(self, days: float, *, unbegun: bool = False) -> "Iterator[Slice]":
        """Delete the tables that nobody has touched for `days`, in slices.

        Each slice writes for some milliseconds, so that others can write between two slices. With
        `unbegun`, it deletes only tables without a move.
        """
        last = ""
        while rows := self.read(_NEXT_TABLES, last, _TABLES_AT_ONCE):
            last = rows[-1][0]
            oldest = self.now() - days * DAY
            untouched = [id for id, played in rows if played < oldest]
            yield Slice(self, untouched, oldest, unbegun)
            while untouched:
                yield Slice(self, untouched, oldest, unbegun)

    def delete_untouched(
        self, ids: list[str], oldest: float, unbegun: bool, spared: Container[str]
    ) -> list[str]:
        """Go through a list of tables for some milliseconds; delete those untouched since `oldest`.

        Returns the deleted tables. Tables in `spared`, and tables that were touched meanwhile,
        stay.
        """
        question = _UNTOUCHED + _UNBEGUN if unbegun else _UNTOUCHED
        end = time.monotonic() + _SECONDS_OF_SLICE
        deleted = list[str]()
        with self._writing() as file:
            while ids:
                id = ids.pop()
                if id not in spared and file.execute(question, (id, oldest)).fetchone():
                    self._delete(file, id)
                    deleted.append(id)
                if time.monotonic() > end:
                    break
        return deleted

    def delete(self, *ids: str) -> None:
        """Delete tables and all that belongs to them."""
        with self._writing() as file:
            for id in ids:
                self._delete(file, id)

    def _delete(self, file: sqlite3.Connection, id: str) -> None:
        for name in ("tables", "entries", "reviews", "chats", "visitors", "begun"):
            file.execute(f"DELETE FROM {name} WHERE id = ?", (id,))  # noqa: S608

    def entries(self, id: str) -> list[str]:
        """List the entries of a table."""
        rows = self.read("SELECT line FROM entries WHERE id = ? ORDER BY number", id)
        return [line for (line,) in rows]

    def chat(self, id: str) -> tuple[ChatLine, ...]:
        """List the lines of a table's chat."""
        lines = self._find("SELECT lines FROM chats WHERE id = ?", id)
        return tuple(ChatLine(*line) for line in json.loads(lines or "[]"))

    def add_line(self, id: str, line: ChatLine) -> tuple[ChatLine, ...]:
        """Store a line of a table's chat, delete some old chats, and list what is left."""
        oldest = self.now() - _OLDEST_LINE
        latest = (*self.chat(id), line)[-_MOST_LINES:]
        lines = tuple(line for line in latest if line.written > oldest)
        with self._writing() as file:
            row = (id, line.written, json.dumps(lines))
            file.execute("INSERT OR REPLACE INTO chats VALUES (?, ?, ?)", row)
            old = "SELECT id FROM chats WHERE written <= ? LIMIT ?"
            file.execute(f"DELETE FROM chats WHERE id IN ({old})", (oldest, _CHATS_AT_ONCE))  # noqa: S608
        return lines

    def add_edition(self, edition: ls.Edition) -> None:
        """Store an edition under its hash."""
        with self._writing() as file:
            row = (edition.hash, _text_of(edition))
            file.execute("INSERT OR IGNORE INTO editions VALUES (?, ?)", row)

    def edition(self, hash: str) -> str | None:
        """Find an edition, as JSON, by its hash."""
        return self._find("SELECT text FROM editions WHERE hash = ?", hash)

    def review(self, id: str) -> str | None:
        """Find the review of a table's game, or of a record."""
        return self._find("SELECT text FROM reviews WHERE id = ?", id)

    def add_review(self, id: str, text: str) -> None:
        """Store the review of a table's game, or of a record."""
        with self._writing() as file:
            file.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?)", (id, text))

    def add_record(self, id: str, text: str, most: int) -> None:
        """Store a record, and delete the oldest ones if there are more than `most`."""
        with self._writing() as file:
            file.execute("INSERT INTO records (id, text) VALUES (?, ?)", (id, text))
            old = "number <= (SELECT max(number) FROM records) - ?"
            of_old = f"reviews WHERE id IN (SELECT id FROM records WHERE {old})"  # noqa: S608
            for rows in (of_old, f"records WHERE {old}"):
                file.execute(f"DELETE FROM {rows}", (most,))  # noqa: S608

    def record(self, id: str) -> str | None:
        """Find the text of a record."""
        return self._find("SELECT text FROM records WHERE id = ?", id)


def _who_uses(path: Path) -> str:
    """Return which other process has signed a file of games; empty if none has.

    This locks nothing and writes nothing beside the file, which may have been moved.
    """
    uri = f"{path.absolute().as_uri()}?immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as file:
            ((pid, address),) = file.execute("SELECT pid, address FROM server").fetchall()
    except (sqlite3.Error, ValueError):  # the server is an older one
        return ""
    return f" (process {pid}, {address})" if address else f" (process {pid})"


def _problem_of_tables(file: sqlite3.Connection, version: int) -> str:
    """Return why this is not a file of games of a version (0: a new file); empty if it is."""
    is_empty = file.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    with closing(sqlite3.connect(":memory:")) as sound:
        sound.executescript(";".join(_MIGRATIONS[:version]))
        tables = [name for (name,) in sound.execute(_TABLES)]
        is_other = any(_columns(file, name) != _columns(sound, name) for name in tables)
    if is_other or (not version and not is_empty):
        return "is an SQLite file of another program: choose another name"
    return problem_of_others(file, tables)


def _columns(file: sqlite3.Connection, table: str) -> list[tuple[str]]:
    return file.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()


@lru_cache(maxsize=2_000)
def _sound(id: str, about: str, played: int) -> KeptTable | None:
    """Read a table; None if it is damaged."""
    try:
        kept = _kept(json.loads(about), played)
        seats = kept.seats
        texts = [kept.customs.language]
        texts += [text for seat in seats for text in astuple(seat)[:_TEXTS_OF_A_SEAT]]
        are_texts = all(isinstance(text, str) for text in texts)
        has_mover = kept.progress.mover in range(len(seats))
        fit = has_mover and len(kept.progress.points) in (0, len(seats))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    is_sound = kept.id == id and kept.edition in ls.edition.RULESETS and are_texts and fit
    return kept if is_sound else None


@contextmanager
def _telling(what: object) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeEncodeError) as error:  # of a lone surrogate
        raise StoreError(f"{what} cannot be used: {error}") from error


@frozen
class Slice:
    """A part of the pruning of a file of games; call it in, or as, one transaction."""

    _store: GameStore
    _ids: list[str]
    """The tables that are still to be looked at; each call removes some."""
    _oldest: float
    _unbegun: bool

    def __call__(self, spared: Container[str] = ()) -> list[str]:
        """Delete some tables, but none of `spared`; return the deleted ones."""
        return self._store.delete_untouched(self._ids, self._oldest, self._unbegun, spared)


class Pruned(NamedTuple):
    """What `prune` did."""

    deleted: int
    """How many tables it deleted."""
    kept: int
    """How many tables are left."""


def prune(database: "File", days: float) -> Pruned:
    """Delete the tables of a file of games that nobody has touched for `days`; count them.

    A server may use the file at the same time.

    >>> prune("no-games.db", days=90)
    Traceback (most recent call last):
    livingstone.web.game_store.StoreError: no-games.db does not exist

    Raises `StoreError` if that fails, for example if the file does not exist; it is not created.
    """
    path = path_of(database)
    if not path.exists():
        raise StoreError(f"{path} does not exist")
    deleted = 0
    with closing(GameStore(path, syncs=False, is_shared=True)) as store:
        for write in store.slices(days):
            deleted += len(write())
            time.sleep(PAUSE)  # a server can write
        return Pruned(deleted, store.count_tables())


def back_up(database: "File", copy: "File", *, overwrite: bool = False) -> None:
    """Copy the file of games, completely or not at all, even while a server uses it.

    Raises `StoreError` if that fails; `ArgumentError` if the copy exists, without `overwrite`, and
    if it is the file itself, a file of SQLite beside it, or another database in use.
    """
    refuse_inputs(copy, [database])
    with _telling(database):
        path = database_at(path_of(database))
    if not path.exists():
        raise StoreError(f"{database} does not exist")
    uri = f"{path.as_uri()}?mode=rw"
    with (
        _telling(f"{database} or {copy}"),
        new_file(copy, overwrite, is_private=True) as stream,
        closing(sqlite3.connect(uri, uri=True)) as source,
        closing(sqlite3.connect(stream.name)) as target,
    ):
        target.execute("PRAGMA journal_mode=OFF")  # a full disk would leave a journal behind
        source.backup(target)
