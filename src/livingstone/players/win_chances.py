"""Chances to win, from the points and coins that players can expect at the end.

The value of a coin follows from how much it adds to a player's share of the win.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from operator import mul

from livingstone.kernel.weights import FAINT, TIE_BREAK, Assumptions, sum_probabilities

Rows = tuple[tuple[int, ...], ...]
"""The number of tents by row, then by seat."""


@lru_cache(maxsize=1 << 13)
def majority_points(rows: Rows, majorities: tuple[int, ...], spread: float) -> tuple[float, ...]:
    """Estimate by seat the points for majorities (R8.1).

    `majorities` are the points of each row; `spread` is how far the numbers of tents may still
    drift apart.

    >>> majority_points(((2, 2, 0), (0, 0, 1)), (12, 10), 0.001)
    (6.0, 6.0, 10.0)
    """
    shares = [_shares(tents, spread) for tents in rows]
    return tuple([sum(map(mul, majorities, own)) for own in zip(*shares, strict=True)])


@lru_cache(maxsize=1 << 15)
def majority_gains(
    rows: Rows, majorities: tuple[int, ...], spread: float, seat: int, more: int = 1
) -> tuple[float, ...]:
    """Estimate by row the points that a player gains for the majority by `more` tents (R8.1).

    The first tent in a row gains a whole share. The other arguments are as in `majority_points`.

    >>> majority_gains(((2, 2, 0), (0, 0, 0)), (12, 10), 0.001, 0)
    (6.0, 10.0)
    """
    gains = []
    for tents, majority in zip(rows, majorities, strict=True):
        after = (*tents[:seat], max(0, tents[seat] + more), *tents[seat + 1 :])
        then, now = (
            _shares(counts, spread)[seat] if any(counts) else 0.0 for counts in (after, tents)
        )
        gains.append(majority * (then - now))
    return tuple(gains)


@lru_cache(maxsize=1 << 15)
def _shares(tents: tuple[int, ...], spread: float) -> tuple[float, ...]:
    return tuple(softmax(tents, spread))


def paces(
    wealth: Sequence[int], start: int, elapsed: float, assumptions: Assumptions
) -> list[float]:
    """Estimate by seat the coins that a player gains in a round.

    `start` are the coins at the start, `elapsed` the rounds played. Two players count as average
    ones, since they save for the donation roll and not against each other (R9.2).

    >>> [round(pace, 1) for pace in paces([3, 33, 13], 3, 10, Assumptions())]
    [0.2, 2.7, 1.0]
    """
    if len(wealth) == 2:
        return [assumptions.income, assumptions.income]
    known = assumptions.acquaintance
    return [(coins - start + known * assumptions.income) / (elapsed + known) for coins in wealth]


def win_shares(
    points: Sequence[float],
    coins: Sequence[float],
    time: float,
    dice: tuple[int, int],
    assumptions: Assumptions,
) -> list[float]:
    """Estimate by seat the share of the win, from 0 to 1 (R8.4, R8.5, R9.2).

    `points` and `coins` are those expected at the end, by seat; `time` is the number of rounds
    left. `dice` are the number and the sides of the dice in the donation roll of two players. The
    shares sum to 1 unless all can be out.

    >>> [round(share, 3) for share in win_shares([30, 20], [12, 14], 0, (1, 6), Assumptions())]
    [1.0, 0.0]
    """
    _, _, coin_spread = assumptions.spreads(time)
    if len(points) == 2:
        best = _best(points, coins, time, assumptions)
        own, other = (chance_to_reach(round(held), dice, coin_spread) for held in coins)
        both = min(own, other)
        return [own - both * best[1], other - both * best[0]]
    shares = [0.0] * len(points)
    for seats, probability in _not_out(coins, time, coin_spread):
        held = [coins[seat] for seat in seats]
        best = _best([points[seat] for seat in seats], held, time, assumptions)
        for seat, chance in zip(seats, best, strict=True):
            shares[seat] += probability * chance
    return shares


def _not_out(
    coins: Sequence[float], time: float, spread: float
) -> list[tuple[Sequence[int], float]]:
    """List who may be left when others are out, with probabilities: at the end exactly (R8.4)."""
    seats, least = range(len(coins)), min(coins)
    if not time:
        return [([seat for seat in seats if coins[seat] > least], 1.0)]
    out = softmax([-held for held in coins], spread)
    return [([other for other in seats if other != seat], out[seat]) for seat in seats]


def coin_worth(
    seat: int,
    points: Sequence[float],
    coins: Sequence[float],
    time: float,
    dice: tuple[int, int],
    assumptions: Assumptions,
) -> float:
    """Estimate how many points one more coin is worth to a player.

    A donated coin is worth as many points as add the same to the share of the win. The arguments
    are those of `win_shares`.
    """
    _, point_spread, coin_spread = assumptions.spreads(time)
    best = _best(points, coins, time, assumptions)[seat]
    if len(points) == 2:
        own, other = round(coins[seat]), round(coins[1 - seat])
        for_coins = 0.5 * (
            chance_to_reach(own + 1, dice, coin_spread)
            - chance_to_reach(own - 1, dice, coin_spread)
        )
        if own <= other:
            for_coins *= best
        for_points = best * (1 - best) * chance_to_reach(min(own, other), dice, coin_spread)
    else:
        # The logarithmic derivatives of the chance not to be out and of the chance to be the best.
        for_coins = softmax([-held for held in coins], coin_spread)[seat] / coin_spread
        for_points = 1 - best
    if not for_coins:
        return assumptions.spending(time)
    return assumptions.spending(time) + for_coins * point_spread / max(for_points, FAINT)


def _best(
    points: Sequence[float], coins: Sequence[float], time: float, assumptions: Assumptions
) -> list[float]:
    """Estimate by seat the chance to be the best if nobody is out (R8.5)."""
    spending = TIE_BREAK + assumptions.spending(time)
    _, spread, _ = assumptions.spreads(time)
    return softmax([own + spending * held for own, held in zip(points, coins, strict=True)], spread)


@lru_cache(maxsize=1 << 14)
def chance_to_reach(coins: float, dice: tuple[int, int], spread: float) -> float:
    """Estimate the probability that an expected donation reaches the donation roll (R9.2)."""
    return sum(
        [
            probability * softmax([coins + 0.5, rolled], spread)[0]
            for rolled, probability in enumerate(sum_probabilities(*dice))
        ]
    )


def softmax(values: Sequence[float], spread: float) -> list[float]:
    """Estimate the chances of values to be the largest, if each may change by about `spread`."""
    most = max(values, default=0.0)
    weights = [exp((value - most) / spread) for value in values]
    total = sum(weights)
    return [weight / total for weight in weights]
