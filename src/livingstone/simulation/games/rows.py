"""What is kept of each game: one row, the same whether just played or read from a file."""

from typing import Annotated, Literal, get_args

from attrs import frozen

from livingstone.arguments import SEED_LIMIT
from livingstone.structuring.limits import Between

__all__ = ["FAILURES", "Failure", "FailureNote", "GameRow", "Score", "SeatRow"]

Failure = Literal["illegal", "crash", "late"]
"""Why a bot lost before the end: by an illegal move, an error of its own, or by the clock."""
FAILURES: tuple[Failure, ...] = get_args(Failure)


@frozen
class FailureNote:
    """Which bot failed in a game, and how."""

    seat: int
    bot: str
    kind: Failure
    reason: str
    """One line."""


@frozen
class Score:
    """How a seat came out of a game that was played to its end."""

    points: int
    """The final ones (R8.6); without that rule the sum of all sources below."""
    columns: int
    """Points for tents in scored columns (R7.1)."""
    market: int
    """Points for gems sold by cards (R6.6)."""
    cards: int
    """Points of all other cards played (R6.10)."""
    majorities: tuple[int, ...]
    """Points for the most tents, by row (R8.1)."""
    gems: int
    """Points for gems kept (R8.2)."""
    hand: int
    """Points of cards kept (R8.3)."""
    donated: int
    """Coins."""
    tents: int
    """On the board."""
    is_out: bool
    """For donating too little (R8.4, R9.2)."""


@frozen
class SeatRow:
    """What is kept of a seat in a game."""

    bot: str
    won: bool
    """Alone or shared."""
    rank: int
    """From 1; equals share one. A bot that failed has the last, all others then share the first."""
    played: tuple[str, ...]
    """Ids of the cards played, sorted, each as often as it was played."""
    score: Score | None
    """None if the game was not played to its end."""


@frozen
class GameRow:
    """What is kept of a game.

    If a bot fails, the game ends there: that bot has lost, the others share the win, and there
    are no scores, since nothing was scored.
    """

    game: int
    """Its number in the batch, from 0."""
    seed: Annotated[int, Between(0, SEED_LIMIT - 1)]
    """The one that `new_game` began it with."""
    edition: str
    """The hash of the edition."""
    rounds: int
    moves: int
    """By all players, without chance."""
    threshold: int | None
    """What each of two players had to donate (R9.2)."""
    note: FailureNote | None
    seats: tuple[SeatRow, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none if all are out."""
        return tuple(seat for seat, row in enumerate(self.seats) if row.won)
