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
