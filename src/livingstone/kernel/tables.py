"""The tables of an edition: all figures that the compiled rules need, in one array of int64.

The capacities fix where each table begins, so that one compiled kernel knows all editions.
"""

from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from livingstone import effects
from livingstone.edition.loading import MOST_MOVES, most_moves
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError
from livingstone.game.effects.shipped import DoneEffect
from livingstone.kernel import layout

MOST_PLAYERS, MOST_ROWS, MOST_COLUMNS, MOST_SIDES, MOST_KINDS = 20, 20, 100, 20, 200
"""The capacities of the tables, the limits of data files."""
MOST_GEMS = 63  # of a colour, that a move can name
MOST_ROLLED, MOST_DONATION_DICE, MOST_DRAWN = 200, 20, 20  # dice and stones at a time
MOST_BITS = 448  # of the number of rolls: a digest has 512, and 64 are spare
LARGEST = 2**15 - 1  # figure of a state
LARGEST_FIGURE = 10**6  # of a table: sums of products of three stay far within int64
SAFE_ROUNDS = 10_000  # in which points cannot outgrow a state; no game comes near

# How many there are of everything, and the switches of the ruleset.
(
    PLAYERS, ROWS, COLUMNS, SPACES, SIDES, KINDS, TENTS, START_COINS, MONEY, NEIGHBOUR_FEE,
    DICE_PER_PLAYER, ROUND_DICE, DONATION_DICE, MOVES,
    FREE_ACTIONS_BEFORE_DIE, NEIGHBOUR_FEE_PER_TENT, WHITE_STONE_SELLS, TENTS_BREAK_TIES,
    OUT_SCORES_ZERO,
) = range(19)  # fmt: skip

# Where the parts of a state begin that have no fixed place (`layout`); the size of an observation.
(
    PILE, PLAYED, PLAYER, PLAYER_SIZE, IN_ROW, TENT, SCORED, HAND, STATE_SIZE, SEEN_SIZE,
) = range(19, 29)  # fmt: skip

(
    BAG,  # the number of stones: black, clear, blue, red, white (R1.5)
    GEM_VALUE,  # coins for a gem: clear, blue, red (R5.1)
    COST,  # the expedition cost of each column (R1.4)
    ROW_VALUE,  # the points of each row (R1.3)
    MAJORITY,  # the majority points of each row (R1.3)
    CARD_COUNT,  # the number of cards of each kind (R1.6); kinds are in the order of their ids
    EFFECT,  # what each kind of card does: one of the effects below
    FIGURE,  # the figure of each effect; 0 if it has none
    MARKET_COINS,  # coins for a gem of each colour, three for each kind of card (R6.6)
    MARKET_POINTS,  # points for a gem of each colour, three for each kind of card (R6.6)
    PART,  # what cards without a choice do, five figures for each kind: those of `Parts`
    TABLES_SIZE,
) = accumulate((
    29, 5, 3, MOST_COLUMNS, *[MOST_ROWS] * 2, *[MOST_KINDS] * 3, *[3 * MOST_KINDS] * 2,
    5 * MOST_KINDS,
))  # fmt: skip

EFFECTS: tuple[tuple[type, str | None], ...] = (
    (effects.NoCostTent, None), (effects.IgnoreDie, None), (effects.MoreDice, "dice"),
    (effects.SecondTent, None), (effects.Market, None), (effects.BoatBack, "columns"),
    (effects.DrawStones, "stones"), (effects.GainCoins, "coins"), (effects.ScorePoints, "points"),
    (effects.MineCollapse, None), (effects.Parts, None),
)  # fmt: skip
"""The effects that the kernel knows, each with the name of its figure; not their subclasses."""
(
    NO_COST_TENT, IGNORE_DIE, MORE_DICE, SECOND_TENT, MARKET, BOAT_BACK, DRAW_STONES, GAIN_COINS,
    SCORE_POINTS, MINE_COLLAPSE, PARTS,
) = range(len(EFFECTS))  # fmt: skip

PAY_COINS, TAKE_COINS, SCORE, MOVE_BOAT, DRAW = range(5)
"""The figures of `PART` for each kind, in the order in which they are carried out."""

