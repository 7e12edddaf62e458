"""The examples of batches run as they stand."""

import re
from pathlib import Path

import pytest

pytest.importorskip("statsmodels")

from programs import run_python

from livingstone import read_rows, simulate
from livingstone.simulation import read_report


def test_the_first_batch_is_played_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    done = run_python("examples/first_batch.py", "--games", "6", "--out", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{read_report(path)}\n"
    done = run_python("examples/first_batch.py", "--players", "nobody,random")
    assert done.returncode == 2
    assert "nobody" in done.stderr.splitlines()[-1]


def test_two_bots_are_compared() -> None:
    done = run_python("examples/compare_bots.py", "--games", "6")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Digger and random against random" in done.stdout


def test_a_sequential_test_stops_as_soon_as_it_is_clear(tmp_path: Path) -> None:
    twin = "livingstone.players:RandomBot"
    for bot, told in (twin, "no better."), ("greedy", "+20% of the games or more."):
        file = str(tmp_path / f"{len(bot)}.db")
        bots = bot, "random", "--until", "0.2", "--games", "200", "--file", file
        done = run_python("examples/stop_early.py", *bots)
        assert (done.returncode, done.stderr) == (0, "")
        assert re.fullmatch(rf"Accepted after (\d+) games each: {re.escape(told)}\n", done.stdout)


def test_what_shipping_costs_is_measured() -> None:
    done = run_python("examples/measure_overhead.py", "--games", "2", "--tasks", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("2 tasks of 2 games")


@pytest.mark.parametrize(
    ("example", "arguments", "told"),
    [
        ("compare_bots", ["--games", "0"], "games must be a whole number from 1"),
        ("measure_overhead", ["--games", "0"], "--games and --tasks must be 1 or more"),
        ("measure_overhead", ["--tasks", "0"], "--games and --tasks must be 1 or more"),
        ("cluster", ["--games", "0"], "games must be a whole number from 1"),
    ],
)
def test_wrong_arguments_are_answered_with_what_is_wrong(
    example: str, arguments: list[str], told: str
) -> None:
    if example == "cluster":
        pytest.importorskip("distributed")
    done = run_python(f"examples/{example}.py", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert f"{example}.py: error: {told}" in done.stderr


def test_the_cluster_says_what_it_lacks() -> None:
    lacking = "import runpy, sys; sys.modules['distributed'] = None; "
    done = run_python("-c", f"{lacking}runpy.run_path('examples/cluster.py')")
    assert done.returncode == 1
    assert done.stderr == "this needs Dask: pip install 'livingstone[scale]'\n"


def test_a_batch_on_a_cluster_survives_the_death_of_a_worker(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    path, whole = tmp_path / "games.db", tmp_path / "whole.db"
    options = ["--players", "random,random", "--games", "60", "--chunk", "2", "--kill-a-worker"]
    done = run_python("examples/cluster.py", *options, "--out", str(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{simulate(['random'] * 2, 60, seed=7, sink=whole)}\n"
    assert list(read_rows(path)) == list(read_rows(whole))
    assert "Restarting worker" in done.stderr, "the worker was killed before the end"
