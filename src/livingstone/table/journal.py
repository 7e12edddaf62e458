"""Journals: all that was done at a table, line by line, with what was taken back.

A line is in the notation, or it is `p0 undo` or `p0 redo`.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, cast

from livingstone.errors import ArgumentError, NotationError, RecordError, shown
from livingstone.game.moves import Action, Outcome
from livingstone.game.refusals import IllegalMoveError
from livingstone.records.notation import format_move, parse_move
from livingstone.records.notation.vocabulary import SEAT, Notable
from livingstone.support.arguments import is_iterable
from livingstone.table.dealing import Dealer
from livingstone.table.undo import UndoError

__all__ = ["REDO", "UNDO", "Entry", "Journal", "line_for"]

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


def _entry_of(line: str, number: int) -> Entry:
    """Read a line, as it stands in a file; raises `RecordError` for one that is malformed."""
    line = line.rstrip("\r\n") if isinstance(line, str) else line
    first, _, deed = line.partition(" ") if isinstance(line, str) else ("", "", "")
    seat = SEAT.fullmatch(first)
    if seat and deed in (UNDO, REDO):
        return Entry(int(seat[1]), deed)
    try:
        return Entry(*parse_move(line))
    except (NotationError, ArgumentError) as error:
        raise RecordError(str(error), number) from None


class Journal:
    """A journal while it is carried out, entry by entry; it is true as long as some are left."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Read all lines.

        Raises `RecordError` for a line that is malformed, `ArgumentError` for no lines at all.
        """
        if isinstance(lines, str) or not is_iterable(lines):
            raise ArgumentError(f"a journal is a list of lines, not {shown(lines)}")
        self._entries = deque(_entry_of(line, number) for number, line in enumerate(lines, 1))
        self._taken = 0

    def __bool__(self) -> bool:
        return bool(self._entries)

    def take(self) -> Entry:
        """Take the next entry; there must be one."""
        self._taken += 1
        return self._entries.popleft()

    def before(self, dealer: Dealer | None) -> Dealer | None:
        """Deal the outcomes that stand next, and after the last line as the dealer does, if any."""
        if not callable(dealer):
            return dealer
        return lambda state: cast("Outcome", self.take().deed) if self else dealer(state)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Say that the entry taken last cannot be carried out: by a `RecordError`."""
        try:
            yield
        except IllegalMoveError as error:
            raise RecordError(str(error.reason), self._taken) from None
        except UndoError as error:
            raise RecordError(str(error), self._taken) from None
