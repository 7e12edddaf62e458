"""Journals: what was done at a table, line by line, moves that were taken back included.

A line is in the notation, or it is `p0 undo` or `p0 redo`.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from livingstone.errors import NotationError, RecordError
from livingstone.game.moves import Action, Outcome
from livingstone.records.notation import (
    SEAT,
    HiddenCard,
    HiddenDonation,
    format_move,
    parse_move,
)

__all__ = ["REDO", "UNDO", "Entry", "journal_line", "read_entries"]

UNDO, REDO = "undo", "redo"


class Entry(NamedTuple):
    """One line of a journal, parsed."""

    seat: int | None
    """Who acted; None for chance."""
    action: Action | str
    """The action, `UNDO` or `REDO`."""


def journal_line(action: Action, seat: int) -> str:
    """Write an action of a seat, or an outcome of chance."""
    return format_move(action, None if isinstance(action, Outcome) else seat)


def read_entries(lines: Iterable[str]) -> Iterator[Entry]:
    """Parse the lines of a journal; raises `RecordError` for a malformed one."""
    for number, ended_line in enumerate(lines, 1):
        line = ended_line.rstrip("\r\n")
        first, _, rest = line.partition(" ")
        seat = SEAT.fullmatch(first)
        if seat and rest in (UNDO, REDO):
            yield Entry(int(seat[1]), rest)
            continue
        try:
            actor, action = parse_move(line)
        except NotationError as error:
            raise RecordError(str(error), number) from None
        if isinstance(action, HiddenCard | HiddenDonation):
            raise RecordError("it is hidden, but a journal shows everything", number)
        yield Entry(actor, action)
