"""The commands that print the board, cards, rules, bots and counts, and `serve`."""

import json
import re
import signal
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from editions import shipped_file
from programs import ROOT, run_python

import livingstone as ls
from livingstone.cli import main
from livingstone.cli.parser import COMMANDS
from livingstone.edition.loading import is_shipped
from livingstone.web import Settings

OWN = """
class Unreadable(dict):
    'A bot that cannot tell what it takes.'

    def choose(self, view, rng):
        return view.legal_moves[0]

READY = Unreadable()

def deep(depth=3):
    return Unreadable(depth=depth)
"""


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_the_data_files_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    board = printed(capsys, "board", "--toml")
    cards = printed(capsys, "cards", "--toml")
    assert (board, cards) == (ls.shipped_toml("board"), ls.shipped_toml("cards"))
    own = ls.load_edition("printed", board=tomllib.loads(board), cards=tomllib.loads(cards))
    assert is_shipped(own)


def test_the_board_shows_its_rows_and_columns(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.replace("│", " ").split() for line in printed(capsys, "board").splitlines()]
    board = ls.load_edition("printed").board
    for number, row in enumerate(board.rows, 1):
        assert [str(number), f"+{row.value}", str(row.majority)] in lines
    assert ["cost", *(str(column.cost) for column in board.columns)] in lines


def test_a_board_of_ones_own_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    plain = tomllib.loads(ls.shipped_toml("board").replace("cost = 5", "cost = 77"))
    plain["players"]["least"] = 3
    file.write_text(tomli_w.dumps(plain))
    assert "77" in printed(capsys, "board", "--board", str(file))
    assert "Kosten" in printed(capsys, "board", "--language", "de")


def test_the_cards_are_listed_with_their_texts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    told = " ".join(printed(capsys, "cards").split())
    french = " ".join(printed(capsys, "cards", "--language", "fr").split())
    for card in ls.load_edition("printed").cards:
        assert f"{card.count} {card.names.en} ({card.id}) {card.text}" in told
        text = ls.describe_card(card, language="fr")
        assert f"{card.count} {card.names.fr} ({card.id}) {text}" in french


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_every_rule_can_be_read(capsys: pytest.CaptureFixture[str], language: str) -> None:
    every = printed(capsys, "rules", "--language", language)
    numbers = re.findall(r"^(R\d+\.\d+) ", every, re.MULTILINE)
    digest = shipped_file("rules.md").read_text("utf-8")
    assert numbers == re.findall(r"\*\*(R\d+\.\d+)\*\*", digest)
    for number in ("r5.2", "5.2", " R5.2"):
        shown = printed(capsys, "rules", number, "--language", language)
        assert shown.startswith("R5.2 ")
        assert shown in f"{every}\n"
    assert max(map(len, every.splitlines())) <= 80


def test_rules_fill_a_terminal_of_40_columns_or_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    widest = {}
    for columns in ("3", "41", "61"):
        monkeypatch.setenv("COLUMNS", columns)
        widest[columns] = max(map(len, printed(capsys, "rules").splitlines()))
    assert widest == {"3": 40, "41": 40, "61": 60}
    chapter = printed(capsys, "rules", "R1")
    assert "R1.1" in chapter
    assert not re.search("^R1[0-9]", chapter, re.MULTILINE)


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_the_rules_at_the_terminal_are_those_of_a_board(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, edition: str
) -> None:
    board = tomllib.loads(ls.shipped_toml("board"))
    board["columns"][2]["cost"] += 1
    (tmp_path / "board.toml").write_text(tomli_w.dumps(board), "utf-8")
    own = "--edition", edition, "--board", str(tmp_path / "board.toml")
    costs = ", ".join(str(column["cost"]) for column in board["columns"])
    assert f"{costs} coins" in " ".join(printed(capsys, "rules", "R1.4", *own).split())


