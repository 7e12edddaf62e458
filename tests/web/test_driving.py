"""Bots at tables that leave memory."""

import asyncio
from typing import Any

from starlette.applications import Starlette

import livingstone as ls
from livingstone.web.driving import Driver
from livingstone.web.store import Seat


def test_a_bot_makes_no_move_at_a_table_that_left_memory_while_it_was_thinking(
    app: Starlette,
) -> None:
    tables = app.state.tables
    seats = tuple(Seat(name, "novice", name) for name in ("Ann", "Ben"))
    table = tables.begin("printed", seats, 0, "en")
    before = tables.store.entries(table.id)

    class Slow:
        async def choose(self, _: str, view: ls.View) -> ls.Move:
            table.is_stale = True
            return view.legal_moves[0]

    async def think() -> None:
        thinkers: Any = Slow()
        await Driver(tables, thinkers, pause=0.0)._drive(table)

    asyncio.run(think())
    assert tables.store.entries(table.id) == before


def test_a_bot_goes_on_as_long_as_anybody_looks_on(app: Starlette) -> None:
    tables = app.state.tables
    table = tables.begin(
        "printed", (Seat("Ann", "novice", "a"), Seat("Ben", "novice", "b")), 0, "en"
    )

    async def leave(watchers: int) -> bool:
        driver, task = Driver(tables, thinkers, pause=0.0), asyncio.ensure_future(asyncio.sleep(9))
        driver._tasks[table.id] = task
        table.watchers[None] = watchers
        driver._stop_unless_seen(table)
        await asyncio.sleep(0)
        is_stopped = task.cancelled()
        task.cancel()
        return is_stopped

    thinkers: Any = None
    assert [asyncio.run(leave(watchers)) for watchers in (1, 0)] == [False, True]
