"""What is new at a table since a version of it."""

from typing import NamedTuple

from livingstone.errors import short_repr
from livingstone.events import Event, visible


class Version(NamedTuple):
    """A point in the game at a table; equal versions mean the same point."""

    undone: int = 0
    """How often a move was taken back."""
    events: int = 0
    """How many events the table has had."""


BEGINNING = Version()
"""The version of a client that knows nothing of a game yet."""


class News(NamedTuple):
    """The events at a table since a version of it."""

    version: Version
    """The current version; pass it as `since` next time."""
    is_anew: bool
    """Whether `events` are all events of the game, since a move was taken back."""
    events: tuple[Event, ...]
    """The events since then, in their order."""

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def private(self) -> tuple[Event, ...]:
        """Those of `events` that show the seat what others do not see (R10.2)."""
        return tuple(event for event in self.events if visible(event, None) != event)
