"""Who runs the server: connections, limits, backups, the log, a proxy, and damaged tables."""

import asyncio
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from contextlib import ExitStack, closing
from math import inf
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from programs import LONGEST, start_python
from starlette.applications import Starlette
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES
from web_clients import (
    PEOPLE,
    Browser,
    Game,
    close,
    finish,
    make_app,
    open_table,
    serving,
    table_at,
)

import livingstone as ls
from livingstone.cli import main
from livingstone.web import app as web_app
from livingstone.web import preparation, prune
from livingstone.web.budgets import FullError
from livingstone.web.game_store import ChatLine, Customs, TableSeat
from livingstone.web.live_tables import LiveTable, Tables
from livingstone.web.protection import address_of

FORM = {**PEOPLE, "edition": "printed"}


@pytest.mark.slow
def test_idle_connections_do_not_silence_the_server(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as (process, address), ExitStack() as opened:
        place = ("127.0.0.1", int(address.rpartition(":")[2]))
        for _ in range(1_100):
            idle = opened.enter_context(socket.create_connection(place))
            idle.send(b"G")
        assert httpx.get(address, timeout=LONGEST).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST) == 0


def test_a_request_that_does_not_end_is_closed(tmp_path: Path) -> None:
    script = "import livingstone.web.protection as it; it.SECONDS = 0.5\n"
    script += "from livingstone.web import Settings, serve\n"
    script += f"serve(Settings(database={str(tmp_path / 'a.db')!r}), '127.0.0.1', 0)"
    with start_python("-uc", script, stdout=subprocess.PIPE) as process:
        assert process.stdout
        place = ("127.0.0.1", int(re.findall(rb":(\d+)/", process.stdout.readline())[0]))
        for start in (b"", b"GET / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\na"):
            with socket.create_connection(place, timeout=LONGEST) as slow:
                slow.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
                assert slow.recv(4096).startswith(b"HTTP/1.1 200")
                slow.sendall(start)
                while slow.recv(4096):
                    pass


def test_addresses_of_one_client_are_one() -> None:
    found = [address_of({"client": (host, 80)}) for host in ("2001:db8::7", "2001:db8::8")]
    assert found == ["2001:db8::/64"] * 2
    assert address_of({"client": ("::ffff:1.2.3.4", 80)}) == "1.2.3.4"
    assert address_of({"client": ("garbage", 80)}) == "garbage"
    assert address_of({"client": None}) == ""


def age(file: Path, days: float) -> None:
    with closing(sqlite3.connect(file)) as games, games:
        games.execute("UPDATE tables SET played = played - ?", (days * 24 * 3600,))


