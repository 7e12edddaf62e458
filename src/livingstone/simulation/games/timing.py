"""The time a bot may take for a move."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from types import FrameType

from livingstone.moves import Move
from livingstone.players import Bot
from livingstone.view import View

__all__ = ["LateError", "MoveClock", "move_clock"]

AGAIN = 0.5
"""Seconds after which a bot that has swallowed the interruption is interrupted once more."""


class LateError(Exception):
    """A bot took longer for a move than it had."""


class _TimeIsUp(BaseException):
    """Interrupts a bot, whose `except Exception` lets it pass."""


class MoveClock:
    """Asks bots for moves and holds them to the time."""

    def __init__(self, seconds: float | None, *, interrupts: bool) -> None:
        """Keep the limit, and whether a bot can be interrupted or is only measured."""
        self._seconds = seconds
        self._interrupts = interrupts
        self._is_running = False

    def ask(self, bot: Bot, seen: View, rng: Random) -> Move:
        """Give the bot's move; raises `LateError`, and whatever the bot raises."""
        if self._seconds is None:
            return bot.choose(seen, rng)
        begun = perf_counter()
        try:
            try:
                self._start()
                move = bot.choose(seen, rng)
            finally:
                self._stop()
        except _TimeIsUp:
            self._stop()
            raise self._late() from None
        if perf_counter() - begun > self._seconds:
            raise self._late()
        return move

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Interrupt the bot that is thinking, if one is: a handler for the alarm signal."""
        del number, frame
        if self._is_running:
            raise _TimeIsUp

    def _start(self) -> None:
        if self._interrupts and self._seconds is not None:
            self._is_running = True
            signal.setitimer(signal.ITIMER_REAL, self._seconds, AGAIN)

    def _stop(self) -> None:
        if self._interrupts:
            self._is_running = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _late(self) -> LateError:
        return LateError(f"took longer than {self._seconds:g} s for a move")


@contextmanager
def move_clock(seconds: float | None) -> Iterator[MoveClock]:
    """Set a clock up for some games, and put the alarm signal back afterwards.

    On Unix, in the main thread of a process, a bot is interrupted when its time is up. Elsewhere
    there is no way to: it is found to be late when it answers.
    """
    can_interrupt = (
        seconds is not None
        and hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
    )
    clock = MoveClock(seconds, interrupts=can_interrupt)
    if not can_interrupt:
        yield clock
        return
    before = signal.signal(signal.SIGALRM, clock.ring)
    try:
        yield clock
    finally:
        signal.signal(signal.SIGALRM, before)
