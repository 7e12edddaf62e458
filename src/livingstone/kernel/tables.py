"""The tables of an edition: all figures that the compiled rules need, in one array of int64.

The capacities fix where each table begins, so that one compiled kernel knows all editions.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from livingstone import effects
from livingstone.edition.loading import MOST_MOVES, most_moves
from livingstone.edition.types import Edition, Ruleset
from livingstone.errors import ArgumentError
from livingstone.game.effects.shipped import DoneEffect
from livingstone.kernel import layout

# The capacities of the tables: the limits of data files.
MOST_PLAYERS = 20
MOST_ROWS = 20
MOST_COLUMNS = 100
MOST_SIDES = 20
MOST_KINDS = 200

# What else the kernel can do with.
MOST_GEMS = 63  # of a colour, that a move can name
MOST_ROLLED = 200  # dice of a round's roll
MOST_DONATION_DICE = 20
MOST_DRAWN = 20  # stones at a time
MOST_BITS = 448  # of the number of rolls: a digest has 512, and 64 are spare
LARGEST = 2**15 - 1  # figure of a state
LARGEST_FIGURE = 10**6  # of a table: sums of products of three stay far within int64
SAFE_ROUNDS = 10_000  # in which points cannot outgrow a state; no game comes near

# How many there are of everything.
PLAYERS = 0
ROWS = 1
COLUMNS = 2
SPACES = 3
SIDES = 4
KINDS = 5  # of cards
TENTS = 6  # of a player
START_COINS = 7
MONEY = 8  # all coins
NEIGHBOUR_FEE = 9  # R4.4
DICE_PER_PLAYER = 10
ROUND_DICE = 11  # of a round's roll
DONATION_DICE = 12  # R9.2
MOVES = 13  # the most legal moves of a position

# The switches of the ruleset.
FREE_ACTIONS_BEFORE_DIE = 14
NEIGHBOUR_FEE_PER_TENT = 15
WHITE_STONE_SELLS = 16
TENTS_BREAK_TIES = 17
OUT_SCORES_ZERO = 18

# Where the parts of a state begin that have no fixed place (`layout`).
PILE = 19  # the draw pile
PLAYED = 20  # the cards that lie open
PLAYER = 21  # the block of player 0
PLAYER_SIZE = 22  # the length of a block
IN_ROW = 23  # in a block, as the next three: tents by row
TENT = 24  # tents by space
SCORED = 25  # whether a space is scored, by space
HAND = 26  # cards by kind
STATE_SIZE = 27  # the length of a state
SEEN_SIZE = 28  # the length of an observation

# Where the lists of figures begin. Kinds of cards are in the order of their ids.
BAG = 29  # how many stones there are: black, clear, blue, red, white (R1.5)
GEM_VALUE = BAG + 5  # coins for a gem: clear, blue, red (R5.1)
COST = GEM_VALUE + 3  # the expedition cost of each column (R1.4)
ROW_VALUE = COST + MOST_COLUMNS  # the points of each row (R1.3)
MAJORITY = ROW_VALUE + MOST_ROWS  # the majority points of each row (R1.3)
CARD_COUNT = MAJORITY + MOST_ROWS  # how many cards there are of each kind (R1.6)
EFFECT = CARD_COUNT + MOST_KINDS  # what each kind of card does: one of the effects below
FIGURE = EFFECT + MOST_KINDS  # the figure of each effect; 0 if it has none
MARKET_COINS = FIGURE + MOST_KINDS  # coins for a gem, by kind of card and colour (R6.6)
MARKET_POINTS = MARKET_COINS + 3 * MOST_KINDS  # points for a gem, the same way
PART = MARKET_POINTS + 3 * MOST_KINDS  # what a card without a choice does: five figures by kind
TABLES_SIZE = PART + 5 * MOST_KINDS

# The figures of `PART`, in the order in which they are carried out: those of `Parts`.
PAY_COINS = 0
TAKE_COINS = 1
SCORE = 2
MOVE_BOAT = 3
DRAW = 4

# The effects. The places of policies depend on their order: a new one comes last.
NO_COST_TENT = 0
IGNORE_DIE = 1
MORE_DICE = 2
SECOND_TENT = 3
MARKET = 4
BOAT_BACK = 5
DRAW_STONES = 6
GAIN_COINS = 7
SCORE_POINTS = 8
MINE_COLLAPSE = 9
PARTS = 10
EFFECTS: Mapping[type, tuple[int, str | None]] = {
    effects.NoCostTent: (NO_COST_TENT, None),
    effects.IgnoreDie: (IGNORE_DIE, None),
    effects.MoreDice: (MORE_DICE, "dice"),
    effects.SecondTent: (SECOND_TENT, None),
    effects.Market: (MARKET, None),
    effects.BoatBack: (BOAT_BACK, "columns"),
    effects.DrawStones: (DRAW_STONES, "stones"),
    effects.GainCoins: (GAIN_COINS, "coins"),
    effects.ScorePoints: (SCORE_POINTS, "points"),
    effects.MineCollapse: (MINE_COLLAPSE, None),
    effects.Parts: (PARTS, None),
}
"""The effects that the kernel knows, not their subclasses: the number, and the figure's name."""

