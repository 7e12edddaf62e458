"""Moves as whole numbers: a code holds the kind of a move and up to three parts.

The codes of a position's legal moves ascend in the engine's order. Parts by kind:

- take a die: its value;
- build a tent: row, cards, source;
- play a card: card, space, source for a second tent; card, clear and blue, red for a market;
- sell gems: colour, count; donate: coins.

Rows count from 1, colours and cards from 0 (cards in the order of their ids). A space is its number
plus 1, by row and then by column; a source of 0 is the supply. Two cards played with a tent are
`pair_of(lower, higher)`, where `NO_CARD` is no card.
"""

from livingstone.kernel.compiling import compile_module

# The kinds of moves, in the engine's order.
TAKE_DIE = 0
DRAW_CARD = 1
TAKE_COINS = 2
DIG = 3
BUILD_TENT = 4
PLAY_CARD = 5
SELL_GEMS = 6
DONATE = 7
END_TURN = 8

NO_MOVE = -1
"""In the place of a code, where there is no move."""
NO_CARD = -1
SUPPLY = 0  # the source of a tent that is not moved from a space
PART = 16  # bits
CARD = 8  # bits of one of two cards, or of a number of gems in a part that holds two
MASK = (1 << PART) - 1
CARD_MASK = (1 << CARD) - 1


def code_of(kind: int, first: int, second: int, third: int) -> int:
    """Make the code of a move."""
    return (((kind << PART) | first) << PART | second) << PART | third


def kind_of(move: int) -> int:
    """Return the kind of a move."""
    return move >> 3 * PART


def part(move: int, number: int) -> int:
    """Return the first, second or third part of a move."""
    return move >> (3 - number) * PART & MASK


def pair_of(lower: int, higher: int) -> int:
    """Put two cards into one part; pairs ascend as tuples of sorted ids do."""
    return (lower + 1) << CARD | (higher + 1)


def cards_of(pair: int) -> tuple[int, int]:
    """Return the two cards of a pair, the lower one first; `NO_CARD` where there is none."""
    return (pair >> CARD) - 1, (pair & CARD_MASK) - 1


compile_module(__name__)
