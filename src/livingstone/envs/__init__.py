"""Environments for research: actions as integers, observations as arrays, information states.

Importing this registers `livingstone/Livingstone-v0` with Gymnasium, if it is installed. What needs
numpy, Gymnasium, PettingZoo or OpenSpiel is loaded when it is first used; without them it raises
`MissingExtraError` when it is called.
"""

import contextlib
import importlib
import typing

from livingstone.envs.actions import ActionRange as ActionRange
from livingstone.envs.actions import ActionSpace as ActionSpace
from livingstone.envs.actions import IllegalActionError as IllegalActionError
from livingstone.envs.actions import Reward as Reward
from livingstone.envs.actions import rewards_of as rewards_of
from livingstone.envs.information import InformationState as InformationState
from livingstone.support import naming

if typing.TYPE_CHECKING:
    from livingstone.envs import livingstone_v0 as livingstone_v0
    from livingstone.envs import openspiel as openspiel
    from livingstone.envs.datasets import export_episodes as export_episodes
    from livingstone.envs.observations import Layout as Layout
    from livingstone.envs.observations import Observation as Observation
    from livingstone.envs.observations import Observer as Observer
    from livingstone.envs.observations import Part as Part
    from livingstone.envs.observations import observe as observe
    from livingstone.envs.policies import AgentBot as AgentBot
    from livingstone.envs.policies import BotPolicy as BotPolicy
    from livingstone.envs.policies import as_bot as as_bot
    from livingstone.envs.policies import as_policy as as_policy
    from livingstone.envs.single import EnvironmentOptions as EnvironmentOptions
    from livingstone.envs.single import LivingstoneEnv as LivingstoneEnv
    from livingstone.envs.vector import LivingstoneVectorEnv as LivingstoneVectorEnv

_LATER = naming.modules_of(
    {
        "datasets": "export_episodes",
        "observations": "Layout Observation Observer Part observe",
        "policies": "AgentBot BotPolicy as_bot as_policy",
        "single": "LivingstoneEnv EnvironmentOptions",
        "vector": "LivingstoneVectorEnv",
    }
)
_NEEDED = {
    "datasets": ("minari", "minari", "data sets"),
    "observations": ("numpy", "envs", "observations"),
    "policies": ("numpy", "envs", "observations"),
    "single": ("gymnasium", "gymnasium", "environments of Gymnasium"),
    "vector": ("gymnasium", "gymnasium", "environments of Gymnasium"),
}
_MODULES = {
    "livingstone_v0": ("pettingzoo", "pettingzoo", "environments of PettingZoo"),
    "openspiel": ("pyspiel", "openspiel", "games of OpenSpiel"),
}
__all__ = naming.public(globals(), *_LATER, *_MODULES)
for _module, _needed in _MODULES.items():
    naming.guard(__name__, _module, *_needed)

with contextlib.suppress(ImportError):
    import gymnasium

    gymnasium.register(
        "livingstone/Livingstone-v0",
        "livingstone.envs.single:LivingstoneEnv",
        vector_entry_point="livingstone.envs.vector:LivingstoneVectorEnv",
        max_episode_steps=10_000,
    )

if not typing.TYPE_CHECKING:  # so that type checkers still find a wrong name

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            return importlib.import_module(f"{__name__}.{name}")
        return naming.load(globals(), _LATER, name, *_NEEDED.get(_LATER.get(name, ""), ()))


def __dir__() -> list[str]:
    return __all__
