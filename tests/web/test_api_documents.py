"""Documents of the API: which events they have, and that none takes the server for long."""

import asyncio
import gzip
import random
from typing import Any

import pytest
from api_clients import ApiGame, connection, documents
from attrs import evolve
from starlette.applications import Starlette

import livingstone as ls
from livingstone.web.api import documents as made
from livingstone.web.game_store import Customs, TableSeat

FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def long_table(app: Starlette, *, boat: int = 9) -> str:
    """Begin a table of five, at which a game was played to a column."""
    chooser = random.Random(5)

    def deal(state: ls.State) -> ls.Outcome:
        return ls.sample_outcome(state, chooser.randrange(2**32))

    game = ls.Table(ls.new_game(len(FIVE), explicit_chance=True, first=0), dealer=deal)
    while game.state.boat < boat:
        game.play(chooser.choice(ls.legal_moves(game.state)))
    seats = tuple(TableSeat(name, "person", f"token-of-{name}") for name in FIVE)
    customs = Customs(language="en")
    table = app.state.tables.begin("printed", seats, customs, game.journal, first=0)
    return str(table.id)


def get(app: Starlette, id: str, query: str = "") -> Any:
    async def ask() -> Any:
        headers = {"authorization": "Bearer token-of-Ann"}
        async with connection(app) as client:
            answer = await client.get(f"tables/{id}{query}", headers=headers)
        assert answer.status_code == 200
        return answer

    return asyncio.run(ask())


def test_the_first_document_in_the_middle_of_a_game_of_five_is_below_12_kilobytes(
    app: Starlette,
) -> None:
    id = long_table(app, boat=5)
    answer = get(app, id)
    assert len(answer.content) < 12_000
    shown = answer.json()["snapshot"]["value"]
    game = app.state.tables.find(id).game
    drawn = game.snapshot(0, most_events=40, names=FIVE)
    assert shown == ls.to_plain(drawn)["value"]
    assert shown["left_out"] == game.version.events - 40


def test_a_document_is_made_once_for_all_who_see_the_same(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = long_table(app, boat=2)
    make = made._made
    versions = list[object]()

    def count(client: Any, since: ls.Version | None) -> made.Document:
        versions.append(since)
        return make(client, since)

    monkeypatch.setattr(made, "_made", count)
    assert get(app, id).content == get(app, id).content
    get(app, id, "?since=0.0")
    assert versions == [None, ls.Version()]


def test_all_events_are_told_to_who_asks_for_them(app: Starlette) -> None:
    id = long_table(app)
    game = app.state.tables.find(id).game
    shown = get(app, id, "?since=0.0").json()["snapshot"]["value"]
    assert shown == ls.to_plain(game.snapshot(0, names=FIVE))["value"]


def test_a_document_since_a_version_has_the_last_events_at_most(app: Starlette) -> None:
    """A client that missed more, or shows moves that were taken back, begins anew."""
    id = long_table(app)
    game = app.state.tables.find(id).game
    _, events = game.version
    for since, is_anew in (
        (ls.Version(0, 100), True),
        (ls.Version(1, events), True),
        (ls.Version(0, events + 1), True),
        (ls.Version(0, events - 41), True),
        (ls.Version(0, events - 40), False),
        (game.version, False),
    ):
        answer = get(app, id, f"?since={since.undone}.{since.events}")
        shown = answer.json()["snapshot"]["value"]
        drawn = game.snapshot(0, since=since, most_events=40, names=FIVE)
        assert shown == ls.to_plain(drawn)["value"]
        assert shown["is_anew"] == is_anew
        assert len(shown["events"]) <= 40
        assert shown.get("left_out", 0) == (events - 40 if is_anew else 0)


def test_after_an_undo_a_document_is_as_short_as_a_first_one(app: Starlette) -> None:
    id = long_table(app, boat=5)
    game = app.state.tables.find(id).game
    game.play(ls.TakeDie(1))
    since = game.version
    game.undo(0, agreed=True)
    answer = get(app, id, f"?since={since.undone}.{since.events}")
    assert len(answer.content) < 12_000
    assert len(gzip.compress(answer.content)) < 3_000
    shown = answer.json()["snapshot"]["value"]
    assert shown == get(app, id).json()["snapshot"]["value"]


def test_a_stream_without_a_version_begins_with_the_last_events(app: Starlette) -> None:
    id = long_table(app, boat=5)

    async def first() -> Any:
        stream = documents(app, id)
        shown = await anext(stream)
        await stream.aclose()
        return shown["snapshot"]["value"]

    assert len(asyncio.run(first())["events"]) == 40


def test_the_events_of_a_long_game_are_told_in_slices(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others have their turn between them; each event is told once, whoever asks again."""
    id = long_table(app)
    turns = list[None]()

    async def let_others() -> None:
        turns.append(None)
        await asyncio.sleep(0)

    monkeypatch.setattr(made, "let_others", let_others)
    count = app.state.tables.find(id).game.version.events
    get(app, id, "?since=0.0")
    assert len(turns) >= count // 40 > 5
    turns.clear()
    get(app, id, "?since=0.1")
    assert not turns


def test_after_an_undo_a_document_has_the_events_that_are_left(
    app: Starlette,
) -> None:
    api_game = ApiGame(app)
    mover = api_game.mover
    other = api_game.other
    before = mover.snapshot(since="0.0")["events"]
    version = mover.play(target="chest", amount=1).json()["snapshot"]["value"]["version"]
    assert len(other.snapshot(since="0.0")["events"]) == len(before) + 1
    undone = mover.post("/undo", version=version).json()["snapshot"]["value"]
    assert undone["is_anew"]
    assert undone["events"] == before
    again = mover.play(target="chest", amount=2).json()["snapshot"]["value"]
    assert [told["sentence"] for told in again["events"]] == ["You donate 2 coins to the Queen."]
    seen = other.snapshot(since="0.0")["events"]
    assert len(seen) == len(before) + 1
    assert "2 coins" not in seen[-1]["sentence"]


def test_events_have_the_names_that_players_have_now(app: Starlette) -> None:
    api_game = ApiGame(app)
    api_game.mover.play(target="chest", amount=1)
    seat = api_game.state.current_player
    told = api_game.other.snapshot(since="0.0")["events"]
    assert any(each["sentence"].startswith(("Ann", "Ben")) for each in told)
    table = api_game.table
    renamed = evolve(table.kept.seats[seat], name="Zoe")
    app.state.tables.change_seat(table, seat, renamed)
    told = api_game.other.snapshot(since="0.0")["events"]
    assert any(each["sentence"].startswith("Zoe") for each in told)
