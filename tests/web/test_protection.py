"""Limits, origins and headers of every request."""

import re
import socket
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from web_clients import HOST, Browser, Game, close, make_app, open_table, serving

from livingstone.web.page_phrases import page_phrases

ACTIONS = ("do/play", "do/undo", "do/redo", "rematch", "sit/token")
PLACES = ("", "/stream", "/words", "/record", "/replay", "/sit/token")


@pytest.mark.parametrize(
    "origin", [None, "null", "http://elsewhere.example", "http://127.0.0.1:8001", "http://[", ""]
)
def test_a_form_from_another_origin_is_refused(app: Starlette, origin: str | None) -> None:
    client, (_, path, _) = Browser(app, origin), open_table(app)
    for action in ("/tables", "/records", *(f"{path}/{action}" for action in ACTIONS)):
        assert client.post(action).status_code == 403


@pytest.mark.parametrize("origin", [None, "null", "http://elsewhere.example"])
def test_a_page_is_shown_wherever_its_link_was(app: Starlette, origin: str | None) -> None:
    client, (_, path, _) = Browser(app, origin), open_table(app)
    assert [client.get(place).status_code for place in ("/", path)] == [200, 200]


@pytest.mark.parametrize("host", ["elsewhere.example", "127.0.0.1.elsewhere.example", ""])
def test_requests_to_other_host_names_are_refused(app: Starlette, host: str) -> None:
    assert Browser(app).get("/", headers={"host": host}).status_code == 400
    assert Browser(app).get("/", headers={"host": HOST}).status_code == 200


def test_every_answer_has_security_headers(game: Game) -> None:
    path, clients = game.path, game.clients
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
    assert answers[3].headers["cache-control"] == "no-cache"
    assert answers[4].headers["cache-control"] == "max-age=3600"
    for page in answers[:3]:
        assert page.headers["cache-control"] == "no-store"
        assert "<style" not in page.text
        assert " style=" not in page.text
        assert "<script>" not in page.text
        assert " onclick" not in page.text


def test_the_files_of_a_page_are_free(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    client = Browser(app)
    page = client.get("/").text
    files = set(re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg))', page))
    assert len(files) >= 4
    paid = app.state.limits.budgets.own.copy()
    assert paid
    assert {client.get(path).status_code for path in files} == {200}
    assert app.state.limits.budgets.own == paid
    app.state.limits.budgets.pay("127.0.0.1", 1e12)
    refused = client.get("/")
    assert refused.status_code == 429
    assert refused.headers["retry-after"] in refused.text
    assert {client.get(path).status_code for path in files} == {200}
    close(app)


@pytest.mark.parametrize("query", ["a" * 4_001, "&" * 100])
def test_an_address_with_a_long_query_is_refused(game: Game, query: str) -> None:
    client = game.clients[0]
    for path in ("/", game.path, f"/api/v1/tables/{game.table.id}"):
        assert client.get(f"{path}?{query}").status_code == 414
        assert client.get(f"{path}?{query[:-1]}").status_code in (200, 400)
    problem = client.get(f"/api/v1/bots?{query}").json()
    assert (problem["code"], problem["detail"]) == ("too_long", "This address is too long.")


CHUNKED = "transfer-encoding: chunked\r\n\r\n"
BROKEN = {
    "an answered request goes on": ("GET /health", CHUNKED, "no chunk\r\n"),
    "a stream's request goes on": ("GET /lobby/stream", CHUNKED, "no chunk\r\n"),
    "many chunks": ("POST /tables", CHUNKED, "1\r\na\r\n" * 501),
    "many chunks for a stream": ("GET /lobby/stream", CHUNKED, "1\r\na\r\n" * 501),
    "many headers": ("GET /", "a:\r\n" * 6_000 + "\r\n", ""),
    "a long head": ("GET /", "a: " + "a" * 100_000 + "\r\n\r\n", ""),
    "many lines after a body": ("POST /tables", CHUNKED, "0\r\n" + "a:\r\n" * 6_000 + "\r\n"),
    "garbage": ("GET /", "\0\r\n\r\n", ""),
    "another protocol": ("PRI *", "\r\n", ""),
}


