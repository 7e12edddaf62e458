"""Clients that watch a table: the loop behind each stream of server-sent events."""

import asyncio
from collections.abc import AsyncIterator

from attrs import define

from livingstone.web.bots import BotTurns
from livingstone.web.game_store import StoreError
from livingstone.web.requests import Client

_SECONDS_OF_SILENCE = 2.0
"""After so long without a message, `alive` is sent; a page that misses two connects again."""


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
