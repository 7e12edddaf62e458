"""The notebook of the examples runs as it stands, in a notebook too."""

import builtins
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "notebook_game.py"


def test_as_a_program_it_prints_boards_and_the_result() -> None:
    command = [sys.executable, str(NOTEBOOK)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.count("per tent") == 4
    assert "1. " in done.stdout


def test_as_a_notebook_it_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def display(shown: Any) -> None:
        drawn.append(shown._repr_svg_())

    monkeypatch.setattr(builtins, "display", display, raising=False)
    runpy.run_path(str(NOTEBOOK))
    assert len(drawn) == 4
    assert all(picture.startswith("<svg") for picture in drawn)
