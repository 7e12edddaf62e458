"""The events of a game in progress, as each seat may see them."""

from collections.abc import Iterable
from typing import NamedTuple

from livingstone.events import Event, visible


class Version(NamedTuple):
    """A point in the game at a table; equal versions mean the same point."""

    undone: int = 0
    """The number of times that a move was taken back."""
    events: int = 0
    """The number of events so far."""


BEGINNING = Version()
"""The version of a client that knows nothing of a game yet."""


class News(NamedTuple):
    """The events at a table since a version of it."""

    version: Version
    """The current version; pass it as `since` next time."""
    is_anew: bool
    """Whether `events` starts over with all events of the game, since a move was taken back."""
    events: tuple[Event, ...]
    """The events, in order, as the seat may see them."""

    @property
    def private(self) -> tuple[Event, ...]:
        """Those of `events` that show the seat what others do not see (R10.2)."""
        return tuple(event for event in self.events if visible(event, None) != event)


class EventLog:
    """The events of a game; the last ones can be removed again."""

    def __init__(self) -> None:
        """Start with no events."""
        self._events = list[Event]()
        self._seen = dict[int | None, list[Event]]()
        self.version = BEGINNING
        """The current version."""

    def extend(self, events: Iterable[Event]) -> None:
        """Append events."""
        self._events.extend(events)
        self.version = Version(self.version.undone, len(self._events))

    def take_back(self, count: int) -> None:
        """Remove the last `count` events."""
        left = len(self._events) - count
        for events in (self._events, *self._seen.values()):
            del events[left:]
        self.version = Version(self.version.undone + 1, left)

    def news(self, seat: int | None, since: Version) -> News:
        """Return the events since a version, as a seat, or a spectator (None), may see them."""
        undone, events = self.version
        is_anew = since.undone != undone or not 0 <= since.events <= events
        seen = self._seen.setdefault(seat, [])
        seen.extend(visible(event, seat) for event in self._events[len(seen) :])
        return News(self.version, is_anew, tuple(seen[0 if is_anew else since.events :]))
