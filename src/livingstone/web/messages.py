"""The messages to the clients at a table: server-sent events with what has changed."""

import json
from zlib import crc32

from attrs import define, field

import livingstone as ls
from livingstone.web.client_view import ClientView, isolated, page
from livingstone.web.live_tables import LiveTable
from livingstone.web.requests import Client
from livingstone.web.watching import Watcher


def view_for(client: Client, since: ls.Version | None = None) -> ClientView:
    """Return a table as a client may see it, with the events since a version, or with none."""
    table = client.table
    snapshot = table.game.snapshot(
        client.observer,
        since=table.game.version if since is None else since,
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

    def message(self) -> str:
        """Return a message with the changes since the last one; empty without any."""
        client = self.client
        table = self.client.table
        observer = self.client.observer
        # On a shared screen, the next player must not read the lines of the last one; and lines
        # have the name that a seat had before somebody sat down.
        known = self.since if self._seen == self._now() else None
        client_view = view_for(client, known or ls.Version())
        snapshot = client_view.snapshot
        version = snapshot.version
        parts = parts_for(client, client_view)
        changed = {name: text for name, text in parts.items() if self._sent.get(name) != text}
        if version == known and not changed:
            return ""
        before = self.since or version
        mover = snapshot.view.current_player
        fresh = version.events - before.events if before.undone == version.undone else 0
        data = {
            "revision": table.revision,
            "title": client_view.title,
            "isTurn": client_view.is_turn,
            "parts": changed,
            "isAnew": snapshot.is_anew or known is None,
            "news": _lines(table.game, client_view),
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


def _lines(game: ls.Table, client_view: ClientView) -> list[str]:
    """Make lines of what happened, each event with the state after it."""
    events = client_view.snapshot.events
    states = [step.state for step in game.history for _ in step.events]
    missing = len(events) - len(states)  # what happened before the first step
    states = [game.start] * missing + states[max(-missing, 0) :]
    return [
        client_view.line(told.event, told.sentence, state)
        for told, state in zip(events, states, strict=True)
    ]
