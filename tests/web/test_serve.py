"""`livingstone serve`: its options and its settings."""

import re
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from api_clients import ApiClient
from programs import LONGEST, ROOT
from starlette.applications import Starlette
from web_clients import PEOPLE, Browser, close, make_app, open_table, serving

import livingstone as ls
from livingstone.cli import main
from livingstone.players.registry import find_player
from livingstone.web import Settings
from livingstone.web.app import own_address
from livingstone.web.client_view import bot_in
from livingstone.web.game_store import GameStore, StoreError
from livingstone.web.page_phrases import page_phrases
from livingstone.web.settings import STRENGTHS


def test_a_bot_of_ones_own_plays_by_its_name(tmp_path: Path) -> None:
    name, form = "blind_bots:Last", {**PEOPLE, "edition": "bga"}
    with (
        serving(tmp_path / "games.db", "--bot", name) as (_, address),
        httpx.Client(base_url=address, headers={"origin": address}, timeout=LONGEST) as client,
    ):
        assert re.search(
            f'<option value="{name}"[^>]*>Computer: Last</option>', client.get("/").text
        )
        begun = client.post("/tables", data={**form, "kind-1": name})
        page = client.get(begun.headers["location"]).text
        assert '<span class="tag">Computer: Last</span>' in page
        assert client.post("/tables", data={**form, "kind-1": "blind_bots:Looking"}).is_error


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("my.bots:Thrifty", "Thrifty"),
        ("my.bots:Thrifty:reserve=3", "Thrifty"),
        ("program:./saver.py", "saver.py"),
        ("program:/usr/bin/node bots/saver.js --save 3", "node"),
        ("Eve=program:./saver.py --save 3", "Eve"),
        ("Dr. O'Neill=my.bots:Thrifty:reserve=3", "Dr. O'Neill"),
    ],
)
def test_a_bot_has_its_given_name_or_that_of_its_player_without_options(
    name: str, shown: str
) -> None:
    settings = Settings(database=Path("games.db"), bots=[name])
    (kind,) = settings.own_bots
    assert bot_in(kind, page_phrases("en")) == shown
    assert settings.own_bots[kind].player == name.removeprefix(f"{shown}=")


def test_a_shipped_bot_stays_what_it_is() -> None:
    assert Settings(database=Path("games.db"), bots=["greedy", "porter"]).strengths == STRENGTHS


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["greedy:weights=w.toml"], "'greedy' has another meaning .* 'Eve=greedy:weights=w.toml'"),
        (["random=my.bots:Thrifty"], "'random' has another meaning"),
        (["person=my.bots:Thrifty"], "'person' has another meaning"),
        (["my.bots:A:x=1", "my.bots:A:x=2"], "'my.bots:A' has another meaning"),
        (["Eve=my.bots:A", "Eve=my.bots:B"], "'Eve' has another meaning"),
        (["=my.bots:A"], "1 to 30 letters, .*, not ''"),
        ([f"{'e' * 31}=my.bots:A"], "1 to 30 letters"),
        (["<b>=my.bots:A"], "1 to 30 letters"),
        (["program:'./mybot"], "cannot be split into words"),
    ],
)
def test_two_bots_have_different_names(names: list[str], message: str) -> None:
    with pytest.raises(ls.ArgumentError, match=message):
        Settings(database=Path("games.db"), bots=names)


