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
from livingstone.extras import require

if TYPE_CHECKING:
    from livingstone.envs.observations import Observation, Observer, observe

__all__ = [
    "ActionKind",
    "ActionRange",
    "ActionSpace",
    "Actions",
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
    "chances_of",
    "limits_of",
    "observe",
    "reward_range",
    "rewards_of",
    "sample_history",
]

_WITH_NUMPY = dict.fromkeys(("Observation", "Observer", "observe"), "observations")
"""The names that need numpy, by the module that defines them."""

if not TYPE_CHECKING:  # so that a wrong name is still found by type checkers

    def __getattr__(name: str) -> object:
        """Load a name when it is first asked for."""
        if name not in _WITH_NUMPY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        require("numpy", "envs", "observations")
        value = getattr(import_module(f"{__name__}.{_WITH_NUMPY[name]}"), name)
        globals()[name] = value
        return value
