"""Games on the disk: nothing that was acknowledged is lost."""

import random
import sqlite3
from pathlib import Path

import pytest
from attrs import evolve
from starlette.applications import Starlette
from web_clients import (
    PEOPLE,
    Browser,
    begin,
    browser,
    close,
    finish,
    make_app,
    play_on,
    send,
    table_at,
    two_people,
)

import livingstone as ls
from livingstone.web.store import KeptTable, Store, StoreError
from livingstone.web.tables import LiveTable


def facts(table: LiveTable) -> tuple[object, ...]:
    game = table.game
    undo = [(game.can_undo(seat), game.can_redo) for seat in range(len(table.names))]
    return game, game.version, undo, table.kept, table.entries, game.journal


def do_something(
    app: Starlette, path: str, clients: dict[int, Browser], chooser: random.Random
) -> None:
    """Play, undo or redo."""
    table = table_at(app, path)
    seat, action = table.game.state.current_player, chooser.choice(["play", "undo", "redo"])
    if action == "play":
        moves = [group.moves[0] for group in ls.group_moves(table.game.view(seat))]
        assert send(clients[seat], app, path, chooser.choice(moves)).status_code == 204
    else:
        clients[seat].post(f"{path}/do/{action}", data={"revision": table.revision})


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_after_every_answer_the_disk_has_the_whole_game(tmp_path: Path, edition: str) -> None:
    """Another process continues from the state in which a killed one left the disk."""
    app, chooser = make_app(tmp_path / "games.db"), random.Random(5)
    path, clients = two_people(app, edition=edition)
    for _ in range(120):
        if table_at(app, path).game.state.is_over:
            break
        do_something(app, path, clients, chooser)
        known = table_at(app, path)
        app.state.tables._live.clear()
        assert facts(table_at(app, path)) == facts(known)
    close(app)
    again = make_app(tmp_path / "games.db")
    assert facts(table_at(again, path)) == facts(known)
    close(again)


