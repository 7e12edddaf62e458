"""Measure what a move through the API costs beside a click on the page of a table.

    python benchmarks/api.py                       3 games of three people
    python benchmarks/api.py --games 10            more

Two tables have the same game; each move is made on both, by turns first. A click is the request of
the page and the message that its stream then gets; a move through the API is the request and its
answer, the document. Then once more with the streams of all players at both tables, each of which
gets what has changed. What is measured is the time of the processor, without a network.
"""

import argparse
import asyncio
import json
import random
import secrets
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from starlette.applications import Starlette

import livingstone as ls
from livingstone.web import Settings, create_app

HOST = "127.0.0.1:8000"


def deal(state: ls.State) -> ls.Outcome:
    """Decide chance by the state alone, so that two tables have the same game."""
    return ls.sample_outcome(state, crc32(repr(state).encode()))


class Stream:
    """A stream of messages, counted."""

    def __init__(self, app: Starlette, path: str, headers: dict[str, str]) -> None:
        self.messages = 0
        self.task = asyncio.create_task(ask(app, "GET", path, headers, listen=self.hear))

    def hear(self, text: bytes) -> None:
        self.messages += text.startswith(b"id: ")


async def ask(
    app: Starlette,
    method: str,
    path: str,
    headers: dict[str, str],
    body: bytes = b"",
    listen: Callable[[bytes], None] | None = None,
) -> tuple[int, dict[str, str], bytes]:
    """Ask the application; return the status, the headers and the body of its answer."""
    given = {"host": HOST, "origin": f"http://{HOST}", "accept-encoding": "gzip", **headers}
    started: dict[str, Any] = {}
    parts: list[bytes] = []
    asked = iter([{"type": "http.request", "body": body}])

    async def receive() -> Any:
        if message := next(asked, None):
            return message
        return await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            started.update(message)
        elif listen:
            listen(message.get("body", b""))
        else:
            parts.append(message.get("body", b""))

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("127.0.0.1", 1),
    }
    await app(scope, receive, send)
    found = {name.decode(): value.decode() for name, value in started.get("headers", [])}
    return started.get("status", 0), found, b"".join(parts)


class PageTable:
    """A table whose players click on pages."""

    def __init__(self, app: Starlette, id: str) -> None:
        self.app = app
        self.table = app.state.tables.find(id)
        self.path = f"/table/{id}"
        self.streams = list[Stream]()

    def headers(self, seat: int) -> dict[str, str]:
        token = self.table.kept.seats[seat].token
        return {"cookie": f"seats-{self.table.id}={token}; visitor=benchmark"}

    def listen(self, seats: range) -> None:
        self.streams = [
            Stream(self.app, f"{self.path}/stream", self.headers(seat)) for seat in seats
        ]

    async def move(self, seat: int, move: ls.Move) -> None:
        plain = plain_move(move)
        form = {"target": ls.table.target_of(move, self.table.game.state.boat)}
        form["revision"] = self.table.revision
        form |= {key: str(plain[key]) for key in ("amount", "seat") if plain.get(key) is not None}
        for key in ("space", "source"):
            if plain.get(key):
                form[key] = "r{row}c{column}".format(**plain[key])
        form["cards"] = " ".join(plain.get("cards", ()))
        form |= {colour: str(count) for colour, count in (plain.get("gems") or {}).items()}
        path = f"{self.path}/do/play"
        status, _, body = await ask(
            self.app, "POST", path, self.headers(seat), urlencode(form).encode()
        )
        assert status == 204, (status, body)


class ApiTable(PageTable):
    """A table whose players use the API."""

    def __init__(self, app: Starlette, id: str) -> None:
        super().__init__(app, id)
        self.path = f"/api/v1/tables/{id}"
        self.sizes = list[int]()

    def headers(self, seat: int) -> dict[str, str]:
        return {"authorization": f"Bearer {self.table.kept.seats[seat].token}"}

    async def move(self, seat: int, move: ls.Move) -> None:
        plain = plain_move(move)
        names = ("amount", "seat", "space", "source", "cards", "gems")
        body = {name: plain[name] for name in names if plain.get(name)}
        body["target"] = ls.table.target_of(move, self.table.game.state.boat)
        body["version"] = self.table.game.version._asdict()
        headers = self.headers(seat) | {"content-type": "application/json"}
        path = f"{self.path}/moves"
        status, _, content = await ask(self.app, "POST", path, headers, json.dumps(body).encode())
        assert status == 200, (status, content)
        self.sizes.append(len(content))


