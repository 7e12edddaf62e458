"""Dealers, which decide chance at a table."""

import secrets
from collections.abc import Callable
from typing import TypeAlias

from livingstone.game.chance import sample_outcome
from livingstone.game.moves import Outcome
from livingstone.game.state import State
from livingstone.support.arguments import SEED_LIMIT

__all__ = ["Dealer", "deal"]

Dealer: TypeAlias = Callable[[State], Outcome]
"""A function that decides chance: it takes a state that awaits an outcome, and gives one."""


def deal(state: State) -> Outcome:
    """Draw an outcome with the operating system's random numbers: a dealer for a table.

    Nobody can predict the outcomes, not even with all that is stored of the game.

    >>> from livingstone import chance_outcomes, new_game
    >>> state = new_game(2, explicit_chance=True)
    >>> deal(state) in chance_outcomes(state)
    True

    Raises `ArgumentError` where no outcome is awaited, and for anything but a state.
    """
    return sample_outcome(state, secrets.randbelow(SEED_LIMIT))
