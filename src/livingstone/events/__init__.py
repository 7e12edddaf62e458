"""Events: one for every change of a state that a front end may show, and what each seat may see.

Events are frozen, equal by value, and hold no state. Seats count from 0, rows and columns from 1;
`seat` is the player who acted, and cards are told by their ids. Tuples of points, `fees`, hands,
lost gems and donated coins have an entry for each seat; dice ascend. A `cost` is paid to the bank,
and `fees` to players. The bank pays no more coins than it has (R1.7); what is hidden is None.
`play` and `opening` make them.
"""

import typing

from attrs import evolve, frozen

from livingstone.game.moves import ChanceEvent
from livingstone.support import naming
from livingstone.support.arguments import need, whole
from livingstone.values import Gems, Space, Stones

if typing.TYPE_CHECKING:
    from livingstone.events.transitions import Transition as Transition
    from livingstone.events.transitions import opening as opening
    from livingstone.events.transitions import play as play


@frozen
class ChanceAwaited:
    """An outcome of chance is awaited."""

    seat: int
    """The player whose action or turn causes it."""
    event: ChanceEvent


@frozen
class RoundBegun:
    """The dice of a round in a column were rolled; `seat` begins (R2.1)."""

    boat: int
    seat: int
    dice: tuple[int, ...]


@frozen
class TurnBegun:
    """The next turn of a round began (R2.2)."""

    seat: int


@frozen
class TurnSkipped:
    """A player who cannot take a die was skipped (R2.4)."""

    seat: int


@frozen
class DiceThrown:
    """A player rolled dice for a card (R6)."""

    seat: int
    dice: tuple[int, ...]


@frozen
class CardsSeen:
    """A player looked at a hand, or at the top of the draw pile (`owner` None), by a card (R6)."""

    seat: int
    owner: int | None
    cards: tuple[str, ...] | None


@frozen
class DieTaken:
    """A die was taken from the table (R2.3)."""

    seat: int
    value: int


@frozen
class CoinsTaken:
    """A player took coins from the bank, for a die (R4.2) or by a card (R6.9)."""

    seat: int
    coins: int


@frozen
class StonesFound:
    """A player drew stones from the bag (R4.6)."""

    seat: int
    stones: Stones
    kept: Gems
    """The gems that the player keeps: none if the white stone was drawn."""


@frozen
class WhiteStoneFound:
    """The white stone sent stones back into the bag, those aside too (R4.7)."""

    seat: int
    coins: int
    """Paid for the gems just drawn; 0 in editions that do not sell them."""
    lost: Gems
    """Gems from earlier in the turn that the player gave back, in editions that say so."""
    aside: Stones


@frozen
class CardDrawn:
    """A player drew a card (R4.1)."""

    seat: int
    card: str | None


@frozen
class MineCollapsed:
    """A mine collapse put all gems back into the bag (R6.11)."""

    seat: int
    card: str
    lost: tuple[Gems, ...]


@frozen
class DeckRenewed:
    """Played cards went into the draw pile, which has that many cards now (R6.11, R4.1)."""

    cards: int


@frozen
class TentBuilt:
    """A player built a tent from the supply (R4.4, R6.5)."""

    seat: int
    space: Space
    cost: int
    fees: tuple[int, ...]
    cards: tuple[str, ...] = ()


@frozen
class TentMoved:
    """A player moved a tent from the space `source` (R9.1)."""

    seat: int
    space: Space
    source: Space
    cost: int
    fees: tuple[int, ...]
    cards: tuple[str, ...] = ()


@frozen
class CardPlayed:
    """A card was played by itself (R6); the events after it show its effect."""

    seat: int
    card: str


@frozen
class MoreDiceAllowed:
    """A card let a player take more dice in this turn (R6.4)."""

    seat: int
    dice: int


@frozen
class PointsScored:
    """A card scored points (R6.10)."""

    seat: int
    points: int


@frozen
class CardGave:
    """A card gave a player coins or gems, from other players, the bank or the bag (R6)."""

    seat: int
    coins: int
    gems: Gems


@frozen
class CardTook:
    """A card took coins, gems or points from a player (R6)."""

    seat: int
    coins: int
    gems: Gems
    points: int


