"""An upper bound for the number of legal moves, found without listing them.

States from files and the network are refused if they could have too many moves: forty cards like
the market and forty gems of each colour make 2.8 million.
"""

from collections.abc import Iterable
from math import prod

from livingstone.edition.effect import IgnoreDie, Market, NoCostTent, SecondTent
from livingstone.edition.printed import Edition
from livingstone.game.state import Player
from livingstone.game.view import PlayerView

MOST_MOVES = 50_000
"""A state from a file or the network is refused if a player could have more legal moves."""


def most_moves(
    edition: Edition, mover: Player | PlayerView, coins: int, hand: Iterable[str]
) -> int:
    """Bound the number of legal moves of a player with these coins and this hand.

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
    """Return whether a player of a valid state could have more than `MOST_MOVES` legal moves.

    >>> from livingstone import new_game
    >>> state = new_game(2, seed=7)
    >>> has_too_many_moves(state.edition, state.players)
    False
    """
    return any(
        most_moves(edition, player, player.coins, player.hand) > MOST_MOVES for player in players
    )
