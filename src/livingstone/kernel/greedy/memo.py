"""Values of `greedy` for a position, in an array of floats; NaN means not computed yet."""

from itertools import accumulate

import numpy as np

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.weights import END_SPREAD

# The weights and the assumptions, in the order of their classes.
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


def size_of(edition: Ints) -> int:
    """Count the numbers of the array; only two players roll for donations (R9.2)."""
    moments = (edition[of.ROUND_DICE] + 1) * edition[of.COLUMNS] if edition[of.PLAYERS] == 2 else 0
    return CHANCES + int(moments) * COINS_KNOWN


def begin(edition: Ints, state: Ints, memo: Floats, knows_pile: bool) -> None:
    """Forget the last position, and look at this one; as in a search if one `knows_pile`."""
    for place in range(FIRST_LAZY, END_LAZY):
        memo[place] = np.nan
    memo[SEAT] = state[at.CURRENT_PLAYER]
    memo[KNOWS_PILE] = knows_pile
    memo[DICE] = dice = add_up(state, at.DICE, edition[of.SIDES])
    memo[TIME] = time = rounds_left(edition, state) + dice / edition[of.ROUND_DICE]
    # How far tents in a row (in whole rounds), points and coins may still drift apart.
    memo[TENT_SPREAD] = memo[POINT_SPREAD] = memo[COIN_SPREAD] = END_SPREAD
    if time:
        memo[TENT_SPREAD] = 0.25 + memo[TENT_SPREAD_ASSUMED] * np.sqrt(np.ceil(time))
        root = np.sqrt(time)
        memo[POINT_SPREAD] = 0.5 + memo[POINT_SPREAD_ASSUMED] * root
        memo[COIN_SPREAD] = 0.4 + memo[COIN_SPREAD_ASSUMED] * root
    memo[SPENDING] = memo[COIN_ASSUMED] * time / (time + 1)


def rounds_left(edition: Ints, state: Ints) -> int:
    """Count the rounds after this one, if the boat does not go back (R2.7)."""
    return edition[of.COLUMNS] - int(state[at.BOAT])


def own_block(edition: Ints, memo: Floats) -> int:
    """Return where the block of the player who chooses begins."""
    return block(edition, int(memo[SEAT]))


compile_module(__name__)
