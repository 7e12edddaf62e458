"""Rollouts: a search can play on from a new position before the position is judged."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from livingstone.engine import apply, legal_moves
from livingstone.moves import Move
from livingstone.players.greedy import decide
from livingstone.players.worth import Worth
from livingstone.state import State

__all__ = ["ROLLOUTS", "Rollout", "play_on", "prefer"]

Rollout = Callable[[State, Random], Move]
"""Chooses the moves below the tree."""


def prefer(state: State) -> Move:
    """Choose as `greedy` does."""
    return decide(Worth.of_state(state), legal_moves(state))


def _greedy(state: State, rng: Random) -> Move:
    del rng
    return prefer(state)


def _random(state: State, rng: Random) -> Move:
    return rng.choice(legal_moves(state))


ROLLOUTS: Mapping[str, Rollout | None] = MappingProxyType(
    {"greedy": _greedy, "random": _random, "none": None}
)
"""The rollouts by their names; with `none`, positions are judged at once."""


def play_on(state: State, rollout: Rollout, rounds: int, rng: Random) -> State:
    """Play a state with a seed until so many of its seed's rounds are rolled, or to the end."""
    while not state.is_over and state.streams is not None and state.streams.rounds < rounds:
        state = apply(state, rollout(state, rng))
    return state
