"""The parts of a record: checks of what callers give, and of how the parts fit together."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Any, get_args

from livingstone.edition.structuring.limits import Line
from livingstone.errors import ArgumentError, shown
from livingstone.support.arguments import SEED_LIMIT, is_iterable, plain_int

__all__ = ["check_comments", "check_names", "check_tags", "misfits", "number_or_same"]

_, _LINE = get_args(Line)


def number_or_same(value: int) -> int:
    """Convert a whole number, such as one of numpy, to a plain `int`; leave anything else.

    >>> number_or_same(3), number_or_same("3")
    (3, '3')
    """
    number = plain_int(value)
    return value if number is None else number


def check_names(players: Iterable[str] | None, count: int) -> tuple[str, ...]:
    """Check the names of players, by seat; without names, players are called by their seats.

    >>> check_names(None, 2)
    ('Player 0', 'Player 1')

    Raises `ArgumentError` for anything that is no list of texts.
    """
    if players is None:
        return tuple(f"Player {seat}" for seat in range(count))
    if isinstance(players, str) or not is_iterable(players):
        raise ArgumentError(f"players must be a list of names, by seat: {shown(players)}")
    return tuple(_text("players", name) for name in players)


def check_tags(tags: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """Check tags, and sort them by name.

    >>> check_tags({"event": "Club", "date": "2025-03-14"})
    (('date', '2025-03-14'), ('event', 'Club'))

    Raises `ArgumentError` for anything that is no mapping of texts to texts.
    """
    items = _items("tags", "names to texts", tags)
    return tuple(sorted((_text("tags", name), _text("tags", text)) for name, text in items))


def check_comments(comments: Mapping[int, str] | None) -> tuple[tuple[int, str], ...]:
    """Check comments, and sort them by the numbers of their actions.

    >>> check_comments({3: "bold", 1: "safe"})
    ((1, 'safe'), (3, 'bold'))

    Raises `ArgumentError` for anything that is no mapping of whole numbers to texts.
    """
    pairs = []
    for key, text in _items("comments", "numbers of actions to texts", comments):
        number = plain_int(key)
        if number is None:
            raise ArgumentError(f"comments: {shown(key)} is no number of an action")
        pairs.append((number, _text("comments", text)))
    return tuple(sorted(pairs))


def misfits(record: Any) -> Iterator[str]:
    """Find parts of a record that have wrong values or do not fit together.

    Raises `TypeError`, `AttributeError`, `ValueError` or `LookupError` where a part is of a type
    that cannot be compared with the other parts.
    """
    for name in ("players", "actions", "revealed", "tags", "comments"):
        if type(getattr(record, name)) is not tuple:
            yield f"{name}: must be a tuple"
    for name, texts in _texts(record):
        if not all(re.fullmatch(_LINE.pattern, text) for text in texts):
            yield f"{name}: each must be {_LINE.meaning}, without control characters"
    count, range_ = len(record.players), record.edition.board.players
    if not range_.least <= count <= range_.most:
        yield f"players: must be {range_.least} to {range_.most} names, not {count}"
    for name, seat in (("first", record.first), ("seat", record.seat)):
        if seat is not None and (type(seat) is not int or not 0 <= seat < count):
            yield f"{name}: must be a seat from 0 to {count - 1}"
    if record.is_spectators and record.seat is not None:
        yield "seat: the record is a spectator's, who has none"
    if record.seed is not None and not 0 <= record.seed < SEED_LIMIT:
        yield "seed: must be a whole number from 0 to 2**128 - 1"
    if not record.is_full and record.seed is not None:
        yield "seed: what it decided is hidden here, so that it cannot be told"
    if record.is_full and record.revealed:
        yield "revealed: nothing is hidden in this record"
    if any(name >= other for (name, _), (other, _) in pairwise(record.tags)):
        yield "tags: must be in order, none twice"
    if any(number >= other for (number, _), (other, _) in pairwise(record.comments)):
        yield "comments: must be in order, none twice"
    if record.comments and record.comments[0][0] < 1:
        yield "comments: actions count from 1"
    if record.comments and record.comments[-1][0] > len(record.actions):
        yield f"comments: there are {len(record.actions)} actions only"


def _texts(record: Any) -> Iterator[tuple[str, Iterable[str]]]:
    """List the texts that callers give, by the parts that they belong to."""
    yield "players", record.players
    yield "tags", chain.from_iterable(record.tags)
    yield "comments", [text for _, text in record.comments]


def _items(name: str, what: str, values: object) -> Iterable[tuple[object, object]]:
    if values is None:
        return ()
    if not isinstance(values, Mapping):
        raise ArgumentError(f"{name} must be a mapping of {what}: {shown(values)}")
    return values.items()


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ArgumentError(f"{name}: must be a text, not {shown(value)}")
    return str(value)
