"""What a die is worth, by the four actions it can be used for (R4), and which one to take."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import assert_never

from livingstone.edition.effect import IgnoreDie, NoCostTent
from livingstone.game.moves import BuildTent, Dig, DrawCard, TakeCoins, TakeDie
from livingstone.players.worth import Worth

__all__ = [
    "Use",
    "best_die",
    "best_gain",
    "die_worth",
    "hoped_for",
    "use_worth",
    "uses_of_dice",
]

Use = DrawCard | TakeCoins | Dig | BuildTent
"""The moves that use the die that was taken (R4)."""


def use_worth(worth: Worth, move: Use) -> float:
    """Estimate in points what it gains to use the die at hand in this way (R4)."""
    die = worth.position.die or 0
    match move:
        case DrawCard():
            return worth.draw
        case TakeCoins():
            return worth.coins(die)
        case Dig():
            return worth.stones(die)
        case BuildTent(row, cards, source):
            effects = worth.position.edition.effects
            gain = worth.gain(row, source)
            is_free = False
            for card in cards:
                is_free = is_free or isinstance(effects[card], NoCostTent)
                gain -= worth.card(effects[card])
            return gain if is_free else gain - worth.coin * worth.price(row)
        case unknown:
            assert_never(unknown)


def die_worth(worth: Worth, die: int) -> float:
    """Estimate in points what a die on the table gains if it is taken and used in the best way."""
    best = max(worth.draw, worth.coins(die), worth.stones(die))
    edition, coins = worth.position.edition, worth.own.coins
    held = {type(edition.effects[card]) for card in worth.own.hand}
    if die <= len(edition.board.rows) and (gain := best_gain(worth, die)) > best:
        price = worth.price(die)
        if price <= coins + worth.player.gems.worth(edition.board.gem_values):
            best = max(best, gain - worth.coin * price)
        if NoCostTent in held:
            best = max(best, gain - worth.card(NoCostTent()))
    if IgnoreDie in held:
        for row in range(1, len(edition.board.rows) + 1):
            price = worth.price(row)
            if price <= coins:
                gain = best_gain(worth, row) - worth.coin * price - worth.card(IgnoreDie())
                best = max(best, gain)
    return best


def best_gain(worth: Worth, row: int) -> float:
    """Estimate what a tent in a row gains, its price aside, from where it is missed the least.

    It is minus infinity if the player has no tent to build with (R4.4, R9.1).
    """
    space = row, worth.position.boat
    gains = [worth.gain(row, source) for source in worth.sources if source != space]
    return max(gains, default=-inf)


def best_die(worth: Worth, moves: Sequence[TakeDie]) -> TakeDie:
    """Choose a die by its best use now and by what can be taken after it (R2.2, R2.3)."""
    uses = uses_of_dice(worth)
    return max(moves, key=lambda move: hoped_for(worth, uses, move.value))


def uses_of_dice(worth: Worth) -> dict[int, float]:
    """Estimate in points what each die on the table gains, by its value."""
    return {value: die_worth(worth, value) for value in set(worth.position.dice)}


def hoped_for(worth: Worth, uses: Mapping[int, float], value: int) -> float:
    """Estimate in points what a die gains, and the higher ones that can be taken after it (R2.3).

    `uses` is what each die on the table gains alone. The other players leave each die on the table
    with some probability.
    """
    players, still_open = len(worth.position.players), worth.weights.further_dice

    def total(value: int, dice: tuple[int, ...]) -> float:
        higher = tuple([die for die in dice if die > value])
        left = len(dice) - players
        if not higher or left <= 0:
            return uses[value]
        stays = left / (len(dice) - 1)
        hope, is_open = 0.0, still_open
        for further in sorted([total(die, higher) for die in dict.fromkeys(higher)], reverse=True):
            hope += is_open * stays * further
            is_open *= 1 - stays
        return uses[value] + hope

    return total(value, worth.position.dice)
