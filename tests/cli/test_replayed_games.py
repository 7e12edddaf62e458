"""`livingstone replay`: recorded games."""

import re
from pathlib import Path

import pytest
from attrs import evolve

import livingstone as ls
from livingstone.cli import main

Capture = pytest.CaptureFixture[str]


def test_a_broken_record_is_told_up_to_its_fault(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    moves: list[ls.Move] = [ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn()]
    record = ls.Record.of(ls.new_game(2, seed=7), moves)
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
    ls.dump_all([ls.Record.of(ls.new_game(2, seed=seed)) for seed in (7, 8)], file)
    assert main(["replay", str(file), "2"]) == 0
    assert capsys.readouterr().out.startswith("Livingstone, printed rules")
    assert main(["replay", str(file), "3"]) == 2
    assert "has games 1 to 2, not 3" in capsys.readouterr().err
