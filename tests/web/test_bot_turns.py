"""The turns of bots."""

import asyncio
from typing import Any

from starlette.applications import Starlette

import livingstone as ls
from livingstone.web.bot_turns import BotTurns
from livingstone.web.store import Seat


def test_a_bot_makes_no_move_at_a_table_that_has_left_memory(
    app: Starlette,
) -> None:
    tables = app.state.tables
    seats = tuple(Seat(name, "novice", name) for name in ("Ann", "Ben"))
    table = tables.begin("printed", seats, 0, "en")
    before = tables.store.entries(table.id)

    class Slow:
        async def choose(self, _: str, view: ls.View, __: str) -> ls.Move:
            table.is_stale = True
            return view.legal_moves[0]

    async def think() -> None:
        pool: Any = Slow()
        await BotTurns(tables, pool)._play(table)

    asyncio.run(think())
    assert tables.store.entries(table.id) == before
