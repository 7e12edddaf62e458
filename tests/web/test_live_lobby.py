"""The lobby while it is open: seats and games come and go, as the stream tells it."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from web_clients import PEOPLE, Browser, begin, finish, open_table, sit_down, table_at

from livingstone.web import lobby
from livingstone.web.game_store import StoreError

PUBLIC = {"kind-1": "public"}


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "_SECONDS_BETWEEN", 0.01)
    monkeypatch.setattr(lobby, "_SECONDS_OF_SILENCE", 0.05)


async def events(app: Starlette, client: Browser, known: str = "") -> AsyncGenerator[str]:
    """Yield what the stream of a client's lobby says."""
    cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    headers = [(b"cookie", cookies.encode()), (b"accept-language", b"en")]
    scope = {"type": "http", "app": app, "headers": headers, "path": "/lobby/stream"}
    scope["query_string"] = f"known={known}".encode()
    answer = await lobby.listen(Request(scope))
    async with aclosing(answer.body_iterator) as messages:  # type: ignore[attr-defined]
        async for message in messages:
            yield message


async def next_parts(told: AsyncGenerator[str]) -> Any:
    """Return the next message that is not only a sign of life."""
    async for message in told:
        if message.startswith("data:"):
            return json.loads(message.removeprefix("data:"))
    raise AssertionError("the stream has ended")


def test_a_free_seat_appears_in_an_open_lobby_and_vanishes_when_it_is_taken(
    app: Starlette,
) -> None:
    cem = Browser(app)

    async def watch() -> None:
        async with aclosing(events(app, cem)) as told:
            assert not (await next_parts(told))["parts"]["free"].strip()
            _, path, _ = await asyncio.to_thread(open_table, app, **PUBLIC, clock="5+10")
            free = (await next_parts(told))["parts"]["free"]
            assert f'href="{path}/sit"' in free
            assert "5 min + 10 s a turn" in free
            await asyncio.to_thread(sit_down, Browser(app), app, path, 1)
            parts = (await next_parts(told))["parts"]
            assert not parts["free"].strip()
            assert f'href="{path}"' in parts["running"]

    asyncio.run(watch())
    assert not app.state.tables.on_any_change


def test_a_lobby_says_while_it_is_open_that_a_host_goes_and_comes(app: Starlette) -> None:
    _, _, table = open_table(app, **PUBLIC)
    table.watch(None, (0,))

    async def watch() -> None:
        async with aclosing(events(app, Browser(app))) as told:
            assert "Ann is away" not in (await next_parts(told))["parts"]["free"]
            table.watch((0,), None)
            assert "Ann is away" in (await next_parts(told))["parts"]["free"]
            table.watch(None, (0,))
            assert "Ann is away" not in (await next_parts(told))["parts"]["free"]

    asyncio.run(watch())


def test_an_open_lobby_follows_the_visitor_s_games_and_those_that_end_or_are_deleted(
    app: Starlette,
) -> None:
    ann = Browser(app)
    own = begin(ann, **PEOPLE, is_listed="1")
    while table_at(app, own).game.state.current_player != 0:
        own = begin(ann, **PEOPLE, is_listed="1")

    async def watch() -> None:
        async with aclosing(events(app, ann)) as told:
            assert (await next_parts(told))["title"].startswith("●")
            _, other, table = await asyncio.to_thread(open_table, app, is_listed="1")
            assert other in (await next_parts(told))["parts"]["running"]
            await asyncio.to_thread(finish, app, other)
            parts: dict[str, str] = {}
            while f"{other}/replay" not in parts.get("finished", ""):
                parts = (await next_parts(told))["parts"]
            app.state.tables.delete(table.id)
            assert other not in (await next_parts(told))["parts"]["finished"]

    asyncio.run(watch())


def test_a_page_that_knows_the_lists_already_gets_only_changes_and_signs_of_life(
    app: Starlette,
) -> None:
    cem = Browser(app)
    page = cem.get("/").text
    known = page.partition("&amp;known=")[2].partition('"')[0]

    async def watch() -> None:
        async with aclosing(events(app, cem, known)) as told:
            assert (await anext(told)).startswith("event: alive")
            await asyncio.to_thread(open_table, app, **PUBLIC)
            assert set((await next_parts(told))["parts"]) == {"free"}

    asyncio.run(watch())


def test_a_lobby_of_an_address_without_budget_says_only_that_it_is_alive(app: Starlette) -> None:
    budgets = app.state.limits.budgets

    async def watch() -> None:
        async with aclosing(events(app, Browser(app))) as told:
            await next_parts(told)
            budgets.pay("", 1e9)
            await asyncio.to_thread(open_table, app, **PUBLIC)
            for _ in range(5):
                assert (await anext(told)).startswith("event: alive")
            budgets.own.clear()
            assert "/sit" in (await next_parts(told))["parts"]["free"]

    asyncio.run(watch())


def test_a_lobby_ends_if_the_file_of_games_fails(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is gone")

    async def watch() -> None:
        async with aclosing(events(app, Browser(app))) as told:
            await next_parts(told)
            monkeypatch.setattr(app.state.tables.store, "tables", fail)
            for tell in tuple(app.state.tables.on_any_change):
                tell()
            assert [message async for message in told][-1].startswith("event: alive")

    asyncio.run(watch())


def test_an_own_game_does_not_say_that_its_own_player_is_away(app: Starlette) -> None:
    ann, _, _ = open_table(app, is_listed="1")
    assert "Ann is away" not in ann.get("/").text
    assert "Ann is away" in Browser(app).get("/").text
