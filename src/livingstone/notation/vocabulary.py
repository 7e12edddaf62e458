"""The vocabulary of the notation, and what a reader may not know."""

import re

from attrs import frozen

from livingstone.moves import Action, Dig, DrawCard, EndTurn, TakeCoins

__all__ = [
    "BARE",
    "CARD",
    "HIDDEN",
    "LARGEST_NUMBER",
    "MOST_CHARACTERS",
    "VERBS",
    "HiddenCard",
    "HiddenDonation",
    "Notable",
]

MOST_CHARACTERS = 1_000
"""No line is longer."""
LARGEST_NUMBER = 999_999
"""No number is larger."""
HIDDEN = "??"
CARD = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The form of a card's id."""
BARE: dict[str, DrawCard | TakeCoins | Dig | EndTurn] = {
    "card": DrawCard(),
    "coins": TakeCoins(),
    "dig": Dig(),
    "end": EndTurn(),
}
"""The moves that are told by their verb alone."""
VERBS = frozenset({*BARE, "take", "tent", "sell", "donate", "play"})
"""A card with one of these ids is written after `play`."""


@frozen
class HiddenCard:
    """A card was drawn, and the reader may not know which (R10.2)."""


@frozen
class HiddenDonation:
    """A donation was made, and the reader may not know how much (R10.2)."""


Notable = Action | HiddenCard | HiddenDonation
"""What the notation has a line for."""
