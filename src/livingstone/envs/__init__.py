"""Environments for research: actions as integers, observations as arrays, information states.

Importing this registers `livingstone/Livingstone-v0` with Gymnasium, if it is installed. What needs
numpy or PettingZoo is loaded when it is first used; without them it raises `MissingExtraError`.
"""

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from livingstone.envs.actions import (
    ActionRange,
    ActionSpace,
    IllegalActionError,
    Reward,
    rewards_of,
)
from livingstone.envs.information import InformationState
from livingstone.support.machine import require

if TYPE_CHECKING:
    from livingstone.envs import livingstone_v0
    from livingstone.envs.datasets import export_episodes
    from livingstone.envs.observations import Layout, Observation, Observer, Part, observe
    from livingstone.envs.policies import AgentBot, BotPolicy, as_bot, as_policy

__all__ = [
    "ActionRange",
    "ActionSpace",
    "AgentBot",
    "BotPolicy",
    "IllegalActionError",
    "InformationState",
    "Layout",
    "Observation",
    "Observer",
    "Part",
    "Reward",
    "as_bot",
    "as_policy",
    "export_episodes",
    "livingstone_v0",
    "observe",
    "rewards_of",
]

_LATER = {
    "export_episodes": "datasets",
    **dict.fromkeys(["Layout", "Observation", "Observer", "Part", "observe"], "observations"),
    **dict.fromkeys(["AgentBot", "BotPolicy", "as_bot", "as_policy"], "policies"),
}

with suppress(ImportError):
    import gymnasium

    gymnasium.register(
        "livingstone/Livingstone-v0",
        "livingstone.envs.single:LivingstoneEnv",
        vector_entry_point="livingstone.envs.vector:LivingstoneVectorEnv",
        max_episode_steps=10_000,
    )

if not TYPE_CHECKING:  # so that type checkers still find a wrong name

    def __getattr__(name: str) -> object:
        if name == "livingstone_v0":
            return import_module(f"{__name__}.{name}")
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "export_episodes":
            require("minari", "minari", "data sets")
        require("numpy", "envs", "observations")
        value = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
