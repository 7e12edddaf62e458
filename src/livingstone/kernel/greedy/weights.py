"""The weights of `greedy` as arrays, and the minds that are made of them."""

import tomllib
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from livingstone.edition.loading import shipped_bytes
from livingstone.kernel import tables as of
from livingstone.kernel.greedy.mind import CHANCES, COINS_KNOWN, ROLL

WEIGHTS = (
    "dearest_coin", "rivalry", "ignored_die", "moved_boat", "extra_die", "market_hope",
    "second_tent_hope", "second_tent_part", "scarce_tent", "late", "further_dice", "kept_gem",
    "patience",
)  # fmt: skip
ASSUMPTIONS = (
    "income", "acquaintance", "coin", "tent_spread", "point_spread", "coin_spread",
)  # fmt: skip


def weights_of(weights: Any) -> NDArray[np.float64]:
    """List the weights of an object with the fields of `livingstone.players.Weights`."""
    assumed = weights.assumptions
    return np.array(
        [*(getattr(weights, name) for name in WEIGHTS), *(getattr(assumed, n) for n in ASSUMPTIONS)]
    )


@cache
def shipped_weights(players: int) -> NDArray[np.float64]:
    """List the weights shipped for the nearest number of players, as `players.weights_for` does."""
    tables = tomllib.loads(shipped_bytes("weights.toml").decode())
    table = tables[min(tables, key=lambda number: (abs(int(number) - players), int(number)))]
    assumed = table["assumptions"]
    return np.array([*(table[name] for name in WEIGHTS), *(assumed[name] for name in ASSUMPTIONS)])


def make_mind(tables: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Make the mind of a player with these weights."""
    moments = (tables[of.ROUND_DICE] + 1) * tables[of.COLUMNS] if tables[of.PLAYERS] == 2 else 0
    mind = np.full(CHANCES + int(moments) * COINS_KNOWN, np.nan)
    mind[: len(weights)] = weights
    sums = _sum_probabilities(int(tables[of.DONATION_DICE]), int(tables[of.SIDES]))
    mind[ROLL : ROLL + len(sums)] = sums
    return mind


def _sum_probabilities(dice: int, sides: int) -> list[float]:
    """List the probability of each sum of some dice, as `players.win_chances` does."""
    probabilities = [1.0]
    for _ in range(dice):
        longer = [0.0] * (len(probabilities) + sides)
        for total, probability in enumerate(probabilities):
            for value in range(1, sides + 1):
                longer[total + value] += probability / sides
        probabilities = longer
    return probabilities
