"""Rollouts: quick players continue from a state until a round begins that can be evaluated.

Quick players see what their seat sees, and the draw pile, which a search has sampled.
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from livingstone.game.engine import apply, legal_moves, with_seed
from livingstone.game.moves import Move
from livingstone.game.sampling import sample_state
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.players.greedy import decide
from livingstone.players.policy import policy_for
from livingstone.players.valuation import Valuation

Choose = Callable[[State], Move]
SEED_BITS = 63
"""The number of random bits in the seeds of sampled states."""


def drawn_for(view: View, rng: Random) -> State:
    """Sample a state that fits a view, with a new seed for chance."""
    state = sample_state(view, rng.getrandbits(SEED_BITS))
    return with_seed(state, rng.getrandbits(SEED_BITS))


def prefer(state: State) -> Move:
    """Choose as `greedy` does, knowing the draw pile."""
    return decide(Valuation.of_state(state), legal_moves(state))


def _greedily(_players: int, _rng: Random) -> Choose:
    return prefer


def _by_policy(players: int, rng: Random) -> Choose:
    policy = policy_for(players)
    return policy.choose if policy else _greedily(players, rng)


def _at_random(_players: int, rng: Random) -> Choose:
    return lambda state: rng.choice(legal_moves(state))


QUICK_PLAYERS: Mapping[str, Callable[[int, Random], Choose]] = MappingProxyType(
    {"greedy": _greedily, "policy": _by_policy, "random": _at_random}
)
"""Functions that make quick players for a number of players."""


def play_on(state: State, choose: Choose) -> State:
    """Play until a round begins whose roll is the first of the state's seed, or to the end."""
    while not (state.is_over or state.streams is None or state.streams.rounds):
        state = apply(state, choose(state))
    return state
