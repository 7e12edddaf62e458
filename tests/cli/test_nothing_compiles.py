"""Commands that need nothing compiled do not even load what compiles."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

COMMANDS = [
    "--help",
    "bots",
    "cards",
    "rules R4.4",
    "perft 2",
    "play --players greedy,ismcts:iterations=1 --seed 7 --record game.toml",
    "replay game.toml",
    "simulate --players greedy,random --games 4 --seed 7",
    "compare greedy random --games 4 --seed 7 --jobs 1",
]
PROGRAM = """
import contextlib, os, sys
from livingstone.cli import main
for command in sys.stdin.read().splitlines():
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        with contextlib.redirect_stderr(nowhere), contextlib.suppress(SystemExit):
            main(command.split())
    if any(name.split(".")[0] in ("numba", "llvmlite") for name in sys.modules):
        sys.exit(f"numba is loaded by: {command}")
from livingstone.players import load_player
from livingstone.simulation.entrants import enter
for bot in ("learned", "learned:level=guide", "learned:seconds=0.1"):
    enter([load_player(bot), bot])
enter(["learned", "random"], seconds_per_move=9)  # in a process
sys.exit("numba" in sys.modules and "numba is loaded to check a bot")
"""


def test_only_what_is_about_to_run_is_compiled(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input="\n".join(COMMANDS),
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "game.toml").exists()
    assert not cache.exists()
