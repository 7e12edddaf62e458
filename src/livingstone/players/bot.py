"""What a bot is: anything that chooses a move from a view."""

import inspect
from numbers import Real
from random import Random
from typing import Any, Protocol

from livingstone.errors import ArgumentError
from livingstone.moves import Move
from livingstone.view import View

__all__ = ["Bot", "check_time", "check_turn", "choose_within"]


class Bot(Protocol):
    """Anything with a method `choose`; it gets a view (R10), never a state.

    Each seat of each game has a bot of its own, so a bot may remember things between its choices.
    Whatever it leaves to luck should come from the random numbers it is handed, so that a game
    can be played again.

    A bot that can adapt to a limit of time takes it as `seconds`, the name of another parameter of
    `choose`; and a bot that needs some seconds for a move says so by an attribute `least_seconds`.
    """

    def choose(self, view: View, rng: Random) -> Move:
        """Choose one of `view.legal_moves`, of which there is at least one."""
        ...


def check_turn(view: View) -> None:
    """Raise `ArgumentError` for what is no view of a seat that is to move."""
    if not isinstance(view, View):
        raise ArgumentError(f"a bot chooses from a View, not from a {type(view).__name__}")
    if not view.legal_moves:
        raise ArgumentError(
            "there is no move to choose in this view; a bot needs that of the seat to move, as"
            " view(state, state.current_player) gives it while nobody waits for chance"
        )


def check_time(bot: Bot, seconds: float | None) -> None:
    """Raise `ArgumentError` for a bot that needs more time for a move than the limit gives."""
    least = getattr(bot, "least_seconds", None)
    if seconds is not None and isinstance(least, Real) and seconds < float(least):
        raise ArgumentError(
            f"{type(bot).__name__} needs {float(least):g} s for a move, more than the limit of"
            f" {seconds:g} s; raise the limit, or give the bot less to do"
        )


def choose_within(bot: Any, view: View, rng: Random, seconds: float | None) -> Move:
    """Ask a bot for a move, and tell it the limit of seconds if it can adapt to one."""
    if seconds is not None and _takes_seconds(bot):
        return bot.choose(view, rng, seconds=seconds)  # type: ignore[no-any-return]
    return bot.choose(view, rng)  # type: ignore[no-any-return]


def _takes_seconds(bot: Bot) -> bool:
    try:
        return "seconds" in inspect.signature(bot.choose).parameters
    except (TypeError, ValueError):  # it has no signature to be read
        return False
