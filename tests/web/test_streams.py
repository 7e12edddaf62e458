"""The messages of a real server to the clients at a table."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from web_clients import PEOPLE, make_app, table_at

import livingstone as ls

SLOW = "failing_bots:Unstoppable"
PATIENCE = 20.0
"""Seconds after which a test gives up."""


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """Serve an application on a free port; give the address."""
    config = uvicorn.Config(app, port=0, log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(PATIENCE)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Starlette, str]]:
    app = make_app(tmp_path / "games.db")
    with served(app) as address:
        yield app, address


def person(address: str) -> httpx.Client:
    headers = {"origin": address, "accept-language": "en"}
    return httpx.Client(base_url=address, headers=headers, timeout=PATIENCE, follow_redirects=True)


def begin(client: httpx.Client, **form: str) -> str:
    return str(client.post("/tables", data={"edition": "printed", **form}).url.path)


@contextmanager
def listening(client: httpx.Client, path: str, **headers: str) -> Iterator[Iterator[Any]]:
    """Listen at a table, and yield its messages."""
    with client.stream("GET", f"{path}/stream", headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        yield (json.loads(line[6:]) for line in lines if line.startswith("data: "))


def wait_for(messages: Iterator[Any], key: str, value: object) -> Any:
    return next(message for message in messages if message[key] == value)


def test_a_move_is_sent_to_every_client(site: tuple[Starlette, str]) -> None:
    app, address = site
    with person(address) as ann, person(address) as watcher:
        path = begin(ann, **PEOPLE)
        table = table_at(app, path)
        if table.game.state.current_player == 1:
            ann.post(f"{path}/sit/{table.kept.seats[1].token}")
            path = f"{path}?seat=1"
        bare, _, query = path.partition("?")
        seat = table.game.state.current_player
        with listening(watcher, bare) as told:
            first = next(told)
            assert first["isAnew"]
            assert set(first["parts"]) >= {"land", "status", "moves"}
            form = {"target": "chest", "amount": "2", "revision": first["revision"]}
            assert ann.post(f"{bare}/do/play?{query}", data=form).status_code == 204
            message = wait_for(told, "revision", table.revision)
            assert "donates some coins" in message["news"][0]
            assert not message["isAnew"]
            assert "land" not in message["parts"]
            form["revision"] = table.revision
            assert ann.post(f"{bare}/do/undo?{query}", data=form).status_code == 204
            message = wait_for(told, "revision", table.revision)
            assert message["isAnew"]
            assert not any("donates" in line for line in message["news"])
        assert table.game.state.players[seat].chest == 0


def test_a_client_that_reconnects_gets_only_the_news(site: tuple[Starlette, str]) -> None:
    app, address = site
    with person(address) as watcher, person(address) as ann:
        path = begin(ann, **PEOPLE)
        table = table_at(app, path)
        with listening(watcher, path) as told:
            known = next(told)["revision"]
        app.state.tables.play(
            table, table.game.state.current_player, ls.Donate(1), table.game.version
        )
        with listening(watcher, path, **{"last-event-id": known}) as told:
            message = next(told)
            assert not message["isAnew"]
            assert len(message["news"]) == 1
        with listening(watcher, path, **{"last-event-id": "garbage"}) as told:
            assert next(told)["isAnew"]


def test_bots_play_while_somebody_watches(site: tuple[Starlette, str]) -> None:
    app, address = site
    with person(address) as watcher:
        path = begin(watcher, **{"kind-0": "novice", "kind-1": "novice", "kind-2": "settler"})
        table = table_at(app, path)
        assert table.entries == 1
        with listening(watcher, path) as told:
            finals = (message["parts"].get("final", "") for message in told)
            assert next(final for final in finals if "final-title" in final)
        assert table.game.state.is_over


def test_a_shared_screen_is_covered_between_turns(site: tuple[Starlette, str]) -> None:
    app, address = site
    with person(address) as both:
        path = begin(both, **{"kind-0": "person", "kind-1": "person"})
        table = table_at(app, path)
        seat = table.game.state.current_player
        with listening(both, path) as told:
            covered = next(told)
            assert covered["handOver"] == seat
            assert not covered["isTurn"]
            assert "data-move" not in covered["parts"]["moves"]
        with both.stream("GET", f"{path}/stream?seat={seat}") as answer:
            lines = (line for line in answer.iter_lines() if line.startswith("data: "))
            seen = json.loads(next(lines)[6:])
            assert seen["handOver"] is None
            assert seen["isTurn"]
            game = table.game
            while game.state.current_player == seat:
                move = next(m for m in ls.legal_moves(game.state) if not isinstance(m, ls.Donate))
                app.state.tables.play(table, seat, move, game.version)
            covered = next(
                m
                for m in map(json.loads, (line[6:] for line in lines))
                if m["handOver"] is not None
            )
            assert covered["handOver"] == 1 - seat
            assert covered["isAnew"]
            assert not any("You " in line for line in covered["news"])
            assert 0 < covered["fresh"] < len(covered["news"])


def test_a_shared_screen_that_reconnects_gets_everything(
    site: tuple[Starlette, str],
) -> None:
    with person(site[1]) as both:
        path = begin(both, **{**PEOPLE, "kind-1": "person"})
        with listening(both, path) as told:
            known = next(told)["revision"]
        with listening(both, path, **{"last-event-id": known}) as told:
            assert next(told)["isAnew"], "another player may sit in front of it now"


def test_streams_per_address_are_limited(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", most_streams=1)
    with served(app) as address, person(address) as ann, person(address) as ben:
        path = begin(ann, **PEOPLE)
        with listening(ann, path) as told:
            next(told)
            assert ben.get(f"{path}/stream").status_code == 429
        wait_until(lambda: not table_at(app, path).watchers.total())
        with listening(ann, path) as told:
            next(told)


def test_bots_stop_when_nobody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livingstone.web.bot_turns._SECONDS_ALONE", 0.05)
    app = make_app(tmp_path / "games.db", bots=[SLOW], bot_seconds=1000)
    with served(app) as address, person(address) as watcher:
        path = begin(watcher, **{"kind-0": SLOW, "kind-1": SLOW})
        table, tasks = table_at(app, path), app.state.bot_turns._tasks
        with listening(watcher, path) as told:
            statuses = (message["parts"].get("status", "") for message in told)
            assert next(status for status in statuses if "is thinking" in status)
        wait_until(lambda: not tasks)
        assert table.thinking is None
        assert table.entries == 1
        with listening(watcher, path) as told:
            wait_until(lambda: bool(tasks))


def test_a_stream_is_kept_alive_in_silence(
    site: tuple[Starlette, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.messages._SECONDS_OF_SILENCE", 0.01)
    with person(site[1]) as ann:
        path = begin(ann, **PEOPLE)
        with ann.stream("GET", f"{path}/stream") as answer:
            assert next(line for line in answer.iter_lines() if line.startswith(":"))


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)
