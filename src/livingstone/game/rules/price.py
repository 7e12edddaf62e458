"""R4.4: the price of a tent, in a state or in a view."""

from collections.abc import Iterable
from typing import NamedTuple

from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game.state import Position, TentOwner
from livingstone.support.arguments import whole


class Price(NamedTuple):
    """The price of a tent in coins (R4.4)."""

    to_bank: int
    """The expedition cost of the column."""
    to_players: tuple[int, ...]
    """The fees to the other players, by seat; 0 for the seat that builds."""

    @property
    def total(self) -> int:
        """The sum of all."""
        return self.to_bank + sum(self.to_players)


def price_of(position: Position[TentOwner], row: int, cards: Iterable[str] = ()) -> Price:
    """Return the price of a tent in this row of the boat's column for the seat to move (R4.4).

    `cards` are the ids of cards played with the tent, which is free if one pays for it (R6.1).

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
            raise ArgumentError(f"the edition has no card {shown(card)}")
    if is_free(position.edition, played):
        return Price(0, (0,) * len(position.players))
    cost = position.edition.board.costs[position.boat - 1]
    return Price(cost, tuple(fees(position, row)))


def is_free(edition: Edition, cards: Iterable[str]) -> bool:
    """Return whether one of these cards, played with a tent, pays for it (R6.1)."""
    return any(edition.effects[card].pays_for_tent for card in cards)


def fees(position: Position[TentOwner], row: int) -> list[int]:
    """List by seat the coins due to other players for a tent in this row (R4.4).

    Ruling: if the edition says so, the fee is due for each of their tents.
    """
    edition, column = position.edition, position.boat - 1
    fee, per_tent = edition.board.neighbour_fee, edition.ruleset.neighbour_fee_per_tent
    due = [
        fee * (tents if per_tent else 1) if (tents := player.tents[column][row - 1]) else 0
        for player in position.players
    ]
    due[position.current_player] = 0
    return due


def coins_due(position: Position[TentOwner], row: int) -> int:
    """Sum the price of a tent in this row of the boat's column without a card (R4.4)."""
    return position.edition.board.costs[position.boat - 1] + sum(fees(position, row))
