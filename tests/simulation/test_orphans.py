"""The processes of bots end with the process that plays with them, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

psutil: Any = pytest.importorskip("psutil")

SCRIPT = """
import sys
from pathlib import Path
from livingstone import simulate

MARK = Path(__file__).with_suffix(".mark")

class Spinning:
    def choose(self, view, rng):
        MARK.touch()
        while True:
            pass

class InC:
    def choose(self, view, rng):
        MARK.touch()
        sum(range(10**12))  # holds the interpreter for hours

if __name__ == "__main__":
    simulate(["__main__:" + sys.argv[1], "random"], 4, seed=7, chunk=1,
             seconds_per_move=float(sys.argv[2]), executor=sys.argv[3] or None)
"""
LONGEST = 60.0
"""Seconds after which a test gives up."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(
    ("number", "bot", "seconds", "executor"),
    [
        (signal.SIGKILL, "Spinning", 3000.0, ""),
        (signal.SIGKILL, "Spinning", 3000.0, "processes"),
        (signal.SIGKILL, "InC", 0.5, ""),
        (signal.SIGINT, "InC", 3000.0, ""),
        (signal.SIGINT, "InC", 3000.0, "processes"),
    ],
)
def test_no_bot_outlives_its_batch(
    number: signal.Signals, bot: str, seconds: float, executor: str, tmp_path: Path
) -> None:
    """A terminal sends SIGINT, for Ctrl-C, to all processes of a command."""
    script = tmp_path / "batch.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), bot, str(seconds), executor]
    end = time.monotonic() + LONGEST
    with subprocess.Popen(
        command, start_new_session=True, stderr=subprocess.PIPE, text=True
    ) as batch:
        while not script.with_suffix(".mark").exists():
            assert batch.poll() is None
            assert time.monotonic() < end, "no bot thinks"
            time.sleep(0.05)
        below = psutil.Process(batch.pid).children(recursive=True)
        if number == signal.SIGINT:
            os.killpg(batch.pid, signal.SIGINT)
        else:
            batch.kill()
        _, alive = psutil.wait_procs(below, timeout=LONGEST)
        assert not alive
        assert batch.stderr is not None
        errors = batch.stderr.read()
    assert ("KeyboardInterrupt" in errors) == (number == signal.SIGINT)
    assert batch.returncode in (-number, 1)
