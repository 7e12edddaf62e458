"""The least and the most of each figure of a state."""

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.rules import money

Bounds = NDArray[np.int16]
"""The least and the most of each figure of a state: two rows as long as a state."""


def make_bounds(tables: of.Tables) -> Bounds:
    """Make the bounds of an edition."""
    bounds = np.zeros((2, tables[of.STATE_SIZE]), np.int16)
    least, most = bounds
    most[at.CURRENT_PLAYER] = most[at.STARTING_PLAYER] = tables[of.PLAYERS] - 1
    least[at.BOAT] = 1
    most[at.BOAT] = tables[of.COLUMNS]
    most[at.DICE_TAKEN] = most[at.DICE : tables[of.PILE]] = tables[of.ROUND_DICE]
    most[at.DICE_LEFT] = most[at.DIE] = tables[of.SIDES]
    most[at.BANK] = tables[of.MONEY]
    most[at.PENDING] = at.REPLACEMENT_DRAW
    most[at.PENDING_COUNT] = of.MOST_ROLLED
    most[at.IS_OVER] = 1
    least[at.THRESHOLD] = at.NOT_ROLLED
    most[at.THRESHOLD] = tables[of.DONATION_DICE] * tables[of.SIDES]
    stones = tables[of.BAG : of.BAG + 5]
    most[at.BAG_NOW : at.ASIDE] = most[at.ASIDE : at.GEMS_DRAWN] = stones
    least[at.BAG_NOW + money.WHITE] = 1  # R4.8
    if not tables[of.WHITE_STONE_SELLS]:
        drawn = stones[money.CLEAR : money.CLEAR + 3] * (1 + tables[of.ROUND_DICE])
        most[at.GEMS_DRAWN : at.DICE] = np.minimum(drawn, of.LARGEST)
    counts = tables[of.CARD_COUNT : of.CARD_COUNT + tables[of.KINDS]]
    most[tables[of.PILE] : tables[of.PLAYED]] = counts
    most[tables[of.PLAYED] : tables[of.PLAYER]] = counts
    most[tables[of.PLAYER] :] = np.tile(_most_of_player(tables, counts), tables[of.PLAYERS])
    return bounds


def _most_of_player(tables: of.Tables, counts: NDArray[np.int64]) -> Bounds:
    most = np.zeros(tables[of.PLAYER_SIZE], np.int16)
    for place in (at.COINS, at.CHEST, at.DONATIONS, at.CHEST_LIMIT):
        most[place] = tables[of.MONEY]
    most[at.SUPPLY_NOW] = tables[of.TENTS]
    most[at.LAST_DIE] = tables[of.SIDES]
    most[at.POINTS] = at.WORD - 1
    most[at.POINTS_HIGH] = at.WORD - 1
    gems = tables[of.BAG + money.CLEAR : of.BAG + money.CLEAR + 3]
    most[at.GEMS : at.FIGURES] = gems
    most[tables[of.IN_ROW] : tables[of.SCORED]] = tables[of.TENTS]
    most[tables[of.SCORED] : tables[of.HAND]] = 1
    effects = tables[of.EFFECT : of.EFFECT + tables[of.KINDS]]
    most[tables[of.HAND] :] = np.where(effects == of.MINE_COLLAPSE, 0, counts)  # R6.11
    return most
