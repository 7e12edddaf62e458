"""Forms that come twice, without cookies, or while another process writes to the file of games."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import SimpleNamespace

import httpx
import pytest
from record_samples import FULL
from starlette.applications import Starlette
from web_clients import PEOPLE, Browser, Game, open_table, others_go_on

import livingstone as ls

RECORD = ls.dumps(FULL)


def once_in(page: str) -> list[str]:
    return re.findall(r'name="once" value="([^"]+)"', page)


@pytest.mark.parametrize("place", ["/tables", "/records", "sit", "play", "pass", "resign", "chat"])
def test_a_form_that_is_sent_twice_is_carried_out_once(app: Starlette, place: str) -> None:
    ann, path, table = open_table(app)
    ben, link = Browser(app), f"{path}/sit/{table.kept.seats[1].token}"
    client, page, action, form = {
        "/tables": (ben, "/", "/tables", {**PEOPLE, "edition": "printed"}),
        "/records": (ben, "/", "/records", {"record": RECORD}),
        "sit": (ben, link, link, {"name": "Ben"}),
        "play": (ben, "", "", {"at": "3", "kind-0": "person", "kind-1": "random"}),
        "pass": (ann, path, f"{path}/do/pass", {}),
        "resign": (ann, path, f"{path}/do/resign", {}),
        "chat": (ann, path, f"{path}/do/chat", {"text": "hey"}),
    }[place]
    if place == "play":
        page = ben.post("/records", data={"record": RECORD}).url.path
        action = f"{page}/play"
    form |= {"once": once_in(client.get(page).text)[0]}
    tabs = [Browser(app, cookies=httpx.Cookies(client.cookies)) for _ in range(2)]
    twice = [tab.post(action, data=form, follow_redirects=False) for tab in tabs]
    assert twice[0].status_code in (204, 303), twice[0].text
    for part in ("status_code", "headers", "text"):
        assert getattr(twice[0], part) == getattr(twice[1], part)
    assert app.state.tables.store.count_tables() == 1 + (place in ("/tables", "play"))
    assert len(app.state.tables.store.read("SELECT id FROM records")) == (
        place in ("/records", "play")
    )
    assert len(table.chat) == (place == "chat")
    other = client.post(action, data=form | {"name-0": "Zoe", "at": "4", "text": "ho"})
    assert other.status_code < 500
    assert app.state.tables.store.count_tables() == 1 + 2 * (place in ("/tables", "play"))


def test_another_visitor_does_not_get_the_answer_to_a_form(app: Starlette) -> None:
    ann, eve = Browser(app), Browser(app)
    form = {**PEOPLE, "edition": "printed", "once": once_in(ann.get("/").text)[0]}
    eve.get("/")
    answers = [who.post("/tables", data=form, follow_redirects=False) for who in (ann, eve)]
    places = [answer.headers["location"] for answer in answers]
    assert places[0] != places[1]
    held = [{key for key in who.cookies if key.startswith("seats-")} for who in (ann, eve)]
    assert held == [{f"seats-{place.rpartition('/')[2]}"} for place in places]


def test_an_uploaded_record_is_shown_to_its_sender_alone(app: Starlette) -> None:
    ann, eve = Browser(app), Browser(app)
    form = {"record": RECORD, "once": once_in(ann.get("/").text)[0]}
    eve.get("/")
    eve_without_cookies = Browser(app)
    senders = (ann, eve, eve_without_cookies)
    places = {who.post("/records", data=form).url.path for who in senders}
    assert len(places) == 3


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_no_game_begins_without_cookies(app: Starlette, language: str) -> None:
    client = Browser(app)
    headers = {"accept-language": language, "cookie": ""}
    _, path, table = open_table(app)
    link = f"{path}/sit/{table.kept.seats[1].token}"
    for page, action in (("/", "/tables"), (link, link)):
        form = {**PEOPLE, "edition": "printed", "once": once_in(client.get(page).text)[0]}
        told = client.post(action, data=form, headers=headers)
        assert told.status_code == 400
        assert "ookie" in told.text
    assert app.state.tables.store.count_tables() == 1
    assert table.kept.seats[1].kind == "open"
    assert client.post("/tables", data=form).status_code == 200  # with the cookie of the page


BLANKS = "\t \n \r\n \v \f \x1c \x1f \x85 \xa0 \u1680 \u180e \u2003 \u200b \u2028 \u2029"
BLANKS += " \u202f \u2800 \u3000 \ufeff"


@pytest.mark.parametrize("blank", [*BLANKS.split(" "), "  ", "\t\u200b \xa0"], ids=ascii)
def test_every_kind_of_white_space_becomes_one_space(app: Starlette, blank: str) -> None:
    client, path, table = open_table(app, **{"name-0": f"{blank}Ann{blank}Lee{blank}"})
    client.post(f"{path}/do/chat", data={"text": f"two{blank}{blank}words\u2060{blank}"})
    assert table.names[0] == table.chat[0].name == "Ann Lee"
    assert table.chat[0].text == "two words"


# Another process that writes.


@contextmanager
def writing(app: Starlette) -> Iterator[sqlite3.Connection]:
    """Hold the lock for writing, as a backup or a shell may do."""
    (_, _, path), *_ = app.state.tables.store.read("PRAGMA database_list")
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    yield other
    other.close()


def test_what_cannot_be_kept_is_told_and_not_done(app: Starlette) -> None:
    game = Game(app)
    game.play_on(3)
    seat, revision, journal = game.mover, game.table.revision, game.table.game.journal
    move = ls.legal_moves(game.state)[0]
    with writing(app):
        assert game.send(seat, move) == 503
        assert "writing to the server" in game.post(seat, "chat", text="hey").text
        assert game.do(seat, "resign") == 503
        assert (
            Browser(app).post("/tables", data={**PEOPLE, "edition": "printed"}).status_code == 503
        )
        assert (
            Browser(app).get("/").status_code == game.clients[0].get(game.path).status_code == 200
        )
        assert (game.table.revision, game.table.game.journal) == (revision, journal)
        assert not game.table.is_stale
        assert not game.table.chat
        assert not any(own.left for own in game.table.kept.seats)
    assert app.state.tables.store.count_tables() == 1
    assert game.send(seat, move) == 204
    game.forget()
    assert game.table.game.journal[: len(journal)] == journal


def test_others_go_on_while_something_waits_to_be_kept(app: Starlette) -> None:
    store = app.state.tables.store
    assert store.read("PRAGMA busy_timeout") == [(0,)]  # SQLite itself would let all wait

    async def wait() -> None:
        with writing(app) as other:
            waiting = asyncio.create_task(store.when_free(lambda: "done", inf))
            await asyncio.sleep(0)
            assert not waiting.done()
            other.rollback()
            assert await waiting == "done"

    asyncio.run(wait())


def test_a_review_that_was_made_waits_to_be_kept(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(*_: object) -> str:
        return "a review"

    async def find() -> None:
        with writing(app) as other:
            for _ in range(2):
                assert app.state.reviews.find(film) is None
                await others_go_on()
            other.rollback()
            async with asyncio.timeout(60):
                while app.state.reviews.find(film) is None:
                    await asyncio.sleep(0.01)

    monkeypatch.setattr("livingstone.web.working.Workers.run", run)
    film = SimpleNamespace(id="x", address="", text="")
    asyncio.run(find())


def test_a_clock_waits_while_another_process_writes(app: Starlette) -> None:
    game = Game(app, clock="5+10")
    game.table.watch(None, (0,))
    table = game.table
    table.timed_at -= 400
    with writing(app):
        assert app.state.tables.play_for_absent(table) < 1
        assert not table.is_stale
        assert table.bot is None
    app.state.tables.play_for_absent(table)
    assert table.bot