@frozen
class HandChanged:
    """A card changed the number of cards that a player holds (R6)."""

    seat: int
    cards: int
    """How many are held now."""
    is_more: bool
    """Whether they are more than before."""


@frozen
class TentRemoved:
    """A card put a tent from a space back into the supply of its owner (R6)."""

    seat: int
    space: Space


@frozen
class DiceChanged:
    """A card changed the dice on the table (R6)."""

    dice: tuple[int, ...]


@frozen
class BoatMoved:
    """The boat moved, back by a card (R6.7) or ahead after a round (R2.5)."""

    source: int
    column: int


@frozen
class GemsSold:
    """A player sold gems to the bank (R5.1) or at the market (R6.6)."""

    seat: int
    gems: Gems
    coins: int
    points: int = 0
    """Scored; only the market gives any."""


@frozen
class Donated:
    """A player donated coins (R5.2)."""

    seat: int
    coins: int | None


@frozen
class TurnEnded:
    """A player ended the turn (R3.1)."""

    seat: int


@frozen
class ColumnScored:
    """The boat's column was scored (R7.1)."""

    column: int
    points: tuple[int, ...]


@frozen
class RowScored:
    """A row's majority was scored (R8.1)."""

    row: int
    points: tuple[int, ...]


@frozen
class GemsCounted:
    """The gems held at the end were counted (R8.2)."""

    points: tuple[int, ...]


@frozen
class CardsCounted:
    """The hands were opened, and the point cards in them were counted (R8.3)."""

    points: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]


@frozen
class DonationsRevealed:
    """The treasure chests were opened (R10.4)."""

    coins: tuple[int, ...]


@frozen
class ThresholdRolled:
    """The donation roll decided what two players had to donate: the sum of the dice (R9.2)."""

    dice: tuple[int, ...]
    threshold: int


@frozen
class PlayersOut:
    """Players, perhaps none, are out because they donated too little (R8.4, R9.2)."""

    seats: tuple[int, ...]


@frozen
class GameOver:
    """The game ended; nobody has won if everybody is out (R8.5)."""

    winners: tuple[int, ...]


_Begun = ChanceAwaited | RoundBegun | TurnBegun | TurnSkipped | DieTaken
_Found = CoinsTaken | StonesFound | WhiteStoneFound | CardDrawn | MineCollapsed | DeckRenewed
_Built = TentBuilt | TentMoved
_ByCard = CardPlayed | MoreDiceAllowed | PointsScored | CardGave | CardTook
_Changed = HandChanged | TentRemoved | DiceThrown | DiceChanged | BoatMoved | CardsSeen
_Paid = GemsSold | Donated | TurnEnded
_Scored = ColumnScored | RowScored | GemsCounted | CardsCounted
_Ended = DonationsRevealed | ThresholdRolled | PlayersOut | GameOver
Event = _Begun | _Found | _Built | _ByCard | _Changed | _Paid | _Scored | _Ended


def visible(event: "Event", seat: int | None) -> "Event":
    """Hide what a seat may not see of an event; None is a spectator (R10.1, R10.2).

    >>> visible(CardDrawn(seat=1, card="lion"), 0)
    CardDrawn(seat=1, card=None)
    >>> visible(Donated(seat=1, coins=3), 1)
    Donated(seat=1, coins=3)

    Raises `ArgumentError` for a seat below 0.
    """
    need("visible", event, "Event", *typing.get_args(Event))
    observer = None if seat is None else whole("seat", seat, 0)
    if isinstance(event, CardDrawn) and event.seat != observer:
        return evolve(event, card=None)
    if isinstance(event, CardsSeen) and event.seat != observer:
        return evolve(event, cards=None)
    if isinstance(event, Donated) and event.seat != observer:
        return evolve(event, coins=None)
    return event


_LATER = naming.modules_of({"transitions": "Transition opening play"})
__all__ = sorted(["Event", "visible", *(own.__name__ for own in typing.get_args(Event)), *_LATER])

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        return naming.load(globals(), _LATER, name)


def __dir__() -> list[str]:
    return __all__