Tables = NDArray[np.int64]
"""The figures of an edition, at the places named above."""


class UnsupportedEditionError(ArgumentError):
    """The kernel does not know something that an edition has; the message says what."""


def make_tables(edition: Edition, players: int) -> Tables:
    """Make the tables of an edition for a number of players that can play it.

    Raises `UnsupportedEditionError` for what the kernel does not know.
    """
    board, rules = edition.board, edition.ruleset
    rows, columns, sides = len(board.rows), len(board.columns), board.dice.sides
    _check("players", players, MOST_PLAYERS)
    _check("rows", rows, MOST_ROWS)
    _check("columns", columns, MOST_COLUMNS)
    _check("kinds of cards", len(edition.deck.items), MOST_KINDS)
    _check("sides of a die", sides, MOST_SIDES)
    _check("gems of a colour", max(board.bag.gems), MOST_GEMS)
    _check("legal moves of a position", most_moves(edition), MOST_MOVES)
    tables = np.zeros(TABLES_SIZE, np.int64)
    tables[: MOVES + 1] = (
        players, rows, columns, rows * columns, sides, len(edition.deck.items), board.tents,
        board.start_coins, board.money, board.neighbour_fee, board.dice.per_player,
        board.dice.per_player * players, board.dice.donation, 0,
    )  # fmt: skip
    tables[FREE_ACTIONS_BEFORE_DIE : OUT_SCORES_ZERO + 1] = (
        rules.free_actions_before_die, rules.neighbour_fee_per_tent, rules.white_stone_sells,
        rules.tents_break_ties, rules.out_scores_zero,
    )  # fmt: skip
    tables[BAG : BAG + 5] = board.bag
    tables[GEM_VALUE : GEM_VALUE + 3] = board.gem_values
    tables[COST : COST + columns] = board.costs
    tables[ROW_VALUE : ROW_VALUE + rows] = board.row_values
    tables[MAJORITY : MAJORITY + rows] = board.majorities
    _enter_cards(tables, edition)
    _lay_out(tables)
    _check_figures(tables, edition)
    tables[MOVES] = most_moves(edition)
    return tables


def _enter_cards(tables: Tables, edition: Edition) -> None:
    known: dict[type, int] = {effect: number for number, (effect, _) in enumerate(EFFECTS)}
    for kind, (card, count) in enumerate(edition.deck):
        effect: Any = edition.effects[card]
        number = known.get(type(effect))
        if number is None:
            what = f"the effect {type(effect).__name__} of the card {card}"
            raise UnsupportedEditionError(f"the compiled kernel does not know {what}")
        figure = EFFECTS[number][1]
        tables[CARD_COUNT + kind], tables[EFFECT + kind] = count, number
        tables[FIGURE + kind] = getattr(effect, figure) if figure else 0
        if isinstance(effect, DoneEffect):
            tables[PART + 5 * kind : PART + 5 * kind + 5] = effect.done
        elif isinstance(effect, effects.Market):
            tables[MARKET_COINS + 3 * kind : MARKET_COINS + 3 * kind + 3] = effect.coins
            tables[MARKET_POINTS + 3 * kind : MARKET_POINTS + 3 * kind + 3] = effect.points


def _lay_out(tables: Tables) -> None:
    """Enter where the parts of a state begin; those of a player are counted from its block."""
    kinds, spaces = tables[KINDS], tables[SPACES]
    tables[PILE] = layout.DICE + tables[SIDES]
    tables[PLAYED] = tables[PILE] + kinds
    tables[PLAYER] = tables[PLAYED] + kinds
    tables[IN_ROW] = layout.FIGURES
    tables[TENT] = tables[IN_ROW] + tables[ROWS]
    tables[SCORED] = tables[TENT] + spaces
    tables[HAND] = tables[SCORED] + spaces
    tables[PLAYER_SIZE] = tables[HAND] + kinds
    tables[STATE_SIZE] = tables[PLAYER] + tables[PLAYERS] * tables[PLAYER_SIZE]
    stones, table = layout.DICE - layout.BAG_NOW, 2 * tables[SIDES] + tables[COLUMNS] + tables[ROWS]
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
    dice, parts = board.dice, tables[PART:].reshape(-1, 5)
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
