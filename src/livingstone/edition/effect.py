"""The effects of action cards (R6): a class for each kind, with its figures.

`rules.effects` and `rules.tents` carry them out.
"""

from typing import Annotated

from attrs import frozen

from livingstone.edition.structuring.limits import Between, Figures, Positive, Prices
from livingstone.values import Immutable


@frozen
class NoCostTent(Immutable):
    """When building with a die, pay nothing (R6.1)."""


@frozen
class IgnoreDie(Immutable):
    """When building with a die, choose any row (R6.2)."""


@frozen
class MoreDice(Immutable):
    """Take more dice in this turn (R6.4)."""

    dice: Positive
    """How many more dice."""


@frozen
class SecondTent(Immutable):
    """Set a free tent beside a scored one (R6.5)."""


@frozen
class Market(Immutable):
    """Sell gems, for coins and points that depend on the colour (R6.6)."""

    coins: Prices
    """Coins for one gem of each colour."""
    points: Figures
    """Points for one gem of each colour."""


@frozen
class BoatBack(Immutable):
    """Move the boat back (R6.7)."""

    columns: Positive
    """By how many columns."""


@frozen
class DrawStones(Immutable):
    """Draw stones from the bag (R6.8)."""

    stones: Annotated[int, Between(1, 20)]
    """How many stones."""


@frozen
class GainCoins(Immutable):
    """Take coins from the bank (R6.9)."""

    coins: Positive
    """How many coins; the player gets fewer if the bank holds fewer (R1.7)."""


@frozen
class ScorePoints(Immutable):
    """Score points, when played or at the end (R6.10, R8.3)."""

    points: Positive
    """How many points."""


@frozen
class MineCollapse(Immutable):
    """When drawn, put all gems back into the bag (R6.11)."""


Effect = (
    NoCostTent
    | IgnoreDie
    | MoreDice
    | SecondTent
    | Market
    | BoatBack
    | DrawStones
    | GainCoins
    | ScorePoints
    | MineCollapse
)
