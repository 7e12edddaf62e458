"""What moves gain in points, by the values of things: dice, tents, cards and sales.

A new card effect needs a case in `moments`, `play_gain` and `Valuation.card`; mypy names them.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from math import inf
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
from livingstone.game.rules.price import coins_due
from livingstone.game.rules.rounds import takeable
from livingstone.game.rules.scoring import column_points
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.players.valuation import Valuation
from livingstone.values import GEM_COLOURS, GemColour, Gems

__all__ = [
    "Moment",
    "Use",
    "best_die",
    "best_gain",
    "die_gain",
    "die_gains",
    "gem_price",
    "hoped_for",
    "moments",
    "play_gain",
    "proceeds",
    "sale_for_tent",
    "use_gain",
]

Use = DrawCard | TakeCoins | Dig | BuildTent
"""The moves that use a die (R4)."""


def use_gain(valuation: Valuation, move: Use) -> float:
    """Estimate the gain of using the die in hand like this (R4)."""
    die = valuation.position.die or 0
    match move:
        case DrawCard():
            return valuation.draw
        case TakeCoins():
            return valuation.coins(die)
        case Dig():
            return valuation.stones(die)
        case BuildTent(row, cards, source):
            effects = valuation.position.edition.effects
            gain = valuation.tent(row, source)
            is_free = False
            for card in cards:
                is_free = is_free or isinstance(effects[card], NoCostTent)
                gain -= valuation.card(effects[card])
            return gain if is_free else gain - valuation.coin * valuation.price(row)
        case unknown:
            assert_never(unknown)


def die_gain(valuation: Valuation, die: int) -> float:
    """Estimate the gain of taking a die and using it in the best way."""
    best = max(valuation.draw, valuation.coins(die), valuation.stones(die))
    edition, coins = valuation.position.edition, valuation.own.coins
    held = {type(edition.effects[card]) for card in valuation.own.hand}
    if die <= len(edition.board.rows) and (gain := best_gain(valuation, die)) > best:
        price = valuation.price(die)
        if price <= coins + valuation.player.gems.worth(edition.board.gem_values):
            best = max(best, gain - valuation.coin * price)
        if NoCostTent in held:
            best = max(best, gain - valuation.card(NoCostTent()))
    if IgnoreDie in held:
        for row in range(1, len(edition.board.rows) + 1):
            price = valuation.price(row)
            if price <= coins:
                gain = best_gain(valuation, row) - valuation.coin * price
                best = max(best, gain - valuation.card(IgnoreDie()))
    return best


def best_gain(valuation: Valuation, row: int) -> float:
    """Estimate the gain of a tent in a row, without its price, from the best source.

    Minus infinity if the player has no tent to build with (R4.4, R9.1).
    """
    space = row, valuation.position.boat
    gains = [valuation.tent(row, source) for source in valuation.sources if source != space]
    return max(gains, default=-inf)


def best_die(valuation: Valuation, moves: Sequence[TakeDie]) -> TakeDie:
    """Choose a die by its best use and by the dice that can be taken later (R2.2, R2.3)."""
    gains = die_gains(valuation)
    return max(moves, key=lambda move: hoped_for(valuation, gains, move.value))


def die_gains(valuation: Valuation) -> dict[int, float]:
    """Estimate the gain of each die on the table, by its value."""
    return {value: die_gain(valuation, value) for value in set(valuation.position.dice)}


def hoped_for(valuation: Valuation, gains: Mapping[int, float], value: int) -> float:
    """Estimate the gain of a die and of the higher ones that can be taken later (R2.3).

    `gains` is the gain of each die alone. The other players leave each die with some probability.
    """
    players, still_open = len(valuation.position.players), valuation.weights.further_dice

    def total(value: int, dice: tuple[int, ...]) -> float:
        higher = tuple([die for die in dice if die > value])
        left = len(dice) - players
        if not higher or left <= 0:
            return gains[value]
        stays = left / (len(dice) - 1)
        hope, is_open = 0.0, still_open
        for further in sorted([total(die, higher) for die in dict.fromkeys(higher)], reverse=True):
            hope += is_open * stays * further
            is_open *= 1 - stays
        return gains[value] + hope

    return total(value, valuation.position.dice)


class Moment(Enum):
    """When in a turn a card can be good to play."""

    AT_ONCE = auto()
    """Immediately: waiting gains nothing."""
    BEFORE_DIE = auto()
    WITH_DIE = auto()
    """With a die in hand."""
    AFTER_DIE = auto()
    """After the last die was used."""


def moments(effect: Effect) -> tuple[Moment, ...]:
    """List when a card with this effect can be good to play by itself.

    Never for point cards, which count in hand as well (R8.3), for cards that are played with a tent
    (R6.1, R6.2), and for the mine collapse, which is never in a hand (R6.11).
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


def play_gain(valuation: Valuation, move: PlayCard) -> float:
    """Estimate the gain of playing a card now instead of keeping it (R6)."""
    effect = valuation.position.edition.effects[move.card]
    match effect:
        case DrawStones() | GainCoins():
            return valuation.card(effect)
        case Market():
            gems, gain = valuation.market(effect)
            return gain if move.gems == gems else 0.0
        case SecondTent():
            assert move.space is not None
            return valuation.second_tent(move.space, move.source)
        case MoreDice():
            return _dice_gain(valuation)
        case BoatBack(columns):
            return _boat_gain(valuation, columns)
        case NoCostTent() | IgnoreDie() | ScorePoints() | MineCollapse():
            return 0.0
        case unknown:
            assert_never(unknown)


def _dice_gain(valuation: Valuation) -> float:
    """Estimate the gain of one more die, which must be higher than the first (R6.4)."""
    if not valuation.position.dice_taken:
        return 0.0
    dice = takeable(valuation.position.dice, valuation.player.last_die)
    return max([die_gain(valuation, die.value) for die in dice], default=0.0)


def _boat_gain(valuation: Valuation, columns: int) -> float:
    """Compare the player's points for columns scored again with the best other's (R6.7)."""
    boat, values = valuation.position.boat, valuation.position.edition.board.row_values
    points = [
        sum([column_points(player, column, values) for column in range(boat - columns, boat)])
        for player in valuation.position.players
    ]
    own = points.pop(valuation.seat)
    return float(own - max(points))


def gem_price(position: State | View, gem: GemColour) -> int:
    """Return the coins that the bank pays for a gem (R5.1)."""
    return position.edition.board.gem_values[GEM_COLOURS.index(gem)]


def proceeds(position: State | View, sale: SellGems) -> int:
    """Return the coins for a sale, provided the bank has them (R5.1)."""
    return sale.count * gem_price(position, sale.gem)


def sale_for_tent(
    position: State | View, coins: int, gems: Gems, moves: Iterable[Move]
) -> SellGems | None:
    """Choose a sale towards the tent that the die can build (R4.4, R5.1).

    `coins` and `gems` belong to the player to move. None if the coins suffice, or if selling all
    gems would not be enough.
    """
    die, board = position.die or 0, position.edition.board
    if die > len(board.rows):
        return None
    missing = coins_due(position, die) - coins
    if missing <= 0 or min(gems.worth(board.gem_values), position.bank) < missing:
        return None

    def waste(sale: SellGems) -> tuple[bool, int]:
        brings = proceeds(position, sale)
        return brings < missing, abs(brings - missing)

    return min([move for move in moves if isinstance(move, SellGems)], key=waste, default=None)