def test_a_full_server_makes_room(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", most_tables=2)
    game = Game(app)
    game.play_on(5)
    path, (_, unbegun, _) = game.path, open_table(app)
    answer = Browser(app).post("/tables", data=FORM)
    assert answer.status_code == 503
    assert "as many games as it can keep" in answer.text
    asyncio.run(app.state.tables.prune(days=30, most=2))
    assert Browser(app).get(unbegun).status_code == 200
    age(tmp_path / "games.db", 1)
    asyncio.run(app.state.tables.prune(days=30, most=2))
    assert Browser(app).get(unbegun).status_code == 404
    assert Browser(app).get(path).status_code == 200
    assert open_table(app)
    asyncio.run(app.state.tables.prune(days=0.9, most=9))
    assert Browser(app).get(path).status_code == 404
    assert app.state.tables.store.entries(path.rpartition("/")[2]) == []
    close(app)


def begin_at(app: Starlette, address: str) -> LiveTable:
    seats = tuple(TableSeat(name, "person", name) for name in ("Ann", "Ben"))
    tables: Tables = app.state.tables
    return tables.begin("printed", seats, Customs(language="en"), first=0, address=address)


def test_places_are_kept_for_addresses_without_a_table(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", most_tables=20)
    for _ in range(19):
        begin_at(app, "flooding")
    with pytest.raises(FullError) as full:
        begin_at(app, "flooding")
    assert full.value.seconds == 60
    assert app.state.tables.is_full.is_set()
    assert begin_at(app, "new")
    close(app)


class Clocks:
    """The clocks of this process, which a test sets forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed = 0.0
        for name in ("time", "monotonic"):
            clock = getattr(time, name)
            monkeypatch.setattr(time, name, lambda clock=clock: clock() + self.passed)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


def test_an_address_begins_only_so_many_tables_in_a_day(tmp_path: Path, clocks: Clocks) -> None:
    app = make_app(tmp_path / "games.db")
    assert app.state.tables.daily_tables == 500
    app.state.tables.daily_tables = 2
    first = begin_at(app, "a")
    begin_at(app, "a")
    clocks.passed += 3600
    with pytest.raises(FullError) as full:
        begin_at(app, "a")
    assert 23 * 3600 - 60 < full.value.seconds <= 23 * 3600
    assert begin_at(app, "b")
    app.state.tables.delete(first.id)
    assert begin_at(app, "a"), "a table that is gone does not count"
    clocks.passed += 24 * 3600
    assert begin_at(app, "a")
    close(app)


def test_who_has_begun_tables_is_known_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    app = make_app(file)
    for _ in range(2):
        begin_at(app, "203.0.113.7")
    close(app)
    app = make_app(file)
    app.state.tables.daily_tables = 2
    with pytest.raises(FullError):
        begin_at(app, "203.0.113.7")
    assert begin_at(app, "203.0.113.8")
    close(app)


def test_who_has_begun_tables_is_counted_in_a_file_of_an_older_server(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    app = make_app(file)
    begin_at(app, "a")
    close(app)
    with closing(sqlite3.connect(file)) as games, games:
        games.executescript("DROP TABLE begun; DROP TABLE secret; PRAGMA user_version = 8")
    for _ in range(2):
        app = make_app(file)
        app.state.tables.daily_tables = 2
        assert begin_at(app, "a")
        close(app)
    app = make_app(file)
    app.state.tables.daily_tables = 2
    with pytest.raises(FullError):
        begin_at(app, "a")
    close(app)


def test_no_address_is_kept_in_clear_or_longer_than_its_tables_or_a_day(
    tmp_path: Path, clocks: Clocks
) -> None:
    file = tmp_path / "games.db"
    app = make_app(file)
    first = begin_at(app, "203.0.113.7")
    second = begin_at(app, "203.0.113.7")
    store = app.state.tables.store
    begun = store.read("SELECT address FROM begun")
    assert len({*begun}) == 1
    app.state.tables.delete(first.id)
    assert len(store.read("SELECT * FROM begun")) == 1
    clocks.passed += 25 * 3600
    third = begin_at(app, "203.0.113.8")
    assert store.read("SELECT id FROM begun") == [(third.id,)]
    assert store.table(second.id) is not None
    close(app)
    assert b"203.0.113" not in file.read_bytes()


def test_a_clock_that_was_set_wrong_keeps_nobody_out_for_more_than_a_day(
    tmp_path: Path, clocks: Clocks
) -> None:
    file = tmp_path / "games.db"
    clocks.passed = 12 * 3600
    app = make_app(file)
    app.state.tables.daily_tables = 1
    begin_at(app, "a")
    close(app)
    clocks.passed = 0
    app = make_app(file)
    app.state.tables.daily_tables = 1
    with pytest.raises(FullError) as full:
        begin_at(app, "a")
    assert full.value.seconds <= 24 * 3600
    close(app)
    clocks.passed = -400 * 24 * 3600
    app = make_app(file)
    app.state.tables.daily_tables = 1
    assert begin_at(app, "a")
    close(app)


def test_an_address_with_too_many_tables_is_told_when_to_come_back(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    app.state.tables.daily_tables = 1
    open_table(app)
    by_page = Browser(app).post("/tables", data=FORM)
    seats = [{"kind": "person"}, {"kind": "person"}]
    headers = {"content-type": "application/json"}
    by_api = Browser(app).post("/api/v1/tables", json={"seats": seats}, headers=headers)
    assert "begun from your address" in by_page.text
    assert by_api.json()["code"] == "too_many_tables"
    for answer in (by_page, by_api):
        assert answer.status_code == 429
        assert 86_000 < int(answer.headers["retry-after"]) <= 86_400
    close(app)


def test_tables_left_after_one_move_are_deleted_like_empty_ones(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", most_tables=4)
    tables = app.state.tables
    _, one, more, over = (begin_at(app, str(number)) for number in range(4))
    die = next(move for move in ls.legal_moves(one.game.state) if isinstance(move, ls.TakeDie))
    tables.do(one, 0, (die, ls.TakeCoins()), one.game.version)
    for _ in range(3):
        tables.do(more, 0, (ls.Donate(1),), more.game.version)
        tables.do(more, 0, "undo", more.game.version)
    finish(app, f"/table/{over.id}")
    age(tmp_path / "games.db", 1)
    asyncio.run(tables.prune(days=30, most=4))
    left = {id for (id,) in tables.store.read("SELECT id FROM tables")}
    assert left == {more.id, over.id}
    close(app)


def test_a_full_server_begins_no_rematch_but_shows_one_that_has_begun(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", most_tables=2)
    full = [Game(app), Game(app)]
    for game in full:
        game.finish()
    refused = full[0].clients[0].post(f"{full[0].path}/rematch")
    assert refused.status_code == 503
    assert "as many games as it can keep" in refused.text
    app.state.tables.delete(full[1].table.id)
    begun = full[0].clients[0].post(f"{full[0].path}/rematch")
    again = full[0].clients[1].post(f"{full[0].path}/rematch")
    assert begun.status_code == again.status_code == 200
    assert begun.url == again.url
    close(app)


def test_a_table_that_is_watched_is_not_deleted(app: Starlette) -> None:
    _, path, table = open_table(app)
    table.watchers[None] += 1
    asyncio.run(app.state.tables.prune(days=-1, most=1))
    assert Browser(app).get(path).status_code == 200


def test_prune_works_while_a_server_has_the_table_in_memory(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.play(ls.Donate(1))
    _, other, _ = open_table(game.app)
    age(tmp_path / "games.db", 91)
    game.app.state.tables.keep(table_at(game.app, other))
    assert main(["serve", "--prune", "--database", str(tmp_path / "games.db")]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "1 tables are kept."
    assert game.do(game.mover, "play", target="chest", amount="1") == 503  # in memory until then
    assert game.clients[0].get(game.path).status_code == 404
    assert game.clients[0].get(other).status_code == 200
    assert game.app.state.tables.store.entries(game.path.rpartition("/")[2]) == []


def test_clicks_are_served_between_two_slices_of_pruning(
    app: Starlette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.game_store._SECONDS_OF_SLICE", -1.0)  # a table in each
    store = app.state.tables.store
    ids = {open_table(app)[2].id for _ in range(5)}
    age(tmp_path / "games.db", 91)
    left = []

    async def prune() -> None:
        pruning = asyncio.create_task(app.state.tables.prune(days=90, most=9))
        while not pruning.done():
            left.append(await store.when_free(store.count_tables, inf))
            await asyncio.sleep(0)
        await pruning

    asyncio.run(prune())
    assert {5, 4, 3, 2, 1} <= {*left}
    assert store.count_tables() == 0
    assert not ids & {*app.state.tables.live}


def test_pruning_spares_what_is_touched_or_watched_meanwhile(
    app: Starlette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.game_store._SECONDS_OF_SLICE", -1.0)
    store, tables = app.state.tables.store, app.state.tables
    for _ in range(4):
        open_table(app)
    age(tmp_path / "games.db", 91)

    async def prune() -> set[str]:
        pruning = asyncio.create_task(tables.prune(days=90, most=9))
        while store.count_tables() == 4:
            await asyncio.sleep(0)
        touched, watched, _ = (tables.find(id) for id, *_ in store.read("SELECT id FROM tables"))
        tables.keep(touched)
        watched.watchers[None] += 1
        await pruning
        return {touched.id, watched.id}

    assert asyncio.run(prune()) == {id for id, *_ in store.read("SELECT id FROM tables")}


def test_others_can_write_while_a_command_prunes(
    app: Starlette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.web.game_store._SECONDS_OF_SLICE", -1.0)
    store = app.state.tables.store
    for _ in range(3):
        open_table(app)
    age(tmp_path / "games.db", 91)
    left = []

    def click(_: float) -> None:
        assert store.begin_transaction()
        left.append(store.count_tables())
        store._file.rollback()

    with monkeypatch.context() as patched:
        patched.setattr(time, "sleep", click)
        assert prune(tmp_path / "games.db", days=90) == (3, 0)
    assert {2, 1, 0} <= {*left}


def test_a_new_line_of_a_chat_deletes_some_old_chats(app: Starlette, tmp_path: Path) -> None:
    store = app.state.tables.store
    with closing(sqlite3.connect(tmp_path / "games.db")) as file, file:
        file.executemany("INSERT INTO chats VALUES (?, 1.0, '[]')", zip(map(str, range(50))))
    counts = []
    for number in range(4):
        store.add_line("new", ChatLine(time.time(), 0, "Ann", f"line {number}"))
        counts += store.read("SELECT count(*) FROM chats")
    assert counts == [(31,), (11,), (1,), (1,)]


def test_prune_makes_no_file_for_a_name_that_does_not_exist(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--prune", "--database", str(tmp_path / "gaems.db")]) == 2
    assert "gaems.db does not exist" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_pages_are_compressed_and_streams_are_not(app: Starlette) -> None:
    assert "text/event-stream" in DEFAULT_EXCLUDED_CONTENT_TYPES
    client, sizes = Browser(app), {}
    for coding in ("gzip", "identity"):
        answer = client.get("/", headers={"accept-encoding": coding})
        assert answer.headers.get("content-encoding", "identity") == coding
        sizes[coding] = int(answer.headers["content-length"])
    assert sizes["gzip"] < sizes["identity"] / 3


def test_a_backup_is_made_while_the_server_runs(
    app: Starlette, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    command = ["serve", "--database", str(tmp_path / "games.db"), "--backup", str(copy)]
    for more in ([], ["--overwrite"]):
        _, path, table = open_table(app)
        assert main([*command, *more]) == 0
        assert "is copied to" in capsys.readouterr().out
    assert copy.stat().st_mode & 0o077 == 0
    again = make_app(copy)
    assert table_at(again, path).game == table.game
    close(again)
    assert main([*command[:-1], str(tmp_path / "games.db")]) == 2
    assert "games.db, which is read" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [
        "tables SET about = '{'",
        "tables SET about = '[]'",
        "tables SET about = CAST(x'ff' AS TEXT)",
        "tables SET about = replace(about, 'printed', 'nothing')",
        "tables SET about = replace(about, '\"Ann\"', '5')",
        "entries SET line = 'p0 fly'",
        "entries SET line = x'ff00'",
    ],
)
def test_a_damaged_table_fails_alone(app: Starlette, tmp_path: Path, change: str) -> None:
    (own, path, table), (_, other, _) = open_table(app, is_listed="1"), open_table(app)
    id = table.id
    with closing(sqlite3.connect(tmp_path / "games.db")) as games, games:
        games.execute(f"UPDATE {change} WHERE id = ?", (id,))
    app.state.tables.live.clear()
    answer = Browser(app).get(path)
    assert answer.status_code == 500
    assert "is damaged on the server&#39;s disk" in answer.text
    for client in (own, Browser(app)):
        lobby = client.get("/")
        assert lobby.status_code == 200
        assert f"This game is damaged ({id})" in lobby.text
    assert Browser(app).get(other).status_code == 200


def test_a_journal_has_a_bound(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livingstone.web.deeds.MOST_ENTRIES", 4)
    for expected in (204, 409):  # the deal, a donation, undone, and another one
        seat = game.play(ls.Donate(1))
        answer = game.post(seat, "undo")
        assert answer.status_code == expected
    assert "taken back so often" in answer.json()["refused"]
    game.take_a_die()


def test_players_choose_the_pace_of_bots(app: Starlette) -> None:
    game = Game(app, **{"kind-2": "greedy"})
    assert game.table.kept.customs.pace == "at-once"
    assert [game.do(0, "pace", pace=pace) for pace in ("slow", "none")] == [303, 404]
    assert game.do(Browser(app), "pace", pace="calm") == 403
    game.forget()
    assert game.table.kept.customs.pace == "slow"
    _, _, table = open_table(app, pace="calm")
    assert table.kept.customs.pace == "calm"


def test_a_bot_whose_package_is_missing_is_not_offered(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = "livingstone.web.settings.is_installed"
    monkeypatch.setattr(known, lambda package: package != "numba")
    page = Browser(app).get("/").text
    assert 'value="pathfinder"' not in page
    assert 'value="ismcts"' in page
    assert '<input type="hidden" name="kind-1" value="random">' in page


def test_a_server_below_a_path_behind_a_proxy(tmp_path: Path) -> None:
    arguments = ("--root-path", "/game/", "--proxy", "127.0.0.1", "--name", "games.example.org")
    with serving(tmp_path / "games.db", *arguments, "--log") as (_, address):
        origin = "https://games.example.org"
        headers = {"host": "games.example.org", "origin": origin, "x-forwarded-proto": "https"}
        headers |= {"accept-language": "en", "x-forwarded-for": "192.0.2.7"}
        with httpx.Client(
            base_url=address.removesuffix("/game"), headers=headers, timeout=LONGEST
        ) as client:
            assert client.get("/game/static/page.css").status_code == 200
            begun = client.post("/game/tables", data=FORM)
            path = begun.headers["location"]
            assert path.startswith("/game/table/")
            cookie = begun.headers.get_list("set-cookie")[0]
            assert f"Path={path};" in cookie
            assert cookie.endswith("Secure")
            client.headers["cookie"] = cookie.partition(";")[0]
            assert f"{origin}{path}/sit/" in client.get(path).text
            assert client.get("/health", headers={"host": "localhost"}).json() == {
                "server": "livingstone",
                "tables": 1,
            }


def test_every_address_is_below_the_root_path(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", root_path="/game")
    game = Game(app, hints="1")
    path, client = game.path, game.clients[0]
    texts = [client.get(path).text, client.get(f"{path}/replay?at=1").text]
    game.finish()
    record = client.get(f"{path}/record").text
    uploaded = client.post("/records", data={"record": record})
    assert uploaded.url.path.startswith("/game/record/")
    assert client.post(f"{path}/rematch").url.path.startswith("/game/table/")
    pages = ["/", "/game", "/game/", "/game/rules", path, f"{path}/replay", "/nothing", "/gameover"]
    texts += [uploaded.text, *(client.get(page).text for page in pages)]
    texts += [Browser(app).get(path).text, Browser(app).post("/tables").text]
    for text in texts:
        addresses = re.findall(r'(?:href|src|action|data-path)="(/[^"]*)', text)
        assert len(addresses) > 4
        assert all(address.startswith("/game/") for address in addresses)
    assert {cookie.path for cookie in client.cookies.jar} >= {"/game/", path}
    assert client.get("/gameover").status_code == 404
    assert 'href="/game/rules#R' in texts[0]
    close(app)


def test_the_log_has_a_line_for_each_request_without_tokens(
    app: Starlette, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "livingstone.web")
    client, path, table = open_table(app)
    token = table.kept.seats[1].token
    client.get(f"{path}/sit/{token}?a={token}%0a")
    app.state.tables.live.clear()
    close(app)
    assert client.get(path).status_code == 503
    begun, seat, failed = (record for record in caplog.records)
    assert re.fullmatch(r"127\.0\.0\.1 POST /tables 303 0\.\d{3} s", begun.message)
    assert f"{path}/sit/... 200" in seat.message
    assert token not in caplog.text
    assert failed.levelname == "ERROR"
    assert "503" in failed.message
    assert "the file of games cannot be used" in failed.message


@pytest.mark.parametrize(
    "sign", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_signals_end_the_server_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: signal.Signals
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # or it may say that it compiles
    with serving(tmp_path / "games.db") as (process, address), ExitStack() as opened:
        client = opened.enter_context(
            httpx.Client(base_url=address, headers={"origin": address}, timeout=LONGEST)
        )
        path = client.post("/tables", data=FORM).headers["location"]
        place = ("127.0.0.1", int(address.rpartition(":")[2]))
        for start in (f"GET {path}/stream HTTP/1.1", "POST /tables HTTP/1.1\r\ncontent-length: 9"):
            unfinished = opened.enter_context(socket.create_connection(place))
            unfinished.sendall(f"{start}\r\nhost: {place[0]}:{place[1]}\r\n\r\n".encode())
        assert unfinished.getsockname()
        process.send_signal(sign)
        assert process.wait(LONGEST) == 0
    assert (tmp_path / "games.err").read_text() == ""


@pytest.mark.parametrize(
    ("module", "name"),
    [(web_app, "compile_pages"), (web_app, "warm_up"), (preparation, "_has_all")],
)
def test_what_takes_long_the_first_time_is_done_in_a_thread_while_the_server_starts(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    done = threading.Event()
    threads = list[threading.Thread]()
    do = getattr(module, name)

    def note(*arguments: object) -> object:
        result = do(*arguments)
        threads.append(threading.current_thread())
        done.set()
        return result

    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # or it may compile
    monkeypatch.setattr(module, name, note)

    async def start() -> None:
        async with app.router.lifespan_context(app):
            assert await asyncio.to_thread(done.wait, 60)

    asyncio.run(start())
    assert len(threads) == 1
    assert threads != [threading.main_thread()]
