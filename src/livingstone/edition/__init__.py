"""Editions, which a game is played with: the board, the cards and their effects, the ruleset."""

from livingstone.edition.effect import Effect
from livingstone.edition.loading import RULESETS, is_shipped, load_edition
from livingstone.edition.types import (
    Board,
    Card,
    CardNames,
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
)

__all__ = [
    "Board",
    "Card",
    "CardNames",
    "Coin",
    "Column",
    "Dice",
    "Edition",
    "Effect",
    "GemKind",
    "PlayerRange",
    "RULESETS",
    "Row",
    "Ruleset",
    "StoneKind",
    "StoneKinds",
    "WhiteStone",
    "is_shipped",
    "load_edition",
]