Tables = NDArray[np.int64]
"""The figures of an edition, at the places named above."""


class UnsupportedEditionError(ArgumentError):
    """The kernel does not know something that an edition has; the message says what."""


def make_tables(edition: Edition, players: int) -> Tables:
    """Make the tables of an edition for a number of players that can play it.

    Raises `UnsupportedEditionError` for what the kernel does not know.
    """
    board = edition.board
    rows = len(board.rows)
    columns = len(board.columns)
    sides = board.dice.sides
    _check("players", players, MOST_PLAYERS)
    _check("rows", rows, MOST_ROWS)
    _check("columns", columns, MOST_COLUMNS)
    _check("kinds of cards", len(edition.deck.items), MOST_KINDS)
    _check("sides of a die", sides, MOST_SIDES)
    _check("gems of a colour", max(board.bag.gems), MOST_GEMS)
    _check("legal moves of a position", most_moves(edition), MOST_MOVES)
    tables = np.zeros(TABLES_SIZE, np.int64)
    tables[PLAYERS] = players
    tables[ROWS] = rows
    tables[COLUMNS] = columns
    tables[SPACES] = rows * columns
    tables[SIDES] = sides
    tables[KINDS] = len(edition.deck.items)
    tables[TENTS] = board.tents
    tables[START_COINS] = board.start_coins
    tables[MONEY] = board.money
    tables[NEIGHBOUR_FEE] = board.neighbour_fee
    tables[DICE_PER_PLAYER] = board.dice.per_player
    tables[ROUND_DICE] = board.dice.per_player * players
    tables[DONATION_DICE] = board.dice.donation
    tables[MOVES] = most_moves(edition)
    _enter_switches(tables, edition.ruleset)
    tables[BAG : BAG + 5] = board.bag
    tables[GEM_VALUE : GEM_VALUE + 3] = board.gem_values
    tables[COST : COST + columns] = board.costs
    tables[ROW_VALUE : ROW_VALUE + rows] = board.row_values
    tables[MAJORITY : MAJORITY + rows] = board.majorities
    _enter_cards(tables, edition)
    _lay_out(tables)
    _check_figures(tables, edition)
    return tables


def _enter_switches(tables: Tables, rules: Ruleset) -> None:
    tables[FREE_ACTIONS_BEFORE_DIE] = rules.free_actions_before_die
    tables[NEIGHBOUR_FEE_PER_TENT] = rules.neighbour_fee_per_tent
    tables[WHITE_STONE_SELLS] = rules.white_stone_sells
    tables[TENTS_BREAK_TIES] = rules.tents_break_ties
    tables[OUT_SCORES_ZERO] = rules.out_scores_zero


