"""An upper bound for the number of legal moves, found without listing them.

States from files and the network are refused if they could have too many moves: forty cards like
the market and forty gems of each colour make 2.8 million.
"""

from collections.abc import Iterable

from livingstone.edition.types import Edition
from livingstone.game.effects.base import effects_of, most_plays
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
    effects = [effects_of(edition)[card] for card in set(hand) if card in edition.effects]
    spaces = len(edition.board.rows) * len(edition.board.columns)
    sources = 1 if mover.supply else len(mover.spaces())
    builds = (
        (1 + sum(effect.pays_for_tent for effect in effects))
        * (1 + sum(effect.reaches_any_row for effect in effects))
        * sources
    )
    return (
        4  # draw a card, take coins, dig, end the turn
        + edition.board.dice.sides
        + len(edition.board.rows) * builds
        + sum(
            most_plays(effect, spaces, len(mover.scored), sources, mover.gems) for effect in effects
        )
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
