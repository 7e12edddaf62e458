"""Outcomes of chance with probabilities as floats, for those who cannot use fractions."""

from functools import lru_cache
from typing import NamedTuple, TypeAlias, assert_never

import livingstone as ls

__all__ = ["Chances", "chances_of"]

_Key: TypeAlias = tuple[object, ...]


class Chances(NamedTuple):
    """The outcomes of an awaited event, with the probability of each."""

    outcomes: tuple[ls.Outcome, ...]
    """In the order of `chance_outcomes`."""
    probabilities: tuple[float, ...]
    """Of each outcome; the nearest floats to the exact fractions, so their sum is nearly 1."""


def chances_of(state: ls.State) -> Chances:
    """Give what `chance_outcomes` gives, with probabilities as floats; it is kept for later calls.

    The order is that of `chance_outcomes`: rolls ascend, die by die; draws of stones ascend by the
    numbers of black, clear, blue, red and white ones; cards are sorted by id. The same event with
    the same bag or pile always has the same outcomes at the same places. There are none where no
    outcome is awaited.

    >>> chances = chances_of(ls.new_game(2, explicit_chance=True))
    >>> len(chances.outcomes), chances.outcomes[-1], chances.probabilities[-1] * 6**4
    (126, DiceRolled(dice=(6, 6, 6, 6)), 1.0)

    Raises `ArgumentError` for anything but a state.
    """
    if type(state) is not ls.State:
        raise ls.ArgumentError(f"a State is needed, not a {type(state).__name__}")
    return _chances(_Event(state))


class _Event:
    """A state that is equal to another if their chances are the same."""

    __slots__ = ("key", "state")

    def __init__(self, state: ls.State) -> None:
        self.state, self.key = state, _key(state)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Event) and self.key == other.key


def _key(state: ls.State) -> _Key:
    """List what the chances of a state depend on."""
    match state.pending:
        case ls.RoundRoll(count) | ls.DonationRoll(count):
            return count, state.edition.board.dice.sides
        case ls.StoneDraw(count):
            return count, state.bag
        case ls.CardDraw():
            return (state.draw_pile,)
        case None:
            return ()
        case unknown:
            assert_never(unknown)


@lru_cache(maxsize=256)
def _chances(event: _Event) -> Chances:
    exact = ls.chance_outcomes(event.state)
    return Chances(tuple(exact), tuple(map(float, exact.values())))
