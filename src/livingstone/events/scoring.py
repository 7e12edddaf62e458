"""The events of scoring a column and of the end of the game."""

from attrs import frozen

from livingstone.values import Immutable

__all__ = [
    "CardsCounted",
    "ColumnScored",
    "DonationsRevealed",
    "GameOver",
    "GemsCounted",
    "PlayersOut",
    "RowScored",
    "ThresholdRolled",
]


@frozen
class ColumnScored(Immutable):
    """The boat's column was scored (R7.1)."""

    column: int
    """From 1."""
    points: tuple[int, ...]
    """By seat."""


@frozen
class RowScored(Immutable):
    """A row's majority was scored (R8.1)."""

    row: int
    """From 1."""
    points: tuple[int, ...]
    """By seat."""


@frozen
class GemsCounted(Immutable):
    """The gems held at the end were counted (R8.2)."""

    points: tuple[int, ...]
    """By seat."""


@frozen
class CardsCounted(Immutable):
    """The hands were opened, and the point cards in them were counted (R8.3)."""

    points: tuple[int, ...]
    """By seat."""
    hands: tuple[tuple[str, ...], ...]
    """The ids of the cards that each player held, by seat."""


@frozen
class DonationsRevealed(Immutable):
    """The treasure chests were opened (R10.4)."""

    coins: tuple[int, ...]
    """By seat."""


@frozen
class ThresholdRolled(Immutable):
    """The donation roll decided what each of two players had to donate (R9.2)."""

    dice: tuple[int, ...]
    """What was rolled, ascending."""
    threshold: int
    """Their sum."""


@frozen
class PlayersOut(Immutable):
    """Players are out because they donated too little (R8.4, R9.2)."""

    seats: tuple[int, ...]
    """Their seats, ascending; none if all donated enough."""


@frozen
class GameOver(Immutable):
    """The game ended (R8.5)."""

    winners: tuple[int, ...]
    """Seats; none if all are out."""
