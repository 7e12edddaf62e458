"""Editions, which a game is played with: the board, the cards and their effects, the ruleset."""

import copyreg

from livingstone.edition.cards import Card, CardNames
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
from livingstone.edition.loading import is_shipped, load_edition
from livingstone.edition.pickling import reduce_edition
from livingstone.edition.printed import (
    Board,
    Coin,
    Column,
    Dice,
    Edition,
    GemKind,
    PlayerRange,
    Row,
    Ruleset,
    StoneKind,
    StoneKinds,
    WhiteStone,
    edition_hash,
)

__all__ = [
    "BoatBack",
    "Board",
    "Card",
    "CardNames",
    "Coin",
    "Column",
    "Dice",
    "DrawStones",
    "Edition",
    "Effect",
    "GainCoins",
    "GemKind",
    "IgnoreDie",
    "Market",
    "MineCollapse",
    "MoreDice",
    "NoCostTent",
    "PlayerRange",
    "Row",
    "Ruleset",
    "ScorePoints",
    "SecondTent",
    "StoneKind",
    "StoneKinds",
    "WhiteStone",
    "edition_hash",
    "is_shipped",
    "load_edition",
]

copyreg.pickle(Edition, reduce_edition)
