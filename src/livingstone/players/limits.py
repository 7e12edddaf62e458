"""How bots outside of this process fail, and the limits that they have to keep."""

import signal
from typing import Literal

from attrs import define

WARM_SECONDS = 120.0
"""The limit for the choice before the first game, which may compile what the bot needs."""
END_SECONDS = 1.0
"""The limit for ending after a pipe was closed."""
WALL_TIMES = 4
"""A limit of `s` seconds of processor time ends after `WALL_TIMES * s + WALL_EXTRA` seconds of wall
time, so that a bot that sleeps loses too, and one on a busy machine does not."""
WALL_EXTRA = 1.0
TICK = 0.01
"""The resolution of processor times, in seconds."""
LONGEST_ANSWER = 8192
"""The most bytes of an answer: more than a line of text and the JSON around it need."""


@define
class BotError(Exception):
    """A bot failed."""

    kind: Literal["illegal", "crash", "late"]
    """How it failed: an illegal move, an exception, or no answer in time."""
    reason: str
    """What happened, in one line."""
    refusal: str | None = None
    """The message of the `ArgumentError`, if the bot raised one."""
    traceback: str = ""
    """The calls that led to an error in another process, as Python prints them."""

    def __str__(self) -> str:
        return self.reason


def how_it_ended(status: int) -> str:
    """Say how a process ended, by its exit status or by a signal.

    >>> how_it_ended(3), how_it_ended(-9)
    ('ended with status 3', 'was ended by signal 9 (Killed)')
    """
    if status >= 0:
        return f"ended with status {status}"
    return f"was ended by signal {-status} ({signal.strsignal(-status)})"
