"""The vocabulary of the notation, and the marks for what a reader may not know."""

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
"""The pattern of who acts: a player, whose seat is the first group."""
BARE: dict[str, DrawCard | TakeCoins | Dig | EndTurn] = {
    "card": DrawCard(),
    "coins": TakeCoins(),
    "dig": Dig(),
    "end": EndTurn(),
}
"""The moves that are written as a verb alone."""
VERBS = frozenset({*BARE, "take", "tent", "sell", "donate", "play", "undo", "redo"})
"""A card with one of these ids is written after `play`; the last two are those of journals."""


@frozen
class HiddenCard:
    """A card was drawn, but the reader may not know which (R10.2)."""


@frozen
class HiddenDonation:
    """A donation was made, but the reader may not know how much (R10.2)."""


Notable = Action | HiddenCard | HiddenDonation
"""Everything that has a line in the notation."""
