"""How a choice is described to a policy: by some numbers for each move, and some for the position.

There are two kinds of choices, which die to take and what to use it for. The numbers are of about
the same size on every board.
"""

from collections.abc import Sequence

from livingstone.edition.effect import NoCostTent
from livingstone.game.moves import (
    BuildTent,
    Dig,
    DrawCard,
    Move,
    PlayCard,
    SellGems,
    TakeCoins,
    TakeDie,
)
from livingstone.game.state import Player
from livingstone.game.view import PlayerView
from livingstone.players.dice import Use, best_gain, hoped_for, use_worth, uses_of_dice
from livingstone.players.worth import Worth

__all__ = ["DIE_FEATURES", "POSITION_FEATURES", "USE_FEATURES", "dice", "position", "uses"]

DIE_FEATURES, USE_FEATURES, POSITION_FEATURES = 18, 17, 14
"""How many numbers describe a die to be taken, a use of the die, and a position."""

GAIN, LEAD, PURSE, HAND, COIN = 4.0, 20.0, 10.0, 4.0, 2.0
"""About how large are what a die gains, a lead in points, a purse, a hand, the worth of a coin."""
DICE = 3.0
"""About how many dice can still be taken."""
KINDS: tuple[type[Move], ...] = (DrawCard, TakeCoins, Dig, BuildTent, SellGems, PlayCard)
"""What can be chosen while a die is in hand."""


def position(worth: Worth) -> list[float]:
    """Describe how far the game is, and how the player to move stands (R2, R4, R8, R9)."""
    state, seat, projection = worth.position, worth.seat, worth.projection
    board, player = state.edition.board, worth.player
    roll = board.dice.donation * (board.dice.sides + 1) / 2
    wealth, points = projection.wealth.copy(), projection.points.copy()
    funds, own = wealth.pop(seat) / roll, points.pop(seat)
    left = projection.rounds_left
    return [
        left / len(board.columns),
        1.0 if left == 0 else 0.0,
        1.0 if left == 1 else 0.0,
        worth.coin / COIN,
        funds,
        max(0.0, 1 - funds),
        min(wealth) / roll,
        (own - max(points)) / LEAD,
        player.supply / board.tents,
        0.0 if player.supply else 1.0,
        len(worth.own.hand) / HAND,
        state.bag.gems.total / max(1, state.bag.total),
        worth.own.coins / PURSE,
        board.costs[state.boat - 1] / max(1, *board.costs),
    ]


def dice(worth: Worth, moves: Sequence[Move]) -> list[list[float]]:
    """Describe which die to take (R2.3, R3.1), or what to do instead, in the order of the moves."""
    table, board = worth.position.dice, worth.position.edition.board
    gains = uses_of_dice(worth)
    last = min(other.last_die for other in _others(worth))
    described = list[list[float]]()
    for move in moves:
        if not isinstance(move, TakeDie):
            described.append([1.0] + [0.0] * (DIE_FEATURES - 1))
            continue
        value = move.value
        place = table.index(value)
        rest = table[:place] + table[place + 1 :]
        own = [gains[die] for die in rest if die > value]
        rivals = [gains[die] for die in rest if die > last]
        has_row = value <= len(board.rows)
        price = worth.price(value) if has_row else 0
        described.append(
            [
                0.0,
                hoped_for(worth, gains, value) / GAIN,
                gains[value] / GAIN,
                len(own) / DICE,
                len(rivals) / DICE,
                1.0 if value in rest else 0.0,
                max(own, default=0.0) / GAIN,
                max(rivals, default=0.0) / GAIN,
                sum(rivals) / GAIN / DICE,
                price / max(1, *board.costs),
                1.0 if has_row and price <= worth.own.coins else 0.0,
                worth.majority_gains[value - 1] / GAIN if has_row else 0.0,
                *[1.0 if value == shown else 0.0 for shown in range(1, 7)],
            ]
        )
    return described


def uses(worth: Worth, moves: Sequence[Move]) -> list[list[float]]:
    """Describe what to use the die for (R4), or what to do before, in the order of the moves."""
    board, die = worth.position.edition.board, worth.position.die or 0
    table = worth.position.dice
    left = [
        die / board.dice.sides,
        sum([value > die for value in table]) / DICE,
        max([sum([value > other.last_die for value in table]) for other in _others(worth)]) / DICE,
        worth.reserved_tent,
    ]
    return [
        [
            *[1.0 if type(move) is kind else 0.0 for kind in KINDS],
            _gain(worth, move) / GAIN,
            *left,
            *_tent(worth, move),
        ]
        for move in moves
    ]


def _others(worth: Worth) -> list[PlayerView | Player]:
    """List what everybody knows of the other players."""
    return [other for seat, other in enumerate(worth.projection.players) if seat != worth.seat]


def _gain(worth: Worth, move: Move) -> float:
    """Estimate in points what a use gains; for a sale, the tent that it pays for (R5.1)."""
    if isinstance(move, Use):
        return use_worth(worth, move)
    if isinstance(move, SellGems):
        row = worth.position.die or 0
        return best_gain(worth, row) - worth.coin * worth.price(row)
    return 0.0


def _tent(worth: Worth, move: Move) -> list[float]:
    """Describe what is built, and for what; zeros for other moves (R4.4, R6.1, R6.2, R9.1)."""
    if not isinstance(move, BuildTent):
        return [0.0] * 6
    board, effects = worth.position.edition.board, worth.position.edition.effects
    is_free = any(isinstance(effects[card], NoCostTent) for card in move.cards)
    return [
        move.row / len(board.rows),
        worth.majority_gains[move.row - 1] / GAIN,
        0.0 if is_free else worth.price(move.row) / max(1, *board.costs),
        len(move.cards),
        1.0 if is_free else 0.0,
        1.0 if move.source else 0.0,
    ]
