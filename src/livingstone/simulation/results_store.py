"""Results of games in an SQLite file: batches, their games, and the seats of each game."""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeVar

from attrs import evolve, fields, frozen

from livingstone.documents.text import from_json, to_json
from livingstone.edition.effect import converter
from livingstone.edition.kinds import Kinds
from livingstone.edition.released import edition_name
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, LivingstoneError, short_repr
from livingstone.simulation.batch import (
    FAILURES,
    FIGURES,
    Batch,
    FailureNote,
    GameRow,
    Score,
    SeatRow,
    SimulationError,
    seed_text,
)
from livingstone.simulation.entrants import Entry
from livingstone.simulation.one_game import Played, one_line
from livingstone.support.databases import problem_of_others
from livingstone.support.files import File, database_at, files_of_changes, path_of, reason_of
from livingstone.support.limits import Between
from livingstone.support.machine import __version__
from livingstone.support.structuring import problems_of

APPLICATION = 0x4C495653  # "LIVS" in ASCII
VERSION = 7  # of the tables
PATIENCE = 60.0  # seconds to wait while another process writes to the file
HEADER = b"SQLite format 3\0"
_WAL = b"\2\2"  # in the header of a file that has a `-wal`, or had one and was not closed
EXPORTED = (".csv", ".jsonl", ".parquet")
_MOST_COPIES = 20  # of a file that another process writes
LISTS = ("played", "majorities")
"""The columns of JSON."""
_OF_SCORE = (*FIGURES, "is_out", "majorities")
_Item = TypeVar("_Item", int, str)


def _declare(
    *names: str,
    kind: str = "integer",
    least: int = 0,
    most: int = 10**15,
    needed: bool = True,
) -> str:
    """Declare columns; SQLite checks their cells when it writes them and when a file is opened."""
    sound = f"typeof({{0}}) IN ('{kind}', 'null')"
    if kind == "integer":
        sound += f" AND {{0}} BETWEEN {least} AND {most}"
    column = f"{{0}} {kind}{' NOT NULL' if needed else ''} CHECK ({sound})"
    return ", ".join(column.format(name) for name in names)


def _all_or_none(*names: str) -> str:
    return f"CHECK ({' + '.join(f'({name} IS NULL)' for name in names)} IN (0, {len(names)}))"


_NATURAL = ", ".join(_declare(name, needed=False) for name in FIGURES)
_SIGNED = ("points", "hand")
"""Figures that own cards can take below 0 (R8.3)."""
_FIGURES = ", ".join(
    _declare(name, least=-(10**15) if name in _SIGNED else 0, needed=False) for name in FIGURES
)
SCHEMA = {
    "batches": """CREATE TABLE batches (
    batch INTEGER NOT NULL PRIMARY KEY, livingstone TEXT NOT NULL, lineup TEXT NOT NULL,
    identities TEXT NOT NULL, seed TEXT NOT NULL, edition TEXT NOT NULL, edition_hash TEXT NOT NULL,
    edition_json TEXT NOT NULL, games_per_deal INTEGER NOT NULL, seconds_per_move REAL, label TEXT,
    engines TEXT NOT NULL) WITHOUT ROWID""",
    "games": f"""CREATE TABLE games (
    {_declare("batch", "game", "rounds", "moves")},
    {_declare("threshold", "failed_seat", needed=False)},
    {_declare("failed_how", "note", "traceback", kind="text", needed=False)},
    {_declare("choices", kind="blob")}, {_declare("record", kind="text", needed=False)},
    CHECK (failed_how IN {FAILURES}), {_all_or_none("failed_seat", "failed_how", "note")},
    PRIMARY KEY (batch, game)) WITHOUT ROWID""",
    "seats": f"""CREATE TABLE seats (
    {_declare("batch", "game", "seat")}, {_declare("bot", kind="text")},
    {_declare("won", most=1)}, {_declare("rank")}, {_declare("played", kind="text")},
    {_FIGURES}, {_declare("is_out", most=1, needed=False)},
    {_declare("majorities", kind="text", needed=False)},
    {_all_or_none(*_OF_SCORE)},
    PRIMARY KEY (batch, game, seat)) WITHOUT ROWID""",
}
"""The tables. A seat has no figures in a game that a failure ended. `lineup` and
`identities` are JSON, too."""
_WITHOUT_TRACEBACK = {
    "games": SCHEMA["games"].replace(f", {_declare('traceback', kind='text', needed=False)}", "")
}
_WITHOUT_IDENTITIES = {"batches": SCHEMA["batches"].replace(" identities TEXT NOT NULL,", "")}
_NOT_SIGNED = SCHEMA | {"seats": SCHEMA["seats"].replace(_FIGURES, _NATURAL)}
_OLDER = {
    6: _NOT_SIGNED,
    5: _NOT_SIGNED | _WITHOUT_TRACEBACK,
    4: _NOT_SIGNED | _WITHOUT_TRACEBACK | _WITHOUT_IDENTITIES,
}
"""The tables of earlier versions, which are read but get no more games."""
_SELECT_ROWS = """
    SELECT rounds, moves, threshold, failed_seat, failed_how, note, {traceback} AS traceback,
        seats.*
    FROM games JOIN seats USING (batch, game)
    WHERE batch = ? AND game BETWEEN ? AND ? ORDER BY game, seat"""
