"""What takes long is done in processes of its own, paid for, and only while somebody waits."""

import asyncio
import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from record_samples import FULL
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from web_clients import Browser, Game

import livingstone as ls
from livingstone.web.protection import Protection
from livingstone.web.review_pages import Reviews
from livingstone.web.working import DRAWERS, Workers, draw


def test_the_server_reads_and_draws_no_record_itself(
    app: Starlette, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    client, text = Browser(app), ls.dumps(FULL)
    game.finish()
    for name in ("livingstone.loads", "livingstone.web.replays.replay_of", "livingstone.svg.land"):
        monkeypatch.setattr(name, refuse)
    path = client.post("/records", data={"record": text}).url.path
    pages = [client.get(path), client.get(path, headers={"accept": "application/json"})]
    pages += [client.get(f"{game.path}/replay"), game.clients[0].get(f"{game.path}/replay")]
    assert [page.status_code for page in pages] == [200] * 4
    form = {"at": "3", "kind-0": "person", "kind-1": "random"}
    assert client.post(f"{path}/play", data=form, follow_redirects=False).status_code == 303
    assert client.post("/records", data={"record": "x"}).status_code == 400


def asked(*, pays: bool = True, is_gone: bool = False) -> tuple[Request, list[float]]:
    """Return a request whose client has something left to pay or not, and what it pays."""
    paid: list[float] = []

    def pay(seconds: float) -> bool:
        paid.append(seconds)
        return pays

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect" if is_gone else "http.request"}

    return Request({"type": "http", "state": {"pay": pay}}, receive), paid


def test_a_client_pays_for_its_work(tmp_path: Path) -> None:
    request, paid = asked()
    asyncio.run(draw(request, sum, range(5_000_000)))
    assert sum(paid) > 0.005
    with pytest.raises(HTTPException) as refused:
        asyncio.run(draw(asked(pays=False)[0], Path.touch, tmp_path / "made"))
    assert refused.value.status_code == 429
    assert not (tmp_path / "made").exists()
    DRAWERS.close()


def test_waiting_for_the_processor_costs_nothing() -> None:
    """The processes run at a low priority: on a busy machine their work takes much longer."""
    request, paid = asked()
    asyncio.run(draw(request, time.sleep, 0.3))
    assert sum(paid) < 0.1
    DRAWERS.close()


def test_work_that_raises_an_error_or_kills_its_process_is_paid() -> None:
    for function, argument in ((ls.loads, "x" * 100), (os._exit, 1)):
        request, paid = asked()
        with pytest.raises(ls.LivingstoneError):
            asyncio.run(draw(request, function, argument))
        assert sum(paid) > 0
        DRAWERS.close()


def test_an_address_that_has_used_its_time_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others do not, requests that are refused cost nothing, and saving up has an end."""
    now, statuses = 0.0, list[int]()

    async def work(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"]["pay"](6.0)
        await PlainTextResponse("done")(scope, receive, send)

    async def note(message: Message) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    def ask(*hosts: str) -> list[int]:
        statuses.clear()
        for host in hosts:
            scope = {"type": "http", "path": "/", "method": "GET", "headers": []}
            asyncio.run(protection({**scope, "client": (host, 1)}, asyncio.Queue().get, note))
        return statuses

    monkeypatch.setattr("time.monotonic", lambda: now)
    protection = Protection(work, share=0.5, most_streams=1)
    assert ask("1.2.3.4", "1.2.3.4", "1.2.3.5") == [200, 429, 200]
    assert ask(*["1.2.3.4"] * 100) == [429] * 100
    now = 5.0
    assert ask("1.2.3.4", "1.2.3.4") == [200, 429]
    now = 1000.0
    assert ask("1.2.3.4", "1.2.3.4") == [200, 429]


def test_an_address_has_one_process_at_a_time() -> None:
    begun = list[str]()

    async def ask(address: str) -> None:
        async def is_gone() -> bool:
            begun.append(address)
            await asyncio.sleep(0)
            return True

        with pytest.raises(ClientDisconnect):
            await workers.run(address, is_gone, print)

    async def ask_all() -> None:
        await asyncio.gather(*map(ask, "aab"))

    workers = Workers(2)
    asyncio.run(ask_all())
    assert begun == ["a", "b", "a"]


def test_what_nobody_waits_for_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ClientDisconnect):
        asyncio.run(draw(asked(is_gone=True)[0], Path.touch, tmp_path / "made"))
    assert not (tmp_path / "made").exists()


def test_a_review_that_nobody_asks_for_any_more_is_not_made(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.review_pages._SECONDS_WANTED", -1.0)
    store = game.app.state.tables.store
    film: Any = SimpleNamespace(id="x", address="here", text="no record")

    async def ask_and_go() -> None:
        reviews = Reviews(store)
        for _ in range(2):  # it can be asked for again
            assert reviews.find(film) is None
            await asyncio.sleep(0.05)
        reviews.close()

    asyncio.run(ask_and_go())
