"""The moves of players, the outcomes of chance, and the events of chance that are awaited.

Moves are equal by value; whether one is legal is decided elsewhere. Seats count from 0, rows and
columns from 1. Whole numbers of every type become plain `int`s. A value of any other wrong type
makes a move that is refused.
"""

from collections.abc import Iterable
from typing import TypeVar

from attrs import field, frozen

from livingstone.errors import shown
from livingstone.support.arguments import plain_int
from livingstone.values import GemColour, Gems, Immutable, Space, Stones

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


_Named = TypeVar("_Named", Space, Gems, Stones)


class WrongType:
    """A value of a wrong type, kept so that the move can be shown and refused.

    It is equal to nothing but itself. So `Donate(2.0)` is not equal to the legal `Donate(2)`,
    although the numbers are.
    """

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        """Keep the value that was given."""
        self.value = value

    def __repr__(self) -> str:
        """Show the value, cut short."""
        return shown(self.value)


def _int(value: int) -> int:
    number = plain_int(value)
    return number if number is not None else WrongType(value)  # type: ignore[return-value]


def _text(value: str) -> str:
    return value if type(value) is str else WrongType(value)  # type: ignore[return-value]


def _colour(value: GemColour) -> GemColour:
    return value if type(value) is str else WrongType(value)  # type: ignore[return-value]


def _ints(values: tuple[int, ...]) -> tuple[int, ...]:
    """Convert a tuple of whole numbers, which may be a named tuple."""
    if isinstance(values, tuple):
        numbers = [plain_int(value) for value in values]
        if None not in numbers:
            return tuple(numbers)  # type: ignore[arg-type]
    return WrongType(values)  # type: ignore[return-value]


def _sorted(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort the ids of cards; one text alone is a wrong type, since its letters are not ids."""
    try:
        ids = None if isinstance(cards, str) else [_text(card) for card in cards]
    except TypeError:
        ids = None
    if ids is not None and all(type(id) is str for id in ids):
        return tuple(sorted(ids))
    return tuple(ids or ()) if type(cards) is tuple else WrongType(cards)  # type: ignore[return-value]


def _space(value: Space | tuple[int, int] | None) -> Space | None:
    return value if value is None else _named(Space, value)


def _gems(value: Gems | tuple[int, int, int] | None) -> Gems | None:
    return value if value is None else _named(Gems, value)


def _stones(value: Stones | tuple[int, int, int, int, int]) -> Stones:
    return _named(Stones, value)


def _named(wanted: type[_Named], value: tuple[int, ...]) -> _Named:
    """Convert a tuple of whole numbers to a named tuple of the same length."""
    if type(value) in (wanted, tuple) and len(value) == len(wanted._fields):
        numbers = [plain_int(number) for number in value]
        if None not in numbers:
            return wanted._make(numbers)
    return WrongType(value)  # type: ignore[return-value]


@frozen
class TakeDie(Immutable):
    """Take a die that shows this value from the table (R2.3)."""

    value: int = field(converter=_int)
    """What the die shows."""


@frozen
class DrawCard(Immutable):
    """Use the die to draw an action card (R4.1)."""


@frozen
class TakeCoins(Immutable):
    """Use the die to take as many coins as it shows (R4.2)."""


@frozen
class Dig(Immutable):
    """Use the die to draw as many stones as it shows (R4.3)."""


@frozen
class BuildTent(Immutable):
    """Use the die to build a tent in the boat's column (R4.4).

    >>> BuildTent(4, cards=("no_cost_tent", "ignore_die")).cards
    ('ignore_die', 'no_cost_tent')
    """

    row: int = field(converter=_int)
    """From 1."""
    cards: tuple[str, ...] = field(default=(), converter=_sorted)
    """Ids of the cards played with it, sorted: at most one with each effect of R6.1 and R6.2."""
    source: Space | None = field(default=None, converter=_space)
    """The space that the tent is moved from (R9.1); None for a tent from the supply."""


@frozen
class PlayCard(Immutable):
    """Play an action card from the hand (R6)."""

    card: str = field(converter=_text)
    """Its id."""
    gems: Gems | None = field(default=None, converter=_gems)
    """The gems to sell, for the market alone (R6.6)."""
    space: Space | None = field(default=None, converter=_space)
    """Where the tent goes, for the second tent alone (R6.5)."""
    source: Space | None = field(default=None, converter=_space)
    """The space that the tent is moved from (R9.1); None for a tent from the supply."""


@frozen
class SellGems(Immutable):
    """Sell gems of one colour to the bank (R5.1)."""

    gem: GemColour = field(converter=_colour)
    """The colour."""
    count: int = field(converter=_int)
    """How many, from 1."""


@frozen
class Donate(Immutable):
    """Put coins into one's own treasure chest (R5.2)."""

    coins: int = field(converter=_int)
    """How many, from 1."""


@frozen
class EndTurn(Immutable):
    """End the turn (R3.1)."""


@frozen
class DiceRolled(Immutable):
    """The dice of a round (R2.1) or of the donation roll (R9.2) show these values."""

    dice: tuple[int, ...] = field(converter=_ints)
    """The values, ascending; they are not sorted here, and `apply` refuses any other order."""


@frozen
class StonesDrawn(Immutable):
    """These stones came out of the bag (R4.3)."""

    stones: Stones = field(converter=_stones)
    """All stones of the draw; a plain tuple of five numbers is converted."""


@frozen
class CardRevealed(Immutable):
    """The card drawn is this one (R4.1)."""

    card: str = field(converter=_text)
    """Its id."""


@frozen
class RoundRoll(Immutable):
    """The roll that begins a round is awaited (R2.1)."""

    count: int
    """How many dice are rolled."""


@frozen
class DonationRoll(Immutable):
    """The roll that decides which of two players donated enough is awaited (R9.2)."""

    count: int
    """How many dice are rolled."""


@frozen
class StoneDraw(Immutable):
    """Stones drawn from the bag are awaited (R4.3)."""

    count: int
    """How many are drawn; no more than the bag holds."""


@frozen
class CardDraw(Immutable):
    """A card drawn is awaited (R4.1)."""

    is_replacement: bool
    """Whether it replaces a mine collapse (R6.12)."""


Move = TakeDie | DrawCard | TakeCoins | Dig | BuildTent | PlayCard | SellGems | Donate | EndTurn
Outcome = DiceRolled | StonesDrawn | CardRevealed
Action = Move | Outcome
ChanceEvent = RoundRoll | DonationRoll | StoneDraw | CardDraw
