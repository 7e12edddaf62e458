"""How long a process may take to answer, on a machine that others use as well."""

import socket
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

__all__ = ["Allowance"]

MOST_TIMES = 50
"""So many times its time a process may take, however busy the machine is."""
LOOK = 0.01
"""Seconds before it is looked again whether a process that waits for a processor got one."""


class _Usage(NamedTuple):
    """What a process has done so far, in seconds."""

    running: float
    """It had a processor."""
    waiting: float
    """It waited for one."""
    is_ready: bool
    """Whether it has a processor now or waits for one, and does not sleep."""


class Allowance:
    """The time that a process has for an answer.

    Time in which it waits for a processor does not count, so that a busy machine decides nothing.
    Time in which it sleeps does. Only Linux tells them apart; elsewhere all time counts.
    """

    def __init__(self, process: int, seconds: float) -> None:
        """Begin now; `process` is the number of the process."""
        self._process, self._seconds = process, seconds
        self._start = perf_counter()
        self._before = self._last = _usage(process)
        self._looked: float | None = None
        self.end = self._start + MOST_TIMES * seconds
        """The time of `perf_counter` after which nobody waits any longer."""

    def wait(self, end: socket.socket) -> None:
        """Wait until there is something to read; raises `TimeoutError` when the time is up."""
        left = self._seconds
        while True:
            end.settimeout(left)
            try:
                end.recv(1, socket.MSG_PEEK)
            except TimeoutError:
                if (left := self.left()) <= 0:
                    raise
            else:
                return

    def left(self) -> float:
        """Give the seconds that the process can still use; 0 or less when its time is up."""
        now = perf_counter()
        left = self._seconds - (now - self._start)
        if left > 0 or now > self.end or self._before is None:
            return left
        usage = _usage(self._process)
        if usage is None:
            return left
        left += usage.waiting - self._before.waiting
        if usage.is_ready:  # how long it has been waiting is told only when it gets a processor
            ran = self._last is not None and usage.running > self._last.running
            left = left + now - self._looked if ran and self._looked is not None else LOOK
        self._last, self._looked = usage, now
        return max(left, LOOK) if left > 0 else left


def _usage(process: int) -> _Usage | None:
    """Ask Linux what a process has done (`man 5 proc`, `schedstat`); None if nobody can tell."""
    if sys.platform != "linux":
        return None
    try:
        times = Path(f"/proc/{process}/schedstat").read_text()
        status = Path(f"/proc/{process}/stat").read_text()
        running, waiting, _ = map(int, times.split())
    except (OSError, ValueError):
        return None
    return _Usage(running / 1e9, waiting / 1e9, status.rpartition(")")[2].split()[0] == "R")
