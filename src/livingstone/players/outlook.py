"""How a game will end: the share of the win that each seat can expect from points and coins.

Everything that thinks here goes by it: what a coin is worth in points is how much more it adds to
that share. Figures of the game come from the edition; the weights are tuned by playing.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from attrs import frozen

__all__ = ["Outlook", "chances", "majority_shares", "paces", "win_shares"]

FURTHEST = -30.0
"""What is further away than this counts for nothing; exponentials beyond need not be taken."""


@frozen(cache_hash=True)
class Outlook:
    """What the end of a game is foreseen by, in points or coins."""

    income: float = 1.6
    """Coins that a player puts away in a round."""
    acquaintance: float = 2.0
    """After so many rounds, what a player did counts as much as what players do."""
    coin: float = 0.5
    """Points for a coin that need not be donated, as long as there is time to build."""
    reserve: float = 19.0
    """Coins that two players want to donate (R9.2)."""
    tent_spread: float = 0.15
    """By how many tents rows go apart in a round: the less, the surer is a lead."""
    point_spread: float = 4.0
    """By how many points players go apart in a round."""
    coin_spread: float = 2.0
    """By how many coins chests go apart in a round."""


@lru_cache(maxsize=256)
def chances(count: int, sides: int) -> tuple[float, ...]:
    """List the probability of each sum, from 0, of so many dice (R9.2).

    >>> chances(2, 2)
    (0.0, 0.0, 0.25, 0.5, 0.25)
    """
    chances = [1.0]
    for _ in range(count):
        longer = [0.0] * (len(chances) + sides)
        for total, chance in enumerate(chances):
            for value in range(1, sides + 1):
                longer[total + value] += chance / sides
        chances = longer
    return tuple(chances)


def majority_shares(counts: Sequence[int], time: float, outlook: Outlook) -> list[float]:
    """Say by seat how much of a row's majority to expect from tents now (R8.1).

    `time` is in rounds; without any left, the tied leaders share.
    """
    most = max(counts)
    spread = 0.25 + outlook.tent_spread * time**0.5 if time else 0.05
    weights = [exp((count - most) / spread) for count in counts]
    total = sum(weights)
    return [weight / total for weight in weights]


def paces(funds: Sequence[int], start: int, elapsed: float, outlook: Outlook) -> list[float]:
    """Say by seat how many coins a player puts away in a round: by what was put away so far.

    Whoever has played few rounds is taken for an average player. Two players go by the roll they
    expect and not by each other (R9.2).

    >>> [round(pace, 1) for pace in paces([3, 33, 13], 3, 10, Outlook())]
    [0.3, 2.8, 1.1]
    """
    if len(funds) == 2:
        return [outlook.income, outlook.income]
    known = outlook.acquaintance
    return [(coins - start + known * outlook.income) / (elapsed + known) for coins in funds]


def win_shares(
    points: Sequence[float],
    funds: Sequence[float],
    time: float,
    dice: tuple[int, int],
    outlook: Outlook,
) -> list[float]:
    """Estimate by seat the share of the win, from points and coins to be expected in the end.

    `time`: rounds left; `dice`: those of the donation roll and their sides, for a game of two
    (R9.2).

    >>> [round(share, 3) for share in win_shares([30, 20], [12, 14], 0, (1, 6), Outlook())]
    [1.0, 0.0]
    """
    if len(points) > 2:
        return _several(points, funds, time, outlook)
    lead = round(points[0] - points[1])
    one = _first_of_two(lead, round(funds[0]), round(funds[1]), round(4 * time), dice, outlook)
    two = _first_of_two(-lead, round(funds[1]), round(funds[0]), round(4 * time), dice, outlook)
    return [one, two]


@lru_cache(maxsize=1 << 16)
def _first_of_two(
    lead: int, own: int, other: int, quarters: int, dice: tuple[int, int], outlook: Outlook
) -> float:
    """Average over the donation roll who is in, and over luck who has more points (R8.5, R9.2)."""
    time = quarters / 4
    if time:
        spending = outlook.coin * time / (time + 1)
        spare = max(0.0, own - outlook.reserve) - max(0.0, other - outlook.reserve)
        scale = 0.5 + outlook.point_spread * time**0.5 * 0.6
        ahead = _logistic((lead + spending * spare) / scale)
    else:
        lead = lead or own - other
        ahead = 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    blur, share = outlook.coin_spread * time**0.5, 0.0
    for rolled, chance in enumerate(chances(*dice)):
        is_in = _enough(own, rolled, blur)
        share += chance * is_in * (1 - _enough(other, rolled, blur) * (1 - ahead))
    return share


def _enough(coins: float, rolled: int, blur: float) -> float:
    """Say how probably so many coins, more or less, are as many as were rolled."""
    if not blur:
        return 1.0 if coins >= rolled else 0.0
    return _logistic((coins - rolled + 0.5) / blur)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(FURTHEST, value)))


def _several(
    points: Sequence[float], funds: Sequence[float], time: float, outlook: Outlook
) -> list[float]:
    """Weigh points against the danger to be the one who donates least (R8.4, R8.5)."""
    spread = 0.4 + outlook.coin_spread * time**0.5
    scale = 0.5 + outlook.point_spread * time**0.5 * 0.8
    spending = outlook.coin * time / (time + 1)
    least, second = sorted(funds)[:2]
    danger = [exp(max(FURTHEST, (least - coins) / spread)) for coins in funds]
    final = [
        own + spending * max(0.0, coins - spread - (second if coins == least else least))
        for own, coins in zip(points, funds, strict=True)
    ]
    best, total = max(final), sum(danger)
    stays = [1 - part / total for part in danger]
    strength = [exp(max(FURTHEST, (own - best) / scale)) for own in final]
    rivals = [own * chance for own, chance in zip(strength, stays, strict=True)]
    together = sum(rivals)
    return [
        chance * own / (own + together - rival)
        for chance, own, rival in zip(stays, strength, rivals, strict=True)
    ]
