"""Journals: all that was done at a table, line by line, with what was taken back.

A line is in the notation, or it is `p0 undo` or `p0 redo`.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from livingstone.errors import ArgumentError, NotationError, RecordError
from livingstone.moves import Action, Outcome
from livingstone.notation import format_move, parse_move
from livingstone.notation.vocabulary import Notable
from livingstone.refusals import IllegalMoveError
from livingstone.undo import UndoError

__all__ = ["REDO", "UNDO", "Entry", "entries_of", "line_for", "refusing"]

UNDO, REDO = "undo", "redo"


class Entry(NamedTuple):
    """One line of a journal, read."""

    seat: int | None
    """Who did it; None for chance."""
    deed: Notable | str
    """The action, `UNDO` or `REDO`."""


def line_for(action: Action, seat: int) -> str:
    """Write an action, which is that of the seat unless it is an outcome of chance."""
    return format_move(action, None if isinstance(action, Outcome) else seat)


def entries_of(journal: Iterable[str]) -> list[Entry]:
    """Read a journal; raises `RecordError` for a line that is malformed."""
    entries = []
    for number, line in enumerate(journal, 1):
        with refusing(number):
            first, _, deed = line.partition(" ") if isinstance(line, str) else ("", "", "")
            if deed in (UNDO, REDO):
                entries.append(Entry(parse_move(f"{first} end")[0], deed))
            else:
                entries.append(Entry(*parse_move(line)))
    return entries


@contextmanager
def refusing(number: int) -> Iterator[None]:
    """Say that the entry with this number, from 1, cannot be carried out: by a `RecordError`."""
    try:
        yield
    except IllegalMoveError as error:
        raise RecordError(str(error.reason), number) from None
    except (NotationError, ArgumentError, UndoError) as error:
        raise RecordError(str(error), number) from None
