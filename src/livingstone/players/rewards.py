"""What a search earns: the share of the win that a position promises each player.

A search does not play a game to its end but to the end of a round or so, and asks here.
"""

from collections.abc import Sequence

from livingstone.players.cards import points_to_come
from livingstone.players.projection import Projection
from livingstone.players.winning import Assumptions, win_shares
from livingstone.rules.ending import result
from livingstone.state import State

__all__ = ["rewards"]

POINTS_PART = 0.02
"""The part of a reward that is for points alone, so that hopeless players still play well."""


def rewards(state: State, paces: Sequence[float], assumptions: Assumptions) -> tuple[float, ...]:
    """Estimate by seat the share of the win, from 0 to 1, with a small part for points alone.

    `paces` are the coins by which each player's wealth grows in a round. At the end of a game the
    share is exact, except that with two players the average over the donation roll is taken, even
    when the dice are rolled already (R9.2).
    """
    projection = Projection.of_state(state, assumptions)
    effects = state.edition.effects
    points = projection.points(
        [
            sum([points_to_come(effects[card], projection) for card in player.hand])
            for player in state.players
        ]
    )
    if state.is_over and not state.is_two_player:
        shares = _final_shares(state)
    else:
        dice, coins = state.edition.board.dice, projection.coins(paces)
        roll = dice.donation, dice.sides
        shares = win_shares(points, coins, projection.time, roll, assumptions)
    most = max(1.0, *points)
    return tuple(
        [
            (1 - POINTS_PART) * share + POINTS_PART * max(0.0, own) / most
            for share, own in zip(shares, points, strict=True)
        ]
    )


def _final_shares(state: State) -> list[float]:
    """List by seat the share of the win at the end: winners share it equally (R8.5)."""
    ended = result(state)
    assert ended is not None
    return [
        1 / len(ended.winners) if seat in ended.winners else 0.0
        for seat in range(len(state.players))
    ]
