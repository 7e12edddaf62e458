"""Records as TOML, in texts and files; docs/reference/records.md has the format.

In a text of many records, each one is a table in the list `games`.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import tomli_w
from cattrs import Converter

from livingstone.edition.converting import OWN_KINDS, converter, make_converter
from livingstone.edition.effect import Effect, Kinds, own_kinds
from livingstone.edition.hashing import plain_content, without_none
from livingstone.edition.loading import is_shipped, load_edition, structure_edition
from livingstone.edition.types import Edition
from livingstone.errors import DataError, RecordError
from livingstone.records.record import Record, user_text
from livingstone.support.files import File, path_of, read_whole, reason_of, write_whole
from livingstone.support.structuring.converter import problems_of
from livingstone.support.structuring.limits import Identifier
from livingstone.support.structuring.toml import MOST_BYTES, MOST_MARKS, count_marks, read_toml

MOST_BYTES_OF_ALL = 50_000_000
"""The most bytes of a text or file of many records."""
MOST_GAMES = 20_000
"""The most games in a text or file."""
_EACH_GAME = re.compile(r"^(?=[ \t]*+\[\[[ \t]*+games[ \t]*+\]\])", re.MULTILINE)


def dumps(record: Record) -> str:
    """Write a record as TOML.

    >>> from livingstone import new_game
    >>> dumps(Record.of(new_game(2, seed=7))).splitlines()[7:10]
    ['actions = [', '    "d dice 2 2 3 4",', ']']

    Raises `RecordError` for a record that `loads` would refuse.
    """
    text = tomli_w.dumps(_table(record))
    loads(text, effects=record.edition)
    return text


def loads(text: str, *, effects: Kinds = ()) -> Record:
    """Read a record; `Record.verify` checks its actions.

    `effects` are classes of your own that its edition may name, or an edition that has them.

    >>> loads("players = []")
    Traceback (most recent call last):
    livingstone.errors.RecordError: edition: is missing; players: must have 2 to 20 entries, not 0

    Raises `RecordError` for a text that is not a record or is larger than 1,000,000 bytes, and
    `DataError` for a kind of effect that is not known.
    """
    own = own_kinds(effects)
    return _rewritable(text, _record(_parsed(_checked(text, MOST_BYTES)), own))


def dumps_all(records: Iterable[Record]) -> str:
    """Write many records as one text of TOML.

    Raises `RecordError` for records that `loads_all` would refuse.
    """
    kept = tuple(records)
    texts = [tomli_w.dumps({"games": [_table(record)]}) for record in kept]
    text = "\n".join(texts) or "games = []\n"
    loads_all(text, effects={type(card.effect) for r in kept for card in r.edition.cards})
    return text


def loads_all(text: str, *, effects: Kinds = ()) -> tuple[Record, ...]:
    """Read many records from one text, or a single one.

    Every line that starts with ``[[games]]`` starts a game, even within a multi-line string: escape
    the line breaks of a string with such a line, as `dumps_all` does.

    >>> loads_all("games = []")
    ()

    Raises `RecordError` with the number of the first game (from 1) that is not a record, and for a
    text larger than 50,000,000 bytes or a game larger than 1,000,000.
    """
    own = own_kinds(effects)
    # Parse one game at a time, so that the plain data of only one are in memory.
    head, *games = _EACH_GAME.split(_checked(text, MOST_BYTES_OF_ALL))
    if len(games) > MOST_GAMES:
        raise RecordError(f"has more than {MOST_GAMES} games")
    before = _parsed(_checked(head, MOST_BYTES))
    if before not in ({}, {"games": []}):
        if games or "games" in before:
            raise RecordError("there is something else before the first [[games]]")
        return (_rewritable(head, _record(before, own)),)
    records = []
    for number, game in enumerate(games, 1):
        try:
            record = _record(_only_game(_parsed(_checked(game, MOST_BYTES))), own)
            records.append(_rewritable(game, record))
        except RecordError as error:
            raise RecordError(f"game {number}: {error}") from None
    return tuple(records)


def dump(record: Record, path: File) -> None:
    """Write a record to a file, replacing one of that name: all of it, or nothing if that fails.

    Raises `RecordError` for a file that cannot be written, and as `dumps` does; `ArgumentError` for
    an impossible path.
    """
    _write(path, dumps(record))


def load(path: File, *, effects: Kinds = ()) -> Record:
    """Read a record from a file.

    Raises `RecordError` for a file that cannot be read, and as `loads` does; `ArgumentError` for an
    impossible path.
    """
    text = _read(path, MOST_BYTES)
    with _naming(path):
        return loads(text, effects=effects)


def dump_all(records: Iterable[Record], path: File) -> None:
    """Write many records to one file, as `dump` does; raises as `dump` and `dumps_all`."""
    _write(path, dumps_all(records))


def load_all(path: File, *, effects: Kinds = ()) -> tuple[Record, ...]:
    """Read many records from one file; raises as `load` and `loads_all`."""
    text = _read(path, MOST_BYTES_OF_ALL)
    with _naming(path):
        return loads_all(text, effects=effects)


def _rewritable(text: str, record: Record) -> Record:
    """Check that a record can be written again: actions get lines, tables get headings."""
    if 5 * len(text.encode()) + 2 * len(record.user) > MOST_BYTES or (
        12 * count_marks(text) > MOST_MARKS
    ):
        _parsed(_checked(tomli_w.dumps({"games": [_table(record)]}), MOST_BYTES))
    return record


def _checked(text: str, most: int) -> str:
    """Check that a text is Unicode, and not too large."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise RecordError("is not Unicode: it has lone surrogates") from None
    if size > most:
        raise RecordError(f"is larger than {most} bytes")
    return text


