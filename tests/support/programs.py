"""Python programs that tests start: each of them ends, and Ctrl-C reaches it in any shell."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

ROOT = Path(__file__).parents[2]
LONGEST = 300
"""Seconds after which a program is killed; far more than any needs on a busy machine."""
ALL_TESTS = 7200
"""The same for a server of many tests."""


def run_python(
    *arguments: str, typed: str = "", encoding: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a program in the root of the project to its end; it reads and writes in an encoding."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=typed.encode(encoding or "utf-8", "replace").decode(encoding or "utf-8"),
        capture_output=True,
        text=True,
        encoding=encoding,
        env=os.environ | ({"PYTHONIOENCODING": encoding} if encoding else {}),
        check=False,
        cwd=ROOT,
        timeout=LONGEST,
    )


@contextmanager
def start_python(
    *arguments: str,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
    environment: Mapping[str, str] | None = None,
    longest: float = LONGEST,
) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a program, and end it in any case when the test has done with it or takes too long."""
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env=environment,
        preexec_fn=_heed_ctrl_c,
        start_new_session=True,  # a group of its own, which `os.killpg` signals as a terminal does
    ) as process:
        killer = Timer(longest, process.kill)
        killer.start()
        try:
            yield process
        finally:
            killer.cancel()
            process.kill()


def _heed_ctrl_c() -> None:
    """Undo what a shell does to programs in the background: they ignore Ctrl-C, as do their own."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