def test_cookies_and_undo_survive_a_restart(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    path, clients = two_people(app)
    seat = table_at(app, path).game.state.current_player
    send(clients[seat], app, path, ls.Donate(1))
    revision = table_at(app, path).revision
    cookies = clients[seat].cookies
    close(app)
    again = make_app(tmp_path / "games.db")
    client = browser(again)
    client.cookies.update(cookies)
    answer = client.post(f"{path}/do/undo", data={"revision": revision})
    assert answer.status_code == 204
    assert table_at(again, path).game.state.players[seat].chest == 0
    close(again)


def test_r10_3_the_disk_does_not_hold_future_outcomes(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    path, clients = two_people(app)
    play_on(app, path, clients, 10)
    id, entries = path.rpartition("/")[2], app.state.tables.store.entries
    known = entries(id)
    played = [table_at(app, path).game.history[10].actions[0]]
    rolls = set()
    for luck in range(8):
        app.state.tables._live.clear()
        table, chooser = table_at(app, path), random.Random(luck)
        game = ls.Table.from_record(table.game.record(), dealer=ls.deal)
        while game.state.boat == table.game.state.boat:
            game.play(chooser.choice(ls.legal_moves(game.state)))
        rolls.add((game.state.dice, game.state.players))
    assert len(rolls) > 4
    assert entries(id) == known
    assert len(played) == 1
    close(app)


def test_a_move_that_the_disk_refuses_was_not_made(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat, before = table.game.state.current_player, facts(table)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the file of games cannot be used: database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "put", fail)
        answer = send(clients[seat], app, path, ls.Donate(1))
        assert answer.status_code == 503
        assert "Nothing was lost" in answer.text
    assert table.is_stale
    assert facts(table_at(app, path))[1:] == before[1:]
    assert send(clients[seat], app, path, ls.Donate(1)).status_code == 204


def test_a_game_under_other_rules_cannot_continue(app: Starlette) -> None:
    path, clients = two_people(app)
    id = path.rpartition("/")[2]
    kept = evolve(app.state.tables.store.table(id), hash="x")
    app.state.tables.store.put(kept)
    app.state.tables._live.clear()
    assert clients[0].get(path).status_code == 410
    assert clients[0].get("/").status_code == 200


def test_tables_that_nobody_watches_leave_memory(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.tables._MOST_IN_MEMORY", 2)
    client = browser(app)
    paths = [begin(client, **PEOPLE) for _ in range(4)]
    assert len(app.state.tables._live) == 2
    table_at(app, paths[0]).watchers[None] += 1
    for path in paths[1:]:
        table_at(app, path)
    assert len(app.state.tables._live) == 2
    assert paths[0].rpartition("/")[2] in app.state.tables._live
    for path in paths:
        table_at(app, path).watchers[None] += 1
        assert not table_at(app, path).is_stale


def test_the_lobby_lists_finished_games_apart(app: Starlette) -> None:
    path, _ = two_people(app, is_listed="1")
    finish(app, path)
    (kept,) = app.state.tables.store.tables(is_over=True, most=9)
    assert kept == table_at(app, path).kept
    assert not app.state.tables.store.tables(is_over=False, most=9)


def test_only_one_process_can_open_a_file(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    with pytest.raises(StoreError, match="cannot be used: database is locked"):
        Store(tmp_path / "games.db", seconds=0.0)
    close(app)


def test_a_file_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Buy milk. " * 200)
    with pytest.raises(StoreError, match="not a database"):
        Store(tmp_path / "notes.txt")
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path / "nowhere" / "games.db")


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    close(make_app(tmp_path / "games.db"))
    with sqlite3.connect(tmp_path / "games.db") as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(StoreError, match="newer version of livingstone") as refused:
        Store(tmp_path / "games.db")
    with sqlite3.connect(tmp_path / "games.db", timeout=0) as file:  # it was let go
        file.execute("PRAGMA user_version = 98")
    file.close()
    assert refused


def test_tables_of_a_file_without_listing_stay_in_the_lobby(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    path, _ = two_people(app)
    close(app)
    with sqlite3.connect(tmp_path / "games.db") as file:
        file.executescript(
            "DROP TABLE visitors; DROP TABLE chats; DROP INDEX listed_by_time;"
            "ALTER TABLE tables DROP COLUMN is_listed; PRAGMA user_version = 2;"
            "UPDATE tables SET about = json_remove(about, '$.is_listed', '$.played', '$.mover',"
            " '$.points', '$.winners');"
        )
    file.close()
    app = make_app(tmp_path / "games.db")
    page = browser(app).get("/").text
    assert f'href="{path}"' in page
    assert "Ann" in page
    finish(app, path)
    (kept,) = app.state.tables.store.tables(is_over=True, most=9)
    assert kept.is_listed
    assert len(kept.points) == 2
    close(app)


def test_a_failed_read_is_an_error(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    store.close()
    with pytest.raises(StoreError, match="the file of games cannot be used"):
        store.table("any")


def test_others_cannot_read_the_file(tmp_path: Path) -> None:
    close(make_app(tmp_path / "games.db"))
    assert (tmp_path / "games.db").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("syncs", "level"), [(True, 2), (False, 1)])
def test_syncs_sets_how_sqlite_waits_for_the_disk(tmp_path: Path, syncs: bool, level: int) -> None:
    store = Store(tmp_path / "games.db", syncs=syncs)
    assert store._read("PRAGMA synchronous") == [(level,)]
    store.close()


def test_the_latest_tables_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, now = Store(tmp_path / "games.db"), 1000.0
    monkeypatch.setattr("time.time", lambda: now)
    for id in "abc":
        now += 1
        store.put(KeptTable(id=id, edition="printed", hash="", first=0, language="en", seats=()))
    assert [kept.id for kept in store.tables(is_over=False, most=2)] == ["c", "b"]
    store.close()


def test_the_last_used_tables_stay_in_memory(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.tables._MOST_IN_MEMORY", 2)
    first, second = begin(browser(app), **PEOPLE), begin(browser(app), **PEOPLE)
    assert table_at(app, second) is not table_at(app, first)
    begin(browser(app), **PEOPLE)
    live = app.state.tables._live
    assert first.rpartition("/")[2] in live
    assert second.rpartition("/")[2] not in live
