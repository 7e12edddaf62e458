"""An upper bound for the number of legal moves of a state, found without listing them.

The engine itself has no limit, but states from outside are refused if they could have too many
moves: forty cards like the market and forty gems of each colour make 2.8 million moves.
"""

from collections.abc import Iterable
from math import prod
from typing import Protocol

from livingstone.edition.effect import IgnoreDie, Market, NoCostTent, SecondTent
from livingstone.edition.printed import Edition
from livingstone.game.state import Player
from livingstone.values import Gems, Space

__all__ = ["MOST_MOVES", "Mover", "has_too_many_moves", "most_moves"]

MOST_MOVES = 50_000
"""A state from outside is refused if a player in it could have more legal moves."""


class Mover(Protocol):
    """The public facts on which the number of a player's moves depends."""

    @property
    def supply(self) -> int:
        """Tents not on the board."""
        ...

    @property
    def gems(self) -> Gems:
        """Kept in front of the player."""
        ...

    @property
    def scored(self) -> tuple[Space, ...]:
        """The spaces that are scored for this player (R7.2)."""
        ...

    def spaces(self) -> tuple[Space, ...]:
        """List the spaces with tents of this player."""
        ...


def most_moves(edition: Edition, mover: Mover, coins: int, hand: Iterable[str]) -> int:
    """Give an upper bound for the legal moves of a player with these coins and this hand.

    >>> from livingstone import legal_moves, new_game
    >>> state = new_game(2, seed=7)
    >>> len(legal_moves(state)) <= most_moves(state.edition, state.player, state.player.coins, ())
    True
    """
    kinds = set(hand)
    effects = [type(edition.effects.get(card)) for card in kinds]
    sources = 1 if mover.supply else len(mover.spaces())
    builds = (1 + effects.count(NoCostTent)) * (1 + effects.count(IgnoreDie)) * sources
    return (
        4  # draw a card, take coins, dig, end the turn
        + edition.board.dice.sides
        + len(edition.board.rows) * builds
        + len(kinds)
        + effects.count(SecondTent) * len(mover.scored) * sources
        + effects.count(Market) * prod(number + 1 for number in mover.gems)
        + mover.gems.total
        + coins
    )


def has_too_many_moves(edition: Edition, players: Iterable[Player]) -> bool:
    """Say whether one of these players of a valid state could have more than `MOST_MOVES`.

    >>> from livingstone import new_game
    >>> state = new_game(2, seed=7)
    >>> has_too_many_moves(state.edition, state.players)
    False
    """
    return any(
        most_moves(edition, player, player.coins, player.hand) > MOST_MOVES for player in players
    )
