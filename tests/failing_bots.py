"""Bots that fail, forget their place, or tell what they were asked; used by name."""

import os
import sys
import time
from random import Random
from typing import Any

import livingstone as ls


def _any(view: ls.View, rng: Random) -> ls.Move:
    return rng.choice(view.legal_moves)


class Illegal:
    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        return ls.TakeDie(77)


class Nonsense:
    def choose(self, view: ls.View, rng: Random) -> Any:
        return "a\nmove\0\x1b[31m" * 100


class Crashing:
    """Crashes at its third choice of a game."""

    def __init__(self) -> None:
        self.choices = 0

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        self.choices += 1
        if self.choices == 3:
            raise ValueError('lost,\nthe "map"')
        return _any(view, rng)


class Unspeakable:
    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        class WorseError(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        raise WorseError


class Leaving:
    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        sys.exit(3)


class Interrupted:
    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        raise KeyboardInterrupt


class Fatal:
    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        os._exit(9)


class Unmade:
    """Cannot be made a second time."""

    made = 0

    def __init__(self) -> None:
        Unmade.made += 1
        if Unmade.made > 1:
            raise OSError("no more")

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        return _any(view, rng)


class Endless:
    """Never answers, and lets no ordinary exception stop it."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                continue


class Slow:
    """Answers, but not in a hundredth of a second."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        time.sleep(0.02)
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

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        if rng.random() < 0.005:
            raise RuntimeError("bad luck")
        return _any(view, rng)
