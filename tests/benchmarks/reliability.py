"""Measure how often intervals of 95 % contain the true figure, for batches of many kinds.

    python tests/benchmarks/reliability.py                    20,000 batches of each kind, minutes
    python tests/benchmarks/reliability.py --batches 1000     less exact, seconds
    python tests/benchmarks/reliability.py --plain            other intervals, for comparison

Each line names a kind of batch and its number of deals, and tells the coverage with Wilson's 95 %
interval, and how wide the intervals are on average. With `--plain`, rates have the interval for
independent games, and differences have Student's over deals.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev

import numpy
from attrs import frozen
from numpy.random import Generator
from numpy.typing import ArrayLike

from livingstone.simulation import Interval
from livingstone.simulation.statistics.clusters import Cluster, Clusters, difference_of, rate_of
from livingstone.simulation.statistics.deals import GROUPS
from livingstone.simulation.statistics.intervals import student, wilson

__all__ = ["KINDS", "Kind", "coverage"]

UNIT = 4
"""How many parts a win has here: it can be shared by two, or compared with that of four seats."""
DEALS = (4, 10, 30, 100, 400)


@frozen
class Kind:
    """A kind of batch, of which the true figure is known."""

    name: str
    true: float
    draw: Callable[[Generator, int], Clusters]
    """Draws so many deals."""
    bounds: tuple[float, float] | None = None
    """The smallest and the largest difference; None if the figure is a rate."""
    groups: int | None = None
    """Into how many groups the deals are put, as in tournaments; None for as many as deals."""

    def estimate(self, clusters: Clusters) -> Interval:
        """Estimate the figure as the library does."""
        deals_each = 1.0
        if self.groups is not None:
            deals = sum(clusters.values())
            clusters = grouped(clusters, min(deals, self.groups))
            deals_each = max(1.0, deals / self.groups)
        if self.bounds is None:
            return rate_of(clusters, UNIT, deals_each=deals_each)
        return difference_of(clusters, UNIT, *self.bounds, deals_each=deals_each)

    def estimate_plainly(self, clusters: Clusters) -> Interval:
        """Estimate it as if games were independent, or as if there were many deals."""
        deals = [own for own in Counter(clusters).elements() if own.entries]
        games = sum(own.entries for own in deals)
        if self.bounds is None:
            return wilson(sum(own.won for own in deals) / UNIT, games)
        means = [(own.won - own.other) / UNIT / own.entries for own in deals]
        if len(means) < 2:
            return Interval(0.0, *self.bounds)
        half = student(len(means) - 1) * stdev(means) / sqrt(len(means))
        return Interval(fmean(means), fmean(means) - half, fmean(means) + half)


def clusters(entries: ArrayLike, won: ArrayLike, other: ArrayLike = 0) -> Clusters:
    """Count what was drawn for each deal; `won` and `other` are in wins."""
    columns = entries, UNIT * numpy.asarray(won), UNIT * numpy.asarray(other)
    deals = numpy.stack(numpy.broadcast_arrays(*columns), axis=1)
    return Counter(Cluster(*deal) for deal in deals.round().astype(int).tolist())


def grouped(clusters: Clusters, groups: int) -> Clusters:
    """Add up the clusters in so many groups, each with as many of them as can be."""
    deals = list(Counter(clusters).elements())
    random.Random(repr(clusters)).shuffle(deals)
    return Counter(
        Cluster(*map(sum, zip(*deals[first::groups], strict=True))) for first in range(groups)
    )


def alike(
    rate: float, likeness: float, sizes: tuple[int, ...] = (4,), groups: int | None = None
) -> Kind:
    """Deals of which any two games are correlated by `likeness`; their sizes are drawn as well."""

    def draw(rng: Generator, deals: int) -> Clusters:
        games = rng.choice(sizes, deals)
        rest = 1 / likeness - 1 if likeness else 1e9
        luck = rng.beta(rate * rest, (1 - rate) * rest, deals)
        return clusters(games, rng.binomial(games, luck))

    games = "-".join(map(str, sorted({min(sizes), max(sizes)})))
    name = f"rate {rate:.0%}, {games} games a deal, correlation {likeness}"
    return Kind(f"{name}, in groups" if groups else name, rate, draw, groups=groups)


def shared(rng: Generator, deals: int) -> Clusters:
    """Draw deals of two games, three in ten of which are shared by both players."""
    won = rng.choice([0, 0.5, 1], (deals, 2), p=[0.35, 0.3, 0.35])
    return clusters(2, won.sum(axis=1))


def both_seats(rng: Generator, deals: int) -> Clusters:
    """Draw games of a bot against itself: one of its two seats wins, or one time in ten none."""
    return clusters(2, rng.binomial(1, 0.9, deals))


def same_luck(rng: Generator, deals: int) -> Clusters:
    """Draw four games of each of two bots on deals that are good for both or bad for both."""
    luck = 0.9 * rng.beta(2, 3, deals)
    return clusters(4, rng.binomial(4, luck + 0.1), rng.binomial(4, luck))


def nearly_twins(rng: Generator, deals: int) -> Clusters:
    """Draw four games of each of two bots that differ in one deal of twenty, and then by a win."""
    return clusters(4, 2 + rng.choice([-1, 0, 1], deals, p=[0.025, 0.95, 0.025]), 2)


def one_of_four(rate: float, groups: int | None = None) -> Kind:
    """What a seat of four wins, and its even share; one game of ten has no winner."""

    def draw(rng: Generator, deals: int) -> Clusters:
        has_winner = rng.binomial(1, 0.9, deals)
        return clusters(1, has_winner * rng.binomial(1, rate, deals), has_winner / 4)

    name = f"a seat of four, rate {rate:.0%}, less the even share"
    true = 0.9 * (rate - 0.25)
    return Kind(f"{name}, in groups" if groups else name, true, draw, (-0.25, 0.75), groups)


def players_of_a_card(rng: Generator, deals: int) -> Clusters:
    """Draw how many of four seats played a card in a game, whether one of them won, and the share
    of so many average seats."""
    entries = rng.binomial(4, 0.3, deals)
    return clusters(entries, rng.binomial(1, entries / 4), entries / 4)


KINDS = (
    *(alike(rate, 0.0, (1,)) for rate in (0.5, 0.2, 0.05)),
    *(alike(rate, 0.0) for rate in (0.5, 0.05)),
    *(alike(rate, 0.2) for rate in (0.5, 0.2, 0.05, 0.98)),
    *(alike(rate, 0.7) for rate in (0.5, 0.05)),
    *(alike(rate, 0.3, (1, 1, 1, 2, 4, 8)) for rate in (0.5, 0.2, 0.05)),
    *(alike(rate, 0.2, groups=GROUPS) for rate in (0.5, 0.05)),
    Kind("rate 50%, 2 games a deal, some shared", 0.5, shared),
    Kind("rate 45%, both seats of a game", 0.45, both_seats),
    Kind("two bots with the same luck", 0.1, same_luck, (-1, 1)),
    Kind("two bots that are nearly twins", 0.0, nearly_twins, (-1, 1)),
    *(one_of_four(rate) for rate in (0.25, 0.03, 0.95)),
    *(one_of_four(rate, GROUPS) for rate in (0.25, 0.03)),
    Kind("who played a card and the even share", 0.0, players_of_a_card, (-0.25, 0.75)),
)


def coverage(
    kind: Kind, deals: int, batches: int, seed: int = 1, *, plain: bool = False
) -> tuple[int, float]:
    """Count the intervals that contain the true figure, and average their widths."""
    rng = numpy.random.default_rng(seed)
    estimate = kind.estimate_plainly if plain else kind.estimate
    found = [estimate(kind.draw(rng, deals)) for _ in range(batches)]
    hits = sum(own.low <= kind.true + 1e-12 and kind.true - 1e-12 <= own.high for own in found)
    return hits, fmean(own.high - own.low for own in found)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the coverage of intervals of 95 %.")
    parser.add_argument("--batches", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    for kind in KINDS:
        for deals in DEALS:
            hits, width = coverage(kind, deals, options.batches, options.seed, plain=options.plain)
            own = wilson(hits, options.batches)
            print(
                f"{kind.name:60} {deals:4} deals: {own.value:6.1%}"
                f" ({own.low:.1%} to {own.high:.1%}), width {width:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
