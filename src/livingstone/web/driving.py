"""Bots at the tables: asked for a move while somebody looks on, and stopped when all have left."""

import asyncio
import time

from attrs import define, field

import livingstone as ls
from livingstone.web.tables import LiveTable, Tables
from livingstone.web.thinking import Thinkers

__all__ = ["Driver"]

_SECONDS_LEFT_ALONE = 10.0
"""A page that is loaded anew is away for a moment; then its bots need not begin again."""


@define(eq=False)
class Driver:
    """What makes the moves of the bots."""

    tables: Tables
    """Where they are made."""
    thinkers: Thinkers
    """What they are made by."""
    pause: float
    """Seconds that a move takes at least."""
    _tasks: dict[str, asyncio.Task[None]] = field(factory=dict, init=False)

    def stir(self, table: LiveTable) -> None:
        """Have the bot think that is to move at a table, if there is one and somebody looks on."""
        task = self._tasks.get(table.id)
        if table.bot and table.watchers.total() and (task is None or task.done()):
            self._tasks[table.id] = asyncio.create_task(self._drive(table))

    def leave(self, table: LiveTable) -> None:
        """Stop the bots of a table soon, unless somebody looks on."""
        asyncio.get_running_loop().call_later(_SECONDS_LEFT_ALONE, self._stop_unless_seen, table)

    def _stop_unless_seen(self, table: LiveTable) -> None:
        task = self._tasks.get(table.id)
        if task is not None and not table.watchers.total():
            task.cancel()

    async def close(self) -> None:
        """Stop all bots."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()

    async def _drive(self, table: LiveTable) -> None:
        """Make moves until a person is to move."""
        try:
            while (strength := table.bot) and not table.is_stale:
                begun = time.monotonic()
                seat, version = table.game.state.current_player, table.game.version
                table.thinking = seat
                table.tell()
                move = await self.thinkers.choose(strength, table.game.view(seat))
                await asyncio.sleep(self.pause - (time.monotonic() - begun))
                table.thinking = None
                if not table.is_stale:
                    self.tables.play(table, seat, move, version)
        except ls.LivingstoneError:
            pass  # the disk took no more; who looks on is told, and stirs the table again
        finally:
            table.thinking = None
            table.tell()
            self._tasks.pop(table.id, None)
