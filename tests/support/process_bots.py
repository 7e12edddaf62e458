"""Bots that end, stop or misuse their own process: only for tests in which they have one."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from random import Random

from failing_bots import doing

import livingstone as ls

Fatal = doing(lambda: os._exit(9))
Segfault = doing(lambda: ctypes.string_at(0))
Stopped = doing(lambda: os.kill(os.getpid(), signal.SIGSTOP))
"""Stops its own process, so that it does not even read what it is asked."""
WAITING = [sys.executable, "-c", "import time; time.sleep(600)"]
Splitting = doing(lambda: subprocess.run(WAITING, close_fds=False) and None)
"""Leaves a process behind that holds all its files open, and waits for it."""
Closing = doing(lambda: os.closerange(0, 256))
"""Closes every file of its process, the connection included."""


class Gone:
    """Ends its process as soon as it is made."""

    def __init__(self) -> None:
        os._exit(4)

    choose = Fatal.choose


class Sleeping:
    """Sleeps when it is made."""

    def __init__(self) -> None:
        time.sleep(600)

    choose = Fatal.choose


class Forging:
    """Writes bytes to the connection before it answers."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        for number in range(3, 64):
            with suppress(OSError):
                end = socket.socket(fileno=number)
                with suppress(OSError):
                    end.sendall(bytes.fromhex(os.environ["FORGED"]))
                end.detach()
        return view.legal_moves[1]
