"""Bots that fail, forget their place, or tell what they were asked; used by name."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import livingstone as ls


def _any(view: ls.View, rng: Random) -> ls.Move:
    return rng.choice(view.legal_moves)


def _doing(act: Callable[[], object]) -> Any:
    """Make a class of bots that do something, and choose what it gives, or else any move."""

    class Doing:
        def choose(self, view: ls.View, rng: Random) -> Any:
            return act() or _any(view, rng)

    return Doing


def _failing(make: Callable[[], BaseException]) -> Any:
    def act() -> None:
        raise make()

    return _doing(act)


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


Illegal = _doing(lambda: ls.TakeDie(77))
Nonsense = _doing(lambda: "a\nmove\0\x1b[31m" * 100)
Unspeakable = _failing(UnspeakableError)
Nameless = _failing(type("", (Exception,), {}))
Wordy = _failing(lambda: ls.ArgumentError("\u20ac" * 10**6))
Interrupted = _failing(KeyboardInterrupt)
Leaving = _doing(lambda: sys.exit(3))
Fatal = _doing(lambda: os._exit(9))
Segfault = _doing(lambda: ctypes.string_at(0))
Slow = _doing(lambda: time.sleep(0.2))
Stopped = _doing(lambda: os.kill(os.getpid(), signal.SIGSTOP))
"""Stops its own process, so that it does not even read what it is asked."""
WAITING = [sys.executable, "-c", "import time; time.sleep(600)"]
Splitting = _doing(lambda: subprocess.run(WAITING, close_fds=False) and None)
"""Leaves a process behind that holds all its files open, and waits for it."""
Closing = _doing(lambda: os.closerange(0, 256))
"""Closes every file of its process, the connection included."""


class Crashing:
    """Crashes at its third choice of a game."""

    def __init__(self) -> None:
        self.choices = 0

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        self.choices += 1
        if self.choices == 3:
            raise ValueError('lost,\nthe "map"')
        return _any(view, rng)


class Unmade:
    """Cannot be made a second time."""

    made = 0

    def __init__(self) -> None:
        Unmade.made += 1
        if Unmade.made > 1:
            raise OSError("no more")

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        return _any(view, rng)


class Watching:
    """Refuses to play unless everything is as it should be."""

    def __init__(self) -> None:
        self.seats = set[int | None]()

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        assert type(view) is ls.View
        assert view.seat == view.current_player
        assert len(view.legal_moves) > 1
        self.seats.add(view.seat)
        assert len(self.seats) == 1, "a bot for each seat of each game"
        return _any(view, rng)


class Sometimes:
    """Crashes in some games."""

    danger = 0.005

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        if rng.random() < self.danger:
            raise RuntimeError("bad luck")
        return _any(view, rng)


class Rarely(Sometimes):
    """Crashes in few games."""

    danger = 0.0001


class Unstoppable:
    """Never answers, and lets nothing at all stop it."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        while True:
            try:
                time.sleep(0.001)
            except BaseException:
                continue


class InC:
    """Is in code that does not come back for minutes, but for its first choice in a process."""

    choices = 0

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        InC.choices += 1
        if InC.choices > 1:
            sum(range(10**12))
        return _any(view, rng)


class Compiling:
    """Takes 0.3 s of processor time for its first choice in a process."""

    is_compiled = False

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        begun = time.process_time()
        while not Compiling.is_compiled and time.process_time() < begun + 0.3:
            pass
        Compiling.is_compiled = True
        return _any(view, rng)


class Gone:
    """Ends its process as soon as it is made."""

    def __init__(self) -> None:
        os._exit(4)

    choose = Slow.choose


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


class Talking:
    """Prints a lot, and reads what there is to read; otherwise it plays as anybody."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        print("what a game " * 1000)
        assert sys.stdin.read() == ""
        return _any(view, rng)


class Remembering:
    """Chooses by what it has chosen before in this game."""

    def __init__(self) -> None:
        self.chosen = list[ls.Move]()

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        number = int(rng.random() * 100) + len(self.chosen)
        self.chosen.append(view.legal_moves[number % len(view.legal_moves)])
        return self.chosen[-1]


class Adapting:
    """Refuses to play unless it is told that it has a minute; it needs two seconds."""

    least_seconds = 2

    def choose(self, view: ls.View, rng: Random, *, seconds: float | None = None) -> ls.Move:
        assert seconds == 60
        return _any(view, rng)


class Disguising:
    """Chooses legal moves, but of a class of its own."""

    Die: Any = type("Die", (ls.TakeDie,), {})

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        move = view.legal_moves[0]
        return move if not isinstance(move, ls.TakeDie) else self.Die(move.value)


class Untidy:
    """Leaves a thread behind that does not end."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        if threading.active_count() < 4:
            threading.Thread(target=time.sleep, args=(10**6,)).start()
        return _any(view, rng)
