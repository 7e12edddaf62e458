"""The command line: a whole game told, and mistakes answered in one line."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from programs import start_python

import livingstone as ls
from livingstone.cli import main, perft, session
from livingstone.cli.terminal import Terminal

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_play_tells_a_whole_game(capsys: Capture, players: int, edition: str) -> None:
    arguments = ["play", "--players", str(players), "--seed", "7", "--edition", edition]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    rules = {"printed": "printed rules", "bga": "online rules"}[edition]
    assert told.startswith(f"Livingstone, {rules}, seed 7: Ann, Ben")
    assert "Column 10 is scored" in told
    assert re.search(r"^rank +player .* donated +tents$", told, re.MULTILINE)
    assert ("The Queen asked for" in told) == (players == 2)
    assert re.search(r"^(Winner: |Nobody wins)", told, re.MULTILINE)
    assert main(arguments) == 0
    assert capsys.readouterr().out == told


def test_play_without_a_seed_names_one_that_tells_the_same_game(capsys: Capture) -> None:
    assert main(["play", "--players", "3"]) == 0
    told = capsys.readouterr().out
    seed = re.search(r"seed (\d+)", told)
    assert seed is not None
    assert main(["play", "--players", "3", "--seed", seed[1]]) == 0
    assert capsys.readouterr().out == told


def test_play_with_bots_keeps_a_record_that_replays(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "game.toml")
    arguments = ["play", "--players", "greedy,random,random", "--seed", "3", "--record", file]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith("Livingstone, printed rules, seed 3: Ann (greedy), Ben, Cleo.")
    assert main(["replay", file]) == 0
    again = capsys.readouterr().out
    assert told.splitlines()[1:] == again.splitlines()[1:]


def test_replay_tells_a_broken_record_up_to_its_fault(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    assert main(["play", "--players", "2", "--seed", "3", "--record", str(file)]) == 0
    text = file.read_text()
    file.write_text(text.replace("p0 end", "p0 coins", 1))
    capsys.readouterr()
    assert main(["replay", str(file)]) == 2
    told = capsys.readouterr()
    assert "Ann takes a" in told.out
    assert re.fullmatch(r"livingstone replay: action \d+: .* \(R4\.2\)\n", told.err)


def test_replay_shows_what_one_seat_saw(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "seat.toml"
    record = ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(2), ls.TakeDie(3)])
    ls.dump(record.seen_by(1), file)
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[1:] == ["d dice 2 2 3 4", "p0 donate ??", "p0 take 3"]


def test_replay_picks_a_game_of_many(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "games.toml"
    games = [ls.Record.of(ls.new_game(2, seed=seed)) for seed in (7, 8)]
    ls.dump_all(games, file)
    assert main(["replay", "--game", "2", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Livingstone, printed rules")
    assert main(["replay", "--game", "3", str(file)]) == 2
    assert "has games 1 to 2, not 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "told_apart"),
    [
        (["Ann", "Ann", "Ben"], ["Ann 0", "Ann 1", "Ben 2"]),
        (["Ann 1", "Ann", "Ann"], ["Ann 1 0", "Ann 1", "Ann 2"]),
        (["x" * 40 + "y", "x" * 40 + "z", "x"], ["x" * 38 + " 0", "x" * 38 + " 1", "x 2"]),
        (["Ann", " ", "  "], ["Ann", "Player 1", "Player 2"]),
    ],
)
def test_players_of_a_record_are_told_apart_whatever_they_are_called(
    names: list[str], told_apart: list[str], capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    ls.dump(ls.Record.of(ls.new_game(3, seed=7), players=names), file)
    assert main(["replay", str(file)]) == 0
    first = f"Livingstone, printed rules: {', '.join(told_apart)}."
    assert capsys.readouterr().out.splitlines()[0] == first
    assert main(["play", "--resume", str(file), "--players", "3"]) == 0
    told = capsys.readouterr().out
    assert ", ".join(told_apart) in told
    assert all(f"{name} takes a" in told for name in told_apart)
    assert ls.load(file).players == tuple(names)


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_a_game_that_goes_on_takes_no_edition(
    edition: str, capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    ls.dump(ls.Record.of(ls.new_game(2, seed=7)), file)
    before = file.read_bytes()
    assert main(["play", "--resume", str(file), "--players", "2", "--edition", edition]) == 2
    told = "livingstone play: --edition cannot change a game that goes on: leave it out\n"
    assert capsys.readouterr() == ("", told)
    assert file.read_bytes() == before


def test_names_that_are_given_replace_those_of_a_record(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    ls.dump(ls.Record.of(ls.new_game(2, seed=7), players=["Ann", "Ann"]), file)
    assert main(["play", "--resume", str(file), "--players", "2", "--names", "Cleo,Dan"]) == 0
    assert "Cleo, Dan" in capsys.readouterr().out
    assert ls.load(file).players == ("Cleo", "Dan")


def test_perft_counts_and_divides(capsys: Capture) -> None:
    assert main(["perft", "2", "--edition", "bga", "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split() == ["336", "all", "126", "0", "336"]
    assert len(lines) == 128
    assert main(["perft", "1", "--players", "3", "--seed", "7", "--edition", "bga", "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert counted == {"all": {"decisions": 3, "outcomes": 0, "terminals": 0, "leaves": 3}}
    assert (
        main(["perft", "1", "--players", "3", "--seed", "7", "--edition", "bga", "--divide"]) == 0
    )
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()[1:-1]] == ["p0"] * 3


def test_ctrl_c_ends_a_count_without_a_word(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(state: ls.State, depth: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(perft, "perft", interrupt)
    assert main(["perft", "6"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--players", ""], "players must be a number or names"),
        (["play", "--players", ","], "players must be a number or names"),
        (["replay", "no_such_file.toml"], "No such file"),
        (["perft", "-1"], "depth must be a whole number, 0 or more"),
        (["play", "--players", "6"], "players must be a whole number from 2 to 5: 6"),
        (["play", "--players", "99999999999"], "so many players there cannot be: '99999999999'"),
        (["play", "--players", "x"], "there is no player 'x'; known are greedy"),
        (["play", "--seed", "-1"], "seed must be a whole number from 0"),
        (["play", "--edition", "pocket"], "argument --edition: invalid choice: 'pocket'"),
        (["play", "--colour"], "unrecognized arguments: --colour"),
        (["sing"], "invalid choice: 'sing'"),
        ([], "the following arguments are required: command"),
    ],
)
def test_a_wrong_argument_gets_one_clear_line_and_status_2(
    capsys: Capture, arguments: list[str], message: str
) -> None:
    try:
        status: object = main(arguments)
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert told.err.count("\n") == 1


def test_help_names_every_option(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["play", "--help"])
    assert stop.value.code == 0
    told = capsys.readouterr().out
    for option in ("--players", "--seed", "--edition"):
        assert option in told


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = ("-m", "livingstone", "play", "--seed", "7")
    with start_python(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"Livingstone")
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait() == 0


@pytest.mark.parametrize(
    "arguments", [["rules"], ["bots"], ["--version"], ["play", "--players", "2", "--overwrite"]]
)
def test_a_closed_output_is_told_before_anything_is_done(
    arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    file.write_text("of value")
    monkeypatch.setattr(sys, "stdout", None)
    more = ["--record", str(file)] if "--overwrite" in arguments else []
    assert main([*arguments, *more]) == 1
    assert capsys.readouterr() == ("", "livingstone: standard output is closed\n")
    assert file.read_text() == "of value"


def test_a_closed_input_is_an_empty_one(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "--players", "2", "--seed", "7"]) == 0
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "--players", "human,random", "--seed", "7"]) == 130
    assert "It was not kept" in capsys.readouterr().err


def test_messages_for_a_closed_standard_error_go_nowhere(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["play", "--players", "7"]) == 2
    assert capsys.readouterr() == ("", "")


def test_a_bot_that_fails_is_named_and_its_game_kept(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    lineup = "failing_bots:Crashing,random"
    assert main(["play", "--players", lineup, "--seed", "3", "--record", str(file)]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("livingstone play: Ann, on seat 0, failed: ")
    assert len(told.err.splitlines()) == 1
    assert sum(line.startswith("p0 ") for line in ls.load(file).actions) == 2


def test_whatever_ends_a_game_too_early_leaves_its_record_up_to_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(terminal: Terminal, text: str = "", style: str = "") -> None:
        if "Column 2: " in text:
            raise RuntimeError(text)

    monkeypatch.setattr(Terminal, "say", fail)
    monkeypatch.setattr(session, "SECONDS_UNKEPT", 1000)  # nothing is kept on the way
    file = tmp_path / "game.toml"
    with pytest.raises(RuntimeError, match="Column 2: "):
        main(["play", "--players", "2", "--seed", "3", "--record", str(file)])
    last = list(ls.load(file).states())[-1]
    assert last.boat == 2


@pytest.mark.parametrize("bot", ["Leaving", "Illegal", "Nonsense"])
def test_whatever_a_bot_does_is_told_in_one_line(capsys: Capture, bot: str) -> None:
    assert main(["play", "--players", f"failing_bots:{bot},random", "--seed", "3"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("livingstone play: Ann, on seat 0, failed: ")
    assert len(told.splitlines()) == 1


def test_a_chapter_is_not_taken_for_those_whose_numbers_begin_alike(
    capsys: Capture,
) -> None:
    assert main(["rules", "R1"]) == 0
    told = capsys.readouterr().out
    assert "R1.1" in told
    assert "R10" not in told
    assert "R11" not in told
