"""The layout of a state: a flat array of int16, a head and then a block for each player.

A head of fixed places comes first, then what depends on the edition: how many dice on the table
show each value, and how many of each kind of card lie in the draw pile and open. A player's block
begins with fixed places, then come the tents in each row and on each space, whether each space is
scored, and the hand by kind of card. Spaces are in the order of rows, then of columns.
"""

# The head.
CURRENT_PLAYER = 0  # the seat to move, from 0
STARTING_PLAYER = 1  # from 0
BOAT = 2  # its column, from 1
DICE_TAKEN = 3  # in this turn
DICE_LEFT = 4  # to be taken in this turn
BANK = 5
DIE = 6  # taken, and not yet used; 0 if there is none
PENDING = 7  # what is awaited: one of the numbers below
PENDING_COUNT = 8  # of dice or stones
IS_OVER = 9
THRESHOLD = 10  # the donation roll (R9.2)
BAG_NOW = 11  # stones in the bag: black, clear, blue, red, white
ASIDE = 16  # stones lying aside, in the same order
GEMS_DRAWN = 21  # gems drawn in this turn (R4.7, `bga`): clear, blue, red
DICE = 24  # how many dice on the table show 1, 2, …
SPECTATOR = -1  # an observer without a seat
NOT_ROLLED = -1  # the threshold before the donation roll (R9.2)

# What is awaited.
NOTHING = 0
ROUND_ROLL = 1
DONATION_ROLL = 2
STONE_DRAW = 3
CARD_DRAW = 4
REPLACEMENT_DRAW = 5

# A player's block.
COINS = 0  # in the purse
CHEST = 1
SUPPLY_NOW = 2  # tents not on the board
LAST_DIE = 3  # of this round; 0 if there is none
DONATIONS = 4  # how many
CHEST_LIMIT = 5  # the most that the chest can hold, as far as everyone knows
POINTS = 6  # points take two places: this has what is below `WORD`,
POINTS_HIGH = 7  # and this counts how often `WORD` is full
GEMS = 8  # clear, blue, red
FIGURES = 11  # the number of fixed places of a block
WORD = 1 << 15
MOST_POINTS = WORD * WORD - 1
