"""The events of a game in progress, as each seat may see them, kept so that news are cheap."""

from collections.abc import Iterable
from typing import NamedTuple

from livingstone.events.visibility import Event, visible

__all__ = ["BEGINNING", "EventLog", "Version"]


class Version(NamedTuple):
    """How far a game in progress is; equal versions of one game mean that the same has happened."""

    undone: int = 0
    """How often something was taken back."""
    events: int = 0
    """How many events there are."""


BEGINNING = Version()
"""The version of a game of which nothing is known yet."""


class EventLog:
    """Events in order, of which the last ones can be taken back."""

    def __init__(self) -> None:
        """Begin with no events."""
        self._events = list[Event]()
        self._seen = dict[int | None, list[Event]]()
        self._undone = 0

    @property
    def version(self) -> Version:
        """How far the game is."""
        return Version(self._undone, len(self._events))

    def extend(self, events: Iterable[Event]) -> None:
        """Add what happened."""
        self._events.extend(events)

    def take_back(self, count: int) -> None:
        """Forget the last `count` events, for all seats."""
        left = len(self._events) - count
        for events in (self._events, *self._seen.values()):
            del events[left:]
        self._undone += 1

    def seen_by(self, seat: int | None, first: int = 0) -> tuple[Event, ...]:
        """Give the events from number `first` (from 0) as a seat, or a spectator, may see them."""
        seen = self._seen.setdefault(seat, [])
        seen.extend(visible(event, seat) for event in self._events[len(seen) :])
        return tuple(seen[first:])
