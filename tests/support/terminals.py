"""A terminal with a program in it: what is typed, and what is then in sight."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field
from programs import start_python

LONGEST = 60
"""Seconds to wait for anything that is printed; far more than it takes on a busy machine."""

PATIENCE = 1
"""Seconds to wait for an answer before Ctrl-C is pressed again."""

CLEAR = "\x1b[3J"
"""What erases a terminal with all that was scrolled off."""


@define
class Typist:
    """Somebody at a terminal."""

    process: "subprocess.Popen[bytes]"
    """What runs in it."""
    _leader: int
    _seen: bytes = field(default=b"", init=False)
    _read: int = field(default=0, init=False)

    @property
    def seen(self) -> str:
        return self._seen.decode(errors="replace")

    @property
    def in_sight(self) -> str:
        return self.seen.rpartition(CLEAR)[2]

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + LONGEST
        while (found := self.seen.find(text, self._read)) < 0:
            assert time.monotonic() < end, self.seen[self._read :]
            assert self._take(1.0), f"{text!r} never came: {self.seen[self._read :]}"
        self._read = found + len(text)

    def type(self, line: str, then: str) -> None:
        self.press(f"{line}\n".encode())
        self.wait_for(then)

    def press(self, keys: bytes) -> None:
        os.write(self._leader, keys)

    def interrupt(self, then: str) -> None:
        """Press Ctrl-C, and wait for a text.

        Python may miss a signal that comes between a prompt and the wait for a line; then people
        press again, and so it is done here.
        """
        for _ in range(LONGEST // PATIENCE):
            self.process.send_signal(signal.SIGINT)
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and then not in self.seen[self._read :]:
                self._take(0.1)
            if then in self.seen[self._read :]:
                break
        self.wait_for(then)

    def finish(self) -> int:
        end = time.monotonic() + LONGEST
        while self._take(1.0):
            assert time.monotonic() < end
        return self.process.wait(LONGEST)

    def hang_up(self, *, sends_signal: bool = True) -> int:
        """Close the terminal, as when a connection breaks; return the exit status."""
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, self._leader)  # nobody has the terminal open any more
        os.close(nothing)
        if sends_signal:
            self.process.send_signal(signal.SIGHUP)
        return self.process.wait(LONGEST)

    def _take(self, seconds: float) -> bool:
        if not select.select([self._leader], [], [], seconds)[0]:
            return True
        try:
            chunk = os.read(self._leader, 65536)
        except OSError:  # how Linux says that the other side has closed
            return False
        self._seen += chunk
        return bool(chunk)


@contextmanager
def at_terminal(*arguments: str, lines: int = 60) -> Iterator[Typist]:
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 80, 0, 0))
    # A size that somebody has put into the environment comes before that of the terminal.
    unwanted = {"LINES", "COLUMNS", "NO_COLOR", "PYTHONIOENCODING"}
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment |= {"TERM": "xterm", "PYTHONUTF8": "1"}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # programs of nohup would ignore it
    try:
        with start_python(
            "-m",
            "livingstone",
            *arguments,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            environment=environment,
        ) as process:
            os.close(follower)
            yield Typist(process, leader)
    finally:
        os.close(leader)
