"""Games for OpenSpiel, loaded and played."""

import random
from typing import Any

import pyspiel

from livingstone.envs.openspiel import NAME


def load(**parameters: Any) -> Any:
    return pyspiel.load_game(NAME, parameters)


def played(game: Any, seed: int, most: int = 10_000) -> Any:
    """Play at random for a number of actions, and on to the next choice of a player."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (most > 0 or state.is_chance_node()):
        most -= 1
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, probabilities)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state
