"""The moves of players, the outcomes of chance, and the events that chance has to decide.

Moves are equal by value, and can be made whether legal or not. Seats count from 0,
rows and columns from 1. Whole numbers of other types, such as those of numpy, become plain `int`s.
"""

from collections.abc import Iterable
from typing import SupportsIndex

from attrs import field, fields, frozen
from attrs.converters import optional

from livingstone.support.arguments import as_int
from livingstone.support.limits import OPTIONAL
from livingstone.values import GemColour, Gems, Space, Stones


def _ints(values: Iterable[SupportsIndex]) -> tuple[int, ...]:
    return tuple(map(as_int, values))


def _ids(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards))


def _listed(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(cards)


def _space(value: tuple[SupportsIndex, SupportsIndex] | None) -> Space | None:
    return None if value is None else Space(*map(as_int, value))


def _gems(value: tuple[SupportsIndex, SupportsIndex, SupportsIndex] | None) -> Gems | None:
    return None if value is None else Gems(*map(as_int, value))


def _stones(value: Iterable[SupportsIndex]) -> Stones:
    return Stones(*map(as_int, value))


@frozen
class TakeDie:
    """Take a die with this value, from 1, from the table (R2.3)."""

    value: int = field(converter=as_int)
    """The number on the die, from 1."""


@frozen
class DrawCard:
    """Use the die to draw an action card (R4.1)."""


@frozen
class TakeCoins:
    """Use the die to take that many coins (R4.2)."""


@frozen
class Dig:
    """Use the die to draw that many stones from the bag (R4.3)."""


@frozen
class BuildTent:
    """Use the die to build a tent in the boat's column (R4.4).

    >>> BuildTent(4, cards=("no_cost_tent", "ignore_die")).cards
    ('ignore_die', 'no_cost_tent')
    """

    row: int = field(converter=as_int)
    """The row of the space, from 1 at the river."""
    cards: tuple[str, ...] = field(default=(), converter=_ids)
    """Ids of the cards played with it (R6.1, R6.2), at most one of each effect; kept sorted."""
    source: Space | None = field(default=None, converter=_space)
    """The space that the tent is moved from (R9.1); None for a tent from the supply."""


@frozen(repr=False)
class PlayCard:
    """Play an action card from the hand (R6), named by its id.

    >>> PlayCard("toll", seat=1, amount=3)
    PlayCard(card='toll', gems=None, space=None, source=None, seat=1, amount=3)
    """

    card: str
    """The id of the card."""
    gems: Gems | None = field(default=None, converter=_gems)
    """The gems to sell; of the shipped cards, for the market only (R6.6)."""
    space: Space | None = field(default=None, converter=_space)
    """The space for the tent; of the shipped cards, for the second tent only (R6.5)."""
    source: Space | None = field(default=None, converter=_space)
    """The space that the tent is moved from (R9.1); None for a tent from the supply."""
    seat: int | None = field(default=None, converter=optional(as_int), metadata=OPTIONAL)
    """The chosen player. Only own cards use this field and the next two."""
    amount: int | None = field(default=None, converter=optional(as_int), metadata=OPTIONAL)
    """The chosen number, from 0."""
    cards: tuple[str, ...] = field(default=(), converter=_ids, metadata=OPTIONAL)
    """Ids of the cards with the effects of R6.1 and R6.2 that are played with it; kept sorted."""

    def __repr__(self) -> str:
        """Show the choices; leave out unset ones that only own cards have."""
        return _shown(self, always=("card", "gems", "space", "source"))


def _shown(move: "PlayCard | Choose", always: tuple[str, ...] = ()) -> str:
    """Show a move with some of its fields `always`, and with the others that are set."""
    values = {part.name: getattr(move, part.name) for part in fields(type(move))}
    made = [name for name in values if name in always or values[name] not in (None, ())]
    return f"{type(move).__name__}({', '.join(f'{name}={values[name]!r}' for name in made)})"


@frozen
class SellGems:
    """Sell gems of one colour, at least 1, to the bank (R5.1)."""

    gem: GemColour
    """The colour: `clear`, `blue` or `red`."""
    count: int = field(converter=as_int)
    """How many gems of this colour, from 1."""


@frozen
class Donate:
    """Put coins, at least 1, into one's own treasure chest (R5.2)."""

    coins: int = field(converter=as_int)
    """How many coins, from 1."""


@frozen
class EndTurn:
    """End the turn (R3.1)."""


@frozen(repr=False)
class Choose:
    """Choose one of the options of an own card that waits for it (R6).

    >>> Choose(cards=["lion"]), Choose(amount=5), Choose()
    (Choose(cards=('lion',)), Choose(amount=5), Choose())
    """

    gems: Gems | None = field(default=None, converter=_gems, metadata=OPTIONAL)
    """The chosen gems."""
    space: Space | None = field(default=None, converter=_space, metadata=OPTIONAL)
    """The chosen space."""
    source: Space | None = field(default=None, converter=_space, metadata=OPTIONAL)
    """The chosen space that a tent is moved from."""
    seat: int | None = field(default=None, converter=optional(as_int), metadata=OPTIONAL)
    """The chosen player."""
    amount: int | None = field(default=None, converter=optional(as_int), metadata=OPTIONAL)
    """The chosen number, from 0."""
    cards: tuple[str, ...] = field(default=(), converter=_ids, metadata=OPTIONAL)
    """Ids of the chosen cards; kept sorted."""

    def __repr__(self) -> str:
        """Show what is chosen."""
        return _shown(self)


@frozen
class DiceRolled:
    """The dice of a round (R2.1), of the donation roll (R9.2) or of a card (R6)."""

    dice: tuple[int, ...] = field(converter=_ints)
    """Their values; `apply` accepts only ascending ones."""


@frozen
class StonesDrawn:
    """All stones that came out of the bag (R4.3)."""

    stones: Stones = field(converter=_stones)
    """How many of each colour."""


@frozen
class CardRevealed:
    """The card that was drawn (R4.1), by its id."""

    card: str
    """The id of the card."""


@frozen
class CardsShown:
    """Cards that an own card shows to one player (R6), by default the player to move.

    A card that is drawn from a hand is also seen by the owner of the hand.
    """

    cards: tuple[str, ...] = field(converter=_listed)
    """The ids of a hand, sorted, or of the top of the draw pile, the first to draw first, or of the
    one card that is drawn from a hand."""


@frozen
class RoundRoll:
    """The roll of `count` dice at the beginning of a round is due (R2.1)."""

    count: int
    """How many dice."""


@frozen
class DonationRoll:
    """The roll of `count` dice for the donations of two players is due (R9.2)."""

    count: int
    """How many dice."""


@frozen
class StoneDraw:
    """A draw of `count` stones from the bag, which holds as many, is due (R4.3)."""

    count: int
    """How many stones."""


@frozen
class CardDraw:
    """A card is to be revealed (R4.1)."""

    is_replacement: bool
    """Whether it replaces a mine collapse (R6.12)."""


@frozen
class CardRoll:
    """A roll of `count` dice for the card in play is due (R6). Only own cards roll dice."""

    count: int
    """How many dice."""
    sides: int | None = None
    """The highest value of a die; None for that of the board."""


@frozen
class CardLook:
    """A look at a hand, or at the top of the draw pile, is due (R6). Only own cards show cards."""

    owner: int | None = None
    """The seat whose hand is shown; None for the draw pile."""
    count: int = 1
    """How many cards of the draw pile are shown."""
    seat: int | None = field(default=None, metadata=OPTIONAL)
    """The player who looks; None for the player to move."""

    def looker(self, turn: int) -> int:
        """Return the seat that sees the cards; `turn` is the player to move."""
        return turn if self.seat is None else self.seat


@frozen
class HandDraw:
    """A draw of a card at random from a hand is due (R6). Only own cards draw from hands.

    The player to move and the owner of the hand see the card, which stays in the hand until the
    effect of the card in play does something with it.
    """

    owner: int
    """The seat whose hand it is."""


_WithDie = TakeDie | DrawCard | TakeCoins | Dig | BuildTent
_Free = PlayCard | Choose | SellGems | Donate | EndTurn
Move = _WithDie | _Free
Outcome = DiceRolled | StonesDrawn | CardRevealed | CardsShown
Action = Move | Outcome
ChanceEvent = RoundRoll | DonationRoll | StoneDraw | CardDraw | CardRoll | CardLook | HandDraw


@frozen
class CardChoice:
    """A player has to choose for the card in play (R6). Only own cards let players choose."""

    seat: int
    """The player who chooses, and who is the player to move meanwhile."""
    turn: int
    """The player of the card, whose turn it is and who is to move again afterwards."""
    is_secret: bool = False
    """Whether no other player is told what was chosen."""
    event: ChanceEvent | None = None
    """The event of chance whose outcome came before; None if the card awaited none."""
    outcome: Outcome | None = None
    """The outcome of that event; None for those who may not see it, too."""


Awaited = ChanceEvent | CardChoice
