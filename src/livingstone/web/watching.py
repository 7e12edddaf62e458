"""Clients that watch a table, by a stream of server-sent events or by asking from time to time."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress

from attrs import define, field

from livingstone.web.bots import BotTurns
from livingstone.web.game_store import StoreError
from livingstone.web.live_tables import LiveTable
from livingstone.web.requests import Client

_SECONDS_OF_SILENCE = 2.0
"""After so long without a message, `alive` is sent; a page that misses two connects again."""
_SECONDS_OF_VISIT = 30.0
"""For how long a client of the API that asks for a table is present there."""


@define(eq=False)
class Watcher:
    """Watches a table for a client; a subclass makes the messages."""

    client: Client
    bot_turns: BotTurns

    def message(self) -> str:
        """Return what has changed since the last message, as an event; empty for nothing."""
        raise NotImplementedError

    async def messages(self) -> AsyncIterator[str]:
        """Yield a message at once, and another one for each change."""
        table = self.client.table
        wake = asyncio.Event()
        watching: tuple[int, ...] | None = None
        table.on_change.add(wake.set)
        wake.set()
        try:
            while not table.is_stale:
                before, watching = watching, self.client.seats
                table.watch(before, watching)
                try:
                    seconds = self.bot_turns.tables.play_for_absent(table)
                except StoreError:
                    return  # the client comes back
                self.bot_turns.start(table, self.client.address)
                message = self.message() if wake.is_set() else ""
                wake.clear()
                if message:
                    yield message
                try:
                    async with asyncio.timeout(min(seconds, _SECONDS_OF_SILENCE)):
                        await wake.wait()
                except TimeoutError:
                    yield f"event: alive\ndata: {table.revision}\n\n"
        finally:
            table.on_change.discard(wake.set)
            table.watch(watching, None)
            self.bot_turns.stop_soon(table)


@define(eq=False)
class Visits:
    """Clients that ask for a table from time to time; each counts as present for a while."""

    bot_turns: BotTurns
    _ends: dict[tuple[LiveTable, tuple[int, ...]], float] = field(factory=dict, init=False)
    """Until when clients of these seats are present at a table, by `time.monotonic`."""

    def come(self, client: Client) -> None:
        """Count a client as present from now on, and let bots play."""
        table = client.table
        visit = table, client.seats
        is_new = visit not in self._ends
        self._ends[visit] = time.monotonic() + _SECONDS_OF_VISIT
        if is_new:
            table.watch(None, client.seats)
            asyncio.get_running_loop().call_later(_SECONDS_OF_VISIT, self._leave, visit)
        with suppress(StoreError):  # another request tries again
            self.bot_turns.tables.play_for_absent(table)
        self.bot_turns.start(table, client.address)

    def _leave(self, visit: tuple[LiveTable, tuple[int, ...]]) -> None:
        """End a visit, unless the client has come again."""
        table, seats = visit
        seconds = self._ends[visit] - time.monotonic()
        if seconds > 0:
            asyncio.get_running_loop().call_later(seconds, self._leave, visit)
            return
        del self._ends[visit]
        table.watch(seats, None)
        self.bot_turns.stop_soon(table)
