"""The example that trains an agent, from its first game to a bot that plays by its name."""

import pytest

pytest.importorskip("pettingzoo")

import os
import subprocess
import sys
from pathlib import Path

from programs import ROOT

import livingstone as ls


def run_in(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the example where it is to write its checkpoint."""
    return subprocess.run(
        [sys.executable, str(ROOT / "examples/train_agent.py"), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'examples'}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("players", "9", "players must be a whole number from 2 to 5: 9"),
        ("edition", "foo", "the edition must be one of printed, bga, not 'foo'"),
        ("updates", "-1", "--updates must be 0 or more"),
        ("batch", "0", "--batch must be 1 or more"),
    ],
)
def test_wrong_arguments_are_told_before_anything_is_written(
    tmp_path: Path, option: str, value: str, told: str
) -> None:
    done = run_in(tmp_path, f"--{option}", value)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == f"train_agent.py: error: {told}"
    assert not list(tmp_path.iterdir())


def test_the_example_trains_and_its_checkpoint_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ["--updates", "1", "--every", "1", "--batch", "2", "--games", "1"]
    done = run_in(tmp_path, *few)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert [line.partition(",")[0].strip() for line in (first, second)] == ["0 games", "2 games"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    assert ls.simulate(["train_agent:bot", "random"], 1, seed=1).failures == {}
    with pytest.raises(ls.ArgumentError, match="belongs to another game"):  # before the first game
        ls.simulate(["train_agent:bot", "random"], 1, seed=1, edition="bga")
