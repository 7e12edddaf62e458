"""The examples that train agents, from their first game to a bot that plays by its name."""

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("numba")
pytest.importorskip("torch")

import importlib
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

from programs import ROOT

import livingstone as ls
from livingstone.envs import export_episodes


def test_the_example_trains_and_its_checkpoint_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ["--minutes", ".05", "--imitated", "4", "--batch", "8", "--games", "8"]
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples/train_agent.py"), *few],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'examples'}"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stderr == ""
    first, *_, last = done.stdout.splitlines()
    assert " 0 steps: greedy " in first
    assert int(last.split()[2].replace(",", "")) >= 8 * 64
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    assert ls.simulate(["train_agent:bot", "random"], 2, seed=1).failures == {}
    with pytest.raises(ls.ArgumentError, match="belongs to another game"):  # before the first game
        ls.simulate(["train_agent:bot", "random"], 1, seed=1, edition="bga")


def test_an_agent_that_imitated_games_of_a_data_set_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("minari")
    ls.simulate(["greedy", "random"], 4, seed=1, sink=tmp_path / "games.db")
    export_episodes(tmp_path / "games.db", tmp_path / "games.minari")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    monkeypatch.setattr("sys.argv", ["imitate.py", "games.minari", "greedy"])
    runpy.run_path(str(ROOT / "examples/imitate.py"), run_name="__main__")
    assert (tmp_path / "agent.npz").exists()


def test_maskable_ppo_trains_and_its_checkpoint_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sb3_contrib")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    example: Any = importlib.import_module("train_maskable_ppo")
    example.main(2048)
    report = ls.simulate(["train_maskable_ppo:bot", "random"], 2, seed=1)
    assert report.failures == {}
