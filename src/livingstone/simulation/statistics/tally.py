"""Counting games as they are played, in whole numbers, so that their order does not matter.

Everything is counted by value, so a tally of a million games takes hardly more memory than one of
a thousand, and merging two tallies gives exactly the tally of all their games.
"""

import heapq
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Annotated, NamedTuple, Self

from attrs import Factory, define, fields

from livingstone.edition.structuring.limits import Between
from livingstone.simulation.games.batch import Batch, win_unit
from livingstone.simulation.games.rows import Failure, FailureNote, GameRow, Score, SeatRow
from livingstone.simulation.statistics.deals import GROUPS, Deals
from livingstone.support.arguments import SEED_LIMIT

__all__ = [
    "CardUse",
    "Duel",
    "FailedGame",
    "GameTally",
    "Majority",
    "Place",
    "SeatTally",
    "Tally",
]

MOST_FAILED_GAMES = 20
"""How many failed games are kept with their reasons; all of them are counted."""


class Place(NamedTuple):
    """A bot on a seat."""

    bot: str
    seat: int
    """From 0."""


class Majority(NamedTuple):
    """What a row of the board paid a seat in a game (R8.1)."""

    board_row: int
    """From 1."""
    points: int
    """0 if the seat did not have the majority."""


class CardUse(NamedTuple):
    """A card that a seat played in a game."""

    card: str
    """Its id."""
    times: int
    """How often the seat played it in the game."""


class Duel(NamedTuple):
    """A meeting of two bots in a game, seen from the side of the first."""

    group: int
    """The group of deals that the game belongs to, from 0 to `GROUPS` - 1."""
    bot: str
    other: str


class FailedGame(NamedTuple):
    """A game that a bot's failure ended."""

    seed: Annotated[int, Between(0, SEED_LIMIT - 1)]
    """The seed with which `new_game` began it."""
    game: int
    """Its number in the batch, from 0."""
    note: FailureNote
    """Which bot failed, and how."""


@define
class _Counters:
    """A class whose fields are all counters."""

    def merge(self, other: Self) -> None:
        """Add what another one of the same class has counted."""
        for field in fields(type(self)):
            counter: Counter[Hashable] = getattr(self, field.name)
            counter.update(getattr(other, field.name))


@define
class GameTally(_Counters):
    """Counts with one entry for each game that was played to its end."""

    winners: Counter[int] = Factory(Counter)
    """How many seats won."""
    rounds: Counter[int] = Factory(Counter)
    moves: Counter[int] = Factory(Counter)
    """Moves of all players."""


@define
class SeatTally(_Counters):
    """Counts with one entry for each game of a bot on a seat.

    Only `unfinished` and `failures` are about games that a bot's failure ended. A share is the
    part of the win that the seat had, in parts of `Tally.unit`. Rates are not estimated from these
    counts but from `Tally.deals`.
    """

    shares: Counter[int] = Factory(Counter)
    unfinished: Counter[int] = Factory(Counter)
    """Shares in games that a failure ended, of this bot or another."""
    failures: Counter[Failure] = Factory(Counter)
    """How this bot failed."""
    ranks: Counter[int] = Factory(Counter)
    points: Counter[int] = Factory(Counter)
    columns: Counter[int] = Factory(Counter)
    """Points for tents in scored columns (R7.1)."""
    market: Counter[int] = Factory(Counter)
    """Points for gems sold by cards (R6.6)."""
    cards: Counter[int] = Factory(Counter)
    """Points of all other cards played (R6.10)."""
    gems: Counter[int] = Factory(Counter)
    """Points for gems kept (R8.2)."""
    hand: Counter[int] = Factory(Counter)
    """Points of cards kept (R8.3)."""
    tents: Counter[int] = Factory(Counter)
    """Tents on the board at the end."""
    donated: Counter[int] = Factory(Counter)
    """Coins donated."""
    majorities: Counter[Majority] = Factory(Counter)
    """With one entry for each row of the board in each game."""
    card_uses: Counter[CardUse] = Factory(Counter)
    """With one entry for each card that was played in each game."""

    def add(self, row: SeatRow, score: Score, share: int) -> None:
        """Count a game that was played to its end."""
        self.shares[share] += 1
        self.ranks[row.rank] += 1
        self.points[score.points] += 1
        self.columns[score.columns] += 1
        self.market[score.market] += 1
        self.cards[score.cards] += 1
        self.gems[score.gems] += 1
        self.hand[score.hand] += 1
        self.tents[score.tents] += 1
        self.donated[score.donated] += 1
        for board_row, points in enumerate(score.majorities, 1):
            self.majorities[Majority(board_row, points)] += 1
        for card, times in Counter(row.played).items():
            self.card_uses[CardUse(card, times)] += 1


