"""The interface of bots, and the player `random`."""

import inspect
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from random import Random
from typing import Any, Protocol

from attrs import frozen

from livingstone.errors import ArgumentError, shown
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.game.view import View, show
from livingstone.support.arguments import need

processor_time: Callable[[], float] = next(
    getattr(time, clock)
    for clock in ("thread_time", "process_time", "perf_counter")
    if hasattr(time, clock)
)
"""Return the CPU seconds of this thread, by which bots keep their limits. On platforms without that
clock, such as browsers, return those of the process, or wall time."""
PROGRAM = "program:"
"""What begins the name of a bot that is a program: `program:./mybot --level 3`."""
USABLE = 0.7
"""The part of a caller's limit that a search uses; the rest is a margin for unmeasured work."""
SEED_BITS = 63
"""The number of random bits of a seed; the kernel keeps seeds in signed words of 64 bits."""


class Bot(Protocol):
    """Anything with a method `choose`; it gets a view (R10), never a state.

    Each seat of each game has its own bot, so a bot may remember things between its choices. If it
    takes all randomness from `rng`, its games can be repeated. If its `choose` has a parameter
    `seconds`, it is told the time limit. If it has an attribute `least_seconds`, a lower limit is
    refused.
    """

    def choose(self, view: View, rng: Random) -> "Move":
        """Choose one of `view.legal_moves`, which is not empty."""
        ...


class BlindBot(ABC):
    """A base class for bots that look only at the legal moves; games with them are faster.

    >>> class First(BlindBot):
    ...     def choose_from(self, moves, rng):
    ...         return moves[0]
    >>> from livingstone import new_game, view
    >>> First().choose(view(new_game(2, seed=7), 0), Random(1))
    TakeDie(value=2)
    """

    __slots__ = ()

    def choose(self, view: View, rng: Random) -> "Move":
        """Choose one of `view.legal_moves`; raises `ArgumentError` if there is none."""
        check_turn(view)
        return self.choose_from(view.legal_moves, rng)

    @abstractmethod
    def choose_from(self, moves: "tuple[Move, ...]", rng: Random) -> "Move":
        """Choose one of these moves, at least one."""


@frozen
class RandomBot(BlindBot):
    """Choose uniformly from all legal moves."""

    def choose_from(self, moves: "tuple[Move, ...]", rng: Random) -> "Move":
        """Choose any of these moves."""
        return rng.choice(moves)


def check_turn(view: View) -> None:
    """Raise `ArgumentError` for a view without legal moves, `TypeError` for a state."""
    need("choose", view, "View", View)
    if not view.legal_moves:
        raise ArgumentError(
            "there is no move to choose in this view: ask for view(state, state.current_player)"
        )


def check_positive(name: str, value: float | None) -> None:
    """Raise `ArgumentError` for a number that is not above 0 or not finite."""
    if value is not None and not 0 < value < inf:
        raise ArgumentError(f"{name} must be a number above 0, not {shown(value)}")


def usable_seconds(own: float | None, limit: float | None) -> float:
    """Return the seconds that a search may take, by its own limit and the caller's; inf for none.

    Its own limit says about how long it takes. The caller's must be kept, so it has a margin.
    """
    return min(own or inf, inf if limit is None else limit * USABLE)


def check_time(bot: Bot, seconds: float | None) -> None:
    """Raise `ArgumentError` for a bot that needs more seconds for a move than the limit."""
    least: float = getattr(bot, "least_seconds", 0.0)
    if seconds is not None and seconds < least:
        raise ArgumentError(
            f"{type(bot).__name__} needs {least:g} s for a move, more than the limit of"
            f" {seconds:g} s; raise the limit, or give the bot less to do"
        )


def choose_within(bot: Any, view: View, rng: Random, seconds: float | None) -> Move:
    """Ask a bot for a move, and pass the limit of seconds if it takes one."""
    if seconds is not None and "seconds" in inspect.signature(bot.choose).parameters:
        return bot.choose(view, rng, seconds=seconds)  # type: ignore[no-any-return]
    return bot.choose(view, rng)  # type: ignore[no-any-return]


def choose_for_mover(bot: Bot, state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """Ask a bot for a move, given the legal moves; a `BlindBot` needs no view."""
    choose = bot.choose
    if getattr(choose, "__func__", None) is BlindBot.choose:  # and not that of a subclass
        blind: BlindBot = choose.__self__  # type: ignore[attr-defined]
        return blind.choose_from(moves, rng)
    return choose(show(state, state.current_player, moves), rng)
