"""What is printed, on the command line: tables to read, data files to begin with."""

import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest
import tomli_w

import livingstone as ls
from livingstone.cli import main
from livingstone.edition.loading import is_shipped
from livingstone.players import registry


class Unreadable(dict[str, int]):
    """A bot that cannot tell what it takes."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        return rng.choice(view.legal_moves)


READY = Unreadable()


def deep(depth: int = 3) -> Unreadable:
    return Unreadable(depth=depth)


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
    file.write_text(ls.shipped_toml("board").replace("cost = 5", "cost = 77"))
    assert "77" in printed(capsys, "board", "--board", str(file))
    assert "Kosten" in printed(capsys, "board", "--language", "de")


def test_a_board_that_two_cannot_play_on_is_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "board.toml"
    plain = tomllib.loads(ls.shipped_toml("board"))
    plain["players"]["least"] = 3
    file.write_text(tomli_w.dumps(plain))
    assert "cost" in printed(capsys, "board", "--board", str(file))


def test_the_cards_are_listed_with_their_texts(capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(printed(capsys, "cards").split())
    for card in ls.load_edition("printed").cards:
        assert f"{card.count} {card.names.en} ({card.id}) {card.text}" in told
        assert card.names.fr
        assert card.names.fr in printed(capsys, "cards", "--language", "fr")


def test_every_rule_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    every = printed(capsys, "rules")
    numbers = re.findall(r"^(R\d+\.\d+) ", every, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) > 50
    for number in numbers:
        assert printed(capsys, "rules", number).startswith(f"{number} ")
    assert not set("{}`*") & set(every)
    assert max(map(len, every.splitlines())) <= 80


def test_no_refusal_names_a_rule_that_cannot_be_read() -> None:
    from livingstone.cli.rulebook import rule_text

    sources = Path(ls.__file__).parent.joinpath("rules").glob("*.py")
    cited = {n for file in sources for n in re.findall(r"\bR\d+(?:\.\d+)?\b", file.read_text())}
    assert len(cited) > 30
    assert all(map(rule_text, cited))


def test_a_rule_that_is_not_there_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nonsense"]) == 2
    assert capsys.readouterr().err.startswith("livingstone rules: there is no rule 'nonsense'")


def test_the_bots_are_listed_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "bots")
    for name in ls.known_players():
        assert re.search(f"^{name} +[A-Z]", told, re.MULTILINE)
    assert "iterations=" in told
    assert "weights=" in told
    assert "network=" not in told  # no text can give one
    assert max(map(len, told.splitlines())) <= 80


def test_registered_bots_are_listed_with_the_options_of_what_makes_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [
        EntryPoint(name, f"{__name__}:{made}", registry.GROUP)
        for name, made in (("deep", "deep"), ("plain", "Unreadable"), ("ready", "READY"))
    ]
    monkeypatch.setattr(registry, "_registered", lambda: entries)
    told = [" ".join(line.split()) for line in printed(capsys, "bots").splitlines()]
    assert "deep A bot that cannot tell what it takes." in told
    assert "depth=3" in told
    assert [line.split()[0] for line in told if "A bot that" in line] == ["deep", "plain", "ready"]
