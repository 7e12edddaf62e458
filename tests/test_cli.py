"""The command line: a whole game told, and mistakes answered in one line."""

import re
import subprocess
import sys

import pytest

from livingstone.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_play_tells_a_whole_game(capsys: Capture, players: int, edition: str) -> None:
    arguments = ["play", "--players", str(players), "--seed", "7", "--edition", edition]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Livingstone, {edition} rules, seed 7: Ann, Ben")
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--players", "6"], "players must be a whole number from 2 to 5: 6"),
        (["play", "--players", "x"], "argument --players: invalid int value: 'x'"),
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
    command = [sys.executable, "-m", "livingstone", "play", "--seed", "7"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"Livingstone")
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait() == 0
