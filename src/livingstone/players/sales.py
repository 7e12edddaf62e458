"""Sales of gems to the bank (R5.1): what they bring, and which one pays for a tent."""

from collections.abc import Iterable

from livingstone.game.moves import Move, SellGems
from livingstone.game.rules.price import coins_due
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.values import GEM_COLOURS, GemColour, Gems

__all__ = ["gem_price", "proceeds", "sale_for_tent"]


def gem_price(position: State | View, gem: GemColour) -> int:
    """Look up the coins that the bank pays for a gem (R5.1)."""
    return position.edition.board.gem_values[GEM_COLOURS.index(gem)]


def proceeds(position: State | View, sale: SellGems) -> int:
    """Work out the coins that a sale of gems brings if the bank can pay (R5.1)."""
    return sale.count * gem_price(position, sale.gem)


def sale_for_tent(
    position: State | View, coins: int, gems: Gems, moves: Iterable[Move]
) -> SellGems | None:
    """Choose a sale of gems towards the tent that the die can build (R4.4, R5.1).

    `coins` and `gems` are those of the player to move. None if the coins suffice, and if they do
    not even with the price of all gems.
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
