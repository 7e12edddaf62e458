"""The result of a game: a `GameRow` with a `SeatRow` for each seat."""

from typing import Literal, get_args

from attrs import frozen

Failure = Literal["illegal", "crash", "late"]
"""How a bot failed: by an illegal move, by an error of its own, or by taking too long."""
FAILURES: tuple[Failure, ...] = get_args(Failure)


@frozen
class FailureNote:
    """Which bot failed in a game, and how."""

    seat: int
    """From 0."""
    bot: str
    """The name of the bot."""
    kind: Failure
    """How it failed."""
    reason: str
    """One line."""


@frozen
class Score:
    """The score of a seat in a game that was played to its end."""

    points: int
    """The final points (R8.6); without that rule, the sum of all sources below."""
    columns: int
    """Points for tents in scored columns (R7.1)."""
    market: int
    """Points for gems sold by cards (R6.6)."""
    cards: int
    """Points of all other cards played (R6.10)."""
    majorities: tuple[int, ...]
    """Points for the majority in each row, by row (R8.1)."""
    gems: int
    """Points for gems kept (R8.2)."""
    hand: int
    """Points of cards kept (R8.3)."""
    donated: int
    """Coins donated."""
    tents: int
    """Tents on the board at the end."""
    is_out: bool
    """Whether the seat was out for donating too little (R8.4, R9.2)."""


@frozen
class SeatRow:
    """The result of a seat in a game."""

    bot: str
    """The name of the bot that sat there."""
    won: bool
    """Whether the seat won, alone or with others."""
    rank: int
    """The rank, from 1; equals share one. A bot that failed has the last, all others the first."""
    played: tuple[str, ...]
    """Ids of the cards played, sorted, each as often as it was played."""
    score: Score | None
    """None if the game was not played to its end."""


@frozen
class GameRow:
    """The result of a game.

    If a bot fails, the game ends there: that bot has lost, the others share the win, and nothing
    is scored.
    """

    game: int
    """Its number in the batch, from 0."""
    seed: int
    """The seed with which `new_game` began it."""
    edition: str
    """The hash of the edition."""
    rounds: int
    """How many rounds were begun."""
    moves: int
    """How many moves all players made, without outcomes of chance."""
    threshold: int | None
    """What each of two players had to donate (R9.2); None for more players."""
    note: FailureNote | None
    """Which bot failed, and how; None if the game was played to its end."""
    seats: tuple[SeatRow, ...]
    """The results by seat."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none if all are out."""
        return tuple(seat for seat, row in enumerate(self.seats) if row.won)