@define
class Tally:
    """The counts of a batch of games."""

    players: int
    """How many play in each game."""
    games_per_deal: int
    """How often each deal is played."""
    games: GameTally = Factory(GameTally)
    seats: dict[Place, SeatTally] = Factory(dict)
    """By bot and seat."""
    deals: Deals = Factory(lambda self: Deals(self.games_per_deal), takes_self=True)
    """The shares of wins deal by deal, from which they are estimated."""
    duels: Counter[Duel] = Factory(Counter)
    """Half points of bots against each other: 2 for a better rank, 1 for the same. In a game that a
    bot's failure ended, only that bot has duels, and has lost them."""
    failed_games: list[FailedGame] = Factory(list)
    """The failed games with the lowest numbers, `MOST_FAILED_GAMES` at most."""

    @classmethod
    def of(cls, batch: Batch) -> Self:
        """Begin to count the games of a batch."""
        return cls(len(batch.lineup), batch.games_per_deal)

    @property
    def unit(self) -> int:
        """How many parts a win has; each of two winners has half of them."""
        return win_unit(self.players)

    def add(self, row: GameRow, deal: int) -> None:
        """Count a game of the deal with this number, from 0."""
        winners = sum(seat.won for seat in row.seats)
        share = self.unit // winners if winners else 0
        for seat, told in enumerate(row.seats):
            own = self._of(Place(told.bot, seat))
            own_share = share if told.won else 0
            if told.score is None:
                own.unfinished[own_share] += 1
            else:
                own.add(told, told.score, own_share)
        if row.note is None:
            self.games.winners[winners] += 1
            self.games.rounds[row.rounds] += 1
            self.games.moves[row.moves] += 1
        else:
            self.seats[Place(row.note.bot, row.note.seat)].failures[row.note.kind] += 1
            self.failed_games = _first(
                [*self.failed_games, FailedGame(row.seed, row.game, row.note)]
            )
        self.deals.add(row, deal, self.unit)
        self._add_duels(row, deal % GROUPS)

    def _of(self, place: Place) -> SeatTally:
        """Give the counts of a bot on a seat, which are made when they are first asked for."""
        if place not in self.seats:
            self.seats[place] = SeatTally()
        return self.seats[place]

    def _add_duels(self, row: GameRow, group: int) -> None:
        for seat, one in enumerate(row.seats):
            for other_seat, other in enumerate(row.seats):
                is_decided = row.note is None or row.note.seat in (seat, other_seat)
                if one.bot != other.bot and is_decided and one.rank <= other.rank:
                    half_points = 2 if one.rank < other.rank else 1
                    self.duels[Duel(group, one.bot, other.bot)] += half_points

    def merge(self, other: "Tally") -> None:
        """Add the counts of another tally, of games with the same number of players."""
        assert self.players == other.players
        self.games.merge(other.games)
        for place, seat in other.seats.items():
            self._of(place).merge(seat)
        self.deals.merge(other.deals)
        self.duels.update(other.duels)
        self.failed_games = _first([*self.failed_games, *other.failed_games])


def _first(games: Iterable[FailedGame]) -> list[FailedGame]:
    """Keep the games with the lowest numbers, sorted, whatever the order of counting was."""
    return heapq.nsmallest(
        MOST_FAILED_GAMES, games, key=lambda failed: (failed.game, failed.seed, str(failed.note))
    )
