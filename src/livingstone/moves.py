"""What can be done in a game: the moves of players, the outcomes of chance, what is awaited.

Moves are equal by value; nothing here says whether one is legal. Seats count from 0, rows and
columns from 1. The converters leave values of wrong types as they are: these are refused as moves.
"""

from collections.abc import Iterable

from attrs import field, frozen

from livingstone.values import GemColour, Gems, Space, Stones

__all__ = [
    "Action",
    "BuildTent",
    "CardDraw",
    "CardRevealed",
    "ChanceEvent",
    "DiceRolled",
    "Dig",
    "Donate",
    "DonationRoll",
    "DrawCard",
    "EndTurn",
    "Move",
    "Outcome",
    "PlayCard",
    "RoundRoll",
    "SellGems",
    "StoneDraw",
    "StonesDrawn",
    "TakeCoins",
    "TakeDie",
]


def _sorted(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort the ids of cards."""
    if isinstance(cards, str):  # one id by mistake; its letters are no cards
        return cards  # type: ignore[return-value]
    try:
        return tuple(sorted(cards))
    except TypeError:
        return cards  # type: ignore[return-value]


def _space(value: Space | tuple[int, int] | None) -> Space | None:
    if type(value) is tuple and len(value) == len(Space._fields):
        return Space(*value)
    return value  # type: ignore[return-value]


def _gems(value: Gems | tuple[int, int, int] | None) -> Gems | None:
    if type(value) is tuple and len(value) == len(Gems._fields):
        return Gems(*value)
    return value  # type: ignore[return-value]


def _stones(value: Stones | tuple[int, int, int, int, int]) -> Stones:
    if type(value) is tuple and len(value) == len(Stones._fields):
        return Stones(*value)
    return value  # type: ignore[return-value]


@frozen
class TakeDie:
    """Take a die that shows this value from the table (R2.3)."""

    value: int
    """What the die shows."""


@frozen
class DrawCard:
    """Use the die to draw an action card (R4.1)."""


@frozen
class TakeCoins:
    """Use the die to take as many coins as it shows (R4.2)."""


@frozen
class Dig:
    """Use the die to draw as many stones as it shows (R4.3)."""


@frozen
class BuildTent:
    """Use the die to build a tent in the boat's column (R4.4).

    >>> BuildTent(4, cards=("no_cost_tent", "ignore_die")).cards
    ('ignore_die', 'no_cost_tent')
    """

    row: int
    """From 1."""
    cards: tuple[str, ...] = field(default=(), converter=_sorted)
    """Ids of the cards played with it, sorted: at most one with each effect of R6.1 and R6.2."""
    source: Space | None = field(default=None, converter=_space)
    """The space a tent is moved from, where none is left in the supply (R9.1)."""


@frozen
class PlayCard:
    """Play an action card from the hand (R6)."""

    card: str
    """Its id."""
    gems: Gems | None = field(default=None, converter=_gems)
    """The gems to sell, for the market alone (R6.6)."""
    space: Space | None = field(default=None, converter=_space)
    """Where the tent goes, for the second tent alone (R6.5)."""
    source: Space | None = field(default=None, converter=_space)
    """The space that tent is moved from, where none is left in the supply (R9.1)."""


@frozen
class SellGems:
    """Sell gems of one colour to the bank (R5.1)."""

    gem: GemColour
    """Their colour."""
    count: int
    """How many, from 1."""


@frozen
class Donate:
    """Put coins into the own treasure chest (R5.2)."""

    coins: int
    """How many, from 1."""


@frozen
class EndTurn:
    """End the turn (R3.1)."""


@frozen
class DiceRolled:
    """The dice of a round (R2.1) or of the donation roll (R9.2) show these values."""

    dice: tuple[int, ...]
    """Ascending."""


@frozen
class StonesDrawn:
    """These stones came out of the bag (R4.3)."""

    stones: Stones = field(converter=_stones)
    """All stones of the draw; a plain tuple of five numbers is converted."""


@frozen
class CardRevealed:
    """The card drawn is this one (R4.1)."""

    card: str
    """Its id."""


@frozen
class RoundRoll:
    """Awaited: the roll that begins a round (R2.1)."""

    count: int
    """How many dice are rolled."""


@frozen
class DonationRoll:
    """Awaited: the roll that decides who of two players donated enough (R9.2)."""

    count: int
    """How many dice are rolled."""


@frozen
class StoneDraw:
    """Awaited: the stones drawn from the bag (R4.3)."""

    count: int
    """How many are drawn; no more than the bag holds."""


@frozen
class CardDraw:
    """Awaited: the card drawn (R4.1)."""

    is_replacement: bool
    """Whether it replaces a mine collapse (R6.12)."""


Move = TakeDie | DrawCard | TakeCoins | Dig | BuildTent | PlayCard | SellGems | Donate | EndTurn
Outcome = DiceRolled | StonesDrawn | CardRevealed
Action = Move | Outcome
ChanceEvent = RoundRoll | DonationRoll | StoneDraw | CardDraw
