"""The log of a game in progress: its events, kept for each seat as that seat may see them."""

from collections.abc import Iterable
from typing import NamedTuple

from livingstone.events.visibility import Event, visible

__all__ = ["BEGINNING", "EventLog", "News", "Version"]


class Version(NamedTuple):
    """The point that a game has reached; it is at the same point whenever its version is equal."""

    undone: int = 0
    """How many times a move was taken back."""
    events: int = 0
    """How many events have happened."""


BEGINNING = Version()
"""The version to ask with when nothing is known of a game yet."""


class News(NamedTuple):
    """The events at a table since a version of it."""

    version: Version
    """The current version, to ask with the next time."""
    is_anew: bool
    """Whether a move was taken back since then; if so, `events` holds all events of the game."""
    events: tuple[Event, ...]
    """The events, in order, as the seat may see them."""


class EventLog:
    """A list of events, from whose end events can be removed again."""

    def __init__(self) -> None:
        """Begin with no events."""
        self._events = list[Event]()
        self._seen = dict[int | None, list[Event]]()
        self.version = BEGINNING
        """The point that the game has reached; never one between two points."""

    def extend(self, events: Iterable[Event]) -> None:
        """Append events."""
        self._events.extend(events)
        self.version = Version(self.version.undone, len(self._events))

    def take_back(self, count: int) -> None:
        """Remove the last `count` events, for all seats."""
        left = len(self._events) - count
        for events in (self._events, *self._seen.values()):
            del events[left:]
        self.version = Version(self.version.undone + 1, left)

    def seen_by(self, seat: int | None, first: int = 0) -> tuple[Event, ...]:
        """Give the events from number `first` (from 0) as a seat, or a spectator, may see them."""
        seen = self._seen.setdefault(seat, [])
        seen.extend(visible(event, seat) for event in self._events[len(seen) :])
        return tuple(seen[first:])
