"""Estimate the points and coins of each player at the end, by public information."""

from functools import lru_cache
from math import ceil
from operator import mul

from attrs import frozen

from livingstone.game.state import Player, State
from livingstone.game.view import PlayerView, View
from livingstone.kernel.weights import Assumptions
from livingstone.players.win_chances import Rows, majority_points, paces
from livingstone.support.caching import cached_attribute
from livingstone.values import Space

Tents = tuple[tuple[int, ...], ...]
"""A player's tents by column, then by row."""


@frozen(slots=False, eq=False)
class Projection:
    """The expected points, coins and rounds of a running game; lists are by seat."""

    position: View | State
    assumptions: Assumptions

    @property
    def players(self) -> tuple[PlayerView | Player, ...]:
        """The players."""
        return self.position.players

    @cached_attribute
    def rounds_left(self) -> int:
        """Rounds after this one, if the boat does not go back (R2.7)."""
        return len(self.position.edition.board.columns) - self.position.boat

    @cached_attribute
    def time(self) -> float:
        """Rounds until the end; this one counts by its share of dice left (R2.5)."""
        position = self.position
        dice = position.edition.board.dice.per_player * len(position.players)
        return self.rounds_left + len(position.dice) / dice

    @cached_attribute
    def wealth(self) -> list[int]:
        """Coins in purse and chest and for all gems (R5.1)."""
        values = self.position.edition.board.gem_values
        return [player.funds + player.gems.worth(values) for player in self.players]

    @cached_attribute
    def paces(self) -> list[float]:
        """The coins that each player gains in a round."""
        board = self.position.edition.board
        elapsed = len(board.columns) - self.time
        return paces(self.wealth, board.start_coins, elapsed, self.assumptions)

    @cached_attribute
    def coins(self) -> list[float]:
        """The coins that each player can donate at the end."""
        time = self.time
        coins = [now + pace * time for now, pace in zip(self.wealth, self.paces, strict=True)]
        if self.rounds_left:
            return coins
        return [min(own, limit) for own, limit in zip(coins, self.limits, strict=True)]

    @cached_attribute
    def limits(self) -> list[int]:
        """The most that each player can donate in the last round (R10.2), with one more die."""
        sides = self.position.edition.board.dice.sides
        return [
            wealth + sides if self._gets_a_turn(seat, player) else _chest_limit(player)
            for seat, (player, wealth) in enumerate(zip(self.players, self.wealth, strict=True))
        ]

    def _gets_a_turn(self, seat: int, player: PlayerView | Player) -> bool:
        """Return whether a player is to move or can still take a die (R2.3, R2.4)."""
        dice = self.position.dice
        return seat == self.position.current_player or bool(dice and dice[-1] > player.last_die)

    @cached_attribute
    def _tents(self) -> list[tuple[tuple[int, ...], int]]:
        boat, values = self.position.boat, self.position.edition.board.row_values
        return [_count(player.tents, boat, values) for player in self.players]

    @cached_attribute
    def rows(self) -> Rows:
        """The number of tents by row, then by seat."""
        return tuple(zip(*[in_rows for in_rows, _ in self._tents], strict=True))

    @cached_attribute
    def tent_spread(self) -> float:
        """The spread of the tents in a row until the end; for whole rounds, so that caches work."""
        return self.assumptions.spreads(ceil(self.time))[0]

    @cached_attribute
    def points(self) -> list[float]:
        """The expected points of R7 and R8, without those for coins and cards."""
        each = self.position.edition.board.majorities
        majorities = majority_points(self.rows, each, self.tent_spread)
        return [
            player.points + player.gems.total + pending + for_majorities
            for player, (_, pending), for_majorities in zip(
                self.players, self._tents, majorities, strict=True
            )
        ]


def pending_points(tents: Tents, boat: int, row_values: tuple[int, ...]) -> int:
    """Sum the points of a player's tents in the boat's column and ahead (R6.7, R7.1)."""
    columns = [column for column in tents[boat - 1 :] if any(column)]
    return sum([sum(map(mul, column, row_values)) for column in columns])


def unscored(position: View | State, space: Space) -> int:
    """Return the points that a tent on a space is still to score (R6.7, R7.1)."""
    if space.column < position.boat:
        return 0
    return position.edition.board.rows[space.row - 1].value


@lru_cache(maxsize=1 << 14)
def _count(tents: Tents, boat: int, row_values: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Count a player's tents by row (R8.1), and the points they are still to score."""
    in_rows = tuple([sum(row) for row in zip(*tents, strict=True)])
    return in_rows, pending_points(tents, boat, row_values)


def _chest_limit(player: PlayerView | Player) -> int:
    """Return the most that a chest can hold, by public information (R10.2)."""
    return player.chest_limit if isinstance(player, Player) else player.chest_most
