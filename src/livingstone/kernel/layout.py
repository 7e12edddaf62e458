"""The layout of a state: a flat array of int16, a head and then a block for each player.

A head of fixed places comes first, then what depends on the edition: how many dice on the table
show each value, and how many of each kind of card lie in the draw pile and open. A player's block
begins with fixed places, then come the tents in each row and on each space, whether each space is
scored, and the hand by kind of card. Spaces are in the order of rows, then of columns.
"""

# The head. Counted from 0 are seats; `BOAT` is a column from 1; `DIE` is 0 if there is none.
CURRENT_PLAYER, STARTING_PLAYER, BOAT, DICE_TAKEN, DICE_LEFT, BANK, DIE = range(7)
PENDING, PENDING_COUNT, IS_OVER, THRESHOLD = range(7, 11)
BAG_NOW = 11  # stones in the bag: black, clear, blue, red, white
ASIDE = 16  # stones lying aside, in the same order
GEMS_DRAWN = 21  # gems drawn in this turn (R4.7, `bga`): clear, blue, red
DICE = 24  # how many dice on the table show 1, 2, …
SPECTATOR = -1  # an observer without a seat
NOT_ROLLED = -1  # the threshold before the donation roll (R9.2)

# What is awaited (`PENDING`).
NOTHING, ROUND_ROLL, DONATION_ROLL, STONE_DRAW, CARD_DRAW, REPLACEMENT_DRAW = range(6)

# A player's block.
COINS, CHEST, SUPPLY_NOW, LAST_DIE, DONATIONS, CHEST_LIMIT, POINTS, POINTS_HIGH = range(8)
GEMS = 8  # gems held: clear, blue, red
FIGURES = 11  # the number of fixed places of a block
WORD = 1 << 15  # points take two places: `POINTS` is below this, `POINTS_HIGH` counts how often
MOST_POINTS = WORD * WORD - 1
