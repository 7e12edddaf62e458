"""What `greedy` has in mind: an array of floats, in which NaN is what is not worked out yet."""

from itertools import accumulate

import numpy as np

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.rules.rounds import dice_on_table
from livingstone.kernel.weights import END_SPREAD

# The weights and the assumptions, in the order of `weights`.
(
    DEAREST_COIN, RIVALRY, IGNORED_DIE, MOVED_BOAT, EXTRA_DIE, MARKET_HOPE, SECOND_TENT_HOPE,
    SECOND_TENT_PART, SCARCE_TENT, LATE, FURTHER_DICE, KEPT_GEM, PATIENCE,
    INCOME, ACQUAINTANCE, COIN_ASSUMED, TENT_SPREAD_ASSUMED, POINT_SPREAD_ASSUMED,
    COIN_SPREAD_ASSUMED,
) = range(19)  # fmt: skip

# About the position, worked out at once.
SEAT, TIME, DICE, TENT_SPREAD, POINT_SPREAD, COIN_SPREAD, SPENDING, KNOWS_PILE = range(19, 27)
FIRST_LAZY = 27
MOST_SUM = of.MOST_SIDES * of.MOST_DONATION_DICE
(
    # About the position, worked out when it is needed.
    COIN, STONE, DRAW, RESERVED_TENT, BEST_ROW, GEM_KEPT, GEM_EACH,
    PROJECTED,  # NaN as long as the points and coins of the seats are not projected
    USE,  # what each die on the table gains, by its value
    GAIN, LOSS,  # what one more tent in each row gains for its majority, and what one fewer does
    POINTS, COINS, LIMIT,  # by seat, at the end; the limit is the most that each can donate
    FIRST, SECOND, THIRD,  # lists by seat for what is worked out at the moment
    LIST,  # numbers to be added up
    SORTED,  # for each value of a die, what the higher dice gain after it, the best first
    ROWS,  # what is remembered of each row
    ROLL,  # the probability of each sum of the donation roll (R9.2), from 0
    CHANCES,  # of reaching the donation roll, remembered by rounds left, dice, coins
) = accumulate(
    (
        FIRST_LAZY, 1, 1, 1, 1, 1, 3, 3, 1, of.MOST_SIDES + 1, of.MOST_ROWS, of.MOST_ROWS,
        *[of.MOST_PLAYERS] * 6, MOST_SUM + 1, (of.MOST_SIDES + 1) * of.MOST_SIDES,
        of.MOST_ROWS * (1 + 4 * of.MOST_PLAYERS), MOST_SUM + 1,
    )
)  # fmt: skip
END_LAZY = POINTS
# Of a row: for which tents and spread it holds; shares, gains, losses.
ROW_SPREAD, ROW_TENTS = 0, 1
ROW_SHARES, ROW_GAINS, ROW_LOSSES = (1 + place * of.MOST_PLAYERS for place in range(1, 4))
ROW_SIZE = 1 + 4 * of.MOST_PLAYERS
COINS_KNOWN = 256  # numbers of coins, from -1


def begin(edition: Ints, state: Ints, mind: Floats, knows_pile: bool) -> None:
    """Forget the last position, and look at the time of this one.

    With `knows_pile`, the player knows the draw pile, as in a search; else only its own cards.
    """
    for place in range(FIRST_LAZY, END_LAZY):
        mind[place] = np.nan
    mind[SEAT] = state[at.CURRENT_PLAYER]
    mind[KNOWS_PILE] = knows_pile
    mind[DICE] = dice = dice_on_table(edition, state)
    mind[TIME] = rounds_left(edition, state) + dice / edition[of.ROUND_DICE]
    _set_spreads(mind)


def _set_spreads(mind: Floats) -> None:
    """Work out how far tents in a row (in whole rounds), points and coins may still drift apart."""
    time = mind[TIME]
    mind[TENT_SPREAD] = mind[POINT_SPREAD] = mind[COIN_SPREAD] = END_SPREAD
    if time:
        mind[TENT_SPREAD] = 0.25 + mind[TENT_SPREAD_ASSUMED] * np.sqrt(np.ceil(time))
        root = np.sqrt(time)
        mind[POINT_SPREAD] = 0.5 + mind[POINT_SPREAD_ASSUMED] * root
        mind[COIN_SPREAD] = 0.4 + mind[COIN_SPREAD_ASSUMED] * root
    mind[SPENDING] = mind[COIN_ASSUMED] * time / (time + 1)


def rounds_left(edition: Ints, state: Ints) -> int:
    """Count the rounds after this one, if the boat does not go back (R2.7)."""
    return edition[of.COLUMNS] - int(state[at.BOAT])


def own_block(edition: Ints, mind: Floats) -> int:
    """Say where the block of the player begins who is to choose."""
    return block(edition, int(mind[SEAT]))


compile_module(__name__)
