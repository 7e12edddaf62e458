"""The player `ismcts`: it looks ahead by a tree search over all that it cannot see."""

from collections.abc import Iterator
from itertools import repeat
from math import inf, nan
from numbers import Real
from random import Random
from time import monotonic
from typing import Literal, SupportsFloat, SupportsIndex

from attrs import field, frozen

from livingstone.arguments import whole
from livingstone.engine import legal_moves, with_seed
from livingstone.errors import ArgumentError, shown
from livingstone.moves import Move
from livingstone.players.bot import check_turn
from livingstone.players.candidates import candidates
from livingstone.players.greedy import decide
from livingstone.players.search import Rollout, Search
from livingstone.players.weights import Weights
from livingstone.players.winning import Assumptions
from livingstone.players.worth import Worth
from livingstone.sampling import sample_state
from livingstone.state import State
from livingstone.view import View

__all__ = ["IsmctsBot"]

SEED_BITS = 63
"""How long the seeds of the drawn states are."""


def _greedy(state: State, rng: Random) -> Move:
    del rng
    return decide(Worth.of_state(state), legal_moves(state))


def _random(state: State, rng: Random) -> Move:
    return rng.choice(legal_moves(state))


_ROLLOUTS: dict[str, Rollout] = {"greedy": _greedy, "random": _random}


def _iterations(value: SupportsIndex) -> int:
    return whole("iterations", value, 1)


def _rounds(value: SupportsIndex) -> int:
    return whole("rounds", value, 1)


def _seconds(value: SupportsFloat | None) -> float | None:
    return None if value is None else _positive("seconds", value)


def _exploration(value: SupportsFloat) -> float:
    return _positive("exploration", value)


def _rollout(value: Literal["greedy", "random"]) -> str:
    if not isinstance(value, str) or value not in _ROLLOUTS:
        known = ", ".join(_ROLLOUTS)
        raise ArgumentError(f"rollout must be one of {known}, not {shown(value)}")
    return str.__str__(value)


def _positive(name: str, value: object) -> float:
    """Give a number as a plain `float`; raises `ArgumentError` unless it is finite and above 0."""
    try:
        number = float(value) if isinstance(value, Real) else nan
    except OverflowError:
        number = inf
    if isinstance(value, bool) or not 0 < number < inf:
        raise ArgumentError(f"{name} must be a number above 0, not {shown(value)}")
    return number


@frozen
class IsmctsBot:
    """Choose by information-set Monte Carlo tree search (`search`).

    >>> from livingstone import new_game, view
    >>> bot = IsmctsBot(iterations=20)
    >>> bot.choose(view(new_game(2, seed=7), 0), Random(1)) == bot.choose(
    ...     view(new_game(2, seed=7), 0), Random(1)
    ... )
    True

    Raises `ArgumentError` for an unknown rollout, and for numbers that are not above 0; the
    iterations and the rounds are whole numbers.
    """

    iterations: int = field(default=400, converter=_iterations)
    """How many states are drawn and searched for a choice."""
    seconds: float | None = field(default=None, converter=_seconds)
    """Wall time for a choice, instead of a number of iterations."""
    rollout: str = field(default="greedy", converter=_rollout)
    """How moves are chosen below the tree."""
    rounds: int = field(default=1, converter=_rounds)
    """How many rounds, this one included, are played before a position is judged."""
    exploration: float = field(default=0.2, converter=_exploration)
    """The weight of the second term of the upper confidence bound: the higher, the more often
    moves are tried that look worse."""
    assumptions: Assumptions = field(factory=Assumptions, repr=False)
    """About the rest of the game."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be searched with."""
        if type(self.assumptions) is not Assumptions:
            raise ArgumentError(f"assumptions must be Assumptions, not {shown(self.assumptions)}")

    def choose(self, view: View, rng: Random) -> Move:
        """Choose the move that the search visits most; the same for the same random numbers.

        With `seconds`, how far the search comes depends on the machine. Raises `ArgumentError`
        if there is no legal move.
        """
        check_turn(view)
        worth = Worth.of_view(view, Weights(assumptions=self.assumptions))
        moves = candidates(worth, view.legal_moves)
        if len(moves) == 1:
            return moves[0]
        search = Search(
            rng,
            _ROLLOUTS[self.rollout],
            self.rounds,
            self.exploration,
            worth.projection.paces,
            self.assumptions,
        )
        for _ in self._budget():
            sample = sample_state(view, rng.getrandbits(SEED_BITS))
            search.iterate(with_seed(sample, rng.getrandbits(SEED_BITS)))
        return search.best()

    def _budget(self) -> Iterator[None]:
        """Yield once for each iteration: as many as are set, or as long as `seconds` allows."""
        if self.seconds is None:
            yield from repeat(None, self.iterations)
            return
        end = monotonic() + self.seconds
        yield None
        while monotonic() < end:
            yield None