def plain_move(move: ls.Move) -> dict[str, Any]:
    """Return a move as JSON has it, with the coins and the gems as an amount."""
    plain: dict[str, Any] = ls.to_plain(move)["value"]
    amount = plain.pop("coins", plain.pop("count", None))
    return plain | ({} if amount is None else {"amount": amount})


async def cost(table: PageTable, seat: int, move: ls.Move) -> float:
    """Return the seconds until a move is answered and all streams have a message of it."""
    heard = [stream.messages for stream in table.streams]
    begun = time.process_time()
    await table.move(seat, move)
    while any(
        stream.messages == before for stream, before in zip(table.streams, heard, strict=True)
    ):
        await asyncio.sleep(0)
    return time.process_time() - begun


async def measure(app: Starlette, seed: int, *, has_streams: bool) -> list[tuple[float, float]]:
    """Play a game on both tables; return the seconds of each move, by the page and by the API."""
    kinds = {f"kind-{seat}": "person" for seat in range(3)}
    form = urlencode({"edition": "printed", **kinds}).encode()
    _, headers, _ = await ask(app, "POST", "/tables", {"cookie": "visitor=benchmark"}, form)
    by_page = PageTable(app, headers["location"].rpartition("/")[2])
    wishes = json.dumps({"seats": [{}, {}, {}]}).encode()
    json_headers = {"content-type": "application/json"}
    _, _, content = await ask(app, "POST", "/api/v1/tables", json_headers, wishes)
    by_api = ApiTable(app, json.loads(content)["id"])
    chooser = random.Random(seed)
    costs = list[tuple[float, float]]()
    if has_streams:
        by_api.listen(range(3))
        by_page.listen(range(3))
        await asyncio.sleep(0.1)
    while not (state := by_page.table.game.state).is_over:
        assert state == by_api.table.game.state
        seat = state.current_player
        if not has_streams:
            for stream in by_page.streams:
                stream.task.cancel()
            by_page.listen(range(seat, seat + 1))
            while not by_page.streams[0].messages:
                await asyncio.sleep(0)
        move = chooser.choice(ls.legal_moves(state))
        pair = [by_page, by_api] if chooser.random() < 0.5 else [by_api, by_page]
        seconds = {table: await cost(table, seat, move) for table in pair}
        costs.append((seconds[by_page], seconds[by_api]))
    for stream in [*by_page.streams, *by_api.streams]:
        stream.task.cancel()
    await asyncio.sleep(0)
    print(f"  game {seed}: answers of {median(by_api.sizes) / 1000:.1f} kB, compressed (median)")
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    setattr(ls, "deal", deal)  # noqa: B010
    setattr(secrets, "randbelow", lambda _: 0)  # noqa: B010  # who begins
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=Path(folder) / "games.db", share=1e6))
        for has_streams in (False, True):
            print("with the streams of three players:" if has_streams else "one player:")
            costs = list[tuple[float, float]]()
            for seed in range(options.games):
                costs += asyncio.run(measure(app, seed, has_streams=has_streams))
            pages, answers = zip(*costs, strict=True)
            print(f"  {len(costs)} moves, by turns on both tables")
            for name, seconds in (("a click on the page", pages), ("through the API", answers)):
                middle = 1e3 * median(seconds)
                print(f"  {name}: mean {1e3 * mean(seconds):.2f} ms, median {middle:.2f} ms")
            print(f"  the API by the page: {mean(answers) / mean(pages):.2f}")
        app.state.tables.store.close()


if __name__ == "__main__":
    main()