_SELECT_BATCHES = """
    SELECT batch, livingstone, lineup, {identities}, seed, edition, edition_hash, edition_json,
        games_per_deal, seconds_per_move, label, engines,
        (SELECT count(*) FROM games WHERE games.batch = batches.batch),
        (SELECT coalesce(max(game), -1) FROM games WHERE games.batch = batches.batch),
        (SELECT count(*) FROM seats WHERE seats.batch = batches.batch)
    FROM batches ORDER BY batch"""


@frozen
class StoredBatch:
    """A batch in a file."""

    __repr__ = short_repr

    number: Annotated[int, Between(1, 10**15)]
    """Its number in the file, from 1."""
    livingstone: str
    """The version of this library that plays it."""
    lineup: Annotated[tuple[str, ...], Between(2, 20)]
    """What reports call the bots: by seat, in the first game."""
    identities: tuple[str | None, ...]
    """For each bot, a text that only it has: its name with all options and a hash of each file
    among them, or its class and fields, or the function and arguments that make it. None in a file
    of an earlier version, which did not note it."""
    seed: Annotated[int, Between(0, 2**128 - 1)]
    """The seed of the batch."""
    edition: str
    """The id of the edition."""
    edition_hash: str
    """The hash of the edition."""
    edition_json: str
    """The edition as `to_json` writes it."""
    games_per_deal: Annotated[int, Between(1, 20)]
    """How often each deal is played; the bots move on by one seat each time."""
    seconds_per_move: float | None
    """How long a bot could think about a move; None without a limit."""
    label: str | None
    """What lists of the batches call it, if the user said so."""
    engines: str
    """The engines that played it, such as `fast` or `fast, python`."""
    games: int
    """How many of its games the file has."""

    @property
    def batch(self) -> Batch:
        """The batch with the edition's id in place of the edition, which need not be loaded."""
        return Batch(
            entries=tuple(map(Entry, self.lineup, self.identities)),
            seed=self.seed,
            edition=self.edition,
            games_per_deal=self.games_per_deal,
            seconds_per_move=self.seconds_per_move,
        )

    def load_edition(self, effects: Kinds = ()) -> Edition:
        """Load the edition; raises `ArgumentError` if it is not the one that was played."""
        try:
            edition = from_json(self.edition_json, Edition, effects=effects)
        except LivingstoneError as error:
            raise ArgumentError(f"the edition {self.edition}: {error}") from None
        if (edition.id, edition.hash) != (self.edition, self.edition_hash):
            raise ArgumentError(f"the edition {self.edition} is not the one that was played")
        return edition

    def __str__(self) -> str:
        label = f" ({self.label})" if self.label else ""
        edition = edition_name(self.edition, self.edition_hash)
        played = f"{edition}, seed {self.seed}, {self.games} games"
        lineup = ", ".join(self.lineup)
        return f"batch {self.number}{label}: {lineup}; {played}"


