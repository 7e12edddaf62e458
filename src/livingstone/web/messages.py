"""What a client is told of a table as the game goes on: server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator

from attrs import define, field

import livingstone as ls
from livingstone.web.driving import Driver
from livingstone.web.showing import Showing, shown_line, shown_parts
from livingstone.web.tables import LiveTable
from livingstone.web.words import Words

__all__ = ["Listener", "eyes_of", "showing"]

_SECONDS_OF_SILENCE = 20.0
"""After so long, something is sent to see whether the client is still there."""


def eyes_of(table: LiveTable, seat: int | None, seats: tuple[int, ...]) -> int | None:
    """Say with whose eyes a client sees the table that sits in these seats, in `seat` now.

    Where several people share a screen, it shows a hand only while that player is to move.
    """
    state = table.game.state
    shares = len(seats) > 1 and not state.is_over
    return None if shares and seat != state.current_player else seat


def showing(table: LiveTable, seat: int | None, words: Words) -> Showing:
    """Show a table as a seat, or a spectator, may see it."""
    game, kept = table.game, table.kept
    view = game.view(seat)
    return Showing(
        view=view,
        names=table.names,
        words=words,
        kinds=tuple(player.kind for player in kept.seats),
        present=frozenset(n for n, count in table.watchers.items() if count and n is not None),
        thinking=table.thinking,
        can_undo=seat is not None and game.can_undo(seat),
        can_redo=seat is not None and game.can_redo and seat == view.current_player,
        revealed=view.revealed,
        result=ls.result(game.state) if view.is_over else None,
        rematch=kept.rematch,
        path=f"/table/{table.id}",
    )


def shown_news(table: LiveTable, it: Showing, since: ls.Version) -> tuple[bool, list[str]]:
    """Tell what happened since a version: whether it is all told anew, and the lines."""
    version, is_anew, events = table.game.news(it.seat, since)
    first = version.events - len(events)
    lines = [
        shown_line(event, it, table.reasons.get(number))
        for number, event in enumerate(events, first)
    ]
    return is_anew, lines


@define(eq=False)
class Listener:
    """A client that looks on."""

    table: LiveTable
    """Where."""
    seats: tuple[int, ...]
    """The seats of the client."""
    seat: int | None
    """The seat whose eyes it asked for."""
    words: Words
    """In whose language it is told."""
    driver: Driver
    """Who is to know that somebody looks on."""
    since: ls.Version | None = None
    """What it knows already; None if nothing."""
    _eyes: int | None = field(default=None, init=False)
    _sent: dict[str, str] = field(factory=dict, init=False)

    async def messages(self) -> AsyncIterator[str]:
        """Give a message at once, and another one whenever something has changed."""
        table, wake = self.table, asyncio.Event()
        table.on_change.add(wake.set)
        places = self.seats or (None,)
        table.watchers.update(places)
        table.tell()
        try:
            while not table.is_stale:
                self.driver.stir(table)
                wake.clear()
                yield self._message()
                try:
                    async with asyncio.timeout(_SECONDS_OF_SILENCE):
                        await wake.wait()
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            table.on_change.discard(wake.set)
            table.watchers.subtract(places)
            table.tell()
            self.driver.leave(table)

    def _message(self) -> str:
        """Write what has changed since the last message."""
        table, eyes = self.table, eyes_of(self.table, self.seat, self.seats)
        it = showing(table, eyes, self.words)
        if eyes != self._eyes:  # what was told to one person is not left for the next one to read
            self._eyes, self.since = eyes, None
        is_anew, lines = shown_news(table, it, self.since or ls.Version())
        is_anew, self.since = is_anew or self.since is None, table.game.version
        parts = shown_parts(it)
        changed = {name: text for name, text in parts.items() if self._sent.get(name) != text}
        self._sent = parts
        mover = table.game.state.current_player
        data = {
            "revision": table.revision,
            "title": self.words.say("title.turn" if it.is_turn else "title.table", name=it.mover),
            "isTurn": it.is_turn,
            "parts": changed,
            "isAnew": is_anew,
            "news": lines,
            "handOver": mover if eyes is None and mover in self.seats else None,
        }
        return f"id: {table.revision}\ndata: {json.dumps(data)}\n\n"
