"""The messages to the clients at a table: server-sent events with what has changed."""

import json
from itertools import takewhile
from zlib import crc32

from attrs import define, field

import livingstone as ls
from livingstone.web.client_view import ClientView, isolated, page
from livingstone.web.live_tables import LiveTable
from livingstone.web.requests import Client
from livingstone.web.turns import let_others
from livingstone.web.watching import Watcher

_STEPS_AT_ONCE = 20
"""The steps whose lines are written until others have their turn."""
_MOST_STORIES = 12
"""The most stories that are kept of a table; five players and who watches, in two languages."""


def view_for(client: Client) -> ClientView:
    """Return a table as a client may see it, without its events."""
    table = client.table
    snapshot = table.game.snapshot(
        client.observer,
        since=table.game.version,
        names=tuple(map(isolated, table.names)),
        language=client.phrases.language,
    )
    return ClientView(
        snapshot,
        names=table.names,
        phrases=client.phrases,
        revealed=snapshot.view.revealed,
        root=client.root,
        path=client.path,
        kinds=table.kinds,
        present=frozenset(seat for seat, count in table.watchers.items() if count),
        thinking=table.thinking,
        can_ask=snapshot.can_ask and table.kept.agreement.asked is None,
        has_clocks=bool(table.kept.clocks),
        away=table.kept.customs.away,
        rematch=table.kept.following.rematch,
        guides=table.kept.customs.guides and client.observer is not None,
    )


def event_id(table: LiveTable) -> str:
    """Return the id of a message: the version of the game, and a checksum of the names."""
    return f"{table.revision}-{crc32(repr(table.names).encode()):08x}"


def parts_for(client: Client, client_view: ClientView) -> dict[str, str]:
    """Return the parts of a client's page, which are made once for all who see the same."""
    parts = client.table.parts
    key = (
        client.observer,
        client.seats,
        client.held_seats,
        client.has_left,
        client.site,
        client.phrases.language,
    )
    if key not in parts:
        parts_of_client = {
            name: page(f"{name}.html", client_view=client_view, client=client)
            for name in ("asked", "chat", "invited")
        }
        parts[key] = client_view.parts() | parts_of_client
    return parts[key]


@define(eq=False)
class Story:
    """The lines of a game's log, for all readers who see the same and use the same language.

    The story is kept with the table, so that each line is written only once.
    """

    names: tuple[str, ...]
    """The names of the players when the lines were written."""
    opening: list[str] | None = None
    """The lines about what happened before the first step; None before they are written."""
    steps: list[tuple[ls.Transition, list[str]]] = field(factory=list)
    """Each step with the lines of its events."""

    def write(self, client_view: ClientView, game: ls.Table, most: int) -> bool:
        """Write the lines of at most `most` steps; return whether all are written."""
        history = game.history
        is_same = (step is written for step, (written, _) in zip(history, self.steps, strict=False))
        del self.steps[sum(takewhile(bool, is_same)) :]  # a move was taken back
        if self.opening is None:
            events = game.events(client_view.seat)
            count = len(events) - sum(len(step.events) for step in history)
            self.opening = [_line(event, game.start, client_view) for event in events[:count]]
        for step in history[len(self.steps) :][:most]:
            events = tuple(ls.visible(event, client_view.seat) for event in step.events)
            lines = [_line(event, step.state, client_view) for event in events]
            self.steps.append((step, lines))
        return len(self.steps) == len(history)

    def whole(self, client_view: ClientView, game: ls.Table) -> list[str]:
        """Return all lines."""
        self.write(client_view, game, len(game.history))
        return [*(self.opening or ()), *(line for _, lines in self.steps for line in lines)]


def _line(event: ls.Event, state: ls.State, client_view: ClientView) -> str:
    """Make a line of an event, as its reader may see it, with the state after it."""
    told = ls.describe(
        event,
        names=client_view.snapshot.names,
        language=client_view.phrases.language,
        you=client_view.seat,
        edition=state.edition,
    )
    return client_view.line(event, told, state)


def story_of(client: Client) -> Story:
    """Return the story that a client reads, which is kept with its table."""
    table = client.table
    stories = table.stories
    key = (client.observer, client.phrases.language)
    story = stories.get(key)
    if not isinstance(story, Story) or story.names != table.names:
        if len(stories) >= _MOST_STORIES:
            stories.clear()
        story = Story(table.names)
        stories[key] = story
    return story


@define(eq=False)
class Listener(Watcher):
    """Watches a table for a page."""

    since: ls.Version | None = None
    """The version that the client knows already; None if it knows nothing."""
    _sent: dict[str, str] = field(init=False, factory=dict)
    _seen: tuple[int | None, tuple[str, ...]] = field(init=False)
    """The seat and the names for which the client's lines were written."""

    @_seen.default
    def _now(self) -> tuple[int | None, tuple[str, ...]]:
        return self.client.observer, self.client.table.names

    async def prepare(self) -> None:
        """Write the lines of the log, a few at a time."""
        client = self.client
        while not story_of(client).write(view_for(client), client.table.game, _STEPS_AT_ONCE):
            await let_others()

    def message(self) -> str:
        """Return a message with the changes since the last one; empty without any."""
        client = self.client
        table = self.client.table
        observer = self.client.observer
        # On a shared screen, the next player must not read the lines of the last one; and lines
        # have the name that a seat had before somebody sat down.
        known = self.since if self._seen == self._now() else None
        client_view = view_for(client)
        snapshot = client_view.snapshot
        version = snapshot.version
        parts = parts_for(client, client_view)
        changed = {name: text for name, text in parts.items() if self._sent.get(name) != text}
        if version == known and not changed:
            return ""
        before = self.since or version
        mover = snapshot.view.current_player
        is_anew = known is None or known.undone != version.undone or known.events > version.events
        lines = story_of(client).whole(client_view, table.game)
        fresh = version.events - before.events if before.undone == version.undone else 0
        data = {
            "revision": table.revision,
            "title": client_view.title,
            "isTurn": client_view.is_turn,
            "parts": changed,
            "isAnew": is_anew,
            "news": lines[0 if is_anew or known is None else known.events :],
            "fresh": fresh,
            "own": " ".join(map(str, client.held_seats)),
            "clocks": table.kept.clocks,
            "timed": table.timed_seat,
            "handOver": mover if observer is None and mover in client.seats else None,
        }
        self.since = version
        self._sent = parts
        self._seen = self._now()
        return f"id: {event_id(table)}\ndata: {json.dumps(data)}\n\n"
