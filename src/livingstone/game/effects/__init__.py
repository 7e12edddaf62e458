"""The effects of cards (R6): a base class, and a file for each effect or a few of a sort.

A new shipped effect is a file here and an entry of `SHIPPED`. An effect of your own is a class
anywhere: see `livingstone.effects`.
"""

from livingstone.edition.effect import ship
from livingstone.game.effects.base import CardEffect
from livingstone.game.effects.boat_back import BoatBack
from livingstone.game.effects.gains import DrawStones, GainCoins, ScorePoints
from livingstone.game.effects.market import Market
from livingstone.game.effects.more_dice import MoreDice
from livingstone.game.effects.second_tent import SecondTent
from livingstone.game.effects.tents_and_collapse import IgnoreDie, MineCollapse, NoCostTent

SHIPPED: tuple[type[CardEffect], ...] = (
    NoCostTent,
    IgnoreDie,
    MoreDice,
    SecondTent,
    Market,
    BoatBack,
    DrawStones,
    GainCoins,
    ScorePoints,
    MineCollapse,
)
"""The effects that cards can have without any class of your own, in the order of R6."""
ship(*SHIPPED)
