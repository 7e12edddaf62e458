"""The log of a game in progress: its events, kept for each seat as that seat may see them."""

from collections.abc import Iterable
from typing import NamedTuple

from livingstone.errors import ArgumentError, shown
from livingstone.events.visibility import Event, visible
from livingstone.support.arguments import plain_int

__all__ = ["BEGINNING", "EventLog", "News", "Version"]


class Version(NamedTuple):
    """The point that a table has reached; it is at the same point whenever its version is equal."""

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
    """Whether `events` holds all events of the game: a move was taken back since then, or the table
    never got that far."""
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

    def has_gone_on(self, version: Version | None) -> bool:
        """Say whether the game is at another point by now; None stands for no point at all.

        Raises `ArgumentError` for what is no version.
        """
        return version is not None and _checked("version", version) != self.version

    def news(self, seat: int | None, since: Version) -> News:
        """Give the events since a version, as a seat, or a spectator (None), may see them.

        Raises `ArgumentError` for what is no version.
        """
        since = _checked("since", since)
        undone, events = self.version
        is_anew = since.undone != undone or not 0 <= since.events <= events
        seen = self._seen.setdefault(seat, [])
        seen.extend(visible(event, seat) for event in self._events[len(seen) :])
        return News(self.version, is_anew, tuple(seen[0 if is_anew else since.events :]))


def _checked(name: str, value: object) -> Version:
    """Give back a version; raises `ArgumentError` for all else, such as what JSON makes of one."""
    if not isinstance(value, Version) or not all(plain_int(number) is not None for number in value):
        raise ArgumentError(f"{name} must be a Version that a table gave: {shown(value)}")
    return value