def _enter_cards(tables: Tables, edition: Edition) -> None:
    for kind, (card, count) in enumerate(edition.deck):
        effect: Any = edition.effects[card]
        if type(effect) not in EFFECTS:
            what = f"the effect {type(effect).__name__} of the card {card}"
            raise UnsupportedEditionError(f"the compiled kernel does not know {what}")
        number, figure = EFFECTS[type(effect)]
        tables[CARD_COUNT + kind] = count
        tables[EFFECT + kind] = number
        tables[FIGURE + kind] = getattr(effect, figure) if figure else 0
        if isinstance(effect, DoneEffect):
            tables[PART + 5 * kind : PART + 5 * kind + 5] = effect.done
        elif isinstance(effect, effects.Market):
            tables[MARKET_COINS + 3 * kind : MARKET_COINS + 3 * kind + 3] = effect.coins
            tables[MARKET_POINTS + 3 * kind : MARKET_POINTS + 3 * kind + 3] = effect.points


def _lay_out(tables: Tables) -> None:
    """Enter where the parts of a state begin; those of a player are counted from its block."""
    kinds = tables[KINDS]
    spaces = tables[SPACES]
    tables[PILE] = layout.DICE + tables[SIDES]
    tables[PLAYED] = tables[PILE] + kinds
    tables[PLAYER] = tables[PLAYED] + kinds
    tables[IN_ROW] = layout.FIGURES
    tables[TENT] = tables[IN_ROW] + tables[ROWS]
    tables[SCORED] = tables[TENT] + spaces
    tables[HAND] = tables[SCORED] + spaces
    tables[PLAYER_SIZE] = tables[HAND] + kinds
    tables[STATE_SIZE] = tables[PLAYER] + tables[PLAYERS] * tables[PLAYER_SIZE]
    stones = layout.DICE - layout.BAG_NOW
    table = 2 * tables[SIDES] + tables[COLUMNS] + tables[ROWS]
    each = 2 * spaces + 12  # of a player: two boards, ten figures, whether to move and to start
    tables[SEEN_SIZE] = tables[PLAYERS] * each + table + stones + 2 * kinds + 13


def _check_figures(tables: Tables, edition: Edition) -> None:
    """Check that all figures of a state fit, and that points cannot outgrow it."""
    board = edition.board
    _check("tents of a player", board.tents, LARGEST)
    _check("coins", board.money, LARGEST)
    _check("stones", board.bag.total, LARGEST)
    _check("cards", edition.deck.total, LARGEST * MOST_KINDS)
    for card, count in edition.deck:
        _check(f"cards {card}", count, LARGEST)
    dice = board.dice
    parts = tables[PART:].reshape(-1, 5)
    _check("dice of a roll", int(tables[ROUND_DICE]), MOST_ROLLED)
    _check("dice of a roll", dice.donation, MOST_DONATION_DICE)
    rolls = dice.sides ** max(int(tables[ROUND_DICE]), dice.donation)
    _check("bits of the number of rolls", rolls.bit_length(), MOST_BITS)
    _check("stones of a draw", int(parts[:, DRAW].max()), MOST_DRAWN)
    _check("as the largest figure", int(tables.max()), LARGEST_FIGURE)
    market = tables[MARKET_POINTS:PART].reshape(-1, 3) @ np.array(board.bag.gems)
    most = board.tents * max(board.row_values)
    most += int(tables[ROUND_DICE]) * int(max(market.max(), parts[:, SCORE].max()))
    _check("points in a round", most, layout.MOST_POINTS // SAFE_ROUNDS)


def _check(name: str, number: int, most: int) -> None:
    if number > most:
        what = f"so large an edition: {number} {name}, more than {most}"
        raise UnsupportedEditionError(f"the compiled kernel does not know {what}")
