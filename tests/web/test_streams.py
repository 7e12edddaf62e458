"""The messages to the clients at a table, and the turns of bots that begin with them."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from importlib import import_module
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send
from web_clients import (
    Browser,
    Game,
    close,
    first_message,
    make_app,
    open_table,
    raw_stream,
    scope_of,
    stream,
)

import livingstone as ls
from livingstone.web.bots import BotTurns
from livingstone.web.client_view import ClientView
from livingstone.web.game_store import StoreError, TableSeat
from livingstone.web.live_tables import LiveTable, new_token
from livingstone.web.messages import Listener, event_id
from livingstone.web.protection import Limits, Protection
from livingstone.web.requests import Client
from livingstone.web.settings import PACES
from livingstone.web.table_actions import listen
from livingstone.web.turns import LoopTurns

SLOW = "failing_bots:Unstoppable"
HANGING = "failing_bots:InC"


async def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def is_thinking(message: Any) -> bool:
    return isinstance(message, dict) and "is thinking" in message["parts"].get("status", "")


async def first(messages: Any, is_wanted: Callable[[Any], object]) -> Any:
    """Return the first of the messages that is wanted."""
    async with asyncio.timeout(60):
        while not is_wanted(message := await anext(messages)):
            pass
    return message


def test_a_move_is_sent_to_every_client(game: Game) -> None:
    tables, table, seat = game.app.state.tables, game.table, game.mover

    async def watch() -> None:
        async with aclosing(stream(game.app, Browser(game.app), game.path)) as told:
            message = await anext(told)
            assert message["isAnew"]
            assert set(message["parts"]) >= {"land", "status", "moves"}
            tables.do(table, seat, (ls.Donate(2),), table.game.version)
            message = await anext(told)
            assert message["revision"] == table.revision
            assert "donates some coins" in message["news"][0]
            assert (message["isAnew"], message["fresh"]) == (False, 1)
            assert "land" not in message["parts"]
            table.game.undo(seat, version=table.game.version)
            tables.keep(table)
            message = await anext(told)
            assert (message["isAnew"], message["fresh"]) == (True, 0)
            assert not any("donates" in line for line in message["news"])
        assert not table.watchers.total()
        assert not table.on_change

    asyncio.run(watch())
    assert table.game.state.players[seat].chest == 0


def test_a_client_that_reconnects_gets_only_the_news(game: Game) -> None:
    watcher, known = Browser(game.app), event_id(game.table)
    game.play(ls.Donate(1))

    def message(known: str) -> Any:
        return asyncio.run(first_message(game.app, watcher, game.path, known))

    assert not message(known)["isAnew"]
    assert len(message(known)["news"]) == 1
    for other in ("garbage", game.table.revision, known.partition("-")[0] + "-0"):
        assert message(other)["isAnew"]


def test_lines_get_the_name_of_who_sat_down_since(app: Starlette) -> None:
    ann, path, table = open_table(app)
    while table.game.state.current_player == 0:
        move = ls.legal_moves(table.game.state)[-1]
        app.state.tables.do(table, 0, (move,), table.game.version)

    async def watch() -> None:
        known = event_id(table)
        async with aclosing(stream(app, ann, path)) as told:
            assert "Ben" in "".join((await anext(told))["news"])
            app.state.tables.change_seat(table, 1, TableSeat("Cem", "person", new_token()))
            message = await first(told, lambda it: it["news"])
            assert (message["isAnew"], message["fresh"]) == (True, 0)
            assert "Cem" in (lines := "".join(message["news"]))
            assert "Ben" not in lines
        assert (await anext(stream(app, ann, path, known)))["isAnew"]

    asyncio.run(watch())


def test_bots_play_while_somebody_watches(app: Starlette) -> None:
    bots = {"kind-0": "random", "kind-1": "random", "kind-2": "greedy"}
    client, path, table = open_table(app, **bots)
    assert table.entries == 1

    async def watch() -> None:
        async with aclosing(stream(app, client, path)) as told:
            assert await first(told, lambda it: "final-title" in it["parts"].get("final", ""))
        await app.state.bot_turns.close()

    asyncio.run(watch())
    assert table.game.state.is_over


def test_a_bot_takes_the_time_that_the_pace_of_its_table_says(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACES, "slow", 1.0)
    bots = {"kind-0": "random", "kind-1": "random"}
    _, path, table = open_table(app, **bots, pace="slow")

    async def watch() -> float:
        async with aclosing(stream(app, Browser(app), path)) as told:
            begun = time.monotonic()
            await first(told, lambda it: it["news"] and table.entries > 1)
        await app.state.bot_turns.close()
        return time.monotonic() - begun

    assert asyncio.run(watch()) >= 0.99


def test_a_shared_screen_is_covered_between_turns(app: Starlette) -> None:
    client, path, table = open_table(app, **{"kind-1": "person"})
    tables = app.state.tables
    game, seat = table.game, table.game.state.current_player

    async def watch() -> None:
        covered = await first_message(app, client, path)
        assert covered["handOver"] == seat
        assert not covered["isTurn"]
        assert "data-move" not in covered["parts"]["moves"]
        again = await first_message(app, client, path, covered["revision"])
        assert again["isAnew"], "another player may sit in front of it now"
        async with aclosing(stream(app, client, f"{path}?seat={seat}")) as told:
            seen = await anext(told)
            assert seen["handOver"] is None
            assert seen["isTurn"]
            while game.state.current_player == seat:
                move = next(m for m in ls.legal_moves(game.state) if not isinstance(m, ls.Donate))
                tables.do(table, seat, (move,), game.version)
            covered = await first(told, lambda it: it["handOver"] is not None)
            assert covered["handOver"] == 1 - seat
            assert covered["isAnew"]
            assert not any("You " in line for line in covered["news"])
            assert 0 < covered["fresh"] < len(covered["news"])

    asyncio.run(watch())


def test_bots_are_charged_to_players_alone_and_people_who_wait_go_first(game: Game) -> None:
    table = game.table

    async def watch(address: str, tokens: tuple[str, ...]) -> None:
        client = Client(_request(game, address), table, tokens)
        messages: Any = Listener(client, game.app.state.bot_turns).messages()
        async with aclosing(messages) as told:
            await anext(told)
            seen.append((table.payer, table.is_awaited))

    seen = list[tuple[str, bool]]()
    asyncio.run(watch("1.1.1.1", ()))
    asyncio.run(watch("2.2.2.2", (table.kept.seats[1].token,)))
    asyncio.run(watch("1.1.1.1", ()))
    assert seen == [("", False), ("2.2.2.2", True), ("2.2.2.2", False)]


def test_each_line_of_the_log_is_written_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[ls.Event]()
    line = ClientView.line

    def count(self: ClientView, event: ls.Event, text: str, state: ls.State) -> str:
        written.append(event)
        return line(self, event, text, state)

    monkeypatch.setattr(ClientView, "line", count)
    game.play_on(60)
    watcher = Browser(game.app)
    first_lines = game.shown(watcher)["news"]
    assert len(written) == len(first_lines)
    assert game.shown(watcher)["news"] == first_lines
    assert len(written) == len(first_lines)
    before = game.table.game.version
    game.play(ls.Donate(1)) if ls.Donate(1) in ls.legal_moves(game.state) else game.play_on(1)
    new = game.table.game.version.events - before.events
    assert len(game.shown(watcher)["news"]) == len(first_lines) + new
    assert len(written) == len(first_lines) + new


def test_the_page_of_a_table_tells_no_event_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError

    game.play_on(60)
    monkeypatch.setattr(ClientView, "line", fail)
    monkeypatch.setattr(import_module("livingstone.table.snapshot"), "describe", fail)
    assert game.clients[0].get(game.path).status_code == 200


def test_a_long_table_is_loaded_and_told_while_others_are_served(game: Game) -> None:
    game.play_on(100)
    game.forget()
    turns = game.app.state.limits.turns
    served = list[str]()

    async def note() -> None:
        served.append("other")
        await asyncio.sleep(0)

    async def load() -> None:
        await game.app.state.tables.load(game.path.rpartition("/")[2])
        served.append("loaded")

    async def tell() -> None:
        client = Client(_request(game), game.table, ())
        await Listener(client, game.app.state.bot_turns).prepare()
        served.append("told")

    async def go(work: Coroutine[Any, Any, None]) -> list[str]:
        served.clear()
        await asyncio.gather(turns.run("a", work), turns.run("b", note()))
        return served

    assert asyncio.run(go(load())) == ["other", "loaded"]
    assert game.table.id in game.app.state.tables.live
    assert asyncio.run(go(tell())) == ["other", "told"]


def _request(game: Game, address: str = "") -> Request:
    scope = {"type": "http", "app": game.app, "query_string": b"", "headers": []}
    return Request({**scope, "path_params": {"id": game.table.id}, "client": (address, 1)})


def test_two_requests_that_load_a_table_get_the_same_one(game: Game) -> None:
    game.play_on(40)
    game.forget()
    tables = game.app.state.tables
    id = game.path.rpartition("/")[2]

    async def load() -> LiveTable:
        await tables.load(id)
        table: LiveTable = tables.find(id)
        return table

    async def load_twice() -> list[LiveTable]:
        return [*await asyncio.gather(load(), load())]

    first, second = asyncio.run(load_twice())
    assert first is second
    assert [*first.game.journal] == tables.store.entries(id)


def test_streams_per_address_are_limited() -> None:
    ended, statuses = asyncio.Event(), list[int]()

    async def endless(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await ended.wait()

    async def ask(address: str, path: str = "/table/x/stream") -> None:
        async def note(message: Message) -> None:
            statuses.extend([message["status"]] if "status" in message else [])

        scope = {"type": "http", "path": path, "method": "GET", "headers": []}
        await protection({**scope, "client": (address, 1)}, asyncio.Queue().get, note)

    async def watch() -> None:
        streams = [asyncio.create_task(ask(address)) for address in ("1.2.3.4", "1.2.3.5")]
        await until(lambda: len(statuses) == 2)
        await ask("1.2.3.4")
        assert statuses == [200, 200, 429]
        ended.set()
        await asyncio.gather(*streams)
        await ask("1.2.3.4")
        assert statuses[3:] == [200]

    protection = Protection(endless, Limits.of(1e6, 1, 10))
    asyncio.run(watch())


def test_bots_stop_when_nobody_watches(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livingstone.web.bots.SECONDS_ALONE", 0.05)
    app = make_app(tmp_path / "games.db", bots=[SLOW], bot_seconds=1000)
    client, path, table = open_table(app, **{"kind-0": SLOW, "kind-1": SLOW})

    async def watch() -> None:
        for _ in range(2):
            async with aclosing(stream(app, client, path)) as told:
                await first(told, lambda it: "is thinking" in it["parts"].get("status", ""))
                assert table.thinking is not None
            await until(lambda: table.thinking is None)
        await app.state.bot_turns.close()

    asyncio.run(watch())
    assert table.entries == 1
    close(app)


def test_a_bot_makes_no_move_at_a_table_that_has_left_memory(app: Starlette) -> None:
    _, _, table = open_table(app, **{"kind-0": "random", "kind-1": "random"})
    tables = app.state.tables
    before = tables.store.entries(table.id)

    class Pool:
        async def choose(self, _: str, view: ls.View, __: str, *, is_urgent: bool) -> ls.Move:
            table.is_stale = True
            return view.legal_moves[0]

        def close(self) -> None:
            pass

    async def think() -> None:
        pool: Any = Pool()
        turns = BotTurns(tables, pool, LoopTurns(lambda *_: None))
        table.watchers[None] = 1
        turns.start(table)
        await until(lambda: table.is_stale)
        await asyncio.sleep(0.01)
        await turns.close()

    asyncio.run(think())
    assert tables.store.entries(table.id) == before


def test_a_stream_is_kept_alive_in_silence(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livingstone.web.watching._SECONDS_OF_SILENCE", 0.01)

    async def watch() -> None:
        async with aclosing(raw_stream(game.app, game.clients[0], game.path)) as messages:
            told = await first(messages, lambda text: text.startswith("event: alive\n"))
            assert told.endswith(f"data: {game.table.revision}\n\n")

    asyncio.run(watch())


@pytest.mark.parametrize("is_begun", [False, True])
def test_a_stream_goes_on_with_a_table_that_is_loaded_again(game: Game, is_begun: bool) -> None:
    tables, before, seat = game.app.state.tables, game.table, game.mover

    def unload() -> None:
        tables.live.pop(before.id).is_stale = True

    async def watch() -> None:
        scope = scope_of(game.app, Browser(game.app), game.path)
        answer: Any = await listen(Request(scope))
        async with aclosing(answer.body_iterator) as messages:
            if is_begun:
                assert "isAnew" in await anext(messages)
            unload()
            before.notify()
            if not is_begun:
                assert "isAnew" in await anext(messages)
            tables.do(game.table, seat, (ls.Donate(2),), game.table.game.version)
            message = await first(messages, lambda text: "donates some coins" in text)
            assert f'"revision": "{game.table.revision}"' in message
            assert game.table is not before
            assert game.table.watchers.total() == 1
            assert not before.watchers.total()
        assert not game.table.watchers.total()
        assert not game.table.on_change | before.on_change

    asyncio.run(watch())


def test_a_stream_of_a_table_that_is_deleted_meanwhile_says_something(game: Game) -> None:
    id = game.table.id

    async def watch() -> None:
        scope = scope_of(game.app, Browser(game.app), game.path)
        answer: Any = await listen(Request(scope))
        game.app.state.tables.delete(id)
        told = [message async for message in answer.body_iterator]
        assert [text.partition("\n")[0] for text in told] == ["event: alive"]

    asyncio.run(watch())


def test_a_stream_goes_on_after_the_file_of_games_could_not_be_written(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.watching._SECONDS_OF_SILENCE", 0.01)
    game = Game(app, clock="5+10")

    def fail(*_: object) -> None:
        raise StoreError("the file of games cannot be used: database or disk is full")

    async def watch() -> None:
        game.table.watch(None, (game.mover,))
        game.table.timed_at -= 400
        async with aclosing(raw_stream(app, game.clients[0], game.path)) as messages:
            with monkeypatch.context() as patched:
                patched.setattr(app.state.tables, "play_for_absent", fail)
                assert (await anext(messages)).startswith("event: alive")
            assert (await anext(messages)).startswith("id: ")

    asyncio.run(watch())


def test_bots_go_on_at_a_table_that_was_loaded_again(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.bots.SECONDS_ALONE", 0.01)
    app = make_app(tmp_path / "games.db", bots=[SLOW], bot_seconds=1000)
    client, path, before = open_table(app, **{"kind-0": SLOW, "kind-1": SLOW})

    async def watch() -> None:
        async with aclosing(stream(app, client, path)) as told:
            await first(told, is_thinking)
            app.state.tables.live.pop(before.id).is_stale = True
            before.notify()
            await first(told, is_thinking)
            table = app.state.tables.find(before.id)
            await until(lambda: before.thinking is None)
            assert table.thinking is not None
        await app.state.bot_turns.close()

    asyncio.run(watch())
    close(app)


def test_a_game_goes_on_after_a_bot_that_hangs(tmp_path: Any) -> None:
    """It plays a random move; meanwhile others are served."""
    app = make_app(tmp_path / "games.db", bots=[HANGING], bot_seconds=0.5, workers=2)
    client, path, table = open_table(app, **{"kind-1": HANGING})
    _, other, _ = open_table(app, **{"kind-0": "random", "kind-1": "random"})

    async def watch() -> None:
        while table.game.state.current_player == 0:
            move = ls.legal_moves(table.game.state)[-1]
            app.state.tables.do(table, 0, (move,), table.game.version)
        entries = table.entries
        async with aclosing(stream(app, client, path)) as told:
            await first(told, is_thinking)
            async with aclosing(stream(app, Browser(app), other)) as others:
                await first(others, lambda it: isinstance(it, dict) and it["news"])
            await until(lambda: table.entries > entries)
            assert table.thinking is not None or table.mover == "person"
        await app.state.bot_turns.close()

    asyncio.run(watch())
    close(app)