def test_broken_requests_end_their_connection_and_leave_no_word_in_the_log(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "games.db") as (process, address):
        host = address.removeprefix("http://")
        name, _, port = host.rpartition(":")
        for start, head, rest in BROKEN.values():
            with socket.create_connection((name, int(port)), timeout=20) as client:
                origin = f"host: {host}\r\norigin: {address}\r\n"
                client.sendall(f"{start} HTTP/1.1\r\n{origin}{head}".encode())
                if start.startswith("GET /") and rest:
                    assert client.recv(12) == b"HTTP/1.1 200"
                with suppress(ConnectionResetError, BrokenPipeError):
                    client.sendall(rest.encode())
                answered = b""
                with suppress(ConnectionResetError):
                    while part := client.recv(100_000):
                        answered += part
                assert b" 200 " not in answered
        process.terminate()
        assert process.wait(20) == 0
    assert "Error" not in (tmp_path / "games.err").read_text()


def test_a_body_of_some_chunks_is_read(tmp_path: Path) -> None:
    pieces = (piece.encode() for piece in ("kind-0=person&", "kind-1=person&", "edition=printed"))
    with serving(tmp_path / "games.db") as (_, address):
        headers = {"origin": address, "content-type": "application/x-www-form-urlencoded"}
        answer = httpx.post(f"{address}/tables", content=pieces, headers=headers, timeout=60)
        assert answer.status_code == 303


@pytest.mark.parametrize("size", [4_001, 10_000_000])
def test_a_large_form_is_refused(game: Game, size: int) -> None:
    client = game.clients[0]
    deeds = (f"{game.path}/do/{deed}" for deed in ("play", "undo", "ask", "chat", "resign", "pass"))
    for action in ("/tables", *deeds):
        assert client.post(action, content=b"a" * size).status_code == 413
    assert client.post("/records", content=b"record=" + b"a" * 300_000).status_code == 413


@pytest.mark.parametrize("body", [b"\xff\xfe", b"&".join([b"a=1"] * 101), b"%ff=%00&=&&"])
def test_garbage_is_refused(game: Game, body: bytes) -> None:
    client = game.clients[0]
    for action in ("/tables", "/records"):
        assert client.post(action, content=body).status_code == 400
    assert client.post(f"{game.path}/do/play", content=body).status_code in (400, 409)


@pytest.mark.parametrize("id", ["nothing", "a" * 5000, "'%20OR%201=1--", "%00"])
def test_an_unknown_table_is_not_found(app: Starlette, id: str) -> None:
    client = Browser(app)
    for place in PLACES:
        assert client.get(f"/table/{id}{place}").status_code == 404
    for action in ACTIONS:
        assert client.post(f"/table/{id}/{action}").status_code == 404
    for place in ("", "/file"):
        assert client.get(f"/record/{id}{place}").status_code == 404
    assert client.get(f"/static/{id}").status_code == 404


def test_a_wrong_method_is_refused(game: Game) -> None:
    path, clients = game.path, game.clients
    assert clients[0].get(f"{path}/do/play").status_code == 405
    refused = clients[0].request("PUT", path)
    assert refused.status_code == 405
    assert page_phrases("en").say("error.other") in refused.text
    assert clients[0].post(f"{path}/do/nothing").status_code == 404


def test_an_unknown_language_becomes_english(app: Starlette) -> None:
    headers = {"accept-language": "pt-BR,pt;q=0.9,*;q=0.5"}
    assert '<html lang="en"' in Browser(app).get("/?language=xx", headers=headers).text


@pytest.mark.parametrize(
    ("preferred", "language"),
    [
        ("de;q=0,en", "en"),
        ("de;q=0.5, fr;q=0.9", "fr"),
        ("it-CH", "it"),
        ("DE-at;q=1.0,en;q=0.1", "de"),
        ("fr;q=0.5,it;q=0.5", "fr"),
        ("de ; q=0.2,it ; q=0.7", "it"),
        ("de;q=many,fr", "fr"),
        ("de;q=0", "en"),
        (",;q=,", "en"),
    ],
)
def test_the_language_that_a_browser_prefers_most_is_shown(
    app: Starlette, preferred: str, language: str
) -> None:
    page = Browser(app).get("/", headers={"accept-language": preferred}).text
    assert f'<html lang="{language}"' in page
