"""Agents of environments that choose at random, to play by their names."""

from random import Random
from typing import Any

import numpy as np

import livingstone as ls
from livingstone.envs import as_bot


def first_choice(seen: dict[str, Any], rng: Random) -> int:
    return int(seen["action_mask"].argmax())


def any_choice(seen: dict[str, Any], rng: Random) -> int:
    return rng.choice(np.flatnonzero(seen["action_mask"]).tolist())


agent = as_bot(any_choice)
"""An agent that plays by its name, `random_agents:agent`."""


def make_agent() -> ls.Bot:
    """Make an agent that plays by its name, `random_agents:make_agent`."""
    return as_bot(any_choice)
