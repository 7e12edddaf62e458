"""What each player will have at the end of the game, as far as a position tells everybody."""

from functools import lru_cache
from math import ceil
from operator import mul

from attrs import frozen

from livingstone.game.state import Player, State
from livingstone.game.view import PlayerView, View
from livingstone.players.winning import Assumptions, Rows, majority_points, paces
from livingstone.support.caching import cached_attribute
from livingstone.values import Space

__all__ = ["Projection", "pending_points", "unscored"]

Tents = tuple[tuple[int, ...], ...]
"""A player's tents on each space: by column, then by row."""


@frozen(slots=False, eq=False)
class Projection:
    """Points, coins and time that a position of a game that is not over promises.

    All lists are by seat unless they say otherwise.
    """

    position: View | State
    funds: tuple[int, ...]
    """Coins in purse and chest together, which are public (R10.2)."""
    assumptions: Assumptions
    """About the rest of the game."""

    @classmethod
    def of_view(cls, view: View, assumptions: Assumptions) -> "Projection":
        """Project from what a seat sees."""
        return cls(view, tuple([player.funds for player in view.players]), assumptions)

    @classmethod
    def of_state(cls, state: State, assumptions: Assumptions) -> "Projection":
        """Project from a state."""
        funds = tuple([player.coins + player.chest for player in state.players])
        return cls(state, funds, assumptions)

    @property
    def players(self) -> tuple[PlayerView | Player, ...]:
        """What everybody knows of the players."""
        return self.position.players

    @cached_attribute
    def rounds_left(self) -> int:
        """Rounds after this one, if the boat does not go back (R2.7)."""
        return len(self.position.edition.board.columns) - self.position.boat

    @cached_attribute
    def time(self) -> float:
        """Rounds until the end; this one counts by the part of its dice that is left (R2.5)."""
        position = self.position
        dice = position.edition.board.dice.per_player * len(position.players)
        return self.rounds_left + len(position.dice) / dice

    @cached_attribute
    def wealth(self) -> list[int]:
        """Coins that each player could donate now, if all gems were sold to the bank (R5.1)."""
        values = self.position.edition.board.gem_values
        return [
            funds + player.gems.worth(values)
            for funds, player in zip(self.funds, self.players, strict=True)
        ]

    @cached_attribute
    def paces(self) -> list[float]:
        """Coins by which each player's wealth grows in a round."""
        board = self.position.edition.board
        elapsed = len(board.columns) - self.time
        return paces(self.wealth, board.start_coins, elapsed, self.assumptions)

    @cached_attribute
    def coins(self) -> list[float]:
        """The coins that each player will be able to donate at the end, by the pace of each."""
        time = self.time
        coins = [now + pace * time for now, pace in zip(self.wealth, self.paces, strict=True)]
        if self.rounds_left:
            return coins
        return [min(own, limit) for own, limit in zip(coins, self.limits, strict=True)]

    @cached_attribute
    def limits(self) -> list[int]:
        """About the most that each player can donate, in the last round.

        A player who gets no turn any more has no more than the chest can hold (R10.2); the others
        get one more die.
        """
        sides = self.position.edition.board.dice.sides
        return [
            wealth + sides if self._gets_a_turn(seat, player) else _chest_limit(player)
            for seat, (player, wealth) in enumerate(zip(self.players, self.wealth, strict=True))
        ]

    def _gets_a_turn(self, seat: int, player: PlayerView | Player) -> bool:
        """Tell whether a player is to move or can still take a die in this round (R2.3, R2.4)."""
        dice = self.position.dice
        return seat == self.position.current_player or bool(dice and dice[-1] > player.last_die)

    @cached_attribute
    def _tents(self) -> list[tuple[tuple[int, ...], int]]:
        """The tents of each player in each row, and their points that are still to be scored."""
        boat, values = self.position.boat, self.position.edition.board.row_values
        return [_count(player.tents, boat, values) for player in self.players]

    @cached_attribute
    def rows(self) -> Rows:
        """How many tents each player has in each row: by row, then by seat."""
        return tuple(zip(*[in_rows for in_rows, _ in self._tents], strict=True))

    @cached_attribute
    def tent_spread(self) -> float:
        """How far the numbers of tents in a row may still drift apart.

        A round that was begun counts as a whole one, so that majorities are weighed once and not
        for each die.
        """
        return self.assumptions.spreads(ceil(self.time))[0]

    @cached_attribute
    def points(self) -> list[float]:
        """The points of R7 and R8 to be expected, apart from what coins and cards will bring."""
        each = self.position.edition.board.majorities
        majorities = majority_points(self.rows, each, self.tent_spread)
        return [
            player.points + player.gems.total + pending + for_majorities
            for player, (_, pending), for_majorities in zip(
                self.players, self._tents, majorities, strict=True
            )
        ]


def pending_points(tents: Tents, boat: int, row_values: tuple[int, ...]) -> int:
    """Sum the points of a player's tents in the columns that are still to be scored (R7.1).

    These are the boat's and, if the boat went back, those that it comes to again (R6.7).
    """
    columns = [column for column in tents[boat - 1 :] if any(column)]
    return sum([sum(map(mul, column, row_values)) for column in columns])


def unscored(position: View | State, space: Space) -> int:
    """Look up the points that a tent on a space is still to score (R6.7, R7.1)."""
    if space.column < position.boat:
        return 0
    return position.edition.board.rows[space.row - 1].value


@lru_cache(maxsize=1 << 14)
def _count(tents: Tents, boat: int, row_values: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Count a player's tents in each row (R8.1), and the points that they are still to score."""
    in_rows = tuple([sum(row) for row in zip(*tents, strict=True)])
    return in_rows, pending_points(tents, boat, row_values)


def _chest_limit(player: PlayerView | Player) -> int:
    """Look up the most that a chest can hold, as far as everybody knows (R10.2)."""
    return player.chest_limit if isinstance(player, Player) else player.chest_most
