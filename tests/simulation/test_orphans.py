"""The processes of bots end with the process that plays with them, even when it is killed."""

import os
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from livingstone.players import answering

psutil: Any = import_module("psutil")  # has no types

SCRIPT = """
import sys
sys.path.append(sys.argv[1])
from livingstone import simulate
if __name__ == "__main__":
    simulate(["failing_bots:" + sys.argv[2], "random"], 4, seed=7, chunk=1,
             seconds_per_move=3000, executor=sys.argv[3] or None)
"""
LONGEST = 60.0
"""Seconds that anything is waited for."""
BOT = "InC" if sys.platform == "linux" else "Unstoppable"
"""Only Linux kills code in C with the parent of its process."""


def is_thinking(process: Any) -> bool:
    """Say whether a process is that of a bot, and used the processor for longer than it starts."""
    try:
        return "answering" in " ".join(process.cmdline()) and process.cpu_times().user > 1.5
    except psutil.Error:
        return False


@pytest.mark.parametrize("executor", ["", "processes"])
def test_no_bot_outlives_a_killed_batch(tmp_path: Path, executor: str) -> None:
    script = tmp_path / "batch.py"
    script.write_text(SCRIPT)
    tests = str(Path(__file__).parents[1])
    end = time.monotonic() + LONGEST
    with subprocess.Popen([sys.executable, str(script), tests, BOT, executor]) as batch:
        below: list[Any] = []
        while not any(map(is_thinking, below)):
            assert batch.poll() is None
            assert time.monotonic() < end, "no bot thinks"
            time.sleep(0.05)
            below = psutil.Process(batch.pid).children(recursive=True)
        batch.kill()
    _, alive = psutil.wait_procs(below, timeout=LONGEST)
    assert not alive


class EndedError(Exception):
    pass


def test_a_process_ends_when_its_standard_input_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(status: int) -> None:
        raise EndedError(status)

    monkeypatch.setattr(os, "_exit", end)
    source, sink = os.pipe()
    os.write(sink, b"anything")
    os.close(sink)
    with pytest.raises(EndedError, match="1"):
        answering.end_with(source)
    os.close(source)
