"""Bots that fail, forget their place, or tell what they were asked; used by name.

Those that harm their own process are in `process_bots`.
"""

import sys
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import livingstone as ls


def any_move(view: ls.View, rng: Random) -> ls.Move:
    return rng.choice(view.legal_moves)


def doing(act: Callable[[], object]) -> Any:
    """Make a class of bots that do something, and choose what it gives, or else any move."""

    class Doing:
        def choose(self, view: ls.View, rng: Random) -> Any:
            return act() or any_move(view, rng)

    return Doing


def _failing(make: Callable[[], BaseException]) -> Any:
    def act() -> None:
        raise make()

    return doing(act)


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


Illegal = doing(lambda: ls.TakeDie(77))
Nonsense = doing(lambda: "a\nmove\0\x1b[31m" * 100)
Unspeakable = _failing(UnspeakableError)
Nameless = _failing(type("", (Exception,), {}))
Wordy = _failing(lambda: ls.ArgumentError("\u20ac" * 10**6))
Interrupted = _failing(KeyboardInterrupt)
Leaving = doing(lambda: sys.exit(3))
Slow = doing(lambda: time.sleep(0.2))


def _dig_deeper() -> None:
    _dig_deeper()


Deep = doing(_dig_deeper)


class Crashing:
    """Crashes at its third choice of a game."""

    def __init__(self) -> None:
        self.choices = 0

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        self.choices += 1
        if self.choices == 3:
            raise ValueError('lost,\nthe "map"')
        return any_move(view, rng)


class Unmade:
    """Cannot be made a second time."""

    made = 0

    def __init__(self) -> None:
        Unmade.made += 1
        if Unmade.made > 1:
            raise OSError("no more")

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        return any_move(view, rng)


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
        return any_move(view, rng)


class Sometimes:
    """Crashes in some games."""

    danger = 0.005

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        if rng.random() < self.danger:
            raise RuntimeError("bad luck")
        return any_move(view, rng)


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
        return any_move(view, rng)


class Compiling:
    """Takes 0.3 s of processor time for its first choice in a process."""

    is_compiled = False

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        move = any_move(view, rng)
        begun = time.process_time()
        while not Compiling.is_compiled and time.process_time() < begun + 0.3:
            pass
        Compiling.is_compiled = True
        return move


class Talking:
    """Prints a lot, and reads what there is to read; otherwise it plays as anybody."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        print("what a game " * 1000)
        assert sys.stdin.read() == ""
        return any_move(view, rng)


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
        return any_move(view, rng)


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
        return any_move(view, rng)
