"""Records as TOML, in texts and files; docs/reference/records.md has the format.

In a text of many records, each one is a table in the list `games`.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import tomli_w
from cattrs import Converter

from livingstone.edition import effect
from livingstone.edition.kinds import Kinds, own_kinds
from livingstone.edition.loading import load_edition, structure_edition
from livingstone.edition.released import find_edition, is_released
from livingstone.edition.types import Edition
from livingstone.errors import DataError, LivingstoneError, RecordError
from livingstone.records.record import Record
from livingstone.support import files
from livingstone.support.arguments import need
from livingstone.support.limits import Identifier
from livingstone.support.structuring import problems_of

MOST_RECORDS_SIZE = 50
"""A text or file of many records may have this many times the bytes of one."""
MOST_GAMES = 20_000
_SEVERAL = "write them to several files"
_MOST_INTEGER = 2**63
"""TOML promises integers below this one; greater seeds are text."""


def dumps(record: Record) -> str:
    """Write a record as TOML.

    >>> from livingstone import new_game
    >>> dumps(Record.of(new_game(2, seed=7))).splitlines()[7:10]
    ['actions = [', '    "d dice 2 2 3 4",', ']']

    Raises `RecordError` for a record that could not be read back: it is too large, for example.
    """
    need("dumps", record, "Record", Record)
    return _written(_table(record), 1, "leave comments and tags out, or use to_json")


def loads(text: str, *, effects: Kinds = ()) -> Record:
    """Read a record; `Record.verify` checks its actions.

    `effects` are classes of your own that its edition may name, or an edition that has them.

    >>> loads("players = []")
    Traceback (most recent call last):
    livingstone.errors.RecordError: players: must have 2 to 20 entries, not 0; edition: is missing

    Raises `RecordError` for a text that is not a record or is larger than 1,000,000 bytes, and
    `DataError` for an unknown kind of effect.
    """
    need("loads", text, "str", str)
    return _record(_parsed(text, 1), own_kinds(effects))


def dumps_all(records: Iterable[Record]) -> str:
    """Write many records as one text of TOML.

    Raises `RecordError` for more records than `loads_all` would read, and as `dumps` does.
    """
    tables = [_table(record) for record in records]
    if len(tables) > MOST_GAMES:
        raise RecordError(f"has more than {MOST_GAMES} games: {_SEVERAL}")
    return _written({"games": tables}, MOST_RECORDS_SIZE, _SEVERAL)


def loads_all(text: str, *, effects: Kinds = ()) -> tuple[Record, ...]:
    """Read many records from one text, or a single one.

    >>> loads_all("games = []")
    ()

    Raises `RecordError` with the number of the first game (from 1) that is not a record, and for a
    text that is larger than 50,000,000 bytes or has more than 20,000 games.
    """
    need("loads_all", text, "str", str)
    own = own_kinds(effects)
    table = _parsed(text, MOST_RECORDS_SIZE)
    if table and "games" not in table:
        return (_record(table, own),)
    games = table.pop("games", [])
    if table or not isinstance(games, list):
        raise RecordError("there is something else beside the list of games")
    if len(games) > MOST_GAMES:
        raise RecordError(f"has more than {MOST_GAMES} games")
    records = []
    for number, game in enumerate(games, 1):
        if not isinstance(game, dict):
            raise RecordError(f"game {number}: must be a table")
        try:
            records.append(_record(game, own))
        except RecordError as error:
            raise RecordError(f"game {number}: {error}") from None
    return tuple(records)


def dump(record: Record, file: files.File) -> None:
    """Write a record to a file, replacing one of that name: all of it, or nothing if that fails.

    A new file can be read by its owner alone, as a record shows all hands. A file that is replaced
    keeps its mode, and a symbolic link its target.

    Raises `RecordError` for a file that cannot be written, and as `dumps` does.
    """
    need("dump", record, "Record", Record)
    with _naming(file) as path:
        files.write_whole(path, dumps(record).encode(), is_private=True)


def load(file: files.File, *, effects: Kinds = ()) -> Record:
    """Read a record from a file.

    Raises `RecordError` for a file that cannot be read, and as `loads` does.
    """
    with _naming(file) as path:
        return loads(files.read_text(path, files.MOST_BYTES), effects=effects)


def dump_all(records: Iterable[Record], file: files.File) -> None:
    """Write many records to one file, as `dump` does; raises as `dump` and `dumps_all`."""
    with _naming(file) as path:
        files.write_whole(path, dumps_all(records).encode(), is_private=True)


def load_all(file: files.File, *, effects: Kinds = ()) -> tuple[Record, ...]:
    """Read many records from one file; raises as `load` and `loads_all`."""
    with _naming(file) as path:
        text = files.read_text(path, MOST_RECORDS_SIZE * files.MOST_BYTES)
        return loads_all(text, effects=effects)


@contextmanager
def _naming(file: files.File) -> Iterator[Path]:
    """Name the file in errors that do not name an action."""
    path = files.path_of(file)
    try:
        yield path
    except RecordError as error:
        if error.action is not None:
            raise
        raise RecordError(f"{path}: {error.reason}", rule=error.rule) from None
    except LivingstoneError:
        raise
    except (OSError, ValueError) as error:
        raise RecordError(f"{path}: {files.reason_of(error)}") from error


def _written(table: dict[str, Any], times: int, advice: str) -> str:
    """Write TOML that `_parsed` reads; the advice says how to write less."""
    text = tomli_w.dumps(table)
    try:
        _check_size(text, times)
        files.check_marks(text, times * files.MOST_MARKS)
    except ValueError as error:
        raise RecordError(f"{error}: {advice}") from None
    return text


def _parsed(text: str, times: int) -> dict[str, Any]:
    try:
        _check_size(text, times)
    except ValueError as error:
        raise RecordError(str(error)) from None
    try:
        return files.read_toml(text, times * files.MOST_MARKS)
    except ValueError as error:
        raise RecordError(f"is not TOML: {str(error)[:200]}") from None


def _check_size(text: str, times: int) -> None:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise ValueError("is not Unicode: it has lone surrogates") from None
    if size > (most := times * files.MOST_BYTES):
        raise ValueError(f"is larger than {most} bytes")


def _table(record: Record) -> dict[str, Any]:
    edition = record.edition
    is_found = is_released(edition) and record.edition_hash == edition.hash
    table = {name: getattr(record, name) for name in ("format", "players", "first", "seed", "seat")}
    if record.seed is not None and record.seed >= _MOST_INTEGER:
        table["seed"] = str(record.seed)
    table |= {
        "actions": record.actions,
        "edition": {
            "id": edition.id,
            "hash": record.edition_hash,
            **(effect.plain_content(edition) if record.embed_edition or not is_found else {}),
        },
        "tags": dict(record.tags) or None,
        "comments": {str(number): text for number, text in record.comments} or None,
        "told": {str(number): text for number, text in record.told} or None,
        "result": record.result and effect.converter.unstructure(record.result),
        "revealed": [effect.converter.unstructure(private) for private in record.revealed] or None,
    }
    plain: dict[str, Any] = effect.without_none(table)
    _check(plain, edition)
    return plain


def _check(table: dict[str, Any], edition: Edition) -> None:
    """Raise `RecordError` for a table that could not be read back."""
    parts = {key: table["edition"].get(key) for key in ("id", "hash")}
    if is_released(edition) and parts["hash"] == edition.hash:  # its figures are sound
        table = table | {"edition": parts}
    _record(table, own_kinds(edition))


def _record(table: dict[str, Any], own: effect.OwnKinds) -> Record:
    for key in ("edition_hash", "embed_edition"):
        if key in table:
            raise RecordError(f"unknown: {key}")
    plain = dict(table)
    for key in ("tags", "comments", "told"):
        problem = key + ": {!r} is not the number of an action"
        of_key = str if key == "tags" else partial(_whole, "[1-9][0-9]{0,6}", problem)
        if isinstance(plain.get(key), dict):
            plain[key] = sorted((of_key(name), text) for name, text in plain[key].items())
    if isinstance(seed := plain.get("seed"), str):
        plain["seed"] = _whole("[0-9]{1,39}", "seed: {!r} is not a whole number", seed)
    edition = plain.get("edition")
    result = plain.get("result")
    if isinstance(edition, dict):
        plain |= _edition_fields(edition)
    if isinstance(result, dict):
        plain["result"] = {"threshold": None, **result}
    try:
        return _converter_for(own).structure(plain, Record)
    except Exception as error:
        problems = problems_of(error)
        if unknown := [problem for problem in problems if problem.endswith(effect.OWN_KINDS)]:
            raise DataError("record", unknown) from None
        more = "; ..." if len(problems) > 10 else ""
        raise RecordError("; ".join(problems[:10]) + more) from None


def _edition_fields(edition: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a record that its table `edition` gives.

    If the table has only an id and a hash, the hash finds the edition. If it has the whole content,
    the hash is compared with that of the content.
    """
    content = {key: part for key, part in edition.items() if key != "hash"}
    is_whole = len(content) > 1
    given = {"edition": content if is_whole else edition, "embed_edition": is_whole}
    if "hash" in edition:
        given["edition_hash"] = edition["hash"]
    return given


def _whole(pattern: str, problem: str, digits: str) -> int:
    if not re.fullmatch(pattern, digits):
        raise RecordError(problem.format(digits[:40]))
    return int(digits)


@lru_cache(maxsize=8)
def _converter_for(own: effect.OwnKinds) -> Converter:
    def edition(value: Any, _: Any) -> Edition:
        if isinstance(value, dict) and "id" in value and set(value) <= {"id", "hash"}:
            id = effect.converter.structure(value["id"], Identifier)
            hash = value.get("hash")
            return find_edition(id, hash) if isinstance(hash, str) else load_edition(id)
        return structure_edition(value, own)

    made = effect.make_converter(own)
    made.register_structure_hook(Edition, edition)
    return made
