"""What a client is told of a table as the game goes on: server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator

from attrs import define, field

import livingstone as ls
from livingstone.web.driving import Driver
from livingstone.web.requests import Client
from livingstone.web.showing import Showing

__all__ = ["Listener", "parts_for", "showing"]

_SECONDS_OF_SILENCE = 20.0
"""After so long, something is sent to see whether the client is still there."""


def showing(client: Client) -> Showing:
    """Show a table as a client may see it."""
    table, eyes = client.table, client.eyes
    game, view = table.game, table.game.view(eyes)
    return Showing(
        view=view,
        names=table.names,
        words=client.words,
        revealed=view.revealed,
        result=ls.result(game.state),
        path=f"/table/{table.id}",
        kinds=tuple(seat.kind for seat in table.kept.seats),
        present=frozenset(seat for seat, count in table.watchers.items() if count),
        thinking=table.thinking,
        can_undo=eyes is not None and game.can_undo(eyes),
        can_redo=eyes is not None and game.can_redo and eyes == view.current_player,
        rematch=table.kept.rematch,
    )


def parts_for(client: Client) -> dict[str, str]:
    """Give the parts of a client's page, made once for all who see the same."""
    shown, key = client.table.shown, (client.eyes, client.words.language)
    if key not in shown:
        shown[key] = showing(client).parts()
    return shown[key]


@define(eq=False)
class Listener:
    """A client that looks on."""

    client: Client
    """Who it is."""
    driver: Driver
    """Who is to know that somebody looks on."""
    since: ls.Version | None = None
    """What it knows already; None if nothing."""
    _eyes: int | None = field(init=False)
    _sent: dict[str, str] = field(init=False, factory=dict)

    @_eyes.default
    def _first_eyes(self) -> int | None:
        return self.client.eyes

    async def messages(self) -> AsyncIterator[str]:
        """Give a message at once, and another one whenever something has changed."""
        table, wake = self.client.table, asyncio.Event()
        table.on_change.add(wake.set)
        self._count(1)
        try:
            while not table.is_stale:
                self.driver.stir(table)
                wake.clear()
                if message := self._message():
                    yield message
                try:
                    async with asyncio.timeout(_SECONDS_OF_SILENCE):
                        await wake.wait()
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            table.on_change.discard(wake.set)
            self._count(-1)
            self.driver.leave(table)

    def _count(self, change: int) -> None:
        """Count this client among those who look on; tell all if a player came or left."""
        table, seats = self.client.table, self.client.seats
        table.watchers.update(dict.fromkeys(seats or (None,), change))
        if seats:
            table.tell()

    def _message(self) -> str:
        """Write what has changed since the last message; nothing if nothing has."""
        client, table, eyes = self.client, self.client.table, self.client.eyes
        it, parts = showing(client), parts_for(client)
        # What was told to one person is not left for the next one to read.
        known = self.since if eyes == self._eyes else None
        news = table.game.news(eyes, known or ls.Version())
        changed = {name: text for name, text in parts.items() if self._sent.get(name) != text}
        if news.version == known and not changed:
            return ""
        before = self.since or news.version
        fresh = news.version.events - before.events if before.undone == news.version.undone else 0
        mover = table.game.state.current_player
        data = {
            "revision": table.revision,
            "title": it.title,
            "isTurn": it.is_turn,
            "parts": changed,
            "isAnew": news.is_anew or known is None,
            "news": _lines(table.game, it, news),
            "fresh": fresh,
            "handOver": mover if eyes is None and mover in client.seats else None,
        }
        self.since, self._sent, self._eyes = news.version, parts, eyes
        return f"id: {table.revision}\ndata: {json.dumps(data)}\n\n"


def _lines(game: ls.Table, it: Showing, news: ls.News) -> list[str]:
    """Tell the news, each event with a state right after it."""
    states = [step.state for step in game.history for _ in step.events]
    missing = len(news.events) - len(states)  # what happened before the first step
    states = [game.start] * missing + states[max(-missing, 0) :]
    return [it.line(event, state) for event, state in zip(news.events, states, strict=True)]
