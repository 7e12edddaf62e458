"""Browsers without a screen, for tests of the web server."""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
from programs import start_python
from starlette.applications import Starlette
from starlette.requests import Request

import livingstone as ls
from livingstone.web import Settings, create_app
from livingstone.web.live_tables import LiveTable
from livingstone.web.table_actions import listen

if find_spec("sniffio") is None:  # httpx looks for it at each request, in all folders
    sys.modules["sniffio"] = None  # type: ignore[assignment]

HOST = "127.0.0.1:8000"
ORIGIN = f"http://{HOST}"
PEOPLE = {"kind-0": "person", "kind-1": "open", "name-0": "Ann", "name-1": "Ben"}


def make_app(file: Path, **settings: Any) -> Starlette:
    usual: dict[str, Any] = {"pace": "at-once", "share": 1e6, "workers": 1}
    return create_app(Settings(database=file, **{**usual, **settings}))


def close(app: Starlette) -> None:
    app.state.tables.store.close()


class Browser:
    """A browser with its own cookies, which asks the application without a network."""

    def __init__(
        self, app: Starlette, origin: str | None = ORIGIN, cookies: httpx.Cookies | None = None
    ) -> None:
        headers = {"accept-language": "en", **({} if origin is None else {"origin": origin})}
        transport = httpx.ASGITransport(app, raise_app_exceptions=True)
        self._client = httpx.AsyncClient(
            transport=transport, base_url=ORIGIN, headers=headers, cookies=cookies
        )

    @property
    def cookies(self) -> httpx.Cookies:
        return self._client.cookies

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        options.setdefault("follow_redirects", True)
        return asyncio.run(self._client.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)


def begin(client: Browser, **form: str) -> str:
    answer = client.post("/tables", data={"edition": "printed", **form}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    path: str = answer.headers["location"]
    return path


def table_at(app: Starlette, path: str) -> LiveTable:
    table: LiveTable | None = app.state.tables.find(path.rpartition("/")[2])
    assert table is not None
    return table


def sit_down(client: Browser, app: Starlette, path: str, seat: int, name: str = "") -> None:
    link = f"{path}/sit/{table_at(app, path).kept.seats[seat].token}"
    answer = client.post(link, data={"name": name}, follow_redirects=False)
    assert answer.status_code == 303


def open_table(app: Starlette, **form: str) -> tuple[Browser, str, LiveTable]:
    """Begin a game in a new browser, for Ann and an open seat if the form does not differ."""
    client = Browser(app)
    path = begin(client, **PEOPLE | form)
    return client, path, table_at(app, path)


class Game:
    """A game of two people, whose browsers are in `clients` by seat."""

    def __init__(self, app: Starlette, **form: str) -> None:
        self.app = app
        ann, self.path, _ = open_table(app, **form)
        self.clients = {0: ann, 1: Browser(app)}
        sit_down(self.clients[1], app, self.path, 1)

    @property
    def table(self) -> LiveTable:
        return table_at(self.app, self.path)

    @property
    def state(self) -> ls.State:
        return self.table.game.state

    @property
    def mover(self) -> int:
        return self.state.current_player

    def restart(self) -> None:
        close(self.app)
        self.app = create_app(self.app.state.settings)
        for seat, client in self.clients.items():
            self.clients[seat] = Browser(self.app, cookies=client.cookies)

    def forget(self) -> None:
        self.app.state.tables.live.clear()

    def post(self, who: int | Browser, deed: str, **form: str) -> httpx.Response:
        client = self.clients[who] if isinstance(who, int) else who
        data = {"revision": self.table.revision, **form}
        return client.post(f"{self.path}/do/{deed}", data=data, follow_redirects=False)

    def do(self, who: int | Browser, deed: str, **form: str) -> int:
        """Do something at the table, and return the status of the answer."""
        return self.post(who, deed, **form).status_code

    def play(self, *moves: ls.Move) -> int:
        seat = self.mover
        for move in moves:
            assert self.send(seat, move) == 204
        return seat

    def send(self, who: int | Browser, move: ls.Move) -> int:
        return self.do(who, "play", **form_of(move, self.table.game.view(self.mover)))

    def play_on(self, moves: int) -> None:
        chooser = random.Random(moves)
        for _ in range(moves):
            if not self.state.is_over:
                self.play(chooser.choice(ls.legal_moves(self.state)))

    def finish(self) -> None:
        finish(self.app, self.path)

    def take_a_die(self) -> int:
        moves = ls.legal_moves(self.state)
        return self.play(next(move for move in moves if isinstance(move, ls.TakeDie)))

    def shown(self, who: int | Browser) -> Any:
        client = self.clients[who] if isinstance(who, int) else who
        return asyncio.run(first_message(self.app, client, self.path))


def scope_of(app: Starlette, client: Browser, path: str, known: str = "") -> dict[str, Any]:
    """Return the scope of a request for the stream of a table."""
    cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    headers = [(b"cookie", cookies.encode()), (b"accept-language", b"en")]
    headers += [(b"last-event-id", known.encode())] if known else []
    path, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "app": app,
        "query_string": query.encode(),
        "headers": headers,
    }
    scope["path_params"] = {"id": path.rpartition("/")[2]}
    return scope


