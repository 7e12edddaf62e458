"""The commands for batches of games: figures, files, mistakes, and Ctrl-C."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("statsmodels")

from programs import start_python

from livingstone import ArgumentError, read_rows, simulation
from livingstone.cli import main
from livingstone.simulation import SimulationError

Capture = pytest.CaptureFixture[str]
SMALL = ["--games", "4", "--seed", "7", "--jobs", "1"]


def test_simulate_reports_and_keeps_each_game(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    arguments = ["simulate", "--players", "greedy,random", *SMALL, "--out", str(file)]
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert told.out.startswith("4 games on 2 deals, printed: greedy, random\n")
    assert told.err == ""
    assert len(list(read_rows(file))) == 4
    assert main(arguments) == 0
    assert capsys.readouterr().out == told.out


def test_simulate_with_more_jobs_gives_the_same(capsys: Capture, tmp_path: Path) -> None:
    files = []
    for jobs in ("1", "2"):
        files.append(tmp_path / f"{jobs}.db")
        arguments = ["--games", "6", "--seed", "7", "--jobs", jobs, "--out", str(files[-1])]
        assert main(["simulate", "--players", "3", "--edition", "bga", *arguments]) == 0
    one, two = (list(read_rows(file)) for file in files)
    assert one == two
    one_told, two_told = capsys.readouterr().out.split("6 games on 6 deals, bga: ")[1:]
    assert one_told == two_told


def test_json_is_for_programs_and_a_fresh_seed_is_told(capsys: Capture) -> None:
    assert main(["simulate", "--players", "2", "--games", "4", "--jobs", "1", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 4
    assert told.err.startswith("seed ")


def test_compare_tells_the_difference_on_the_same_deals(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    arguments = ["compare", "greedy", "random", *SMALL, "--out", str(file)]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert re.search(r"^p +[<0-9.]+ +[<0-9.]+$", told, re.MULTILINE)
    assert max(map(len, told.splitlines())) <= 80
    assert len(list(read_rows(file, batch=2))) == 4


def test_compare_ends_when_its_sequential_test_has_decided(capsys: Capture) -> None:
    bots = ["compare", "random", "failing_bots:Crashing", *SMALL, "--games", "400"]
    assert main([*bots, "--until", "wins=0:0.3,alpha=0.1,beta=0.1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Sequential test: Accepted: +30 % of the games or more." in told
    assert "400 games each" not in told


def test_tournament_rates_the_bots(capsys: Capture) -> None:
    pytest.importorskip("choix")
    assert main(["tournament", "greedy", "random", *SMALL, "--seats", "2"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Ratings\n")
    assert told.index("greedy") < told.index("random")


def test_plots_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    folder = tmp_path / "plots"
    arguments = ["simulate", "--players", "random,random", *SMALL, "--plots", str(folder)]
    assert main(arguments) == 0
    assert {file.suffix for file in folder.iterdir()} == {".svg"}


def test_a_folder_for_plots_that_cannot_be_made_is_told_before_the_games(
    capsys: Capture, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "file").touch()
    games = tmp_path / "games.db"
    arguments = ["simulate", "--players", "random,random", *SMALL, "--out", str(games)]
    assert main([*arguments, "--plots", str(tmp_path / "file")]) == 2
    assert "is a file, where a folder is needed" in capsys.readouterr().err
    assert main([*arguments, "--plots", str(tmp_path / "file" / "x")]) == 2
    assert not games.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "--players", "2", "--out", ""],
        ["simulate", "--players", "2", "--plots", ""],
        ["compare", "random", "random", "--out", ""],
        ["tournament", "random", "random", "--out", ""],
    ],
)
def test_a_name_that_is_empty_is_refused_before_the_games(
    arguments: list[str], capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, *SMALL]) == 2
    needs = f"{arguments[-2]} needs the name of a file or folder, not ''"
    assert capsys.readouterr() == ("", f"livingstone {arguments[0]}: {needs}\n")
    assert not list(tmp_path.iterdir())


def test_if_a_failure_ended_every_game_the_status_says_so(capsys: Capture, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("choix")
    bot = "failing_bots:Crashing"
    arguments = ["simulate", "--players", f"{bot},{bot}", *SMALL, "--plots", str(tmp_path)]
    assert main(arguments) == 3
    told = capsys.readouterr()
    assert bot in told.out
    assert told.err == "A failure ended every game.\n"
    assert not list(tmp_path.iterdir())
    one_fails = ["compare", bot, "random", "--against", "random", *SMALL]
    assert main(one_fails) == 0
    assert main(["tournament", bot, "random", *SMALL]) == 3


def test_games_of_a_file_are_replayed_and_exported(capsys: Capture, tmp_path: Path) -> None:
    file, table = str(tmp_path / "games.db"), tmp_path / "games.csv"
    arguments = ["simulate", "--players", "greedy,random", *SMALL, "--out", file]
    assert main([*arguments, "--records"]) == 0
    texts = []
    for more in (["3"], ["3", "--batch", "1"]):
        capsys.readouterr()
        assert main(["replay", file, *more]) == 0
        texts.append(capsys.readouterr().out)
    assert len(set(texts)) == 1
    assert texts[0].startswith("Livingstone, ")
    assert main(["replay", file]) == 0
    assert capsys.readouterr().out != texts[0]
    assert main(["replay", file, "4"]) == 2
    assert "there is no game 4" in capsys.readouterr().err
    pytest.importorskip("polars")
    assert main(["export", file, str(table)]) == 0
    assert len(table.read_text().splitlines()) == 9
    assert main(["export", file, str(table), "--batch", "2"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "--players", "nobody,random"], "there is no player 'nobody'"),
        (["simulate", "--players", "2", "--games", "0"], "games must be a whole number from 1"),
        (["simulate", "--players", "2", "--jobs", "0"], "jobs must be a whole number, 1 or more"),
        (["simulate", "--players", "2", "--out", "no/such/folder.db"], "No such file"),
        (
            ["simulate", "--players", "2", "--out", "games.csv"],
            "livingstone export games.db games.csv",
        ),
        (["simulate"], "arguments are required: --players"),
        (["simulate", "--players", "7"], "players"),
        (["simulate", "--players", "2", "--board", "no_such.toml"], "No such file"),
        (["compare", "greedy"], "arguments are required: B"),
        (["tournament", "greedy"], "bots"),
        (["compare", "2", "2", "--until", "elo=20"], "write a test as wins=0:0.05"),
        (["compare", "2", "2", "--until", "elo=0:20,alpha=0.6"], "alpha must be above 0 and below"),
    ],
)
def test_a_wrong_argument_gets_one_line_and_status_2(
    capsys: Capture, arguments: list[str], message: str
) -> None:
    try:
        status: object = main(arguments)
    except SystemExit as stop:
        status = stop.code
    told = capsys.readouterr()
    assert status == 2
    assert told.out == ""
    assert message in told.err
    assert told.err.count("\n") == 1


def holds_a_game(file: Path) -> bool:
    try:
        return next(read_rows(file), None) is not None
    except ArgumentError:  # not there yet
        return False


@pytest.mark.parametrize("engine", ["python", "fast"])
def test_ctrl_c_leaves_a_whole_file_and_says_how_to_go_on(tmp_path: Path, engine: str) -> None:
    if engine == "fast":
        pytest.importorskip("numba")
    file = tmp_path / "games.db"
    command = ["-m", "livingstone", "simulate", "--players", "random,random", "--engine", engine]
    command += ["--games", "10000000", "--jobs", "1", "--out", str(file)]
    with start_python(*command, stderr=subprocess.PIPE) as process:
        while not holds_a_game(file):
            time.sleep(0.1)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    error = told.decode()
    seed = error.split()[1]
    assert process.returncode == 130
    assert f"The games so far are kept; the same command with --seed {seed} continues." in error
    assert next(read_rows(file)).game == 0
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]


def test_a_terminal_gets_tables_and_a_bar_that_goes_away() -> None:
    command = ["-m", "livingstone", "simulate", "--players", "random,random"]
    leader, follower = pty.openpty()
    with start_python(*command, *SMALL, stdout=follower, stderr=follower) as process:
        os.close(follower)
        told = b""
        try:
            while chunk := os.read(leader, 65536):
                told += chunk
        except OSError:  # how Linux says that the other side has closed
            pass
        assert process.wait() == 0
    os.close(leader)
    assert b"\x1b[1m" in told, "bold heads"
    assert b"games/s" in told or b"simulate" in told


BOT = """
class Own:
    def choose(self, view, rng):
        return view.legal_moves[0]
"""


@pytest.mark.parametrize("options", [["--jobs=2"], ["--jobs=1", "--seconds-per-move=60"]])
def test_a_bot_of_the_current_folder_is_found(tmp_path: Path, options: list[str]) -> None:
    """As the command is installed, which is not by `python -m`, and in other processes."""
    (tmp_path / "mine.py").write_text(BOT)
    program = "import sys; from livingstone.cli import main; sys.exit(main())"
    arguments = ["simulate", "--players", "mine:Own,random", *SMALL, *options]
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "mine:Own" in done.stdout


def test_what_ends_a_batch_early_has_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise SimulationError("a worker has died")

    monkeypatch.setattr(simulation, "simulate", broken)
    assert main(["simulate", "--players", "2", *SMALL]) == 1
    assert "a worker has died" in capsys.readouterr().err
