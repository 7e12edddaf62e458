"""Rewards of each seat for a result."""

from typing import Literal, NamedTuple, get_args

import livingstone as ls
from livingstone.support.arguments import one_of

Reward = Literal["win", "rank", "margin"]
"""The kind of reward; see `rewards_of`."""

REWARDS: tuple[Reward, ...] = get_args(Reward)


class RewardRange(NamedTuple):
    """The smallest and the largest reward; None if unbounded."""

    least: float | None
    most: float | None


def rewards_of(result: ls.Result, reward: Reward) -> tuple[float, ...]:
    """Return the reward of each seat for a result (R8.5).

    - `"win"`: 1 for a win, 0 otherwise. Several winners share the 1. If nobody wins, all get 0.
    - `"rank"`: the share of the other players ranked behind the seat, from 0 to 1; a tie counts
      half. If nobody wins, all get 1/2.
    - `"margin"`: the seat's points minus the best other player's. A player who is out counts 0
      points, in every edition. If nobody wins, all get 0.

    >>> state = ls.new_game(3, seed=7)
    >>> while not state.is_over:
    ...     state = ls.apply(state, ls.legal_moves(state)[0])
    >>> result = ls.result(state)
    >>> sum(rewards_of(result, "rank"))
    1.5

    Raises `ArgumentError` for an unknown reward.
    """
    one_of("reward", reward, REWARDS)
    match reward:
        case "win":
            return result.shares
        case "rank":
            ranks = [standing.rank for standing in result.standings]
            behind = (sum((own < rank) + (own == rank) / 2 for rank in ranks) for own in ranks)
            return tuple((others - 0.5) / (len(ranks) - 1) for others in behind)
        case "margin":
            points = [0 if standing.is_out else standing.points for standing in result.standings]
            best = (max(points[:seat] + points[seat + 1 :]) for seat in range(len(points)))
            return tuple(float(own - other) for own, other in zip(points, best, strict=True))


def reward_range(reward: Reward) -> RewardRange:
    """Return the range of a reward.

    >>> reward_range("rank")
    RewardRange(least=0.0, most=1.0)

    Raises `ArgumentError` for an unknown reward.
    """
    one_of("reward", reward, REWARDS)
    return RewardRange(None, None) if reward == "margin" else RewardRange(0.0, 1.0)
