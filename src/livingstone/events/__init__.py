"""Events: one for every change of a state that a front end may show, and what each seat may see.

Events are frozen, equal by value, and hold no state. Seats count from 0, rows and columns from 1;
`seat` is the player who acted, and a tuple "by seat" has one entry for each player.
`livingstone.events.transitions` makes them.
"""

from attrs import evolve, frozen

from livingstone.game.moves import ChanceEvent
from livingstone.support.arguments import whole
from livingstone.values import Gems, Space, Stones


@frozen
class ChanceAwaited:
    """An outcome of chance is awaited."""

    seat: int
    """The player whose action or turn causes it."""
    event: ChanceEvent
    """The awaited event of chance."""


@frozen
class RoundBegun:
    """The dice of a round were rolled (R2.1)."""

    boat: int
    """The column the round is played in."""
    seat: int
    """Who starts."""
    dice: tuple[int, ...]
    """The dice rolled, ascending."""


@frozen
class TurnBegun:
    """The next turn of a round began (R2.2)."""

    seat: int


@frozen
class TurnSkipped:
    """A player who cannot take a die was skipped (R2.4)."""

    seat: int


@frozen
class DieTaken:
    """A die was taken from the table (R2.3)."""

    seat: int
    value: int
    """The number it shows."""


@frozen
class CoinsTaken:
    """A player took coins from the bank, for a die (R4.2) or by a card (R6.9)."""

    seat: int
    coins: int
    """The number; less than is due if the bank ran out (R1.7)."""


@frozen
class StonesFound:
    """A player drew stones from the bag (R4.6)."""

    seat: int
    stones: Stones
    """All stones of the draw."""
    kept: Gems
    """The gems that the player keeps: none if the white stone was drawn."""


@frozen
class WhiteStoneFound:
    """The white stone sent stones back into the bag (R4.7)."""

    seat: int
    coins: int
    """Paid for the gems just drawn; 0 in editions that do not sell them."""
    lost: Gems
    """Gems from earlier in the turn that the player gave back, in editions that say so."""
    aside: Stones
    """The stones that were aside."""


@frozen
class CardDrawn:
    """A player drew a card (R4.1)."""

    seat: int
    card: str | None
    """Its id; None if it is hidden."""


@frozen
class MineCollapsed:
    """A mine collapse put all gems back into the bag (R6.11)."""

    seat: int
    card: str
    """Its id."""
    lost: tuple[Gems, ...]
    """The gems that each player lost, by seat."""


@frozen
class DeckRenewed:
    """Played cards were shuffled into the draw pile (R6.11, R4.1)."""

    cards: int
    """The size of the draw pile now."""


@frozen
class TentBuilt:
    """A player built a tent from the supply (R4.4, R6.5)."""

    seat: int
    space: Space
    """The space of the tent."""
    cost: int
    """Coins paid to the bank."""
    fees: tuple[int, ...]
    """Coins paid to each player, by seat."""
    cards: tuple[str, ...] = ()
    """The ids of cards played with it."""


@frozen
class TentMoved:
    """A player moved a tent from another space (R9.1)."""

    seat: int
    space: Space
    """The new space of the tent."""
    source: Space
    """The old space of the tent."""
    cost: int
    """Coins paid to the bank."""
    fees: tuple[int, ...]
    """Coins paid to each player, by seat."""
    cards: tuple[str, ...] = ()
    """The ids of cards played with it."""


@frozen
class CardPlayed:
    """A card was played by itself (R6); the events after it show its effect."""

    seat: int
    card: str
    """Its id."""


@frozen
class MoreDiceAllowed:
    """A card let a player take more dice in this turn (R6.4)."""

    seat: int
    dice: int
    """The number of additional dice."""


@frozen
class PointsScored:
    """A card scored points (R6.10)."""

    seat: int
    points: int
    """The number."""


@frozen
class CardGave:
    """A card gave a player coins or gems, from other players, the bank or the bag (R6)."""

    seat: int
    coins: int
    """The number."""
    gems: Gems
    """The number of each colour."""


