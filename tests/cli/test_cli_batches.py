"""The commands for batches of games: figures, files, mistakes, and Ctrl-C."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("statsmodels")

from programs import start_python
from terminals import at_terminal

from livingstone import ArgumentError, read_rows
from livingstone.cli import main

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


def test_tournament_rates_the_bots(capsys: Capture) -> None:
    pytest.importorskip("choix")
    assert main(["tournament", "greedy", "random", *SMALL, "--seats", "2"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Ratings\n")
    assert told.index("greedy") < told.index("random")


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
    for more in (["1"], ["1", "--batch", "1"], [], ["4"]):
        capsys.readouterr()
        assert main(["replay", file, *more]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] == texts[2] != texts[3]
    assert texts[0].startswith("Livingstone, ")
    for game in ("0", "5"):
        assert main(["replay", file, game]) == 2
        assert f"has games 1 to 4, not {game}" in capsys.readouterr().err
    assert main([*arguments, "--records", "--label", "first try"]) == 0
    assert main(["simulate", "--players", "random,random", *SMALL, "--out", file]) == 0
    assert main(["replay", file]) == 2
    assert "batch 1 (first try): greedy, random; printed" in capsys.readouterr().err
    assert main(["export", file, "games.xlsx"]) == 2
    assert ".minari" in capsys.readouterr().err
    assert main(["export", file, str(table)]) == 0
    assert len(table.read_text().splitlines()) == 17
    assert main(["export", file, str(table), "--batch", "3"]) == 2


def holds_a_game(file: Path) -> bool:
    try:
        return next(read_rows(file), None) is not None
    except ArgumentError:  # not there yet
        return False


@pytest.mark.parametrize(
    ("engine", "jobs", "name"),
    [
        ("python", "1", "SIGINT"),
        ("python", "2", "SIGTERM"),
        ("python", "1", "SIGHUP"),
        ("fast", "1", "SIGINT"),
        ("fast", "2", "SIGTERM"),
    ],
)
def test_ctrl_c_and_signals_leave_a_whole_file_and_say_how_to_go_on(
    tmp_path: Path, engine: str, jobs: str, name: str
) -> None:
    if engine == "fast":
        pytest.importorskip("numba")
    file = tmp_path / "games.db"
    command = ["-m", "livingstone", "simulate", "--players", "random,random", "--engine", engine]
    command += ["--games", "10000000", "--jobs", jobs, "--out", str(file)]
    with start_python(*command, stderr=subprocess.PIPE) as process:
        while not holds_a_game(file):
            time.sleep(0.1)
            assert process.poll() is None
        os.killpg(process.pid, signal.Signals[name])  # as from a terminal
        _, told = process.communicate()
    error = told.decode()
    seed = error.split()[1]
    assert process.returncode == {"SIGHUP": 129, "SIGINT": 130, "SIGTERM": 143}[name]
    assert error.count("\n") == 3, "the seed, the end of its line, and one more"
    assert f"The games so far are kept; the same command with --seed {seed} continues." in error
    assert next(read_rows(file)).game == 0
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]


def test_a_batch_with_a_seed_is_continued_by_the_same_command(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("livingstone.simulation.simulate", interrupted)
    command = ["simulate", "--players", "random,random", *SMALL]
    assert main([*command, "--out", str(tmp_path / "games.db")]) == 130
    told = "Interrupted. The games so far are kept; the same command continues."
    assert capsys.readouterr().err.strip() == told


def test_a_terminal_gets_tables_and_a_bar_that_goes_away() -> None:
    with at_terminal("simulate", "--players", "random,random", *SMALL) as terminal:
        assert terminal.finish() == 0
    assert "\x1b[1m" in terminal.seen, "bold heads"
    assert "games/s" in terminal.seen or "simulate" in terminal.seen


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


def test_a_failure_can_end_a_batch_with_its_place(capsys: Capture) -> None:
    arguments = ["simulate", "--players", "failing_bots:Crashing,random", *SMALL]
    assert main([*arguments, "--on-failure", "raise"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "on seat 0 in game 1: ValueError: lost" in told.err
    assert "(failing_bots.py:" in told.err.splitlines()[0]
    assert told.err.endswith('the "map"\n')
