"""`livingstone play` between bots, and how the command line answers mistakes."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from amounts import others_slow
from programs import start_python

import livingstone as ls
from livingstone.cli import main
from livingstone.cli.parser import distinct_names
from livingstone.cli.terminal import print_table

Capture = pytest.CaptureFixture[str]
QUICK = ["play", "--players", "random,random", "--seed", "7"]


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", others_slow([2, 3, 4, 5], [2, 5]))
def test_a_whole_game_is_told_in_few_lines(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, players: int, edition: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    arguments = ["play", "--players", str(players), "--seed", "7", "--edition", edition]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    rules = {"printed": "printed rules", "bga": "online rules"}[edition]
    assert told.startswith(f"Livingstone, {rules}, seed 7: Ann (greedy), Ben (greedy)")
    assert all(f"\nColumn {column} is scored: " in told for column in range(1, 11))
    assert ("The Queen asked for" in told) == (players == 2)
    assert re.search(r"^(Winner: |Nobody wins)", told, re.MULTILINE)
    lines = told.splitlines()
    assert len(lines) <= 85 if players == 5 else len(lines) <= 80
    assert max(map(len, lines[1:])) <= 80
    assert main(arguments) == 0
    assert capsys.readouterr().out == told


def test_four_greedy_players_with_a_fresh_seed_are_the_default(capsys: Capture) -> None:
    assert main(["play"]) == 0
    told = capsys.readouterr().out
    seed = re.search(r"seed (\d+): Ann \(greedy\), .*, Dan \(greedy\)\.", told)
    assert seed is not None
    assert main(["play", "--players", "4", "--seed", seed[1]]) == 0
    assert capsys.readouterr().out == told


def test_every_move_is_told_on_request_and_a_record_replays(
    capsys: Capture, tmp_path: Path
) -> None:
    file = str(tmp_path / "game.toml")
    assert main([*QUICK, "--moves", "--record", file]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[1].startswith("Column 1: Ann rolls ")
    assert "Ben ends the turn." in told
    assert main(["replay", file]) == 0
    again = capsys.readouterr().out.splitlines()
    events = again.index("")
    assert events > 100
    assert told[1:events] == again[1:events]
    assert told[-5:] == again[-5:]


def test_a_fast_game_between_bots_is_not_written_after_each_move(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lengths = list[int]()
    monkeypatch.setattr(
        "livingstone.dump", lambda record, file: lengths.append(len(record.actions))
    )
    monkeypatch.setattr("livingstone.cli.session.SECONDS_UNWRITTEN", 1000)
    assert main([*QUICK, "--record", str(tmp_path / "game.toml")]) == 0
    first, last = lengths
    assert first < 2
    assert last > 100


def test_r8_5_the_score_sheet_begins_with_the_winner(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.cli.terminal.find_spec", lambda name: None)  # without rich
    assert main([*QUICK, "--names", f"{40 * 'A'},Ben"]) == 0
    plain = capsys.readouterr().out
    sheet = [line.split() for line in plain[plain.index("columns") :].splitlines()]
    assert [row[0] for row in sheet[:3]] == ["columns", "row", "row"]
    assert [row[1] for row in sheet if row[0] == "rank"] == ["1"]
    monkeypatch.undo()
    monkeypatch.setenv("COLUMNS", "40")
    assert main([*QUICK, "--names", f"{40 * 'A'},Ben"]) == 0
    wrapped = capsys.readouterr().out
    lines = wrapped[wrapped.index("columns") :].splitlines()
    assert [line.split() for line in lines] == sheet
    assert max(map(len, lines)) <= 42


def test_a_table_with_too_many_columns_is_printed_in_parts(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    figures = [str(1000 + n) for n in range(20)]
    print_table(["bot", *(f"h{n}" for n in range(20))], [["ismcts:iterations=1", *figures]])
    lines = capsys.readouterr().out.splitlines()
    assert re.findall(r"\b1\d{3}\b", "\n".join(lines)) == figures
    assert sum(line.startswith("bot") for line in lines) > 2
    assert max(map(len, lines)) <= 40


def test_names_of_a_record_become_distinct() -> None:
    assert distinct_names(["Ann 1", "Ann", "Ann"]) == ("Ann 1 0", "Ann 1", "Ann 2")
    assert distinct_names(["x" * 40 + "y", "x" * 41]) == ("x" * 38 + " 0", "x" * 38 + " 1")
    assert distinct_names(["Ann", " "]) == ("Ann", "Player 1")
    assert distinct_names(["a" * 39 + " b", "Ben"]) == ("a" * 39, "Ben")


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = ("-m", "livingstone", "play", "--moves", "--seed", "7")
    with start_python(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"Livingstone")
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait() == 0


def test_a_closed_output_is_reported_before_anything_is_done(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    monkeypatch.setattr(sys, "stdout", None)
    assert main([*QUICK, "--record", str(file)]) == 1
    assert capsys.readouterr() == ("", "livingstone: standard output is closed\n")
    assert not file.exists()


def test_a_closed_input_is_empty_and_a_closed_standard_error_is_ignored(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "--players", "human,random", "--seed", "7"]) == 130
    assert "was not kept" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["play", "--players", "7"]) == 2
    assert capsys.readouterr() == ("", "")


def test_output_that_cannot_be_written_has_status_1(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

        def fileno(self) -> int:
            return 1

    monkeypatch.setattr(os, "dup2", lambda source, target: None)
    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["rules", "R1"]) == 1
    assert capsys.readouterr().err == "livingstone rules: No space left on device\n"


@pytest.mark.parametrize("bot", ["Crashing", "Leaving", "Illegal", "Nonsense"])
def test_a_bot_that_fails_is_named_and_its_game_kept(
    bot: str, capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    players = f"random,failing_bots:{bot}"
    assert main(["play", "--players", players, "--seed", "3", "--record", str(file)]) == 2
    told = capsys.readouterr()
    sentence, *calls = told.err.splitlines()
    assert sentence.startswith("livingstone play: Ben, on seat 1, failed: ")
    assert bool(calls) == (bot in ("Crashing", "Leaving"))
    assert not calls or "failing_bots.py" in calls[1]
    assert any(line.startswith("p0 ") for line in ls.load(file).actions)
