"""Clients of the API, which ask the application without a network."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
from starlette.applications import Starlette
from web_clients import HOST, ORIGIN

import livingstone as ls

TWO_PEOPLE = [{"name": "Ann"}, {"kind": "open", "name": "Ben"}]


def connection(app: Starlette) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    return httpx.AsyncClient(transport=transport, base_url=f"{ORIGIN}/api/v1/")


class ApiClient:
    """A client with the token of a seat, or a spectator."""

    def __init__(self, app: Starlette, token: str = "", table: str = "") -> None:
        self.app = app
        self.token = token
        self.path = f"tables/{table}"

    def ask(self, method: str, path: str = "", **options: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        options["headers"] = headers | options.get("headers", {})

        async def ask() -> httpx.Response:
            async with connection(self.app) as client:
                return await client.request(method, path or self.path, **options)

        return asyncio.run(ask())

    def get(self, place: str = "", **options: Any) -> httpx.Response:
        return self.ask("GET", f"{self.path}{place}", **options)

    def post(self, place: str, **body: Any) -> httpx.Response:
        return self.ask("POST", f"{self.path}{place}", json=body)

    def document(self, **query: str) -> Any:
        answer = self.get(params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def snapshot(self, **query: str) -> Any:
        return self.document(**query)["snapshot"]["value"]

    @property
    def version(self) -> dict[str, int]:
        version: dict[str, int] = self.snapshot()["version"]
        return version

    def play(self, **choices: Any) -> httpx.Response:
        choices.setdefault("version", self.version)
        return self.post("/moves", **choices)


class ApiGame:
    """A game of two people, by seat in `clients`, who came by the API."""

    def __init__(self, app: Starlette, **wishes: Any) -> None:
        self.app = app
        begun = begin(app, **wishes)
        self.id = begun["id"]
        self.clients = {
            held["seat"]: ApiClient(app, held["token"], self.id) for held in begun["tokens"]
        }
        for invited in begun["invitations"]:
            spectator = ApiClient(app, "", self.id)
            answer = spectator.post("/seats", invitation=invited["invitation"])
            assert answer.status_code == 201, answer.text
            token = answer.json()["token"]
            self.clients[invited["seat"]] = ApiClient(app, token, self.id)

    @property
    def table(self) -> Any:
        table = self.app.state.tables.find(self.id)
        assert table is not None
        return table

    @property
    def state(self) -> ls.State:
        state: ls.State = self.table.game.state
        return state

    @property
    def mover(self) -> ApiClient:
        return self.clients[self.state.current_player]

    @property
    def other(self) -> ApiClient:
        return self.clients[1 - self.state.current_player]

    def spectator(self) -> ApiClient:
        return ApiClient(self.app, "", self.id)


async def documents(
    app: Starlette, table: str, token: str = "", since: str = ""
) -> AsyncGenerator[Any]:
    """Yield the documents of a stream until the caller has enough."""
    parts = asyncio.Queue[bytes]()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200, message
        parts.put_nowait(message.get("body", b""))

    async def receive() -> Any:
        await asyncio.Event().wait()

    headers = [(b"host", HOST.encode())]
    headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
    headers += [(b"last-event-id", since.encode())] if since else []
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/api/v1/tables/{table}/stream",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
    }
    stream = asyncio.create_task(app(scope, receive, send))
    try:
        while True:
            text = (await parts.get()).decode()
            if text.startswith("id: "):
                yield json.loads(text.partition("data: ")[2])
    finally:
        stream.cancel()
        await asyncio.gather(stream, return_exceptions=True)


def begin(app: Starlette, **wishes: Any) -> Any:
    answer = ApiClient(app).ask("POST", "tables", json={"seats": TWO_PEOPLE, **wishes})
    assert answer.status_code == 201, answer.text
    return answer.json()


def plain_move(move: ls.Move) -> Any:
    """Return a move as the bodies of requests have it."""
    return json.loads(ls.to_json(move))["value"]
