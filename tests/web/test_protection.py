"""What every request goes through."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from web_clients import HOST, PEOPLE, Browser, begin, browser, close, make_app, two_people

from livingstone.web.protection import Protection

DEEDS = ("do/play", "do/undo", "do/redo", "rematch", "sit/token")
PLACES = ("", "/stream", "/words", "/record", "/replay", "/sit/token")


@pytest.mark.parametrize(
    "origin", [None, "null", "http://elsewhere.example", "http://127.0.0.1:8001", "http://[", ""]
)
def test_nothing_is_done_for_a_page_of_another_origin(app: Starlette, origin: str | None) -> None:
    client = Browser(app, origin)
    path = begin(browser(app), **PEOPLE)
    for deed in ("/tables", "/records", *(f"{path}/{deed}" for deed in DEEDS)):
        assert client.post(deed).status_code == 403


@pytest.mark.parametrize("host", ["elsewhere.example", "127.0.0.1.elsewhere.example", ""])
def test_only_requests_to_its_own_name_are_answered(app: Starlette, host: str) -> None:
    assert browser(app).get("/", headers={"host": host}).status_code == 400
    assert browser(app).get("/", headers={"host": HOST}).status_code == 200


def test_every_answer_forbids_scripts_of_others_and_guessing_of_types(app: Starlette) -> None:
    path, clients = two_people(app)
    answers = [
        clients[0].get("/"),
        clients[0].get("/nothing"),
        clients[0].get(path),
        clients[0].get("/static/table.js"),
        clients[0].get("/pictures.css"),
        clients[0].post(f"{path}/do/play"),
        clients[0].post(f"{path}/do/play", headers={"origin": "http://elsewhere.example"}),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    for page in answers[:3]:
        assert page.headers["cache-control"] == "no-store"
        assert "<style" not in page.text
        assert " style=" not in page.text
        assert "<script>" not in page.text
        assert " onclick" not in page.text


def test_an_address_that_asks_too_much_has_to_wait(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", requests_per_second=0.5)
    client = browser(app)
    statuses = [client.get("/").status_code for _ in range(10)]
    assert statuses[:4] == [200] * 4
    assert statuses[-1] == 429
    close(app)


@pytest.mark.parametrize("size", [4_001, 10_000_000])
def test_what_is_too_large_is_refused(app: Starlette, size: int) -> None:
    path, clients = two_people(app)
    for deed in ("/tables", f"{path}/do/play", f"{path}/do/undo"):
        assert clients[0].post(deed, content=b"a" * size).status_code == 413
    assert clients[0].post("/records", content=b"record=" + b"a" * 700_000).status_code == 413
    assert clients[0].post("/records", content=b"record=" + b"a" * 300_000).status_code == 413


@pytest.mark.parametrize("body", [b"\xff\xfe", b"&".join([b"a=1"] * 101), b"%ff=%00&=&&"])
def test_garbage_is_refused(app: Starlette, body: bytes) -> None:
    path, clients = two_people(app)
    for deed in ("/tables", "/records"):
        assert clients[0].post(deed, content=body).status_code == 400
    assert clients[0].post(f"{path}/do/play", content=body).status_code in (400, 409)


@pytest.mark.parametrize("id", ["nothing", "a" * 5000, "'%20OR%201=1--", "%00"])
def test_a_table_that_is_not_there_is_not_found(app: Starlette, id: str) -> None:
    client = browser(app)
    for place in PLACES:
        assert client.get(f"/table/{id}{place}").status_code == 404
    for deed in DEEDS:
        assert client.post(f"/table/{id}/{deed}").status_code == 404
    for place in ("", "/file"):
        assert client.get(f"/record/{id}{place}").status_code == 404
    assert client.get(f"/static/{id}").status_code == 404


def test_a_wrong_method_is_refused(app: Starlette) -> None:
    path, clients = two_people(app)
    assert clients[0].get(f"{path}/do/play").status_code == 405
    assert clients[0].request("PUT", path).status_code == 405
    assert clients[0].post(f"{path}/do/nothing").status_code == 404


def test_addresses_that_are_quiet_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("livingstone.web.protection._ADDRESSES", 3)
    monkeypatch.setattr("time.monotonic", lambda: now)
    protection = Protection(PlainTextResponse("fine"), rate=1.0, most_streams=1)
    for number in range(9):
        now += 5
        assert protection._pay(str(number))
    assert len(protection._budgets) <= 4


def test_a_language_that_nobody_speaks_here_becomes_english(app: Starlette) -> None:
    headers = {"accept-language": "pt-BR,pt;q=0.9,*;q=0.5"}
    assert '<html lang="en"' in browser(app).get("/?language=xx", headers=headers).text


def test_addresses_that_ask_too_much_are_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livingstone.web.protection._ADDRESSES", 2)
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    protection = Protection(PlainTextResponse("fine"), rate=1.0, most_streams=1)
    while protection._pay("busy"):
        pass
    for other in "abcd":
        assert protection._pay(other)
    assert not protection._pay("busy")
