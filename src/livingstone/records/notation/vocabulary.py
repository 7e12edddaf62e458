"""The vocabulary of the notation, and the types of what is hidden."""

import re

from attrs import frozen

from livingstone.game.moves import Action, Dig, DrawCard, EndTurn, TakeCoins

__all__ = [
    "BARE",
    "CARD",
    "HIDDEN",
    "LARGEST_NUMBER",
    "MOST_CHARACTERS",
    "SEAT",
    "VERBS",
    "HiddenCard",
    "HiddenDonation",
    "Notable",
]

MOST_CHARACTERS = 1_000
"""The most characters of a line."""
LARGEST_NUMBER = 999_999
"""The largest number in a line."""
HIDDEN = "??"
CARD = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The pattern of a card's id."""
SEAT = re.compile(r"p(0|[1-9][0-9]{0,5})")
"""The pattern of a player; the first group is the seat."""
BARE: dict[str, DrawCard | TakeCoins | Dig | EndTurn] = {
    "card": DrawCard(),
    "coins": TakeCoins(),
    "dig": Dig(),
    "end": EndTurn(),
}
"""The moves that are a verb alone."""
VERBS = frozenset({*BARE, "take", "tent", "sell", "donate", "play", "undo", "redo"})
"""A card with one of these ids is written after `play`; `undo` and `redo` are for journals."""


@frozen
class HiddenCard:
    """A card was drawn, but which one is hidden (R10.2)."""


@frozen
class HiddenDonation:
    """A donation was made, but its amount is hidden (R10.2)."""


Notable = Action | HiddenCard | HiddenDonation
"""Everything that has a line in the notation."""
