"""Rollouts: from a new position a search plays on, until a round begins that can be judged."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from livingstone.engine import apply, legal_moves
from livingstone.moves import Move
from livingstone.players.greedy import decide
from livingstone.players.worth import Worth
from livingstone.state import State

__all__ = ["ROLLOUTS", "Rollout", "prefer", "round_begins"]

Rollout = Callable[[State, int, Random], State]
"""Plays a state with a seed on, until so many rounds are rolled by it and one of them begins."""


def prefer(state: State) -> Move:
    """Choose as `greedy` does."""
    return decide(Worth.of_state(state), legal_moves(state))


def round_begins(state: State) -> bool:
    """Tell whether nobody has taken a die in this round."""
    return not any(player.last_die for player in state.players)


def _greedily(state: State, rounds: int, rng: Random) -> State:
    del rng
    while not _is_played(state, rounds):
        state = apply(state, prefer(state))
    return state


def _at_random(state: State, rounds: int, rng: Random) -> State:
    while not _is_played(state, rounds):
        state = apply(state, rng.choice(legal_moves(state)))
    return state


def _is_played(state: State, rounds: int) -> bool:
    """Tell whether so many rounds of a seed are rolled and one begins, or the game is over."""
    if state.is_over or state.streams is None:
        return True
    return state.streams.rounds >= rounds and round_begins(state)


ROLLOUTS: Mapping[str, Rollout] = MappingProxyType({"greedy": _greedily, "random": _at_random})
"""The rollouts by the names of the players whose moves they play."""
