"""The example programs in other languages play whole games, the same ones with the same seed."""

import shutil
import subprocess
from pathlib import Path

import pytest
from amounts import others_slow
from programs import ROOT

import livingstone as ls

PROGRAMS = ROOT / "examples/programs"


def needed(program: str) -> str:
    """Return the path of a program; skip the test where it is missing."""
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"{program} is not installed")
    return path


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> str:
    program = tmp_path_factory.mktemp("c") / "builder_bot"
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    source = PROGRAMS / "builder_bot.c"
    subprocess.run([needed("cc"), *warnings, "-o", program, source], check=True)
    return f"program:{program}"


def wins(name: str, tmp_path: Path, games: int = 2, players: int = 2) -> float:
    """Play against `random` twice, compare the games, and return the part of them that was won."""
    for file in ("once.db", "again.db"):
        lineup = [name] + ["random"] * (players - 1)
        report = ls.simulate(lineup, games, seed=7, sink=tmp_path / file)
        assert not report.failed, report.failures
    once, again = (list(ls.read_rows(tmp_path / file)) for file in ("once.db", "again.db"))
    assert once == again
    return report.bots[0].win.value


@pytest.mark.parametrize("shell", others_slow(["sh", "dash", "bash"], ["sh"]))
def test_the_bot_in_a_shell_plays_at_random(shell: str, tmp_path: Path) -> None:
    wins(f"program:{needed(shell)} {PROGRAMS}/random_bot.sh", tmp_path)


def test_the_bot_in_a_shell_can_be_run_as_it_is(tmp_path: Path) -> None:
    wins(f"program:{PROGRAMS}/random_bot.sh", tmp_path, players=3)


def test_the_bot_in_c_is_better_than_random(builder: str, tmp_path: Path) -> None:
    assert wins(builder, tmp_path, 12) > 0.4


@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_the_bot_in_javascript_is_better_than_random(games: int, tmp_path: Path) -> None:
    name = f"program:{needed('node')} {PROGRAMS}/saver_bot.js --save 2"
    assert wins(name, tmp_path, games) > 0.5


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        '{"request": "choose"}',
        '{"request": "choose", "moves": [',
        '{"request": "choose", "moves": ["',
        '{"request": "choose", "moves": ["p0"]}',
        '{"request": "choose", "moves": ["p0 take 2", "p0 tent',
        '{"request": "game"}',
        '{"request": "game", "seed": }',
        '{"request": "game", "seed": 99999999999999999999999}',
        '"' * 100_000,
    ],
    ids=lambda line: line[:40],
)
def test_the_bot_in_c_survives_any_line(builder: str, line: str) -> None:
    asked = '{"request": "choose", "count": 2, "moves": ["p0 coins", "p0 tent 2"], "view": {}}'
    program = builder.removeprefix("program:")
    done = subprocess.run([program], input=f"{line}\n{asked}\n", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "1"
