"""How likely each player is to win, from the points and coins they can expect at the end.

The bots that think measure everything by this. How many points a coin is worth, for example,
follows from how much more it adds to a player's share of the win.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from attrs import frozen

__all__ = ["Assumptions", "majority_shares", "paces", "sum_probabilities", "win_shares"]

LOWEST_EXPONENT = -30.0
"""Exponents are cut off here: what lies further away makes no difference that could be seen."""


@frozen(cache_hash=True)
class Assumptions:
    """What is assumed about the rest of a game.

    These are no figures of the game, which come from the edition; they were tuned by playing.
    """

    income: float = 1.6
    """Coins by which an average player's wealth grows in a round."""
    acquaintance: float = 2.0
    """Rounds after which a player's own past counts as much as the average player."""
    coin: float = 0.5
    """Points that a coin brings which need not be donated, as long as there is time to build."""
    reserve: float = 19.0
    """Coins that each of two players keeps for the donation roll (R9.2)."""
    tent_spread: float = 0.15
    """How far the numbers of tents in a row drift apart in a round; a small spread makes a lead
    safe."""
    point_spread: float = 4.0
    """How many points players drift apart in a round."""
    coin_spread: float = 2.0
    """How many coins players' wealth drifts apart in a round."""


@lru_cache(maxsize=256)
def sum_probabilities(dice: int, sides: int) -> tuple[float, ...]:
    """List the probability of each sum of some dice, such as those of the donation roll (R9.2).

    The index is the sum, from 0.

    >>> sum_probabilities(2, 2)
    (0.0, 0.0, 0.25, 0.5, 0.25)
    """
    probabilities = [1.0]
    for _ in range(dice):
        longer = [0.0] * (len(probabilities) + sides)
        for total, probability in enumerate(probabilities):
            for value in range(1, sides + 1):
                longer[total + value] += probability / sides
        probabilities = longer
    return tuple(probabilities)


def majority_shares(tents: Sequence[int], time: float, assumptions: Assumptions) -> list[float]:
    """Estimate by seat the share of a row's majority points, from 0 to 1 (R8.1).

    `tents` counts each player's tents in the row now, `time` the rounds left. When no time is
    left, the players with the most tents share the points.
    """
    most = max(tents)
    spread = 0.25 + assumptions.tent_spread * time**0.5 if time else 0.05
    weights = [exp((count - most) / spread) for count in tents]
    total = sum(weights)
    return [weight / total for weight in weights]


def paces(
    wealth: Sequence[int], start: int, elapsed: float, assumptions: Assumptions
) -> list[float]:
    """Estimate by seat how many coins a player's wealth grows by in a round.

    It follows from the wealth now, the coins at the start and the rounds played. Early in the
    game a player is taken for an average one. Two players are always taken for average ones,
    since they save for the donation roll and not against each other (R9.2).

    >>> [round(pace, 1) for pace in paces([3, 33, 13], 3, 10, Assumptions())]
    [0.3, 2.8, 1.1]
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
    """Estimate by seat the share of the win, from 0 to 1.

    `points` and `coins` are those to be expected at the end, by seat; `time` is the number of
    rounds left. `dice` is how many dice the donation roll has and how many sides each, which
    matters to two players only (R9.2).

    >>> [round(share, 3) for share in win_shares([30, 20], [12, 14], 0, (1, 6), Assumptions())]
    [1.0, 0.0]
    """
    if len(points) > 2:
        return _shares_of_several(points, coins, time, assumptions)
    lead, quarters = round(points[0] - points[1]), round(4 * time)
    first, second = round(coins[0]), round(coins[1])
    return [
        _share_of_two(lead, first, second, quarters, dice, assumptions),
        _share_of_two(-lead, second, first, quarters, dice, assumptions),
    ]


@lru_cache(maxsize=1 << 16)
def _share_of_two(
    lead: int, own: int, other: int, quarters: int, dice: tuple[int, int], assumptions: Assumptions
) -> float:
    """Estimate the share of the win of one of two players (R8.5, R9.2).

    `lead` is in points, `own` and `other` are coins, `quarters` of a round are left: all rounded,
    so that the results can be kept. The average is taken over all sums of the donation roll.
    """
    time = quarters / 4
    if time:
        spending = assumptions.coin * time / (time + 1)
        spare = max(0.0, own - assumptions.reserve) - max(0.0, other - assumptions.reserve)
        scale = 0.5 + assumptions.point_spread * time**0.5 * 0.6
        ahead = _logistic((lead + spending * spare) / scale)
    else:
        lead = lead or own - other
        ahead = 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    blur, share = assumptions.coin_spread * time**0.5, 0.0
    for rolled, probability in enumerate(sum_probabilities(*dice)):
        is_in = _chance_to_reach(rolled, own, blur)
        share += probability * is_in * (1 - _chance_to_reach(rolled, other, blur) * (1 - ahead))
    return share


def _chance_to_reach(rolled: int, coins: float, blur: float) -> float:
    """Estimate the probability that a player donates at least what is rolled (R9.2).

    `coins` is what the player is expected to donate, `blur` how uncertain that is, in coins.
    """
    if not blur:
        return 1.0 if coins >= rolled else 0.0
    return _logistic((coins - rolled + 0.5) / blur)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(LOWEST_EXPONENT, value)))


def _shares_of_several(
    points: Sequence[float], coins: Sequence[float], time: float, assumptions: Assumptions
) -> list[float]:
    """Weigh points against the danger of having donated least (R8.4, R8.5)."""
    spread = 0.4 + assumptions.coin_spread * time**0.5
    scale = 0.5 + assumptions.point_spread * time**0.5 * 0.8
    spending = assumptions.coin * time / (time + 1)
    least, second = sorted(coins)[:2]
    danger = [exp(max(LOWEST_EXPONENT, (least - held) / spread)) for held in coins]
    final = [
        own + spending * max(0.0, held - spread - (second if held == least else least))
        for own, held in zip(points, coins, strict=True)
    ]
    best, total = max(final), sum(danger)
    stays = [1 - part / total for part in danger]
    strength = [exp(max(LOWEST_EXPONENT, (own - best) / scale)) for own in final]
    rivals = [own * chance for own, chance in zip(strength, stays, strict=True)]
    together = sum(rivals)
    return [
        chance * own / (own + together - rival)
        for chance, own, rival in zip(stays, strength, rivals, strict=True)
    ]