class ResultsStore(closing["ResultsStore"]):
    """An open file of results; without a path, a temporary one that is deleted at the end."""

    def __init__(self, file: File | None, *, read_only: bool = False) -> None:
        """Open or make a file; raises `ArgumentError` for one that is damaged or not of results."""
        super().__init__(self)
        path = None if file is None else path_of(file)
        # absolute, as a bot may go elsewhere; followed, as SQLite's files lie beside the target
        self.path = None if path is None else Path(os.path.realpath(path))
        self.name = "the temporary file of the games" if path is None else str(path)
        self._is_read_only = read_only
        self.lacking = ""
        if self.path is not None and not read_only and self.path.suffix.lower() in EXPORTED:
            raise ArgumentError(
                f"{self.name}: games are written to an SQLite file, such as games.db;"
                f" `livingstone export games.db {self.path.name}` turns it into this format"
            )
        with self._errors(), ExitStack() as stack:
            if self.path is not None and not read_only:
                database_at(self.path)
            header = b"" if path is None else _header(path, read_only)
            address = "" if self.path is None else f"{self.path.as_uri()}?mode=rwc"
            if read_only and self.path is not None:
                address = self._readable(self.path, header[18:20] == _WAL, stack)
            self._connection = sqlite3.connect(
                address,
                timeout=PATIENCE,
                isolation_level=None,
                check_same_thread=False,
                uri=True,
            )
            stack.callback(self._close)
            self._version = _version_of(header) if header else VERSION
            self._prepare(is_new=not header)
            self._at_end = stack.pop_all()

    def _readable(self, path: Path, has_wal: bool, stack: ExitStack) -> str:
        """Return an address for reading: who may write clears up after a crash."""
        if is_lone := has_wal and not files_of_changes(path):
            self.lacking = f": it was not closed, and {path.name}-wal is missing"
        if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
            return f"{path.as_uri()}?mode=rw"
        if files_of_changes(path):
            return _copied(path, stack).as_uri()
        return f"{path.as_uri()}?{'immutable=1' if is_lone else 'mode=ro'}"

    def _prepare(self, *, is_new: bool) -> None:
        execute = self._connection.execute
        execute("PRAGMA trusted_schema = OFF")
        execute("PRAGMA synchronous = FULL")
        tables = (
            f"SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name IN {(*SCHEMA,)}"
        )
        if not execute(tables).fetchone():  # also after a kill while the tables were made
            if self._is_read_only:
                raise ArgumentError(f"{self.name}: holds nothing yet{self.lacking}")
            with self._transaction():
                if not execute(tables).fetchone():  # or another process was quicker
                    for table in SCHEMA.values():
                        execute(table)
                    execute(f"PRAGMA application_id = {APPLICATION}")
                    execute(f"PRAGMA user_version = {VERSION}")
        if self.path is not None and not self._is_read_only:
            with suppress(sqlite3.OperationalError):  # another process is doing it
                execute("PRAGMA journal_mode = WAL")
        if dict(execute(tables)) != {VERSION: SCHEMA, **_OLDER}[self._version]:
            raise ArgumentError(f"{self.name}: has other tables than a file of results")
        if is_new:
            return
        problem = "" if self._is_read_only else problem_of_others(self._connection, SCHEMA)
        if problem:
            raise ArgumentError(f"{self.name}: {problem}")
        if (problem := execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise ArgumentError(f"{self.name}: is damaged: {one_line(problem)}")

    def close(self) -> None:
        """Close the file; SQLite's files beside it go unless another process has it open."""
        self._at_end.close()

    def _close(self) -> None:
        if not self._is_read_only:
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA busy_timeout = 0")
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        place = self.name
        try:
            yield
        except OSError as error:
            raise ArgumentError(f"{place}: {reason_of(error)}") from error
        except sqlite3.OperationalError as error:
            if self._is_read_only:
                raise ArgumentError(f"{place}: {error}") from error
            raise SimulationError(f"{place}: {error}; the games before stay in it") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:  # of a text in a damaged schema
            raise ArgumentError(f"{place}: is damaged: {one_line(str(error))}") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors(), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield

    def query(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query; raises `ArgumentError` if the file cannot be read."""
        with self._errors():
            return self._connection.execute(sql, tuple(values)).fetchall()

    def batches(self) -> tuple[StoredBatch, ...]:
        """List the batches; raises `ArgumentError` for a damaged one."""
        column = "NULL" if self._version == 4 else "identities"
        return tuple(
            self._stored(*cells) for cells in self.query(_SELECT_BATCHES.format(identities=column))
        )

    def _stored(self, *cells: Any) -> StoredBatch:
        *columns, last_game, seats = cells
        plain = dict(zip([field.name for field in fields(StoredBatch)], columns, strict=True))
        try:
            plain["lineup"] = lineup = json.loads(plain["lineup"])
            if plain["identities"] is not None:
                plain["identities"] = json.loads(plain["identities"])
            elif isinstance(lineup, list):
                plain["identities"] = [None] * len(lineup)
            plain["seed"] = int(plain["seed"][1:], 16)
            stored = converter.structure(plain, StoredBatch)
            if stored.games_per_deal > len(stored.lineup):
                raise ValueError("games_per_deal: is larger than the lineup")
            if len(stored.identities) != len(stored.lineup):
                raise ValueError("identities: are not those of the lineup")
            if (last_game, seats) != (stored.games - 1, stored.games * len(stored.lineup)):
                raise ValueError("games or seats are missing")
        except (ValueError, TypeError, RecursionError) as error:
            raise ArgumentError(f"{self.name}: is damaged: {problems_of(error)[0]}") from None
        return stored

    def find(self, batch: Batch) -> StoredBatch | None:
        """Find a batch; raises `ArgumentError` for one of another version of this library."""
        wanted = (batch, batch.edition_hash)
        for stored in self.batches():
            if (evolve(stored.batch, edition=batch.edition), stored.edition_hash) == wanted:
                if stored.livingstone == __version__:
                    return stored
                raise ArgumentError(
                    f"{self.name}: holds games of this batch that version {stored.livingstone} of"
                    f" livingstone played; this is {__version__}"
                )
        return None

    def add_batch(self, batch: Batch, label: str | None = None) -> int:
        """Return the number of a batch; add it if the file lacks it, else change its label."""
        edition = batch.loaded_edition
        with self._transaction():
            if (stored := self.find(batch)) is not None:
                if label is not None:
                    sql = "UPDATE batches SET label = ? WHERE batch = ?"
                    self._connection.execute(sql, (label, stored.number))
                return stored.number
            number = 1 + max([0, *(stored.number for stored in self.batches())])
            cells = {
                "batch": number,
                "livingstone": __version__,
                "lineup": json.dumps(batch.lineup),
                "identities": json.dumps([entry.identity for entry in batch.entries]),
                "seed": seed_text(batch.seed),
                "edition": edition.id,
                "edition_hash": batch.edition_hash,
                "edition_json": to_json(edition),
                "games_per_deal": batch.games_per_deal,
                "seconds_per_move": batch.seconds_per_move,
                "label": label,
                "engines": "",
            }
            marks = ", ".join(f":{column}" for column in cells)
            sql = f"INSERT INTO batches ({', '.join(cells)}) VALUES ({marks})"
            self._connection.execute(sql, cells)
        return number

    def note_engine(self, number: int, engine: str) -> None:
        """Note that this engine plays games of a batch."""
        with self._transaction():
            ((noted,),) = self.query("SELECT engines FROM batches WHERE batch = ?", (number,))
            engines = ", ".join(dict.fromkeys([*filter(None, noted.split(", ")), engine]))
            sql = "UPDATE batches SET engines = ? WHERE batch = ?"
            self._connection.execute(sql, (engines, number))

    def add(self, number: int, games: list[Played]) -> None:
        """Add games in one transaction; raises `SimulationError` if none can be written."""
        with self._transaction():
            add_game, add_seat = self._insertion("games"), self._insertion("seats")
            for row, choices, record in games:  # one by one: how many make a task changes no byte
                lines = [
                    line | {name: _to_json(line[name]) for name in LISTS}
                    for line in lines_of(number, row)
                ]
                game = {"choices": choices, "record": record}
                self._connection.execute(add_game, lines[0] | game)
                self._connection.executemany(add_seat, lines)

    def _insertion(self, table: str) -> str:
        columns = self._connection.execute(f"SELECT * FROM {table} LIMIT 0").description
        names = ", ".join(f":{name}" for name, *_ in columns)
        return f"INSERT INTO {table} VALUES ({names}) ON CONFLICT DO NOTHING"

    def rows(self, stored: StoredBatch, games: range | None = None) -> Iterator[GameRow]:
        """Go through games of a batch; raises `ArgumentError` for a damaged row."""
        batch = stored.batch
        players = len(stored.lineup)
        games = range(stored.games) if games is None else games
        if not games:
            return
        with self._errors():
            column = "NULL" if self._version < 6 else "traceback"
            sql = _SELECT_ROWS.format(traceback=column)
            cursor = self._connection.execute(sql, (stored.number, games[0], games[-1]))
            cursor.row_factory = sqlite3.Row
            for game in games:
                try:
                    yield _row(batch, stored.edition_hash, game, cursor.fetchmany(players))
                except (ValueError, TypeError, RecursionError, LookupError) as error:
                    raise ArgumentError(f"{self.name}: game {game} is damaged: {error}") from None

    def game(self, stored: StoredBatch, game: int) -> tuple[GameRow, bytes, str | None]:
        """Return a game with its choices and its record, if the file has it; raises as `rows`."""
        if not 0 <= game < stored.games:
            raise ArgumentError(f"{self.name}: there is no game {game}, from 0, in {stored}")
        (row,) = self.rows(stored, range(game, game + 1))
        sql = "SELECT choices, record FROM games WHERE batch = ? AND game = ?"
        return row, *self.query(sql, (stored.number, game))[0]


def _header(path: Path, read_only: bool) -> bytes:
    """Check the first bytes of a file, without SQLite, which might change files of others."""
    if path.exists() and not path.is_file():
        raise ArgumentError(f"{path}: is not a regular file")
    with path.open("rb" if read_only else "ab+") as stream:
        stream.seek(0)
        header = stream.read(100)
    if (header or read_only) and not header.startswith(HEADER):
        raise ArgumentError(f"{path}: is not an SQLite file of results")
    if not header:
        return header
    if int.from_bytes(header[68:72], "big") != APPLICATION:
        raise ArgumentError(f"{path}: is an SQLite file of another program")
    version = _version_of(header)
    if version in _OLDER and not read_only:
        raise ArgumentError(
            f"{path}: an earlier version of livingstone made it; its games can be read, but new"
            " ones need another file"
        )
    if version not in (VERSION, *_OLDER):
        raise ArgumentError(
            f"{path}: has tables of version {version}, not {VERSION}: choose a new file"
        )
    return header


def _version_of(header: bytes) -> int:
    """Return the version of the tables, which SQLite keeps as `user_version`."""
    return int.from_bytes(header[60:64], "big")


def _copied(path: Path, stack: ExitStack) -> Path:
    """Copy a file and those beside it as they are at one time; raises `OSError` if that fails."""
    for _ in range(_MOST_COPIES):
        folder = Path(stack.enter_context(TemporaryDirectory()))
        before = _times_of(path)
        for file in before:
            shutil.copyfile(file, folder / file.name)
        if before == _times_of(path):
            return folder / path.name
    raise OSError("is being written by somebody else, and cannot be read meanwhile")


def _times_of(path: Path) -> dict[Path, int]:
    """Return when a file and those beside it were last written, in nanoseconds."""
    return {file: file.stat().st_mtime_ns for file in (path, *files_of_changes(path))}


def winners_in(batches: Sequence[StoredBatch], games: int) -> str:
    """Return the SQL of a table with the number of winners of each of the first games."""
    numbers = ", ".join(str(stored.number) for stored in batches)
    return f"""(SELECT batch, game, sum(won) AS winner_count FROM seats
        WHERE batch IN ({numbers}) AND game < {games} GROUP BY batch, game)"""


def is_store(file: File) -> bool:
    """Return whether a file is a file of results, or another SQLite file, by its first bytes.

    >>> is_store("no/such/file.db")
    False
    """
    with suppress(OSError), path_of(file).open("rb") as stream:
        return stream.read(len(HEADER)) == HEADER
    return False


def lines_of(number: int, row: GameRow) -> Iterator[dict[str, Any]]:
    """Yield the columns of each seat of a game, with those of the game, by their names."""
    note = row.note
    game: dict[str, Any] = {
        "batch": number,
        "game": row.game,
        "rounds": row.rounds,
        "moves": row.moves,
        "threshold": row.threshold,
        "failed_seat": note and note.seat,
        "failed_how": note and note.kind,
        "note": note and note.reason,
        "traceback": (note and note.traceback) or None,
    }
    for number, seat in enumerate(row.seats):
        result = {
            "seat": number,
            "bot": seat.bot,
            "won": seat.won,
            "rank": seat.rank,
            "played": seat.played,
        }
        score = {name: seat.score and getattr(seat.score, name) for name in _OF_SCORE}
        yield game | result | score


@lru_cache(maxsize=10_000)  # most games have the same cards and majorities
def _to_json(values: tuple[object, ...] | None) -> str | None:
    return None if values is None else json.dumps(values)


def _row(batch: Batch, edition: str, game: int, lines: list[sqlite3.Row]) -> GameRow:
    """Make a row of the lines of a game, one for each seat; raises `ValueError` if wrong."""
    names = batch.seats(game)
    places = [(line["game"], line["seat"], line["bot"]) for line in lines]
    if places != [(game, seat, name) for seat, name in enumerate(names)]:
        raise ValueError("its number, its seats or its bots are not those of its batch")
    first = lines[0]
    note = None
    if (seat := first["failed_seat"]) is not None:
        if seat >= len(names):
            raise ValueError("its failure note has no such seat")
        how = first["failed_how"]
        reason = first["note"]
        note = FailureNote(seat, names[seat], how, reason, first["traceback"] or "")
    seats = tuple(_seat(line, len(names), note is None) for line in lines)
    return GameRow(
        game=game,
        seed=batch.seed_of(game),
        edition=edition,
        rounds=first["rounds"],
        moves=first["moves"],
        threshold=first["threshold"],
        note=note,
        seats=seats,
    )


def _seat(line: sqlite3.Row, players: int, is_finished: bool) -> SeatRow:
    if not 1 <= line["rank"] <= players:
        raise ValueError("a rank is wrong")
    if (line["points"] is not None) != is_finished:
        raise ValueError("a seat has figures exactly if the game was played to its end")
    score = None
    if is_finished:
        figures = {name: line[name] for name in FIGURES}
        majorities = _from_json(line["majorities"], int)
        score = Score(**figures, majorities=majorities, is_out=bool(line["is_out"]))
    played = _from_json(line["played"], str)
    return SeatRow(line["bot"], bool(line["won"]), line["rank"], played, score)


@lru_cache(maxsize=10_000)
def _from_json(text: str, kind: type[_Item]) -> tuple[_Item, ...]:
    values = json.loads(text)
    if not isinstance(values, list) or any(type(value) is not kind for value in values):
        raise ValueError("played or majorities is not such a list")
    return tuple(values)
