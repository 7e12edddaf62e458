"""The player `ismcts`: it thinks ahead, over what it cannot see as well."""

from collections.abc import Iterator
from itertools import repeat
from math import inf
from random import Random
from time import monotonic
from typing import Literal

from attrs import field, frozen

from livingstone.engine import legal_moves, with_seed
from livingstone.errors import ArgumentError, shown
from livingstone.moves import Move
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


def _greedy(state: State, rng: Random) -> Move:
    del rng
    return decide(Worth.of_state(state), legal_moves(state))


def _random(state: State, rng: Random) -> Move:
    return rng.choice(legal_moves(state))


_ROLLOUTS: dict[str, Rollout] = {"greedy": _greedy, "random": _random}


@frozen
class IsmctsBot:
    """Choose by information-set Monte Carlo tree search (`search`).

    >>> from livingstone import new_game, view
    >>> bot = IsmctsBot(iterations=20)
    >>> bot.choose(view(new_game(2, seed=7), 0), Random(1)) == bot.choose(
    ...     view(new_game(2, seed=7), 0), Random(1)
    ... )
    True

    Raises `ArgumentError` for a budget that is not positive and for an unknown rollout.
    """

    iterations: int = 400
    seconds: float | None = None
    """Wall time for a choice, instead of a number of iterations."""
    rollout: Literal["greedy", "random"] = "greedy"
    """How moves are chosen below the tree."""
    rounds: int = 1
    """So many rounds, this one included, are played before a position is evaluated."""
    exploration: float = 0.2
    """The weight of the upper confidence bound's second term; shares of the win differ little."""
    assumptions: Assumptions = field(factory=Assumptions, repr=False)
    """How the end of the game is foreseen."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be searched with."""
        if self.rollout not in _ROLLOUTS:
            known = ", ".join(_ROLLOUTS)
            raise ArgumentError(f"rollout must be one of {known}, not {shown(self.rollout)}")
        for name in ("iterations", "rounds"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise ArgumentError(f"{name} must be 1 or more, not {shown(getattr(self, name))}")
        for name in ("seconds", "exploration"):
            value = getattr(self, name)
            if (name, value) != ("seconds", None) and not (
                type(value) in (int, float) and 0 < value < inf
            ):
                raise ArgumentError(f"{name} must be a number above 0, not {shown(value)}")
        if type(self.assumptions) is not Assumptions:
            raise ArgumentError(f"assumptions must be Assumptions, not {shown(self.assumptions)}")

    def choose(self, view: View, rng: Random) -> Move:
        """Choose the move that the search visits most; the same for the same random numbers.

        With `seconds`, how far the search comes depends on the machine.
        """
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
        """Go through the iterations: as many as are set, or for as long; one at least."""
        if self.seconds is None:
            yield from repeat(None, self.iterations)
            return
        end = monotonic() + self.seconds
        yield None
        while monotonic() < end:
            yield None
