"""The turns of bots: they think while somebody watches the table."""

import asyncio
import time

from attrs import define, field

import livingstone as ls
from livingstone.web.bot_pool import BotPool
from livingstone.web.settings import PACES
from livingstone.web.tables import LiveTable, Tables

_SECONDS_ALONE = 10.0
"""Seconds for which bots continue without watchers: a page that reloads is away for a moment."""


@define(eq=False)
class BotTurns:
    """Makes the moves of bots, with one task for each table where a bot is to move."""

    tables: Tables
    pool: BotPool
    _tasks: dict[str, asyncio.Task[None]] = field(factory=dict, init=False)

    def start(self, table: LiveTable, address: str) -> None:
        """Let a bot think if it is to move and somebody watches.

        The address that watches a table first shares the processes with others for it.
        """
        table.address = table.address or address
        task = self._tasks.get(table.id)
        if table.bot and table.watchers.total() and (task is None or task.done()):
            self._tasks[table.id] = asyncio.create_task(self._play(table))

    def stop_soon(self, table: LiveTable) -> None:
        """Stop the bots of a table after ten seconds, unless a client watches then."""
        asyncio.get_running_loop().call_later(_SECONDS_ALONE, self._stop_unless_watched, table)

    def _stop_unless_watched(self, table: LiveTable) -> None:
        task = self._tasks.get(table.id)
        if task is not None and not table.watchers.total():
            task.cancel()

    async def close(self) -> None:
        """Stop all bots."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.pool.close()

    async def _play(self, table: LiveTable) -> None:
        """Make moves until it is a person's turn."""
        try:
            while (strength := table.bot) and not table.is_stale:
                begun = time.monotonic()
                seat, version = table.game.state.current_player, table.game.version
                table.thinking = seat
                table.notify()
                move = await self.pool.choose(strength, table.game.view(seat), table.address)
                pause = PACES.get(table.kept.pace, 0.0)
                await asyncio.sleep(pause - (time.monotonic() - begun))
                table.thinking = None
                if table.bot == strength and not table.is_stale:
                    self.tables.play(table, seat, move, version)
        except ls.LivingstoneError:
            pass  # the disk is full; the watchers are notified, and start the bot again
        finally:
            table.thinking = None
            table.notify()
            self._tasks.pop(table.id, None)