async def raw_stream(
    app: Starlette, client: Browser, path: str, known: str = ""
) -> AsyncGenerator[str]:
    answer = await listen(Request(scope_of(app, client, path, known)))
    assert answer.headers["content-type"].startswith("text/event-stream")
    async with aclosing(answer.body_iterator) as messages:  # type: ignore[attr-defined]
        async for message in messages:
            yield message


async def stream(
    app: Starlette, client: Browser, path: str, known: str = ""
) -> AsyncGenerator[Any]:
    async with aclosing(raw_stream(app, client, path, known)) as messages:
        async for message in messages:
            if "data: " in message and not message.startswith("event: alive"):
                yield json.loads(message.partition("data: ")[2])


async def first_message(app: Starlette, client: Browser, path: str, known: str = "") -> Any:
    async with aclosing(stream(app, client, path, known)) as messages:
        return await anext(messages)


def form_of(move: ls.Move, view: ls.View) -> dict[str, str]:
    form = {"target": ls.table.target_of(move, view.boat)}
    match move:
        case ls.Donate(amount) | ls.SellGems(_, amount):
            form["amount"] = str(amount)
        case ls.BuildTent(_, cards, source):
            form |= {"cards": " ".join(cards), "source": _place(source)}
        case ls.PlayCard(_, gems, space, source):
            form |= {"space": _place(space), "source": _place(source)}
            form |= {key: str(count) for key, count in gems._asdict().items()} if gems else {}
        case ls.TakeDie() | ls.DrawCard() | ls.TakeCoins() | ls.Dig() | ls.EndTurn():
            pass
    return {key: value for key, value in form.items() if value}


def _place(space: ls.Space | None) -> str:
    return "" if space is None else f"r{space.row}c{space.column}"


def finish(app: Starlette, path: str) -> None:
    tables, table, chooser = app.state.tables, table_at(app, path), random.Random(1)
    while not table.game.state.is_over:
        state = table.game.state
        seat, move = state.current_player, chooser.choice(ls.legal_moves(state))
        tables.do(table, seat, (move,), table.game.version)


@contextmanager
def serving(file: Path, *arguments: str) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """Run the command on a free port; give the process and the address that it prints.

    What it writes to standard error is in `games.err` for the file `games.db`.
    """
    command = ["-m", "livingstone", "serve", "--port", "0", "--database", str(file), *arguments]
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    with (
        file.with_suffix(".err").open("w") as errors,
        start_python(
            *command,
            stdout=subprocess.PIPE,
            stderr=errors.fileno(),
            environment=os.environ | {"PYTHONPATH": paths},
        ) as process,
    ):
        assert process.stdout
        yield process, process.stdout.readline().decode().split()[3].rstrip("/")


async def others_go_on() -> None:
    """Let all other tasks go on until they wait, however busy the machine is."""
    for _ in range(1000):
        await asyncio.sleep(0)


def links_in(page: str) -> Iterator[str]:
    yield from re.findall(r'value="http://[^/]+(/table/[^"]+/sit/[^"]+)"', page)
