"""The plans of the search of `learned`, and what they earn."""

import numpy as np
from numpy.typing import NDArray

import livingstone as ls
from livingstone.kernel import Kernel, valuing
from livingstone.kernel.search.networks import networks_for

Plan = tuple[ls.Move, ...]
"""A move, or a die with its use."""


def weigh_plans(
    kernel: Kernel, view: ls.View, seed: int, tries: int, played: ls.Move | None = None
) -> tuple[list[Plan], NDArray[np.float64]]:
    """List the plans for the seat to move, and the share of the win that each try of them earns.

    The shares have a row for each plan and a column for each try. `played` is a plan, too, if no
    other begins with it.
    """
    array = kernel.encode(ls.sample_state(view, 0))
    return valuing.weigh(kernel, array, seed, tries, networks_for(kernel.tables), played)
