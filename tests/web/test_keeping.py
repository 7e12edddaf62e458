"""Games on the disk: nothing that was acknowledged is lost."""

import json
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest
from attrs import evolve
from corrected_figures import correct_figures
from starlette.applications import Starlette
from web_clients import Browser, Game, close, make_app, open_table, table_at

import livingstone as ls
from livingstone.edition.loading import shipped_toml
from livingstone.web.game_store import Customs, GameStore, KeptTable, StoreError
from livingstone.web.live_tables import LiveTable


def facts(table: LiveTable) -> tuple[object, ...]:
    game = table.game
    undo = [(game.can_undo(seat), game.can_redo) for seat in range(len(table.names))]
    return game, game.version, undo, table.kept, table.entries, game.journal


@pytest.mark.parametrize("edition", ["printed", pytest.param("bga", marks=pytest.mark.slow)])
def test_after_every_answer_the_disk_has_the_whole_game(app: Starlette, edition: str) -> None:
    """Another process continues from the state in which a killed one left the disk."""
    game, chooser = Game(app, edition=edition), random.Random(5)
    for _ in range(120):
        if game.state.is_over:
            break
        action = chooser.choice(["play", "undo", "redo"])
        if action == "play":
            groups = ls.group_moves(game.table.game.view(game.mover))
            game.play(chooser.choice([group.moves[0] for group in groups]))
        else:
            game.do(game.mover, action)
        known = game.table
        game.forget()
        assert facts(game.table) == facts(known)
    game.restart()
    assert facts(game.table) == facts(known)
    close(game.app)


def test_r10_3_the_disk_does_not_hold_future_outcomes(game: Game) -> None:
    game.play_on(10)
    entries = game.app.state.tables.store.entries
    known, rolls = entries(game.table.id), set()
    for luck in range(8):
        game.forget()
        table, chooser = game.table, random.Random(luck)
        other = ls.Table.from_record(table.game.record(), dealer=ls.deal)
        while other.state.boat == table.game.state.boat:
            other.play(chooser.choice(ls.legal_moves(other.state)))
        rolls.add((other.state.dice, other.state.players))
    assert len(rolls) > 4
    assert entries(game.table.id) == known