def _parsed(text: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except ValueError as error:
        raise RecordError(f"is not TOML: {str(error)[:200]}") from None


def _only_game(table: dict[str, Any]) -> dict[str, Any]:
    games = table.pop("games")
    if table or len(games) != 1:
        raise RecordError("there is something else beside it")
    game: dict[str, Any] = games[0]
    return game


def _table(record: Record) -> dict[str, Any]:
    edition = record.edition
    table = {name: getattr(record, name) for name in ("format", "players", "first", "seed", "seat")}
    table |= {
        "is_spectators": record.is_spectators or None,
        "actions": record.actions,
        **record.user_values,
        "edition": {
            "id": edition.id,
            "hash": record.edition_hash,
            **({} if is_shipped(edition) else plain_content(edition)),
        },
        "tags": dict(record.tags) or None,
        "comments": {str(number): text for number, text in record.comments} or None,
        "result": record.result and converter.unstructure(record.result),
        "revealed": [converter.unstructure(own) for own in record.revealed] or None,
    }
    plain: dict[str, Any] = without_none(table)
    return plain


def _record(table: dict[str, Any], own: tuple[type[Effect], ...]) -> Record:
    user = {key: value for key, value in table.items() if key.startswith("_")}
    plain: dict[str, Any] = {key: value for key, value in table.items() if key not in user}
    for key in ("user", "edition_hash"):
        if key in plain:
            raise RecordError(f"unknown: {key}")
    plain["user"] = user_text(user)
    for key, of_key in (("tags", str), ("comments", _number)):
        if isinstance(plain.get(key), dict):
            plain[key] = sorted((of_key(name), text) for name, text in plain[key].items())
    edition, result = plain.get("edition"), plain.get("result")
    if isinstance(edition, dict) and "hash" in edition:
        plain["edition_hash"] = edition.pop("hash")
    if isinstance(result, dict):
        plain["result"] = {"threshold": None, **result}
    try:
        return _converter_for(own).structure(plain, Record)
    except Exception as error:
        problems = problems_of(error)
        if unknown := [problem for problem in problems if problem.endswith(OWN_KINDS)]:
            raise DataError("record", unknown) from None
        more = "; ..." if len(problems) > 10 else ""
        raise RecordError("; ".join(problems[:10]) + more) from None


def _number(key: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,6}", key):
        raise RecordError(f"comments: {key[:40]!r} is not the number of an action")
    return int(key)


@contextmanager
def _naming(path: File) -> Iterator[None]:
    """Name the file in errors that do not name an action."""
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


@lru_cache(maxsize=8)
def _converter_for(own: tuple[type[Effect], ...]) -> Converter:
    def edition(value: Any, _: Any) -> Edition:
        if isinstance(value, dict) and set(value) == {"id"}:
            return load_edition(converter.structure(value["id"], Identifier))
        return structure_edition(value, own)

    made = make_converter(own)
    made.register_structure_hook(Edition, edition)
    return made
