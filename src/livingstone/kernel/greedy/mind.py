"""What `greedy` has in mind: an array of floats, in which NaN is what is not worked out yet."""

import tomllib
from functools import cache
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from livingstone.edition.loading import shipped_bytes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block
from livingstone.kernel.compiling import Floats, Ints, compiled

WEIGHTS = (
    "dearest_coin", "rivalry", "ignored_die", "moved_boat", "extra_die", "market_hope",
    "second_tent_hope", "second_tent_part", "scarce_tent", "late", "further_dice", "kept_gem",
    "patience",
)  # fmt: skip
ASSUMPTIONS = (
    "income", "acquaintance", "coin", "tent_spread", "point_spread", "coin_spread",
)  # fmt: skip
(
    DEAREST_COIN, RIVALRY, IGNORED_DIE, MOVED_BOAT, EXTRA_DIE, MARKET_HOPE, SECOND_TENT_HOPE,
    SECOND_TENT_PART, SCARCE_TENT, LATE, FURTHER_DICE, KEPT_GEM, PATIENCE,
    INCOME, ACQUAINTANCE, COIN_ASSUMED, TENT_SPREAD_ASSUMED, POINT_SPREAD_ASSUMED,
    COIN_SPREAD_ASSUMED,
) = range(len(WEIGHTS) + len(ASSUMPTIONS))  # fmt: skip

END_SPREAD = 0.001
"""The spread of numbers that can no longer change."""

# About the position, worked out at once.
SEAT, TIME, DICE, TENT_SPREAD, POINT_SPREAD, COIN_SPREAD, SPENDING, KNOWS_PILE = range(19, 27)
# About the position, worked out when it is needed.
FIRST_LAZY = 27
COIN, STONE, DRAW, RESERVED_TENT, BEST_ROW, GEM_KEPT, GEM_EACH = 27, 28, 29, 30, 31, 32, 35
PROJECTED = 38
"""NaN as long as the points and coins of the seats are not projected."""
USE = 39
"""What each die on the table gains, by its value."""
GAIN = USE + of.MOST_SIDES + 1
"""What one more tent in each row gains for its majority, and what one fewer does."""
LOSS = GAIN + of.MOST_ROWS
END_LAZY = LOSS + of.MOST_ROWS

POINTS = END_LAZY
"""By seat, at the end: points, coins, and the most that each can donate."""
COINS, LIMIT = POINTS + of.MOST_PLAYERS, POINTS + 2 * of.MOST_PLAYERS
FIRST, SECOND, THIRD = (POINTS + place * of.MOST_PLAYERS for place in range(3, 6))
"""Lists by seat for what is worked out at the moment."""
MOST_SUM = of.MOST_SIDES * 20
"""The largest sum of a donation roll."""
LIST = POINTS + 6 * of.MOST_PLAYERS
"""Numbers to be added up."""
SORTED = LIST + MOST_SUM + 1
"""For each value of a die, what the higher dice on the table gain after it, the best first."""
ROWS = SORTED + (of.MOST_SIDES + 1) * of.MOST_SIDES

# What is remembered of each row: for which tents and spread it holds; shares, gains, losses.
ROW_SPREAD, ROW_TENTS = 0, 1
ROW_SHARES, ROW_GAINS, ROW_LOSSES = (1 + place * of.MOST_PLAYERS for place in range(1, 4))
ROW_SIZE = 1 + 4 * of.MOST_PLAYERS

ROLL = ROWS + of.MOST_ROWS * ROW_SIZE
"""The probability of each sum of the donation roll (R9.2), from 0."""
CHANCES = ROLL + MOST_SUM + 1
"""The chances to reach the donation roll that are remembered: by rounds left, dice, coins."""
COINS_KNOWN = 256
"""So many numbers of coins, from -1."""


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
    dice, sides = int(tables[of.DONATION_DICE]), int(tables[of.SIDES])
    sums = _sum_probabilities(dice, sides)
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


@compiled
def begin(edition: Ints, state: Ints, mind: Floats, knows_pile: bool) -> None:
    """Forget the last position, and look at the time of this one.

    With `knows_pile`, a card drawn is expected from the draw pile, which a search has drawn; else
    from all cards that the player does not see.
    """
    for place in range(FIRST_LAZY, END_LAZY):
        mind[place] = np.nan
    mind[SEAT] = state[at.CURRENT_PLAYER]
    mind[KNOWS_PILE] = knows_pile
    dice = 0
    for value in range(edition[of.SIDES]):
        dice += int(state[at.DICE + value])
    mind[DICE] = dice
    mind[TIME] = rounds_left(edition, state) + dice / edition[of.ROUND_DICE]
    _set_spreads(mind)


@compiled
def _set_spreads(mind: Floats) -> None:
    """Work out how far tents in a row, points and coins may still drift apart.

    For tents, a round that was begun counts as a whole one.
    """
    time = mind[TIME]
    if time == 0:
        mind[TENT_SPREAD] = END_SPREAD
        mind[POINT_SPREAD] = END_SPREAD
        mind[COIN_SPREAD] = END_SPREAD
    else:
        mind[TENT_SPREAD] = 0.25 + mind[TENT_SPREAD_ASSUMED] * np.sqrt(np.ceil(time))
        root = np.sqrt(time)
        mind[POINT_SPREAD] = 0.5 + mind[POINT_SPREAD_ASSUMED] * root
        mind[COIN_SPREAD] = 0.4 + mind[COIN_SPREAD_ASSUMED] * root
    mind[SPENDING] = mind[COIN_ASSUMED] * time / (time + 1)


@compiled
def rounds_left(edition: Ints, state: Ints) -> int:
    """Count the rounds after this one, if the boat does not go back (R2.7)."""
    return edition[of.COLUMNS] - int(state[at.BOAT])


@compiled
def own_block(edition: Ints, mind: Floats) -> int:
    """Say where the block of the player begins who is to choose."""
    return block(edition, int(mind[SEAT]))


@compiled
def is_unknown(value: float) -> bool:
    """Say whether something is not worked out yet."""
    return isnan(value)
