"""Agents of OpenSpiel as bots, to be found by their names."""

from typing import Any

import pyspiel
from open_spiel.python.policy import UniformRandomPolicy

from livingstone.envs.openspiel import NAME, OpenSpielBot, as_bot


class _LowestAction(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    def step(self, state: Any) -> int:
        return int(state.legal_actions()[0])


def lowest() -> OpenSpielBot:
    return as_bot(_LowestAction())


def uniform() -> OpenSpielBot:
    return as_bot(UniformRandomPolicy(pyspiel.load_game(NAME)))
