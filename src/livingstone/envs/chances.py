"""Chance outcomes with their probabilities as floats."""

from functools import lru_cache
from typing import NamedTuple

from attrs import field, frozen

import livingstone as ls

__all__ = ["Chances", "chances_of"]


class Chances(NamedTuple):
    """The outcomes of a pending chance event with their probabilities."""

    outcomes: tuple[ls.Outcome, ...]
    """In the order of `chance_outcomes`."""
    probabilities: tuple[float, ...]
    """By outcome: the floats nearest to the exact fractions, so their sum is nearly 1."""


def chances_of(state: ls.State) -> Chances:
    """List what `chance_outcomes` gives, with probabilities as floats.

    The order depends only on the event and on the bag or the pile: rolls ascend die by die, draws
    of stones by the numbers of black, clear, blue, red and white ones, cards by id. Both tuples are
    empty unless chance is pending.

    >>> chances = chances_of(ls.new_game(2, explicit_chance=True))
    >>> len(chances.outcomes), chances.outcomes[-1], chances.probabilities[-1] * 6**4
    (126, DiceRolled(dice=(6, 6, 6, 6)), 1.0)
    """
    match state.pending:
        case ls.StoneDraw():
            source: object = state.bag
        case ls.CardDraw():
            source = state.draw_pile
        case _:
            source = state.edition.board.dice.sides
    return _chances(_Event((state.pending, source), state))


@frozen
class _Event:
    """A state as a key of a cache: equal to all states with the same chances."""

    key: tuple[object, ...]
    state: ls.State = field(eq=False)


@lru_cache(maxsize=256)  # without it, random games of five in OpenSpiel take half as long again
def _chances(event: _Event) -> Chances:
    exact = ls.chance_outcomes(event.state)
    return Chances(tuple(exact), tuple(map(float, exact.values())))
