"""Games that go on from a record at the terminal: nothing of the record is lost."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from typed_lines import type_lines

import livingstone as ls
from livingstone.cli import main

MOVES: list[ls.Move] = [ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn()]


def beginning(first: int = 0, **parts: Any) -> ls.Record:
    start = ls.new_game(2, seed=7, first=first)
    return ls.Record.of(start, MOVES, players=["Ann", "Ben"], **parts)


def resumed(file: Path, record: ls.Record, *arguments: str) -> ls.Record:
    """Let bots play the rest of a game; give the record that there is then."""
    ls.dump(record, file)
    assert main(["play", "--resume", str(file), "--players", "random,random", *arguments]) == 0
    return ls.load(file)


@pytest.mark.parametrize("first", [0, 1])
def test_tags_comments_and_values_stay(first: int, tmp_path: Path) -> None:
    record = beginning(first, tags={"event": "Club"}, comments={2: "bold"}, user={"_clock": 5})
    ended = resumed(tmp_path / "game.toml", record)
    ended.verify()
    assert ended.result is not None
    assert ended.first == first
    assert ended.actions[: len(record.actions)] == record.actions
    assert dict(ended.tags)["event"] == "Club"
    assert (ended.comments, ended.user_values) == (((2, "bold"),), {"_clock": 5})
    assert (ended.players, ended.seed) == (("Ann", "Ben"), 7)


def test_other_names_are_kept(tmp_path: Path) -> None:
    ended = resumed(tmp_path / "game.toml", beginning(), "--names", "Cleo,Dan")
    assert ended.players == ("Cleo", "Dan")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda record: record.seen_by(0), "hides something: only a full record can go on"),
        (lambda record: evolve(record, seed=8), "the seed 8 decides chance otherwise"),
        (lambda record: evolve(record, edition_hash="0" * 32), "the edition's hash is"),
    ],
)
def test_a_record_that_is_not_full_or_not_true_does_not_go_on(
    change: Any, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.toml"
    ls.dump(change(beginning()), file)
    before = file.read_bytes()
    assert main(["play", "--resume", str(file), "--players", "random,random"]) == 2
    assert told in capsys.readouterr().err
    assert file.read_bytes() == before


def test_r11_1_a_comment_on_a_move_that_is_taken_back_goes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.toml"
    start = ls.new_game(2, seed=7)
    ls.dump(ls.Record.of(start, MOVES[:2], comments={2: "bold", 3: "greedy"}), file)
    type_lines(monkeypatch, "undo")
    assert main(["play", "--resume", str(file), "--players", "human,random"]) == 130
    record = ls.load(file)
    assert record.actions[1:] == ("p0 take 3",)
    assert record.comments == ((2, "bold"),)


def test_r11_1_what_happened_before_a_move_that_is_taken_back_is_not_told_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, "take 3", "coins", "undo")
    assert main(["play", "--players", "human,random", "--seed", "7"]) == 130
    assert capsys.readouterr().out.count("You take a 3.") == 1


def test_a_file_that_cannot_be_written_any_more_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.toml"
    lines = ["donate 1", "take 3", "coins"]

    def answer(_: str) -> str:
        if not file.is_dir():
            file.unlink(missing_ok=True)
            file.mkdir()
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    assert main(["play", "--players", "human,random", "--record", str(file)]) == 130
    assert capsys.readouterr().out.count("could not be written") == 1


def test_a_link_that_leads_nowhere_is_not_written_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "game.toml"
    link.symlink_to(tmp_path / "elsewhere.toml")
    assert main(["play", "--players", "2", "--record", str(link)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert not (tmp_path / "elsewhere.toml").exists()


def test_nobody_can_work_out_the_chance_of_a_game_of_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.toml"
    type_lines(monkeypatch, "donate 1")
    main(["play", "--players", "human,random", "--record", str(file)])
    assert ls.load(file).seed is None


def test_a_replay_of_a_record_that_is_not_true_ends_with_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.toml"
    ls.dump(evolve(beginning(), seed=8), file)
    assert main(["replay", str(file)]) == 2
    assert "the seed 8 decides chance otherwise" in capsys.readouterr().err
