"""How many deals a comparison needs."""

from math import ceil

from livingstone.errors import ArgumentError
from livingstone.simulation.statistics.intervals import CONFIDENCE, require_stats
from livingstone.support.arguments import whole

SPREADS = {2: 0.4, 3: 0.32, 4: 0.22, 5: 0.2}
"""Typical standard deviations, by players, of the difference of two bots' win shares in a deal."""


def deals_needed(
    difference: float, players: int, power: float = 0.8, *, spread: float | None = None
) -> int:
    """Return how many deals `compare` needs to establish a difference of two bots' win shares.

    With that many, the interval of `more_wins` excludes 0 with probability `power` if the true
    difference is `difference`, such as 0.05 for 5 % of the games. In each deal, both bots play
    `players` games. `spread` is the standard deviation of the difference in a deal; without it, a
    typical one is taken.

    >>> deals_needed(0.1, 2), deals_needed(0.1, 5), deals_needed(0.02, 2, spread=0.2)
    (128, 34, 787)

    Raises `ArgumentError` for numbers out of range, and `MissingExtraError` without the extra
    `stats`.
    """
    require_stats()
    spread = SPREADS[whole("players", players, 2, 5)] if spread is None else spread
    if not (0 < difference < 1 and 0.1 <= power < 1 and 0 < spread <= 1):
        raise ArgumentError(f"out of range: {difference=}, {power=}, {spread=}")
    from statsmodels.stats.power import TTestPower

    deals = TTestPower().solve_power(difference / spread, power=power, alpha=1 - CONFIDENCE)
    return max(2, ceil(float(deals)))
