"""The example that trains an agent, from its first game to a bot that plays by its name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from programs import ROOT

import livingstone as ls


def test_the_example_trains_and_its_checkpoint_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ["--updates", "1", "--every", "1", "--batch", "2", "--games", "1"]
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples/train_agent.py"), *few],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'examples'}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert [line.partition(",")[0].strip() for line in (first, second)] == ["0 games", "2 games"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    assert ls.simulate(["train_agent:bot", "random"], 1, seed=1).failures == {}
    refused = ls.simulate(["train_agent:bot", "random"], 1, seed=1, edition="bga")
    assert refused.failures == {"train_agent:bot": {"crash": 1}}
    assert "belongs to another game" in str(refused)
