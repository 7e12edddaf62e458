"""Wrong arguments are refused in one line, before anything is done."""

from pathlib import Path

import pytest
from positions import beginning

import livingstone as ls
from livingstone.cli import main

QUICK = ["play", "--players", "random,random", "--seed", "7"]
NEEDED = {
    "simulate": "statsmodels",
    "compare": "statsmodels",
    "tournament": "statsmodels",
    "serve": "starlette",
    "review": "numba",
}
"""The packages of extras, by the commands that need them."""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--players", ""], "players must be a number or names"),
        (["play", "--players", "6"], "players must be a whole number from 2 to 5: 6"),
        (["play", "--players", "99999999999"], "there cannot be '99999999999' players"),
        (["play", "--players", "x"], "there is no player 'x'; known are greedy"),
        (["play", "--seed", "-1"], "seed must be a whole number from 0"),
        (["play", "--edition", "pocket"], "argument --edition: invalid choice: 'pocket'"),
        (["play", "--lang", "de"], "unrecognized arguments: --lang"),
        ([*QUICK, "--names", "Ann"], "--names must name 2 players"),
        ([*QUICK, "--names", "Ann,\x1b"], "a name of its own"),
        ([*QUICK, "--pause", "-1"], "--pause must be 0 to 60 seconds"),
        ([*QUICK, "--record", "."], ". already exists"),
        ([*QUICK, "--record", "no/such/game.toml"], "No such file or directory"),
        ([*QUICK, "--record", ".", "--overwrite"], "is not a regular file"),
        ([*QUICK, "--board", "no_such.toml"], "No such file or directory"),
        ([*QUICK, "--resume", "no_such.toml"], "--seed cannot change a game that is resumed"),
        ([*QUICK, "--overwrite"], "--overwrite needs --record"),
        (["rules", "nonsense"], "there is no rule 'nonsense'"),
        (["serve", "--port", "65536"], "--port must be 0 (any free one) to 65535"),
        (["serve", "--proxy", "here"], "--proxy: must be an IP address or a network"),
        (["serve", "--root-path", "a"], "--root-path: must be a path such as /livingstone"),
        (["serve", "--root-path", '/"'], "--root-path: must be a path"),
        (["--nonsense"], "the following arguments are required: command"),
        (["play", "--players", "human"], "from 2 to 5: 1 (such as --players human,greedy)"),
        (["simulate", "--players", "2", "--games", "0"], "games must be a whole number from 1"),
        (["simulate", "--players", "2", "--jobs", "0"], "jobs must be a whole number, 1 or more"),
        (["simulate", "--players", "2", "--out", "no/such/folder.db"], "No such file"),
        (["simulate", "--players", "2", "--out", "x.csv"], "livingstone export games.db x.csv"),
        (["simulate", "--players", "2", "--out", ""], "--out needs the name of a file or folder"),
        (["simulate", "--players", "2", "--plots", ""], "--plots needs the name of a file"),
        (
            ["simulate", "--players", "2", "--out", "x.db", "--plots", "game.toml"],
            "is a file, where a folder is needed",
        ),
        (["simulate"], "arguments are required: --players"),
        (["simulate", "--players", "7"], "players"),
        (["compare", "greedy"], "arguments are required: B"),
        (["compare", "random", "random", "--out", ""], "--out needs the name of a file or folder"),
        (["tournament", "greedy"], "bots"),
        (["tournament", "a", "b", "--out", ""], "--out needs the name of a file or folder"),
        (["serve", "--port", "-1"], "--port must be 0"),
        (["serve", "--keep-days", "0"], "serve: --keep-days must be"),
        (["simulate", "--players", "2", "--seed", "-1"], "simulate: --seed must be"),
        (["serve", "--host", "no such host"], "cannot listen at"),
        (["serve", "--host", "\udcff"], "cannot listen at"),
        (["serve", "--bot", "nobody"], "there is no player 'nobody'"),
        (["serve", "--name", "a*b"], "* for any, not 'a*b'"),
        (["serve", "--name", ""], "* for any, not ''"),
        (["serve", "--name", "*."], "* for any, not '*.'"),
        (["serve", "--database", "/nowhere/games.db"], "/nowhere/games.db cannot be used"),
        (["serve", "--database", "\0"], "without NUL"),
        (["serve", "--database", "no.db", "--backup", "copy.db"], "no.db does not exist"),
        (["review", "game.toml", "--plot", "x.png"], "ends in .svg"),
        (["review", "game.toml", "--rollouts", "1"], "rollouts must be"),
        (["review", "game.toml", "--seconds", "0"], "seconds must be"),
        (["review", "game.toml", "--seconds", "1", "--rollouts", "5"], "not allowed with argument"),
        (["review", "game.toml", "--seat", "2"], "seat must be"),
        (["review", "game.toml", "2"], "has games 1 to 1, not 2"),
    ],
    ids=lambda value: ascii(" ".join(value)) if isinstance(value, list) else "",
)
def test_a_wrong_argument_gets_one_line_and_status_2(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    if needed := NEEDED.get("".join(arguments[:1])):
        pytest.importorskip(needed)
    if "--plots" in arguments:
        pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ls.dump(beginning(players=("Ann", "Ben")), tmp_path / "game.toml")
    try:
        status: object = main(arguments)
    except SystemExit as stop:
        status = stop.code
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert message in told.err
    assert told.err.count("\n") == 1
    assert "serve" in arguments or [file.name for file in tmp_path.iterdir()] == ["game.toml"]