def test_the_bots_are_listed_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "bots")
    for name in set(ls.known_players()) - (set() if find_spec("numba") else {"learned"}):
        assert re.search(f"^{name} +[A-Z]", told, re.MULTILINE)
    assert "iterations=200  or no limit if seconds are given" in told
    assert "weights=None  the shipped ones" in told
    assert ("level=None" in told and "tries=1000  or" in told) or not find_spec("numba")
    assert "network=" not in told  # no text can give one
    assert max(len(line) for line in told.splitlines() if "pip install" not in line) <= 80


def test_registered_bots_are_listed_with_the_options_of_what_makes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.py").write_text(OWN)
    info = tmp_path / "own-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1\n")
    bots = "deep = own:deep\nplain = own:Unreadable\nready = own:READY\n"
    (info / "entry_points.txt").write_text(f"[livingstone.players]\n{bots}")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT / 'src'}")
    lines = run_python("-m", "livingstone", "bots").stdout.splitlines()
    told = [" ".join(line.split()) for line in lines]
    assert "deep A bot that cannot tell what it takes." in told
    assert "depth=3" in told
    assert [line.split()[0] for line in told if "A bot that" in line] == ["deep", "plain", "ready"]


def test_perft_counts_and_divides(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "perft", "2", "--edition", "bga", "--divide").splitlines()
    assert lines[-1].split() == ["all", "336", "126", "0", "336"]
    assert len(lines) == 128
    arguments = ["perft", "1", "--players", "3", "--seed", "7", "--edition", "bga"]
    counted = json.loads(printed(capsys, *arguments, "--json"))
    assert counted == {"all": {"decisions": 3, "outcomes": 0, "terminals": 0, "leaves": 3}}
    divided = printed(capsys, *arguments, "--divide").splitlines()[1:-1]
    assert [line.split()[0] for line in divided] == ["p0"] * 3


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ([], {"syncs": True, "allows_editions": False, "names": ("127.0.0.1", "localhost")}),
        (["--no-sync"], {"syncs": False}),
        (["--allow-editions"], {"allows_editions": True}),
        (["--workers", "3"], {"workers": 3}),
        (["--host", "0.0.0.0"], {"names": ("*",)}),
        (["--host", "0.0.0.0", "--name", "a.example"], {"names": ("a.example",)}),
        (["--database", "my.db"], {"database": Path("my.db")}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_serve_passes_its_options_on(
    typed: list[str], wanted: dict[str, object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = list[Settings]()

    def note(settings: Settings, host: str, port: int, *, tell: Any) -> None:
        asked.append(settings)
        assert port == 8000
        assert host in typed or host == "127.0.0.1"

    monkeypatch.setattr("livingstone.web.serve", note)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["serve", *typed]) == 0
    (settings,) = asked
    expected = {"database": tmp_path / "livingstone" / "livingstone.db"} | wanted
    assert {name: getattr(settings, name) for name in expected} == expected


def test_serve_ends_by_a_terminal_that_goes_away_unless_the_server_handles_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    handlers = list[object]()

    def note(*arguments: object, **options: object) -> None:
        handlers.append(signal.getsignal(signal.SIGHUP))

    monkeypatch.setattr("livingstone.web.serve", note)
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        assert main(["serve", "--database", str(tmp_path / "games.db")]) == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    assert handlers == [signal.SIG_DFL]


def test_compile_names_the_extra_that_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda name: None)
    assert main(["compile"]) == 2
    told = "livingstone compile: compiled games need numba: pip install 'livingstone[fast]'\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize("command", ["perft 1", "board", "cards", "bots", "rules R1"])
def test_a_terminal_of_one_column_is_drawn_for_as_one_of_twenty(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for columns in ("1", "20"):
        monkeypatch.setenv("COLUMNS", columns)
        assert main(command.split()) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_alone_it_prints_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = capsys.readouterr()
    assert "usage: livingstone" in told.out
    assert all(command in told.out for command in COMMANDS)
    assert told.err == ""
