"""The events of turns and rounds."""

from attrs import frozen

from livingstone.game.moves import ChanceEvent
from livingstone.values import Gems, Immutable, Space, Stones

__all__ = [
    "BoatMoved",
    "CardDrawn",
    "CardPlayed",
    "ChanceAwaited",
    "CoinsTaken",
    "DeckRenewed",
    "DieTaken",
    "Donated",
    "GemsSold",
    "MineCollapsed",
    "MoreDiceAllowed",
    "PointsScored",
    "RoundBegun",
    "StonesFound",
    "TentBuilt",
    "TentMoved",
    "TurnBegun",
    "TurnEnded",
    "TurnSkipped",
    "WhiteStoneFound",
]


@frozen
class ChanceAwaited(Immutable):
    """An outcome of chance is awaited, for the player in this seat."""

    seat: int
    """The seat for which it is awaited."""
    event: ChanceEvent
    """What is awaited."""


@frozen
class RoundBegun(Immutable):
    """The dice of a round were rolled (R2.1)."""

    boat: int
    """The column the round is played in."""
    seat: int
    """Who starts."""
    dice: tuple[int, ...]
    """What was rolled, ascending."""


@frozen
class TurnBegun(Immutable):
    """The turn passed on within a round (R2.2)."""

    seat: int
    """Who is to move."""


@frozen
class TurnSkipped(Immutable):
    """The turn passed over a player who cannot take a die (R2.4)."""

    seat: int
    """Who was skipped."""


@frozen
class DieTaken(Immutable):
    """A die was taken from the table (R2.3)."""

    seat: int
    """Who took it."""
    value: int
    """What it shows."""


@frozen
class CoinsTaken(Immutable):
    """Coins came from the bank, for a die (R4.2) or by a card (R6.9)."""

    seat: int
    """Who received them."""
    coins: int
    """How many; fewer than due if the bank held fewer (R1.7)."""


@frozen
class StonesFound(Immutable):
    """Stones came out of the bag (R4.6)."""

    seat: int
    """Who drew them."""
    stones: Stones
    """All stones of the draw."""
    kept: Gems
    """The gems that the player keeps; none if the white stone is among the stones."""


@frozen
class WhiteStoneFound(Immutable):
    """The white stone sent stones back into the bag (R4.7)."""

    seat: int
    """Who drew it."""
    coins: int
    """Paid for the gems just drawn, where the edition sells them; 0 elsewhere."""
    lost: Gems
    """Gems from earlier in the turn that the player had to give back, where the edition says so."""
    aside: Stones
    """What had lain aside."""


@frozen
class CardDrawn(Immutable):
    """A card came to a hand (R4.1)."""

    seat: int
    """Who drew it."""
    card: str | None
    """Its id; None for those who may not see it."""


@frozen
class MineCollapsed(Immutable):
    """A mine collapse sent all gems back into the bag (R6.11)."""

    seat: int
    """Who drew it."""
    card: str
    """Its id."""
    lost: tuple[Gems, ...]
    """The gems that each player lost, by seat."""


@frozen
class DeckRenewed(Immutable):
    """Played cards became part of the draw pile (R6.11, R4.1)."""

    cards: int
    """How many cards the draw pile has now."""


@frozen
class TentBuilt(Immutable):
    """A tent from the supply was set on the board (R4.4, R6.5)."""

    seat: int
    """Whose tent it is."""
    space: Space
    """Where it stands."""
    cost: int
    """Coins to the bank."""
    fees: tuple[int, ...]
    """Coins to the others, by seat."""
    cards: tuple[str, ...] = ()
    """The ids of cards played with it."""


@frozen
class TentMoved(Immutable):
    """A tent was moved from another space (R9.1)."""

    seat: int
    """Whose tent it is."""
    space: Space
    """Where it stands now."""
    source: Space
    """Where it stood."""
    cost: int
    """Coins to the bank."""
    fees: tuple[int, ...]
    """Coins to the others, by seat."""
    cards: tuple[str, ...] = ()
    """The ids of cards played with it."""


@frozen
class CardPlayed(Immutable):
    """A card was played by itself (R6); the events after it tell what it did."""

    seat: int
    """Who played it."""
    card: str
    """Its id."""


@frozen
class MoreDiceAllowed(Immutable):
    """A card allows more dice in this turn (R6.4)."""

    seat: int
    """To whom."""
    dice: int
    """How many more."""


@frozen
class PointsScored(Immutable):
    """A card brought points (R6.10)."""

    seat: int
    """Who scored them."""
    points: int
    """How many."""


@frozen
class BoatMoved(Immutable):
    """The boat moved, back by a card (R6.7) or on after a round (R2.5)."""

    source: int
    """The column it left."""
    column: int
    """The column it is in now."""


@frozen
class GemsSold(Immutable):
    """Gems were sold to the bank (R5.1) or at the market (R6.6)."""

    seat: int
    """Who sold them."""
    gems: Gems
    """How many of each colour."""
    coins: int
    """Received; fewer than due if the bank held fewer (R1.7)."""
    points: int = 0
    """Scored, at the market alone."""


@frozen
class Donated(Immutable):
    """Coins went into a treasure chest (R5.2)."""

    seat: int
    """Who donated."""
    coins: int | None
    """How many; None for those who may not know."""


@frozen
class TurnEnded(Immutable):
    """A player ended the turn (R3.1)."""

    seat: int
    """Whose turn it was."""
