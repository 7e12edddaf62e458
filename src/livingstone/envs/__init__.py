"""Environments for research: actions as integers, observations as arrays, information states.

What makes arrays needs numpy, and the environments for other libraries need those libraries. Each
is loaded when it is first asked for, and says which extra of this library installs what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from livingstone.envs.actions import ActionRange, ActionSpace
from livingstone.envs.chances import Chances, chances_of
from livingstone.envs.decisions import ActionKind, Actions, Decision, IllegalActionError
from livingstone.envs.information import InformationState
from livingstone.envs.layout import Layout, Part
from livingstone.envs.limits import Limits, limits_of
from livingstone.envs.resampling import History, sample_history
from livingstone.envs.rewards import Reward, RewardRange, reward_range, rewards_of
from livingstone.envs.stepwise import StepwiseActionSpace, actions_of
from livingstone.support.extras import require

if TYPE_CHECKING:
    from livingstone.envs import livingstone_v0
    from livingstone.envs.observations import Observation, Observer, observe
    from livingstone.envs.policies import AgentBot, BotPolicy, as_bot, as_policy

__all__ = [
    "ActionKind",
    "ActionRange",
    "ActionSpace",
    "Actions",
    "AgentBot",
    "BotPolicy",
    "Chances",
    "Decision",
    "History",
    "IllegalActionError",
    "InformationState",
    "Layout",
    "Limits",
    "Observation",
    "Observer",
    "Part",
    "Reward",
    "RewardRange",
    "StepwiseActionSpace",
    "actions_of",
    "as_bot",
    "as_policy",
    "chances_of",
    "limits_of",
    "livingstone_v0",
    "observe",
    "reward_range",
    "rewards_of",
    "sample_history",
]

_LATER = {
    "observations": "Observation Observer observe",
    "policies": "AgentBot BotPolicy as_bot as_policy",
}
"""The names that need numpy, by the module that defines them."""
_MODULES = {name: module for module, names in _LATER.items() for name in names.split()}

if not TYPE_CHECKING:  # so that a wrong name is still found by type checkers

    def __getattr__(name: str) -> object:
        """Load a name when it is first asked for."""
        if name == "livingstone_v0":
            return import_module(f"{__name__}.{name}")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        require("numpy", "envs", "observations")
        value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """List the names that are loaded later as well."""
    return sorted({*globals(), *__all__})