@frozen
class CardTook:
    """A card took coins, gems or points from a player (R6)."""

    seat: int
    coins: int
    """The number."""
    gems: Gems
    """The number of each colour."""
    points: int
    """The number."""


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
    """A card put a tent back into the supply of its owner (R6)."""

    seat: int
    space: Space
    """Where it was."""


@frozen
class DiceChanged:
    """A card changed the dice on the table (R6)."""

    dice: tuple[int, ...]
    """What is on the table now, ascending."""


@frozen
class BoatMoved:
    """The boat moved, back by a card (R6.7) or ahead after a round (R2.5)."""

    source: int
    """The column it left."""
    column: int
    """The column it is in now."""


@frozen
class GemsSold:
    """A player sold gems to the bank (R5.1) or at the market (R6.6)."""

    seat: int
    gems: Gems
    """The number of each colour."""
    coins: int
    """Received; less than is due if the bank ran out (R1.7)."""
    points: int = 0
    """Scored; only the market gives any."""


@frozen
class Donated:
    """A player donated coins (R5.2)."""

    seat: int
    coins: int | None
    """The number; None if it is hidden."""


@frozen
class TurnEnded:
    """A player ended the turn (R3.1)."""

    seat: int


@frozen
class ColumnScored:
    """The boat's column was scored (R7.1)."""

    column: int
    """From 1."""
    points: tuple[int, ...]
    """By seat."""


@frozen
class RowScored:
    """A row's majority was scored (R8.1)."""

    row: int
    """From 1."""
    points: tuple[int, ...]
    """By seat."""


@frozen
class GemsCounted:
    """The gems held at the end were counted (R8.2)."""

    points: tuple[int, ...]
    """By seat."""


@frozen
class CardsCounted:
    """The hands were opened, and the point cards in them were counted (R8.3)."""

    points: tuple[int, ...]
    """By seat."""
    hands: tuple[tuple[str, ...], ...]
    """The ids of the cards that each player held, by seat."""


@frozen
class DonationsRevealed:
    """The treasure chests were opened (R10.4)."""

    coins: tuple[int, ...]
    """By seat."""


@frozen
class ThresholdRolled:
    """The donation roll decided what two players had to donate (R9.2)."""

    dice: tuple[int, ...]
    """The dice rolled, ascending."""
    threshold: int
    """Their sum."""


@frozen
class PlayersOut:
    """Players are out because they donated too little (R8.4, R9.2)."""

    seats: tuple[int, ...]
    """Ascending; empty if everybody donated enough."""


@frozen
class GameOver:
    """The game ended (R8.5)."""

    winners: tuple[int, ...]
    """Their seats; empty if everybody is out."""


_Begun = ChanceAwaited | RoundBegun | TurnBegun | TurnSkipped | DieTaken
_Found = CoinsTaken | StonesFound | WhiteStoneFound | CardDrawn | MineCollapsed | DeckRenewed
_Built = TentBuilt | TentMoved
_ByCard = CardPlayed | MoreDiceAllowed | PointsScored | CardGave | CardTook
_Changed = HandChanged | TentRemoved | DiceChanged | BoatMoved
_Paid = GemsSold | Donated | TurnEnded
_Scored = ColumnScored | RowScored | GemsCounted | CardsCounted
_Ended = DonationsRevealed | ThresholdRolled | PlayersOut | GameOver
Event = _Begun | _Found | _Built | _ByCard | _Changed | _Paid | _Scored | _Ended


def visible(event: Event, seat: int | None) -> Event:
    """Hide what a seat may not see of an event; None is a spectator (R10.1, R10.2).

    >>> visible(CardDrawn(seat=1, card="lion"), 0)
    CardDrawn(seat=1, card=None)
    >>> visible(Donated(seat=1, coins=3), 1)
    Donated(seat=1, coins=3)

    Raises `ArgumentError` for a seat below 0.
    """
    observer = None if seat is None else whole("seat", seat, 0)
    if isinstance(event, CardDrawn) and event.seat != observer:
        return evolve(event, card=None)
    if isinstance(event, Donated) and event.seat != observer:
        return evolve(event, coins=None)
    return event
