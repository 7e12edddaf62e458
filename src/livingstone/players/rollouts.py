"""Rollouts: from a new position a search plays on before the position is judged."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from livingstone.engine import apply, legal_moves
from livingstone.moves import Move
from livingstone.players.greedy import decide
from livingstone.players.worth import Worth
from livingstone.state import State

__all__ = ["ROLLOUTS", "Rollout", "finish_turn", "prefer"]

Rollout = Callable[[State, int, Random], State]
"""Plays a state with a seed on, for so many rounds if it plays rounds."""


def prefer(state: State) -> Move:
    """Choose as `greedy` does."""
    return decide(Worth.of_state(state), legal_moves(state))


def finish_turn(state: State) -> State:
    """Play as `greedy` does until somebody begins a turn, or the game is over."""
    while state.dice_taken and not state.is_over:
        state = apply(state, prefer(state))
    return state


def _turn(state: State, rounds: int, rng: Random) -> State:
    del rounds, rng
    return finish_turn(state)


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
    """Tell whether so many rounds of a state's seed are rolled, or the game is over."""
    return state.is_over or state.streams is None or state.streams.rounds >= rounds


ROLLOUTS: Mapping[str, Rollout] = MappingProxyType(
    {"greedy": _greedily, "random": _at_random, "turn": _turn}
)
"""The rollouts by their names: `greedy` and `random` play some rounds, and `turn` plays as greedy
does to the end of the turn."""
