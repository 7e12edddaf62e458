"""Differences between two bots that played the same deals."""

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import frozen

from livingstone.simulation.batch import win_unit
from livingstone.simulation.statistics.clusters import DealCount, difference_of, rate_of
from livingstone.simulation.statistics.intervals import (
    Difference,
    Interval,
    mean_difference,
    mean_interval,
)
from livingstone.simulation.store import Store, StoredBatch

Deals = Sequence[tuple[int, int | None]]
"""A bot's share of the wins in each deal, in parts of a win, and its points; None if a bot failed
in one of the games."""


@frozen
class Pair:
    """Estimates for two bots that played the same deals."""

    deals: int
    """The deals that count."""
    first: Interval
    second: Interval
    difference: Difference
    """How much more the first has."""
    variance_ratio: float | None
    """The variance of the differences between the two, deal by deal, divided by that of differences
    between separate deals; None if nothing varies. Below 1, the same deals help."""


def paired_deals(store: Store, stored: StoredBatch, games: int) -> Deals:
    """Add up the wins and points of the first bot of a lineup in each deal."""
    return store.query(
        f"""
        SELECT sum(iif(won, {win_unit(len(stored.lineup))} / winners, 0)),
            iif(count(points) = count(*), sum(points), NULL)
        FROM games JOIN seats USING (batch, game)
        WHERE batch = ? AND game < ? AND seat = game % ? GROUP BY game / ? ORDER BY game""",
        (stored.number, games, stored.games_per_deal, stored.games_per_deal),
    )


def wins_in_deals(first: Deals, second: Deals, games_per_deal: int) -> Mapping[DealCount, int]:
    """Count the deals by the wins of the first bot compared with those of the second."""
    return Counter(
        DealCount(games_per_deal, one[0], other[0])
        for one, other in zip(first, second, strict=True)
    )


def pair_wins(first: Deals, second: Deals, players: int, games_per_deal: int) -> Pair:
    """Estimate the part of the games that each bot won, and the difference of these parts."""
    unit = win_unit(players)
    clusters = wins_in_deals(first, second, games_per_deal)
    swapped = wins_in_deals(second, first, games_per_deal)
    won = [own[0] for own in first], [own[0] for own in second]
    return Pair(
        deals=len(first),
        first=rate_of(clusters, unit),
        second=rate_of(swapped, unit),
        difference=difference_of(clusters, unit),
        variance_ratio=_variance_ratio(*won),
    )


def pair_points(first: Deals, second: Deals, games_per_deal: int) -> Pair:
    """Estimate the mean points of each bot in a game, and the difference of these means.

    The points of a deal in which a bot failed are left out for both.
    """
    both = [
        (own[1], other[1])
        for own, other in zip(first, second, strict=True)
        if own[1] is not None and other[1] is not None
    ]
    ones, others = [one for one, _ in both], [other for _, other in both]
    differences = [one - other for one, other in both]
    variances = [_deviations(own) / max(1, len(own) * (len(own) - 1)) for own in (ones, others)]
    return Pair(
        deals=len(both),
        first=mean_interval(*_sums(ones), games_per_deal),
        second=mean_interval(*_sums(others), games_per_deal),
        difference=mean_difference(*_sums(differences), sum(variances), games_per_deal),
        variance_ratio=_variance_ratio(ones, others),
    )


def _variance_ratio(ones: Sequence[int], others: Sequence[int]) -> float | None:
    """Divide the variance of the differences by that which separate deals would have."""
    separate = _deviations(ones) + _deviations(others)
    differences = [one - other for one, other in zip(ones, others, strict=True)]
    return _deviations(differences) / separate if separate else None


def _sums(values: Sequence[int]) -> tuple[int, int, int]:
    return len(values), sum(values), sum(value * value for value in values)


def _deviations(values: Sequence[int]) -> int:
    count, total, squares = _sums(values)
    return count * squares - total**2
