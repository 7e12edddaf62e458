"""What `greedy` has worked out about a position: places in an array of floats."""

import numpy as np

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.weights import END_SPREAD

# The weights, in the order of their class.
DEAREST_COIN = 0
RIVALRY = 1
IGNORED_DIE = 2
MOVED_BOAT = 3
EXTRA_DIE = 4
MARKET_HOPE = 5
SECOND_TENT_HOPE = 6
SECOND_TENT_PART = 7
SCARCE_TENT = 8
LATE = 9
FURTHER_DICE = 10
KEPT_GEM = 11
PATIENCE = 12

# The assumptions, in the order of their class.
INCOME = 13
ACQUAINTANCE = 14
COIN_ASSUMED = 15
TENT_SPREAD_ASSUMED = 16
POINT_SPREAD_ASSUMED = 17
COIN_SPREAD_ASSUMED = 18

# About the position, worked out by `begin`.
SEAT = 19  # of the player who chooses
TIME = 20  # rounds left, with the part of this one
DICE = 21  # how many lie on the table
TENT_SPREAD = 22  # how far tents in a row may still drift apart, in whole rounds
POINT_SPREAD = 23  # how far points may still drift apart
COIN_SPREAD = 24  # how far coins may still drift apart
SPENDING = 25  # the points that a coin is worth if it is spent
KNOWS_PILE = 26  # whether the player knows which unseen cards lie in the draw pile

# About the position, worked out when it is first needed; NaN before.
FIRST_LAZY = 27
COIN = FIRST_LAZY  # the worth of a coin
STONE = COIN + 1  # the worth of a stone drawn, on average
DRAW = STONE + 1  # the worth of a card drawn, on average
RESERVED_TENT = DRAW + 1  # the worth of a tent kept for later
BEST_ROW = RESERVED_TENT + 1  # the most that one more tent gains for a majority
GEM_KEPT = BEST_ROW + 1  # the worth of a gem without a card, by colour
GEM_EACH = GEM_KEPT + 3  # the worth of a gem, kept or sold, by colour
PROJECTED = GEM_EACH + 3  # a number if `POINTS`, `COINS` and `LIMIT` are worked out
USE = PROJECTED + 1  # what a die on the table gains, by its value
GAIN = USE + of.MOST_SIDES + 1  # what one more tent gains for the majority, by row
LOSS = GAIN + of.MOST_ROWS  # what one tent less gains for the majority, by row
END_LAZY = LOSS + of.MOST_ROWS

# By seat, at the end of the game as `project` expects it.
POINTS = END_LAZY
COINS = POINTS + of.MOST_PLAYERS
LIMIT = COINS + of.MOST_PLAYERS  # the most that a player can donate

# Room for lists that one function works with: three by seat, one of any numbers.
FIRST = LIMIT + of.MOST_PLAYERS
SECOND = FIRST + of.MOST_PLAYERS
THIRD = SECOND + of.MOST_PLAYERS
LIST = THIRD + of.MOST_PLAYERS
MOST_SUM = of.MOST_SIDES * of.MOST_DONATION_DICE  # of a donation roll
SORTED = (
    LIST + MOST_SUM + 1
)  # by value of a die: what the higher dice gain after it, the best first

# What is remembered of a row from one position to the next; then the places within this.
ROWS = SORTED + (of.MOST_SIDES + 1) * of.MOST_SIDES
ROW_SPREAD = 0  # the spread for which the rest holds
ROW_TENTS = 1  # the tents for which the rest holds, by seat
ROW_SHARES = ROW_TENTS + of.MOST_PLAYERS  # the expected shares of the majority, by seat
ROW_GAINS = ROW_SHARES + of.MOST_PLAYERS  # what one more tent gains, by seat
ROW_LOSSES = ROW_GAINS + of.MOST_PLAYERS  # what one tent less gains, by seat
ROW_SIZE = ROW_LOSSES + of.MOST_PLAYERS

ROLL = ROWS + of.MOST_ROWS * ROW_SIZE  # the probability of each sum of the donation roll, from 0
CHANCES = ROLL + MOST_SUM + 1  # of reaching the roll (R9.2), by rounds left, dice and coins
COINS_KNOWN = 256  # for so many numbers of coins, from -1


def size_of(edition: Ints) -> int:
    """Return the length of the array: only two players roll for donations (R9.2)."""
    if edition[of.PLAYERS] != 2:
        return CHANCES
    moments = (edition[of.ROUND_DICE] + 1) * edition[of.COLUMNS]
    return CHANCES + int(moments) * COINS_KNOWN


def begin(edition: Ints, state: Ints, memo: Floats, knows_pile: bool) -> None:
    """Forget what was worked out for the last position, and begin with this one.

    In the tries of a search the player `knows_pile`: which unseen cards lie in the draw pile.
    """
    for place in range(FIRST_LAZY, END_LAZY):
        memo[place] = np.nan
    memo[SEAT] = state[at.CURRENT_PLAYER]
    memo[KNOWS_PILE] = knows_pile
    memo[DICE] = dice = add_up(state, at.DICE, edition[of.SIDES])
    memo[TIME] = time = rounds_left(edition, state) + dice / edition[of.ROUND_DICE]
    # as `Assumptions.spreads` gives them; for tents, in whole rounds
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
