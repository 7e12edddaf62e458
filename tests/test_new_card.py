"""docs/how-to/new-card.md, followed literally, gives a card that every bot plays."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how-to" / "new-card.md"
BLOCK = re.compile(r"```\{code-block\} (\w+)\n:caption: (\S+)\n(.*?)```", re.DOTALL)
COPIED = ("src", "data", "tests", "pyproject.toml")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the source, with every change that the page tells to make."""
    folder = tmp_path_factory.mktemp("checkout")
    leave_out = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=leave_out)
        else:
            shutil.copy(ROOT / name, folder / name)
    for kind, name, block in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        path = folder / name
        if kind == "diff":
            path.write_text(changed(path.read_text(encoding="utf-8"), block), encoding="utf-8")
        else:
            assert not path.exists(), name
            path.write_text(block, encoding="utf-8")
    return folder


def changed(text: str, block: str) -> str:
    """Make the changes of a block; the old lines of each must be there exactly once."""
    for change in block.split("@@\n"):
        lines = change.splitlines()
        old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
        new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
        assert text.count(f"\n{old}") == 1, f"not there exactly once:\n{old}"
        text = text.replace(f"\n{old}", f"\n{new}")
    return text


def run(folder: Path, *arguments: str) -> str:
    """Run a program of Python with the changed library; it must end well."""
    # The options of the run that this test is part of, such as coverage, are not for that program.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**inherited, "PYTHONPATH": str(folder / "src"), "MYPYPATH": "src"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_mypy_accepts_the_new_effect(checkout: Path) -> None:
    # What needs other libraries does not tell effects apart, and takes twice as long as all else.
    others = "/(cli|envs|simulation|web)/"
    assert "Success" in run(checkout, "-m", "mypy", "src", "--exclude", others)


def test_every_bot_plays_the_new_card(checkout: Path) -> None:
    told = run(checkout, "tests/play_new_card.py", "my-cards.toml")
    assert re.search(r"collects \d+ coins? from the others", told)


def test_the_card_does_what_the_page_says_and_random_games_meet_it(checkout: Path) -> None:
    tests = ("rules/test_r6_collect_coins.py", "testing/test_strategies.py", "events", "players")
    chosen = "CollectCoins or coins_are or events_alone"
    told = run(checkout, "-m", "pytest", "-q", "-k", chosen, *(f"tests/{path}" for path in tests))
    assert "14 passed" in told