def test_a_move_that_the_disk_refuses_was_not_made(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, before = game.table, facts(game.table)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the file of games cannot be used: database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(GameStore, "put", fail)
        answer = game.post(game.mover, "play", target="chest", amount="1")
        assert answer.status_code == 503
        assert "Nothing was lost" in answer.text
    assert table.is_stale
    assert facts(game.table)[1:] == before[1:]
    game.play(ls.Donate(1))


def test_a_game_under_other_rules_cannot_continue(game: Game) -> None:
    store = game.app.state.tables.store
    store.put(evolve(store.table(game.table.id), hash="x"))
    game.forget()
    assert game.clients[0].get(game.path).status_code == 410
    assert game.clients[0].get("/").status_code == 200


def test_a_game_goes_on_with_its_figures_when_one_is_corrected(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text(shipped_toml("board"))
    game = Game(make_app(tmp_path / "games.db", board=board))
    game.play_on(5)
    board.write_text(shipped_toml("board").replace("{ cost = 1,", "{ cost = 2,"))
    game.restart()
    assert game.state.edition.board.costs[0] == 1
    game.finish()
    assert game.state.is_over
    assert Game(game.app).state.edition.board.costs[0] == 2
    close(game.app)


def test_a_game_of_released_figures_goes_on_though_the_file_lacks_its_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.db"
    copy(Path(__file__).parents[1] / "compatibility/0.1/server.db", file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM editions")
    correct_figures(monkeypatch)
    app = make_app(file)
    ((id,),) = app.state.tables.store.read("SELECT id FROM tables")
    game = app.state.tables.find(id).game
    assert game.start.edition != ls.load_edition("printed")
    game.play(ls.legal_moves(game.state)[0])
    close(app)


def test_tables_leave_memory_that_nobody_watches_the_least_recently_used_first(
    app: Starlette,
) -> None:
    app.state.tables.most_in_memory = 2
    live = app.state.tables.live
    paths = [open_table(app)[1] for _ in range(2)]
    ids = [path.rpartition("/")[2] for path in paths]
    oldest = table_at(app, paths[1])
    table_at(app, paths[0])
    paths += [open_table(app)[1] for _ in range(2)]
    assert len(live) == 2
    assert ids[1] not in live
    assert oldest.is_stale
    table_at(app, paths[0]).watchers[None] += 1
    for path in paths[1:]:
        table_at(app, path)
    assert len(live) == 2
    assert ids[0] in live
    for path in paths:
        table_at(app, path).watchers[None] += 1
        assert not table_at(app, path).is_stale


@pytest.mark.usefixtures("app")
def test_only_one_process_and_one_user_can_open_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used: another server has it open"):
        GameStore(tmp_path / "games.db", seconds=0.0)
    assert (tmp_path / "games.db").stat().st_mode & 0o077 == 0


def test_a_file_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Buy milk. " * 200)
    with pytest.raises(StoreError, match="not a database"):
        GameStore(tmp_path / "notes.txt")
    with pytest.raises(StoreError, match="cannot be used"):
        GameStore(tmp_path / "nowhere" / "games.db")
    (store := GameStore(tmp_path / "games.db")).close()
    with pytest.raises(StoreError, match="the file of games cannot be used"):
        store.table("any")


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    close(make_app(tmp_path / "games.db"))
    with closing(sqlite3.connect(tmp_path / "games.db")) as file, file:
        file.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer version of livingstone") as refused:
        GameStore(tmp_path / "games.db")
    with closing(sqlite3.connect(tmp_path / "games.db", timeout=0)) as file, file:
        file.execute("PRAGMA user_version = 98")  # it was let go
    assert refused


@pytest.mark.parametrize(
    "sql",
    [
        "ANALYZE",
        "CREATE INDEX by_line ON entries (line)",
        "CREATE VIEW moves AS SELECT line FROM entries WHERE line LIKE 'p%'",
        "CREATE TABLE mine (a)",
        "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM",
        "PRAGMA auto_vacuum = FULL; VACUUM",
    ],
)
def test_a_file_that_other_programs_added_to_goes_on(game: Game, tmp_path: Path, sql: str) -> None:
    close(game.app)
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        file.executescript(sql)
    game.restart()
    game.finish()


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        (
            "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM chats; END",
            "the trigger 't'",
        ),
        ("CREATE UNIQUE INDEX i ON tables (played)", "the index 'i'"),
        ("ALTER TABLE entries ADD COLUMN more", "another program"),
    ],
)
def test_a_file_whose_games_others_would_change_is_refused(
    tmp_path: Path, sql: str, message: str
) -> None:
    GameStore(tmp_path / "games.db").close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        file.executescript(sql)
    with pytest.raises(StoreError, match=message):
        GameStore(tmp_path / "games.db")


@pytest.mark.parametrize("version", [0, 3])
def test_a_file_of_another_program_stays_as_it_is(tmp_path: Path, version: int) -> None:
    with closing(sqlite3.connect(tmp_path / "notes.db")) as file:
        file.executescript(f"CREATE TABLE notes (a); PRAGMA user_version = {version}")
    before = (tmp_path / "notes.db").read_bytes()
    with pytest.raises(StoreError, match="an SQLite file of another program"):
        GameStore(tmp_path / "notes.db")
    assert (tmp_path / "notes.db").read_bytes() == before


def test_the_file_calls_the_token_of_a_new_holder_heir_as_earlier_servers_did(
    game: Game, tmp_path: Path
) -> None:
    game.post(0, "pass")
    token = game.table.kept.seats[0].new_holder_token
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        ((about,),) = file.execute("SELECT about FROM tables")
    assert json.loads(about)["seats"][0]["heir"] == token
    game.restart()
    assert game.table.kept.seats[0].new_holder_token == token


def test_tables_of_a_file_without_listing_stay_in_the_lobby(game: Game, tmp_path: Path) -> None:
    close(game.app)
    with closing(sqlite3.connect(tmp_path / "games.db")) as file, file:
        file.executescript(
            "DROP TABLE statistics; DROP TABLE server; DROP TABLE editions; DROP TABLE visitors;"
            "DROP TABLE chats; DROP TABLE begun; DROP TABLE secret;"
            "DROP INDEX listed_by_time;"
            "ALTER TABLE tables DROP COLUMN is_listed; PRAGMA user_version = 2;"
            "UPDATE tables SET about = json_remove(about, '$.is_listed', '$.played', '$.mover',"
            " '$.points', '$.winners');"
        )
    game.restart()
    page = Browser(game.app).get("/").text
    assert f'href="{game.path}"' in page
    assert "Ann" in page
    game.finish()
    (kept,) = game.app.state.tables.store.tables(is_over=True, most=9)
    assert kept.customs.is_listed
    assert len(kept.progress.points) == 2


@pytest.mark.parametrize(("syncs", "level"), [(True, 2), (False, 1)])
def test_syncs_sets_how_sqlite_waits_for_the_disk(tmp_path: Path, syncs: bool, level: int) -> None:
    store = GameStore(tmp_path / "games.db", syncs=syncs)
    assert store.read("PRAGMA synchronous") == [(level,)]
    store.close()


def test_the_latest_tables_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, now = GameStore(tmp_path / "games.db"), time.time() + 1000
    monkeypatch.setattr("time.time", lambda: now)
    for id in "abc":
        now += 1
        customs = Customs(language="en")
        store.put(KeptTable(id=id, edition="printed", hash="", first=0, seats=(), customs=customs))
    assert [kept.id for kept in store.tables(is_over=False, most=2)] == ["c", "b"]
    store.close()


def test_bots_of_older_files_have_the_names_of_today(app: Starlette, tmp_path: Path) -> None:
    _, _, table = open_table(app, **{"kind-1": "greedy", "kind-2": "random", "name-2": "settler"})
    close(app)
    with closing(sqlite3.connect(tmp_path / "games.db")) as file, file:
        for new, old in (("greedy", "settler"), ("random", "novice")):
            file.execute(
                "UPDATE tables SET about = replace(about, ?, ?)",
                (f'"kind": "{new}"', f'"kind": "{old}"'),
            )
        file.executescript(
            "DROP TABLE statistics; ALTER TABLE visitors DROP COLUMN is_counted;"
            "DROP TABLE begun; DROP TABLE secret;"
            "PRAGMA user_version = 6;"
        )
    store = GameStore(tmp_path / "games.db")
    kept = store.table(table.id)
    assert kept is not None
    assert [seat.kind for seat in kept.seats] == ["person", "greedy", "random"]
    assert kept.seats[2].name == "settler"
    store.close()
