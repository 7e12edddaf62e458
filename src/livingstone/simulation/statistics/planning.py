"""How many deals a comparison needs."""

from math import ceil

from livingstone.errors import ArgumentError
from livingstone.simulation.statistics.intervals import CONFIDENCE, require_stats
from livingstone.support.arguments import whole

__all__ = ["SPREADS", "deals_needed"]

SPREADS = {2: 0.35, 3: 0.3, 4: 0.25, 5: 0.2}
"""Typical standard deviations of what one bot wins more than another in a deal, by players."""


def deals_needed(
    difference: float, players: int, power: float = 0.8, *, spread: float | None = None
) -> int:
    """Return how many deals `compare` needs to establish a difference of two bots' win shares.

    If the true difference is `difference`, such as 0.05 for 5 points of per cent, the interval
    excludes 0 with probability `power`. Each deal is `players` games of each bot. `spread` is the
    standard deviation of the differences of a deal, as far as it is known; otherwise it is that
    of bots that are often alike, which the explanation of the statistics tells.

    >>> deals_needed(0.1, 2), deals_needed(0.05, 2)
    (99, 387)

    Raises `ArgumentError` for numbers out of range, and `MissingExtraError` without the extra
    `stats`.
    """
    require_stats()
    players = whole("players", players, 2, max(SPREADS))
    if spread is None:
        spread = SPREADS[players]
    if not (0 < difference < 1 and CONFIDENCE < 1 and 0.05 < power < 1 and spread > 0):
        raise ArgumentError("")
    from statsmodels.stats.power import TTestPower

    return ceil(TTestPower().solve_power(difference / spread, power=power, alpha=1 - CONFIDENCE))
