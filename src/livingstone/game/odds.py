"""Exact odds: what a pending event, or a whole move with its chance, can lead to."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar, overload

from attrs import frozen

from livingstone.errors import LONGEST_REPR, ArgumentError, shortened
from livingstone.game.chance import chance_outcomes
from livingstone.game.engine import apply, with_explicit_chance
from livingstone.game.moves import Move
from livingstone.game.rules.cards import receive
from livingstone.game.rules.ending import result
from livingstone.game.state import Player, State
from livingstone.support.arguments import need, one_of, seat_of

MOST_OUTCOMES = 10**6
"""The most outcomes, of all events together, that are worked out."""

_Value = TypeVar("_Value")

_OF_PLAYER: dict[str, Callable[[Player], int]] = {
    "points": lambda player: player.points,
    "coins": lambda player: player.coins,
    "gems": lambda player: player.gems.total,
    "clear": lambda player: player.gems.clear,
    "blue": lambda player: player.gems.blue,
    "red": lambda player: player.gems.red,
    "cards": lambda player: len(player.hand),
}
FIGURES = (*_OF_PLAYER, "win")
"""The figures that `expected` knows by name."""


@frozen
class Odds(Generic[_Value]):
    """The exact chances of the values of a figure.

    >>> from fractions import Fraction
    >>> odds = Odds(((0, Fraction(1, 4)), (2, Fraction(3, 4))))
    >>> odds.mean, odds.chance(2), odds.at_least(1)
    (Fraction(3, 2), Fraction(3, 4), Fraction(3, 4))
    """

    chances: tuple[tuple[_Value, Fraction], ...]
    """Each value that is possible with its chance: ascending, or in any order if values have none.

    The chances sum to 1."""

    def __repr__(self) -> str:
        values = ", ".join(f"{value}: {chance}" for value, chance in self.chances)
        return shortened(f"Odds({values})", LONGEST_REPR)

    def __iter__(self) -> Iterator[tuple[_Value, Fraction]]:
        return iter(self.chances)

    def _repr_svg_(self) -> str:
        from livingstone.svg import odds  # drawing is loaded when somebody looks

        return odds(self, size=600)

    @property
    def mean(self) -> Fraction:
        """The expected value, of a figure that is a number or a truth value."""
        values: Any = self.chances
        return sum((value * chance for value, chance in values), Fraction(0))

    def chance(self, value: object) -> Fraction:
        """Return the chance of a value; 0 if it is not possible."""
        return next((chance for known, chance in self.chances if known == value), Fraction(0))

    def at_least(self, value: _Value) -> Fraction:
        """Return the chance of this value or a higher one."""
        values: Any = self.chances
        return sum((chance for known, chance in values if known >= value), Fraction(0))


@overload
def expected(
    state: State, value: str, *, move: "Move | None" = None, seat: int | None = None
) -> Odds[int | Fraction]: ...
@overload
def expected(
    state: State,
    value: Callable[[State], _Value],
    *,
    move: "Move | None" = None,
    seat: int | None = None,
) -> Odds[_Value]: ...
def expected(
    state: State,
    value: str | Callable[[State], Any],
    *,
    move: "Move | None" = None,
    seat: int | None = None,
) -> object:
    """Work out the exact distribution of a figure after the pending event, or after a move.

    `value` is the name of a figure of `seat` (by default the seat to move): ``"points"``,
    ``"coins"`` in the purse, ``"gems"`` or those of one colour, ``"cards"``, or ``"win"``, the
    share of the win in a game that is over then. Or it is a function of the state afterwards, such
    as one that says whether a player can pay for something. With a `move`, its chance is that of
    all events that it leads to, so a dig counts with its white stone (R4.3, R4.7).

    >>> from livingstone import DiceRolled, Dig, TakeDie, new_game
    >>> state = apply(new_game(2, explicit_chance=True), DiceRolled((1, 2, 3, 6)))
    >>> state = apply(state, TakeDie(6))
    >>> odds = expected(state, "gems", move=Dig())
    >>> round(float(odds.mean), 2), round(float(odds.at_least(1)), 3)
    (2.75, 0.891)

    Raises `IllegalMoveError` for a move that is not legal; `ArgumentError` if no event is pending
    and no move is given, for an unknown figure, for `"win"` in a game that goes on, and for more
    than a million outcomes.
    """
    need("expected", state, "State", State)
    observed = state.current_player
    if seat is not None:
        observed = seat_of("seat", seat, len(state.players))
    figure = _figure(value, observed)
    before = with_explicit_chance(state)
    if move is not None:
        before = apply(before, move)
    elif not before.is_chance:
        raise ArgumentError("no event of chance is pending: name a move, such as move=Dig()")
    weights: dict[Any, Fraction] = {}
    for denominator, counts in _counted(before, figure).items():
        for found, count in counts.items():
            weights[found] = weights.get(found, Fraction(0)) + Fraction(count, denominator)
    pairs = [*weights.items()]
    with suppress(TypeError):  # such as gems, of which neither is less
        pairs = sorted(pairs)
    return Odds(tuple(pairs))


def _figure(value: str | Callable[[State], object], seat: int) -> Callable[[State], Any]:
    if callable(value):
        return value
    one_of("value", value, FIGURES)
    if value == "win":
        return lambda state: _win_of(state, seat)
    of_player = _OF_PLAYER[value]
    return lambda state: of_player(state.players[seat])


def _win_of(state: State, seat: int) -> Fraction:
    ended = result(state)
    if ended is None:
        raise ArgumentError("the game is not over after this: nobody has won yet")
    return Fraction(seat in ended.winners, max(1, len(ended.winners)))


def _counted(before: State, figure: Callable[[State], Any]) -> dict[int, dict[Any, int]]:
    """Count, by the denominator of their chances, in how many cases a figure has each value."""
    counted: dict[int, dict[Any, int]] = {}
    waiting = [(before, 1, 1)]
    outcomes_left = MOST_OUTCOMES
    while waiting:
        state, numerator, denominator = waiting.pop()
        if not state.is_chance:
            counts = counted.setdefault(denominator, {})
            found = figure(state)
            counts[found] = counts.get(found, 0) + numerator
            continue
        outcomes = chance_outcomes(state)
        outcomes_left -= len(outcomes)
        if outcomes_left < 0:
            raise ArgumentError(f"there are more than {MOST_OUTCOMES} outcomes")
        common = lcm(*(chance.denominator for chance in outcomes.values()))
        for outcome, chance in outcomes.items():
            ways = chance.numerator * (common // chance.denominator)
            after = receive(state, outcome)  # it is possible, so `apply` need not ask
            waiting.append((after, numerator * ways, denominator * common))
    return counted
