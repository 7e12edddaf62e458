"""Streams of documents, and who counts as present."""

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest
from api_clients import ApiClient, ApiGame, begin, connection, documents
from starlette.applications import Starlette
from web_clients import close, make_app

import livingstone as ls
from livingstone.web.live_tables import LiveTable


@pytest.fixture
def api_game(app: Starlette) -> ApiGame:
    return ApiGame(app)


def test_a_stream_sends_the_document_and_then_what_has_happened_since(
    app: Starlette, api_game: ApiGame
) -> None:
    seat = api_game.state.current_player
    mover = api_game.mover

    async def watch() -> list[Any]:
        shown = []
        async with aclosing(documents(app, api_game.id, mover.token)) as stream:
            shown.append(await anext(stream))
            version = api_game.table.game.version
            app.state.tables.do(api_game.table, seat, (ls.Donate(1),), version)
            shown.append(await anext(stream))
        return shown

    first, second = asyncio.run(watch())
    assert first["snapshot"]["value"]["events"]
    assert first["table"]["seats"][seat]["is_present"]
    news = second["snapshot"]["value"]["events"]
    assert [told["event"]["kind"] for told in news] == ["donated"]
    assert second["snapshot"]["value"]["view"] == mover.snapshot()["view"]


def test_a_stream_goes_on_from_the_version_that_its_client_knows(
    app: Starlette, api_game: ApiGame
) -> None:
    known = "{undone}.{events}".format(**api_game.mover.version)
    api_game.mover.play(target="chest", amount=1)

    async def watch() -> Any:
        async with aclosing(documents(app, api_game.id, since=known)) as stream:
            return await anext(stream)

    shown = asyncio.run(watch())["snapshot"]["value"]
    assert not shown["is_anew"]
    assert [told["event"]["kind"] for told in shown["events"]] == ["donated"]


def test_a_bot_plays_while_a_client_asks_for_the_document_from_time_to_time(
    app: Starlette,
) -> None:
    begun = begin(app, seats=[{}, {"kind": "random"}])
    client = ApiClient(app, begun["tokens"][0]["token"], begun["id"])
    table = app.state.tables.find(begun["id"])

    async def play() -> None:
        headers = {"authorization": f"Bearer {client.token}"}
        async with connection(app) as web:
            while table.game.state.starting_player == table.game.state.current_player:
                document = (await web.get(client.path, headers=headers)).json()
                shown = document["snapshot"]["value"]
                if shown["mover"] == 0:
                    target = next(
                        offer["target"] for offer in shown["offers"] if not offer.get("has_choices")
                    )
                    body = {"version": shown["version"], "target": target}
                    await web.post(f"{client.path}/moves", json=body, headers=headers)
                await asyncio.sleep(0.01)
        await app.state.bot_turns.close()

    asyncio.run(play())
    assert table.game.history


def test_a_visit_ends_some_time_after_the_last_request(
    api_game: ApiGame, app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.watching._SECONDS_OF_VISIT", 0.02)
    watch = LiveTable.watch
    watched = list[object]()

    def note(table: LiveTable, *before_and_now: Any) -> None:
        watched.append(before_and_now)
        watch(table, *before_and_now)

    async def visit() -> None:
        headers = {"authorization": f"Bearer {api_game.clients[0].token}"}
        async with connection(app) as web:
            await web.get(f"tables/{api_game.id}", headers=headers)
            while len(watched) < 2:
                await asyncio.sleep(0.01)

    monkeypatch.setattr(LiveTable, "watch", note)
    asyncio.run(visit())
    assert watched == [(None, (0,)), ((0,), None)]
    assert not api_game.table.watchers[0]


def test_an_address_has_as_many_streams_as_pages_and_api_may_have_together(
    tmp_path: Path,
) -> None:
    app = make_app(tmp_path / "games.db", most_streams=1)
    table = begin(app)["id"]

    async def listen_twice() -> httpx.Response:
        async with aclosing(documents(app, table)) as stream, connection(app) as client:
            await anext(stream)
            return await client.get(f"tables/{table}/stream")

    answer = asyncio.run(listen_twice())
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_many_requests"
    close(app)