def test_nobody_who_plays_sees_the_options_of_a_bot(tmp_path: Path) -> None:
    program = f"program:sh {ROOT}/examples/programs/random_bot.sh"
    app = make_app(
        tmp_path / "games.db",
        bots=[f"{program} hunter2", f"Eve={program} hunter2", "blind_bots:Last:of=hunter2"],
    )
    names = ["program:sh", "Eve", "blind_bots:Last"]
    api = ApiClient(app)
    bots = api.ask("GET", "bots").json()["bots"]
    assert [bot["name"] for bot in bots][-3:] == names
    begun = api.ask(
        "POST", "tables", json={"seats": [{}, *({"kind": name} for name in names)]}
    ).json()
    id = begun["id"]
    token = begun["tokens"][0]["token"]
    seen = [ApiClient(app, token, id).get(place).text for place in ("", "/record")]
    seen += [api.ask("GET", path).text for path in ("bots", "tables", "openapi.json")]
    client = Browser(app)
    seen += [client.get(path).text for path in ("/", f"/table/{id}", f"/table/{id}/replay")]
    assert all("hunter2" not in text and "examples/programs" not in text for text in seen)
    assert 'value="Eve"' in client.get("/").text
    assert app.state.bot_turns.pool.strengths["Eve"].player == f"{program} hunter2"
    close(app)


def test_a_folder_that_cannot_be_made_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "livingstone").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["serve"]) == 2
    assert "livingstone: is a file, where a folder is needed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "limits"),
    [
        ("workers", 0, "from 1 to 1000, not 0"),
        ("workers", 1001, "from 1 to 1000, not 1001"),
        ("bot_seconds", 0.09, "0.1 or more"),
        ("keep_days", 0, "0.1 or more"),
        ("share", float("nan"), "0.001 or more, not nan"),
        ("most_streams", 0, "1 or more, not 0"),
        ("most_connections", 0, "1 or more"),
        ("most_tables", 0, "1 or more"),
        ("most_records", 0, "1 or more"),
    ],
)
def test_a_setting_out_of_range_is_refused(name: str, value: float, limits: str) -> None:
    database: Any = "games.db"
    with pytest.raises(ls.ArgumentError, match=f"{name} must be {limits}"):
        Settings(database=database, **{name: value})  # type: ignore[arg-type]
    assert Settings(database=database, workers=1000, most_streams=1).most_streams == 1
    settings = Settings(database=database, names="games.example.org")
    assert (settings.database, settings.names) == (Path("games.db"), ("games.example.org",))


@pytest.mark.parametrize("name", ["", "*.", "games.*.org"])
def test_a_name_that_no_host_has_is_refused_with_examples(name: str) -> None:
    told = r"a name must be that of a host, such as games\.example\.org, .* not '"
    with pytest.raises(ls.ArgumentError, match=told):
        Settings(database=Path("games.db"), names=(name,))


def test_a_server_at_every_address_prints_one_that_others_can_use() -> None:
    own = own_address("0.0.0.0", socket.AF_INET)
    assert own not in ("0.0.0.0", "")
    assert socket.getaddrinfo(own, 80)
    assert own_address("127.0.0.1", socket.AF_INET) == "127.0.0.1"


def test_a_second_server_is_told_who_uses_the_port_or_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.db"
    with serving(file) as (process, address):
        port = address.rpartition(":")[2]
        assert main(["serve", "--port", port, "--database", str(tmp_path / "other.db")]) == 2
        assert "another Livingstone server uses this port" in capsys.readouterr().err
        open_by = f"another server has it open (process {process.pid}, {address}/): stop it"
        with pytest.raises(StoreError, match=re.escape(open_by)):
            GameStore(file, seconds=0.0)
    GameStore(file).close()


def test_a_port_that_another_program_uses_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["serve", "--port", port, "--database", str(tmp_path / "games.db")]) == 2
    assert "another program uses this port" in capsys.readouterr().err


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_bot_has_the_same_name_in_the_browser_and_at_the_terminal(
    app: Starlette, name: str
) -> None:
    if name not in app.state.settings.offered:
        pytest.skip("the extra `fast` is not installed")
    client, path, _ = open_table(app, **{"kind-1": name})
    assert f'<span class="tag">Computer: {name}' in client.get(path).text
    assert re.search(f'<option value="{name}"[^>]*>Computer: {name} \\(', client.get("/").text)
    assert find_player(name) == find_player(STRENGTHS[name].player)
