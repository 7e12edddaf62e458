"""What a bot is: anything that chooses a move from a view."""

import inspect
from abc import ABC, abstractmethod
from numbers import Real
from random import Random
from typing import Any, Protocol

from livingstone.errors import ArgumentError
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.game.view import View, view_of_mover

__all__ = ["BlindBot", "Bot", "check_time", "check_turn", "choose_for_mover", "choose_within"]


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


class BlindBot(ABC):
    """A base for bots that choose from the legal moves alone, without looking at the position.

    Such a bot has a method `choose_from` in place of `choose`. It plays wherever bots play, and
    batches are faster with it, since no view has to be made.

    >>> class First(BlindBot):
    ...     def choose_from(self, moves, rng):
    ...         return moves[0]
    >>> from livingstone import new_game, view
    >>> First().choose(view(new_game(2, seed=7), 0), Random(1))
    TakeDie(value=2)
    """

    __slots__ = ()

    def choose(self, view: View, rng: Random) -> Move:
        """Choose one of `view.legal_moves`; raises `ArgumentError` if there is none."""
        check_turn(view)
        return self.choose_from(view.legal_moves, rng)

    @abstractmethod
    def choose_from(self, moves: tuple[Move, ...], rng: Random) -> Move:
        """Choose one of these moves, of which there is at least one."""


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


def choose_for_mover(bot: Bot, state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """Ask the bot that is to move in a state, whose legal moves were listed already.

    Of the state, the bot gets nothing but the view of its seat; a `BlindBot` gets the moves alone.
    """
    choose = bot.choose
    if getattr(choose, "__func__", None) is BlindBot.choose:  # and not that of a subclass
        blind: BlindBot = choose.__self__  # type: ignore[attr-defined]
        return blind.choose_from(moves, rng)
    return choose(view_of_mover(state, moves), rng)


def _takes_seconds(bot: Bot) -> bool:
    try:
        return "seconds" in inspect.signature(bot.choose).parameters
    except (TypeError, ValueError):  # it has no signature to be read
        return False
