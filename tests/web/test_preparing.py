"""The first page does not wait for what is compiled; bots, reviews and hints say that they do."""

import asyncio
import signal
from pathlib import Path

import httpx
import psutil
import pytest
from starlette.applications import Starlette
from web_clients import Game, make_app, open_table, serving

import livingstone as ls
from livingstone.web.bots import BotPool
from livingstone.web.preparing import PREPARATION

pytest.importorskip("numba")

WORDS = {
    "en": ("being prepared", "Wait for bots that are being prepared"),
    "de": ("wird vorbereitet", "Auf Computer warten"),
    "fr": ("en préparation", "Attendre les ordinateurs"),
    "it": ("in preparazione", "Aspettare i computer"),
}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    """Make an application on a machine where nothing is compiled yet."""
    app = make_app(tmp_path / "games.db")
    monkeypatch.setattr(PREPARATION, "is_ready", False)
    return app


@pytest.mark.parametrize("language", WORDS)
def test_the_lobby_says_which_bots_are_not_ready(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    client, _, _ = open_table(app)
    marked, waits = WORDS[language]
    page = client.get("/", params={"language": language}).text
    assert page.count(f"({marked})") == 5 * 6 + 6  # six levels in five seats and in the list
    assert waits in page
    monkeypatch.setattr(PREPARATION, "is_ready", True)
    page = client.get("/").text
    assert f"({marked})" not in page
    assert waits not in page


@pytest.mark.parametrize("waits", [False, True])
def test_greedy_plays_for_a_bot_that_is_not_ready_or_the_others_wait(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, waits: bool
) -> None:
    asked = list[str]()

    async def choose(_: BotPool, strength: str, view: ls.View, __: str) -> ls.Move:
        asked.append(strength)
        await asyncio.sleep(0.1)  # so that the game is not over before the end of the test
        return view.legal_moves[0]

    async def play() -> None:
        table.watchers[None] += 1
        app.state.bot_turns.start(table, "")
        await asyncio.sleep(0.5)
        assert set(asked) == (set() if waits else {"settler"})
        asked.clear()
        monkeypatch.setattr(PREPARATION, "is_ready", True)
        async with asyncio.timeout(60):
            while not asked:
                await asyncio.sleep(0.1)
        await app.state.bot_turns.close()

    monkeypatch.setattr(BotPool, "choose", choose)
    bots = {"kind-0": "pathfinder", "kind-1": "pathfinder"}
    client, path, table = open_table(app, **bots | ({"waits": "1"} if waits else {}))
    assert table.kept.waits == waits
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
        children = psutil.Process(process.pid).children()
        assert any("preparing" in " ".join(child.cmdline()) for child in children)
        process.send_signal(end)
        assert process.wait(60) == (0 if end == signal.SIGTERM else -end)
        assert not psutil.wait_procs(children, 60)[1]
    told = (tmp_path / "games.err").read_text()
    assert not told or ("resource_tracker" in told and end == signal.SIGKILL)
