"""What each player will have at the end of the game, as far as a position tells everybody."""

from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from livingstone.players.winning import Assumptions, majority_shares, paces
from livingstone.rules.scoring import column_points
from livingstone.state import Player, State
from livingstone.view import PlayerView, View

__all__ = ["Projection"]


@frozen(slots=False, eq=False)
class Projection:
    """Points, coins and time that a position promises; at the end of a game it is exact.

    All lists are by seat unless they say otherwise.
    """

    position: View | State
    funds: tuple[int, ...]
    """Coins in purse and chest together, which are public (R10.2); at the end those donated."""
    assumptions: Assumptions
    """About the rest of the game."""

    @classmethod
    def of_view(cls, view: View, assumptions: Assumptions) -> "Projection":
        """Project from what a seat sees of a game that is not over."""
        return cls(view, tuple([player.funds for player in view.players]), assumptions)

    @classmethod
    def of_state(cls, state: State, assumptions: Assumptions) -> "Projection":
        """Project from a state, also from one at the end."""
        if state.is_over:
            funds = tuple([player.chest for player in state.players])
        else:
            funds = tuple([player.coins + player.chest for player in state.players])
        return cls(state, funds, assumptions)

    @property
    def players(self) -> tuple[PlayerView | Player, ...]:
        """What everybody knows of the players."""
        return self.position.players

    @cached_property
    def rounds_left(self) -> int:
        """Rounds after this one, if the boat does not go back (R2.7)."""
        return len(self.position.edition.board.columns) - self.position.boat

    @cached_property
    def time(self) -> float:
        """Rounds until the end; this one counts by the part of its dice that is left (R2.5)."""
        position = self.position
        if position.is_over:
            return 0.0
        dice = position.edition.board.dice.per_player * len(position.players)
        return self.rounds_left + len(position.dice) / dice

    @cached_property
    def wealth(self) -> list[int]:
        """Coins that each player could donate now, if all gems were sold to the bank (R5.1)."""
        if self.position.is_over:
            return list(self.funds)
        values = self.position.edition.board.gem_values
        return [
            funds + player.gems.worth(values)
            for funds, player in zip(self.funds, self.players, strict=True)
        ]

    @cached_property
    def paces(self) -> list[float]:
        """Coins by which each player's wealth grows in a round."""
        board = self.position.edition.board
        elapsed = len(board.columns) - self.time
        return paces(self.wealth, board.start_coins, elapsed, self.assumptions)

    def coins(self, paces: Sequence[float]) -> list[float]:
        """Estimate the coins each player can donate at the end, by the pace of each."""
        return [now + pace * self.time for now, pace in zip(self.wealth, paces, strict=True)]

    @cached_property
    def tents(self) -> list[list[int]]:
        """How many tents each player has in each row: by seat, then by row."""
        return [[sum(row) for row in zip(*player.tents, strict=True)] for player in self.players]

    @cached_property
    def majority_shares(self) -> list[list[float]]:
        """What part of each row's majority points each player can expect: by row, then by seat."""
        return [
            majority_shares(counts, self.time, self.assumptions)
            for counts in zip(*self.tents, strict=True)
        ]

    def points(self, card_points: Sequence[float]) -> list[float]:
        """Estimate the points of R7 and R8, apart from what the coins will buy.

        `card_points` are the points that the cards in each hand will bring; at the end they are
        counted already (R8.3).
        """
        position = self.position
        if position.is_over:
            return [float(player.points) for player in self.players]
        board, totals = position.edition.board, list[float]()
        for player, in_hand in zip(self.players, card_points, strict=True):
            scored = player.points + player.gems.total
            column = column_points(player, position.boat, board.row_values)
            totals.append(scored + column + in_hand)
        for row, shares in zip(board.rows, self.majority_shares, strict=True):
            for seat, share in enumerate(shares):
                totals[seat] += row.majority * share
        return totals
