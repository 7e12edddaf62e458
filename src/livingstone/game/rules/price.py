"""R4.4: what a tent costs, asked of a state or of a view."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from livingstone.edition.effect import NoCostTent
from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game.state import TentOwner
from livingstone.support.arguments import whole

__all__ = ["Position", "Price", "coins_due", "fees", "price_of"]


class Position(Protocol):
    """The facts that the price of a tent depends on; all are public, so a view has them as well."""

    @property
    def edition(self) -> Edition:
        """What the game is played with."""

    @property
    def players(self) -> tuple[TentOwner, ...]:
        """By seat, clockwise (R1.1)."""

    @property
    def current_player(self) -> int:
        """The seat to move."""

    @property
    def boat(self) -> int:
        """The column the boat stands in."""


class Price(NamedTuple):
    """What a tent costs, in coins (R4.4)."""

    to_bank: int
    """The expedition cost of the column."""
    to_players: tuple[int, ...]
    """The fees to the other players, by seat; 0 for the seat that builds."""

    @property
    def total(self) -> int:
        """All coins that are due."""
        return self.to_bank + sum(self.to_players)


def price_of(position: Position, row: int, cards: Iterable[str] = ()) -> Price:
    """Work out what a tent in this row of the boat's column costs the seat to move (R4.4).

    The position is a state or a view. Rows count from 1. With `cards`, the ids of cards played with
    the tent, it costs nothing if one of them pays for it (R6.1).

    >>> from livingstone import new_game
    >>> price_of(new_game(3, seed=7), 4).to_players
    (0, 0, 0)
    >>> price_of(new_game(3, seed=7), 4, ["no_cost_tent"]).total
    0

    Raises `ArgumentError` for a row that the board lacks, and for cards that the edition lacks.
    """
    row = whole("row", row, 1, len(position.edition.board.rows))
    played, effects = list(cards), position.edition.effects
    for card in played:
        if card not in effects:
            raise ArgumentError(f"there is no card {shown(card)}")
    if any(isinstance(effects[card], NoCostTent) for card in played):
        return Price(0, (0,) * len(position.players))
    cost = position.edition.board.costs[position.boat - 1]
    return Price(cost, tuple(fees(position, row)))


def fees(position: Position, row: int) -> list[int]:
    """List by seat the coins due to other players for a tent in this row (R4.4).

    Ruling: where the edition says so, the fee is due for each of their tents.
    """
    edition, column = position.edition, position.boat - 1
    fee, per_tent = edition.board.neighbour_fee, edition.ruleset.neighbour_fee_per_tent
    due = [
        fee * (tents if per_tent else 1) if (tents := player.tents[column][row - 1]) else 0
        for player in position.players
    ]
    due[position.current_player] = 0
    return due


def coins_due(position: Position, row: int) -> int:
    """Add up what a tent in this row of the boat's column costs if no card pays for it (R4.4)."""
    return position.edition.board.costs[position.boat - 1] + sum(fees(position, row))
