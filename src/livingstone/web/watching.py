"""Clients that watch a table, by a stream of server-sent events or by asking from time to time."""

import asyncio
import time
from collections.abc import AsyncGenerator, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from attrs import define, field

import livingstone as ls
from livingstone.web.bots import BotTurns
from livingstone.web.game_store import StoreError
from livingstone.web.live_tables import LiveTable
from livingstone.web.requests import Client

_SECONDS_OF_SILENCE = 2.0
"""Seconds without a message until `alive` is sent; a page that misses two connects again."""
_SECONDS_OF_VISIT = 30.0
"""Seconds for which a client of the API counts as present after it asks for a table."""
_T = TypeVar("_T")


@define(eq=False)
class Watcher:
    """Watches a table for a client; a subclass makes the messages."""

    client: Client
    bot_turns: BotTurns
    _wake: asyncio.Event = field(factory=asyncio.Event, init=False)
    """It is set by each change at the table."""
    _watched_seats: tuple[int, ...] | None = field(default=None, init=False)
    """The seats for which the client counts as a watcher; None before it counts."""
    _seconds: float = field(default=_SECONDS_OF_SILENCE, init=False)
    """The longest time to the next look at the table."""

    async def prepare(self) -> None:
        """Do the long part of the next message in slices, in turn with others."""

    def message(self) -> str:
        """Return what has changed since the last message, as an event; empty for nothing."""
        raise NotImplementedError

    async def messages(self) -> AsyncGenerator[str]:
        """Yield a message at once, and another one for each change.

        A table that leaves memory is loaded again. The messages end if the table is gone or cannot
        be loaded, but there is always a first message.
        """
        self._wake.set()
        has_begun = False
        try:
            while (message := await self._in_turn(self._next_message())) is not None:
                if message:
                    has_begun = True
                    yield message
                try:
                    async with asyncio.timeout(self._seconds):
                        await self._wake.wait()
                except TimeoutError:
                    has_begun = True
                    yield self._sign_of_life()
        finally:
            self._leave()
        if not has_begun:
            yield self._sign_of_life()

    def _sign_of_life(self) -> str:
        return f"event: alive\ndata: {self.client.table.revision}\n\n"

    async def _in_turn(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Carry out work in turn with others; the client pays for it."""
        return await self.bot_turns.turns.run(self.client.address, work)

    async def _is_loaded(self) -> bool:
        """Load the table again if it has left memory; return whether there is one."""
        if not self.client.table.is_stale:
            return True
        self._leave()
        tables = self.bot_turns.tables
        try:
            await tables.load(self.client.table.id)
            table = tables.find(self.client.table.id)
        except ls.LivingstoneError:  # a damaged table, or the file cannot be read
            return False
        if table is None:
            return False
        self.client.table = table
        self._wake.set()
        return True

    async def _next_message(self) -> str | None:
        """Watch the table with the client's present seats; return what is new.

        None for a table that is gone.
        """
        if not await self._is_loaded():
            return None
        table = self.client.table
        self._seconds = _SECONDS_OF_SILENCE
        table.on_change.add(self._wake.set)
        before = self._watched_seats
        self._watched_seats = self.client.seats
        table.watch(before, self._watched_seats)
        try:
            seconds = self.bot_turns.tables.play_for_absent(table)
        except StoreError:  # the table has left memory, and is loaded again after a while
            self._wake.clear()
            return ""
        self._seconds = min(seconds, _SECONDS_OF_SILENCE)
        table.addresses.update(dict.fromkeys(self.client.seats, self.client.address))
        self.bot_turns.start(table)
        if not self._wake.is_set():
            return ""
        self._wake.clear()
        await self.prepare()
        return self.message()

    def _leave(self) -> None:
        """Stop to count as a watcher of the table."""
        table = self.client.table
        table.on_change.discard(self._wake.set)
        table.watch(self._watched_seats, None)
        self._watched_seats = None
        self.bot_turns.stop_soon(table)


@define(eq=False)
class Visits:
    """Clients that ask for a table from time to time, and so count as present for a while."""

    bot_turns: BotTurns
    _ends: dict[tuple[LiveTable, tuple[int, ...]], float] = field(factory=dict, init=False)
    """When clients of these seats stop to count as present at a table, by `time.monotonic`."""

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
        table.addresses.update(dict.fromkeys(client.seats, client.address))
        self.bot_turns.start(table)

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
