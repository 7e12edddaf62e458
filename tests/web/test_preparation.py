"""The first page does not wait for what is compiled; bots, reviews and hints say that they do."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from starlette.applications import Starlette
from web_clients import Game, close, make_app, open_table, serving

import livingstone as ls
from livingstone.web import preparation
from livingstone.web.bots import BotPool
from livingstone.web.preparation import PREPARATION, Preparation

pytest.importorskip("numba")

WORDS = {
    "en": ("being prepared", "Wait for bots that are being prepared"),
    "de": ("wird vorbereitet", "Auf Computer warten"),
    "fr": ("en préparation", "Attendre les ordinateurs"),
    "it": ("in preparazione", "Aspettare i computer"),
}
COMPILES_AND_DRAWS = 2
"""The processes that a server starts at once."""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Starlette]:
    """Make an application on a machine where nothing is compiled yet."""
    app = make_app(tmp_path / "games.db")
    monkeypatch.setattr(PREPARATION, "is_ready", False)
    yield app
    close(app)


@pytest.mark.parametrize("language", WORDS)
def test_the_lobby_says_which_bots_are_not_ready(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    client, _, _ = open_table(app)
    marked, waits = WORDS[language]
    page = client.get("/", params={"language": language}).text
    assert page.count(f"{marked})") == 5 * 6 + 6  # six levels in five seats and in the list
    assert waits in page
    monkeypatch.setattr(PREPARATION, "is_ready", True)
    page = client.get("/").text
    assert f"{marked})" not in page
    assert waits not in page


@pytest.mark.parametrize("waits", [False, True])
def test_greedy_plays_for_a_bot_that_is_not_ready_or_the_others_wait(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, waits: bool
) -> None:
    asked = list[str]()

    async def choose(_: BotPool, strength: str, view: ls.View, __: str, **___: bool) -> ls.Move:
        asked.append(strength)
        await asyncio.sleep(0.1)  # so that the game is not over before the end of the test
        return view.legal_moves[0]

    async def play() -> None:
        table.watchers[None] += 1
        app.state.bot_turns.start(table)
        if waits:
            await asyncio.sleep(0.5)
        else:
            async with asyncio.timeout(60):
                while not asked:
                    await asyncio.sleep(0.01)
        assert set(asked) == (set() if waits else {"greedy"})
        asked.clear()
        monkeypatch.setattr(PREPARATION, "is_ready", True)
        async with asyncio.timeout(60):
            while not asked:
                await asyncio.sleep(0.1)
        await app.state.bot_turns.close()

    monkeypatch.setattr(BotPool, "choose", choose)
    bots = {"kind-0": "pathfinder", "kind-1": "pathfinder"}
    client, path, table = open_table(app, **bots | ({"waits": "1"} if waits else {}))
    assert table.kept.customs.waits == waits
    assert "being prepared" in client.get(path).text
    asyncio.run(play())
    assert set(asked) == {"pathfinder"}


def test_reviews_and_hints_say_what_they_wait_for(app: Starlette) -> None:
    tables = (open_table(app, hints="1") for _ in range(99))
    client, path, _ = next(own for own in tables if own[2].game.state.current_player == 0)
    assert "which is still being prepared" in client.get(f"{path}/hint").json()["words"]
    game = Game(app)
    game.finish()
    page = game.clients[0].get(f"{game.path}/review")
    assert page.status_code == 202
    assert "which is still being prepared" in page.text


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_first_page_does_not_wait_and_its_processes_end_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: signal.Signals
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    with serving(tmp_path / "games.db") as (process, address):
        assert "being prepared" in httpx.get(address, timeout=60).text
        children = list[psutil.Process]()
        while len(children) < COMPILES_AND_DRAWS:
            children = psutil.Process(process.pid).children()
        process.send_signal(end)
        assert process.wait(60) == (0 if end == signal.SIGTERM else -end)
        assert not psutil.wait_procs(children, 60)[1]
    first, *others = (tmp_path / "games.err").read_text().splitlines()
    assert "The fast game is being compiled for this machine" in first
    assert not others or ("resource_tracker" in "".join(others) and end == signal.SIGKILL)


OUTCOMES = {
    "kept": (0, [False, True], "The fast game is compiled after", False),
    "lost": (0, [False, False], "cannot be kept, so that each process compiles it", False),
    "failed": (1, [False, False], "cannot be compiled (status 1)", True),
}
"""By what becomes of compiling: its status, whether the cache has the code before and after, what
the server says in the end, and whether it lacks bots."""


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_server_says_what_becomes_of_compiling_and_nobody_waits_for_ever(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, outcome: str
) -> None:
    status, answers, told, is_lacking = OUTCOMES[outcome]
    own = Preparation(is_ready=False)

    async def compile_nothing() -> int:
        assert not own.is_ready
        assert own.lacks("pathfinder")
        return status

    monkeypatch.setattr(ls.kernel, "is_compiled", lambda *_: answers.pop(0))
    monkeypatch.setattr(ls.kernel, "make_cache_writable", lambda: None)
    monkeypatch.setattr(preparation, "_compile", compile_nothing)
    caplog.set_level("INFO", "livingstone.web")
    asyncio.run(own.run())
    asyncio.run(own.wait())
    begun, ended = caplog.messages
    assert "is being compiled" in begun
    assert told in ended
    assert own.lacks("pathfinder") == is_lacking
    assert not own.lacks("greedy")


def test_greedy_plays_also_where_the_others_wait_if_compiling_fails(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    async def choose(_: BotPool, strength: str, view: ls.View, __: str, **___: bool) -> ls.Move:
        asked.append(strength)
        await asyncio.sleep(0.1)
        return view.legal_moves[0]

    async def play() -> None:
        table.watchers[None] += 1
        app.state.bot_turns.start(table)
        while not asked:
            await asyncio.sleep(0.01)
        await app.state.bot_turns.close()

    monkeypatch.setattr(BotPool, "choose", choose)
    _, _, table = open_table(app, **{"kind-0": "pathfinder", "kind-1": "pathfinder", "waits": "1"})
    monkeypatch.setattr(PREPARATION, "is_ready", True)
    monkeypatch.setattr(PREPARATION, "has_failed", True)
    asyncio.run(play())
    assert {*asked} == {"greedy"}
