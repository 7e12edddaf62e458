"""How the bots that think deal with each kind of card: when to play it, and what that gains.

A new effect needs a case in each of the functions here and in `Worth.card`; mypy names them.
"""

from enum import Enum, auto
from typing import assert_never

from livingstone.edition.effect import (
    BoatBack,
    DrawStones,
    Effect,
    GainCoins,
    IgnoreDie,
    Market,
    MineCollapse,
    MoreDice,
    NoCostTent,
    ScorePoints,
    SecondTent,
)
from livingstone.game.moves import PlayCard
from livingstone.game.rules.rounds import takeable
from livingstone.game.rules.scoring import column_points
from livingstone.players.dice import die_worth
from livingstone.players.worth import Worth

__all__ = ["Moment", "moments", "play_gain"]


class Moment(Enum):
    """When in a turn it can be worth a thought to play a card."""

    AT_ONCE = auto()
    """At once, unless something can be lost by it, since nothing is gained by waiting."""
    BEFORE_DIE = auto()
    """Before a die is taken."""
    WITH_DIE = auto()
    """With a die taken that is not used yet."""
    AFTER_DIE = auto()
    """After a die was used, before the turn is ended."""


def moments(effect: Effect) -> tuple[Moment, ...]:
    """List when it can be good to play a card with this effect.

    It is never needed for point cards, which count in hand as well (R8.3), for the cards that are
    played together with a tent (R6.1, R6.2), and for the mine collapse, which is never held
    (R6.11).
    """
    match effect:
        case DrawStones() | GainCoins():
            return (Moment.AT_ONCE,)
        case BoatBack():
            return (Moment.BEFORE_DIE, Moment.AFTER_DIE)
        case Market():
            return (Moment.WITH_DIE, Moment.AFTER_DIE)
        case MoreDice() | SecondTent():
            return (Moment.AFTER_DIE,)
        case NoCostTent() | IgnoreDie() | ScorePoints() | MineCollapse():
            return ()
        case unknown:
            assert_never(unknown)


def play_gain(worth: Worth, move: PlayCard) -> float:
    """Estimate in points what it gains to play a card now instead of keeping it (R6)."""
    effect = worth.position.edition.effects[move.card]
    match effect:
        case DrawStones() | GainCoins():
            return worth.card(effect)
        case Market():
            gems, gain = worth.market(effect)
            return gain if move.gems == gems else 0.0
        case SecondTent():
            assert move.space is not None
            return worth.second_tent(move.space, move.source)
        case MoreDice():
            return _dice_gain(worth)
        case BoatBack(columns):
            return _boat_gain(worth, columns)
        case NoCostTent() | IgnoreDie() | ScorePoints() | MineCollapse():
            return 0.0
        case unknown:
            assert_never(unknown)


def _dice_gain(worth: Worth) -> float:
    """Estimate what one more die gains: the best that can be taken now, after the first (R6.4)."""
    if not worth.position.dice_taken:
        return 0.0
    dice = takeable(worth.position.dice, worth.player.last_die)
    return max([die_worth(worth, die.value) for die in dice], default=0.0)


def _boat_gain(worth: Worth, columns: int) -> float:
    """Compare one's points in the columns to be scored again with the best other's (R6.7)."""
    boat, values = worth.position.boat, worth.position.edition.board.row_values
    points = [
        sum([column_points(player, column, values) for column in range(boat - columns, boat)])
        for player in worth.position.players
    ]
    own = points.pop(worth.seat)
    return float(own - max(points))
