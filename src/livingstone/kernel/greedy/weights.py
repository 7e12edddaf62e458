"""The weights of `greedy` as arrays, and the minds that are made of them."""

import numpy as np
from attrs import astuple
from numpy.typing import NDArray

from livingstone.kernel import tables as of
from livingstone.kernel.greedy.mind import CHANCES, COINS_KNOWN, ROLL
from livingstone.kernel.weights import Weights, sum_probabilities


def make_mind(tables: NDArray[np.int64], weights: Weights) -> NDArray[np.float64]:
    """Make the mind of a player with these weights."""
    assumptions, *own = astuple(weights)
    moments = (tables[of.ROUND_DICE] + 1) * tables[of.COLUMNS] if tables[of.PLAYERS] == 2 else 0
    mind = np.full(CHANCES + int(moments) * COINS_KNOWN, np.nan)
    mind[: len(own) + len(assumptions)] = *own, *assumptions
    sums = sum_probabilities(int(tables[of.DONATION_DICE]), int(tables[of.SIDES]))
    mind[ROLL : ROLL + len(sums)] = sums
    return mind
