"""Recorded games are replayed, and resumed: nothing of a record is lost."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from corrected_figures import correct_figures
from editions import PRINTED
from typed_lines import type_lines

import livingstone as ls
from livingstone.cli import main

Capture = pytest.CaptureFixture[str]
MOVES: list[ls.Move] = [ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn()]


def beginning(first: int = 0, **parts: Any) -> ls.Record:
    start = ls.new_game(2, seed=7, first=first)
    return ls.Record.of(start, MOVES, players=["Ann", "Ben"], **parts)


def resumed(file: Path, record: ls.Record, *arguments: str) -> ls.Record:
    """Let bots play the rest of a game; give the record that there is then."""
    ls.dump(record, file)
    assert main(["play", "--resume", str(file), "--players", "random,random", *arguments]) == 0
    return ls.load(file)


def over(record: ls.Record) -> ls.Record:
    table = ls.Table.from_record(record, dealer=ls.deal)
    while not table.state.is_over:
        table.play(ls.legal_moves(table.state)[0])
    return table.record(players=["Ann", "Ben"])


@pytest.mark.parametrize("first", [0, 1])
def test_tags_and_comments_stay(first: int, tmp_path: Path) -> None:
    record = beginning(first, tags={"event": "Club"}, comments={2: "bold"})
    ended = resumed(tmp_path / "game.toml", record)
    ended.verify()
    assert ended.result is not None
    assert ended.first == first
    assert ended.actions[: len(record.actions)] == record.actions
    assert dict(ended.tags) == {"event": "Club", "players": "random, random"}
    assert ended.comments == ((2, "bold"),)
    assert (ended.players, ended.seed) == (("Ann", "Ben"), 7)


def test_given_names_replace_those_of_the_record(tmp_path: Path, capsys: Capture) -> None:
    ended = resumed(tmp_path / "game.toml", beginning(), "--names", "Cleo,Dan", "--moves")
    assert ended.players == ("Cleo", "Dan")
    told = capsys.readouterr().out
    assert "continues from" in told
    assert "after 3 moves." in told
    assert "Column 1: Cleo rolls" not in told  # it happened before


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        (lambda record: record.seen_by(0), [], "hides something: only a full record"),
        (lambda record: evolve(record, seed=8), [], "the seed 8 gives other outcomes"),
        (lambda record: evolve(record, edition_hash="0" * 32), [], "the edition's hash is"),
        (lambda record: record, ["--edition", "printed"], "--edition cannot change a game"),
        (lambda record: record, ["--players", "3"], "the game has 2 players, not 3"),
        (lambda record: record, [], "the record does not say who plays"),
        (over, ["--players", "random,random"], "is over: livingstone replay shows it"),
        (
            lambda record: evolve(record, tags=(("players", "human, program:sh -c 'exit 3'"),)),
            [],
            "the record names the bot \"program:sh -c 'exit 3'\", which would run code",
        ),
        (
            lambda record: evolve(record, tags=(("players", "random, subprocess:run:args=ls"),)),
            [],
            "the record names the bot 'subprocess:run:args=ls', which would run code",
        ),
    ],
)
def test_a_record_that_cannot_be_resumed_is_refused_and_not_changed(
    change: Any, arguments: list[str], message: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "game.toml"
    ls.dump(change(beginning()), file)
    before = file.read_bytes()
    assert main(["play", "--resume", str(file), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_level_of_a_bot_is_resumed_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    pytest.importorskip("numba")
    file = str(tmp_path / "game.toml")
    for arguments in (["--players", "human,porter", "--record", file], ["--resume", file]):
        type_lines(monkeypatch, "quit")
        assert main(["play", *arguments]) == 0
        assert "Ben (porter)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("player", "recorded"),
    [
        ("program:sh -c 'exit 3' --key secret", "program:sh"),
        ("blind_bots:Last", "blind_bots:Last"),
        ("ismcts:iterations=1", "ismcts:iterations=1"),
    ],
)
def test_a_record_has_no_options_of_own_bots_and_programs(
    player: str, recorded: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.toml"
    type_lines(monkeypatch, "quit")
    assert main(["play", "--players", f"human,{player}", "--record", str(file)]) == 0
    assert dict(ls.load(file).tags) == {"players": f"human, {recorded}"}


def test_r11_1_a_comment_on_a_move_that_is_taken_back_goes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.toml"
    start = ls.new_game(2, seed=7)
    ls.dump(ls.Record.of(start, MOVES[:2], comments={1: "lucky", 3: "greedy"}), file)
    type_lines(monkeypatch, "undo")
    assert main(["play", "--resume", str(file), "--players", "human,random"]) == 130
    record = ls.load(file)
    assert record.actions[1:] == ()
    assert record.comments == ((1, "lucky"),)


def test_a_broken_record_is_told_up_to_its_fault(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    record = beginning()
    ls.dump(record, file)
    text = file.read_text()
    file.write_text(text.replace("p0 end", "p0 coins", 1))
    assert main(["replay", str(file)]) == 2
    told = capsys.readouterr()
    assert "takes a 3" in told.out
    assert re.fullmatch(r"livingstone replay: action \d+: .* \(R4\.2\)\n", told.err)
    ls.dump(evolve(record, seed=8), file)
    assert main(["replay", str(file)]) == 2
    assert "the seed 8 gives other outcomes" in capsys.readouterr().err


def test_what_one_seat_saw_is_shown_as_lines(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "seat.toml"
    record = ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(2), ls.TakeDie(3)])
    ls.dump(record.seen_by(1), file)
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[1:] == ["d dice 2 2 3 4", "p0 donate ??", "p0 take 3"]


def test_a_game_is_picked_of_many(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "games.toml"
    ls.records.dump_all([ls.Record.of(ls.new_game(2, seed=seed)) for seed in (7, 8)], file)
    assert main(["replay", str(file), "2"]) == 0
    assert capsys.readouterr().out.startswith("Livingstone, printed rules")
    assert main(["replay", str(file), "3"]) == 2
    assert "has games 1 to 2, not 3" in capsys.readouterr().err
    file.write_text("")
    assert main(["replay", str(file)]) == 2
    assert f"{file} holds no game" in capsys.readouterr().err


def test_a_game_of_earlier_figures_is_shown_by_their_hash_and_goes_on_with_them(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, file = ls.new_game(2, seed=7, edition=PRINTED), tmp_path / "game.toml"
    record = ls.Record.of(start, MOVES, players=["Ann", "Ben"])
    correct_figures(monkeypatch)
    ended = resumed(file, record)
    ended.verify()
    assert ended.edition == record.edition != ls.load_edition("printed")
    assert main(["replay", str(file)]) == 0
    name = f"printed {record.edition_hash[:8]}"
    assert f"Livingstone, {name} rules: Ann, Ben." in capsys.readouterr().out


def test_changed_figures_are_not_shown_as_the_printed_rules(
    tmp_path: Path, capsys: Capture
) -> None:
    board = tomllib.loads(ls.shipped_toml("board")) | {"tents": 12}
    own = ls.load_edition("printed", board=board)
    record = ls.Record.of(ls.new_game(2, seed=7, edition=own), MOVES)
    text = ls.dumps(record)
    for content in (text, text.replace(f'hash = "{own.hash}"\n', "")):
        (tmp_path / "game.toml").write_text(content)
        assert main(["replay", str(tmp_path / "game.toml")]) == 0
        assert f"Livingstone, printed {own.hash[:8]} rules:" in capsys.readouterr().out
