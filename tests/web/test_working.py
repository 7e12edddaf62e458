"""What takes long is done in processes of its own, paid for, and only while somebody waits."""

import asyncio
import os
import threading
import time
from multiprocessing import RawArray
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from record_samples import FULL
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from web_clients import Browser, Game, others_go_on

import livingstone as ls
from livingstone.web.budgets import Budgets
from livingstone.web.protection import Limits
from livingstone.web.review_pages import Reviews
from livingstone.web.working import DRAWERS, Workers, draw, note_part

HERE = "1.2.3.4"


def test_the_server_reads_and_draws_no_record_itself(
    app: Starlette, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    client, text = Browser(app), ls.dumps(FULL)
    game.finish()
    names = ("loads", "dumps", "Table.record", "web.replays.replay_of", "svg.land")
    for name in names:
        monkeypatch.setattr(f"livingstone.{name}", refuse)
    for place in ("/", "/rules", f"{game.path}/record", f"/api/v1/tables/{game.table.id}/record"):
        assert client.get(place).status_code == 200
    path = client.post("/records", data={"record": text}).url.path
    pages = [client.get(path), client.get(path, headers={"accept": "application/json"})]
    pages += [client.get(f"{game.path}/replay"), game.clients[0].get(f"{game.path}/replay")]
    assert [page.status_code for page in pages] == [200] * 4
    form = {"at": "3", "kind-0": "person", "kind-1": "random"}
    assert client.post(f"{path}/play", data=form, follow_redirects=False).status_code == 303
    assert client.post("/records", data={"record": "x"}).status_code == 400


def asked(*, is_gone: bool = False) -> tuple[Request, Budgets]:
    """Return a request, and the budgets of its server."""

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect" if is_gone else "http.request"}

    limits = Limits.of(0.5, 1, 1)
    app = SimpleNamespace(state=SimpleNamespace(limits=limits))
    return Request({"type": "http", "app": app, "client": (HERE, 1)}, receive), limits.budgets


def paid(budgets: Budgets) -> float:
    """Return what an address has paid of its own budget of one second."""
    left, _ = budgets.own.get(HERE, (1.0, 0.0))
    return 1.0 - left


def test_a_client_pays_for_its_work(tmp_path: Path) -> None:
    request, budgets = asked()
    asyncio.run(draw(request, sum, range(5_000_000)))
    assert paid(budgets) > 0.005
    budgets.pay(HERE, 10.0)
    with pytest.raises(HTTPException) as refused:
        asyncio.run(draw(request, Path.touch, tmp_path / "made"))
    assert refused.value.status_code == 429
    assert int((refused.value.headers or {})["retry-after"]) > 1
    assert not (tmp_path / "made").exists()
    DRAWERS.close()


def test_workers_that_are_closed_leave_no_thread_behind() -> None:
    """A thread that ends later can write to a closed pipe when the interpreter ends."""
    before = {*threading.enumerate()}
    workers = Workers(1)

    async def close_while_it_works() -> None:
        working = asyncio.create_task(workers.run("a", None, time.sleep, 600))
        await others_go_on()
        working.cancel()
        workers.close()

    asyncio.run(close_while_it_works())
    assert {*threading.enumerate()} <= before


def test_waiting_for_the_processor_costs_nothing() -> None:
    """The processes run at a low priority: on a busy machine their work takes much longer."""
    request, budgets = asked()
    asyncio.run(draw(request, time.sleep, 0.3))
    assert paid(budgets) < 0.1
    DRAWERS.close()


def test_work_that_raises_an_error_or_kills_its_process_is_paid() -> None:
    for function, argument in ((ls.loads, "x" * 100), (os._exit, 1)):
        request, budgets = asked()
        with pytest.raises(ls.LivingstoneError):
            asyncio.run(draw(request, function, argument))
        assert paid(budgets) > 0
    DRAWERS.close()


def test_hints_wait_for_no_reviews_and_no_questions(app: Starlette) -> None:
    """Their places are others: while all of some are taken, the others are free."""

    async def work(workers: Workers) -> None:
        for number in range(4):
            for others in (reviews.workers, reviews.questions):
                if others is not workers:
                    task = asyncio.create_task(others.run(str(number), None, print))
                    waiting.append(task)
        await asyncio.sleep(0)
        assert await asyncio.wait_for(workers.run("a", None, len, "done"), 60) == 4

    async def go() -> None:
        for workers in (reviews.workers, reviews.questions):
            for _ in range(workers.count):
                await workers._turns.begin(f"busy {_}")
        await work(reviews.hints)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        reviews.close()

    waiting = list["asyncio.Task[None]"]()
    reviews = app.state.reviews
    asyncio.run(go())


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


def test_a_process_tells_which_part_is_done() -> None:
    parts_done = RawArray("d", 3)
    workers = Workers(1, parts_done=parts_done)
    asyncio.run(workers.run("", None, note_part, 1, 0.25))
    workers.close()
    assert [*parts_done] == [0.0, 0.25, 0.0]
    note_part(1, 0.5)  # in the process of the server it is nobody's task
    assert [*parts_done] == [0.0, 0.25, 0.0]


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
            await others_go_on()
        reviews.close()

    asyncio.run(ask_and_go())
