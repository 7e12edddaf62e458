"""Measure how often intervals contain the truth, and how often tests find a difference.

    python benchmarks/reliability.py                    10,000 batches of each kind, minutes
    python benchmarks/reliability.py --batches 1000     less exact, seconds

Batches are drawn at random, so that the truth is known. Each row is a kind of batch with a number
of deals: the coverage of the library's intervals of 95 %, with Wilson's interval, and their mean
width; for differences also how often 0 is excluded. The last figures are those of Student's
interval over the deals.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import TypeAlias

import numpy
from attrs import frozen
from numpy.random import Generator
from numpy.typing import ArrayLike

from livingstone.simulation import DealCount, Interval, difference_of, rate_of
from livingstone.simulation.intervals import DealCounts, student, wilson

__all__ = ["KINDS", "Figures", "Kind", "figures", "found"]

UNIT = 60
"""How many parts a win has here: it can be shared, or compared with that of up to five seats."""
DEALS = (8, 20, 100)

Draw: TypeAlias = Callable[[Generator, int], DealCounts]


@frozen
class Kind:
    """A kind of batch whose true figure is known."""

    name: str
    true: float
    draw: Draw
    """Draws this many deals."""
    bounds: tuple[float, float] | None = None
    """The smallest and the largest difference; None if the figure is a rate."""

    def estimate(self, counts: DealCounts) -> Interval:
        """Estimate the figure as the library does."""
        if self.bounds is None:
            return rate_of(counts, UNIT)
        least, most = self.bounds
        return difference_of(counts, UNIT, least=least, most=most)

    def estimate_plainly(self, counts: DealCounts) -> Interval:
        """Estimate it by Student's interval over the deals."""
        deals = [own for own in Counter(counts).elements() if own.entries]
        means = [(own.won - own.other) / UNIT / own.entries for own in deals]
        if len(means) < 2:
            return Interval(0.0, -1.0, 1.0)
        half = student(len(means) - 1) * stdev(means) / sqrt(len(means))
        return Interval(fmean(means), fmean(means) - half, fmean(means) + half)


def counted(entries: ArrayLike, won: ArrayLike, other: ArrayLike = 0) -> DealCounts:
    """Count what was drawn for each deal; `won` and `other` are in wins."""
    columns = entries, UNIT * numpy.asarray(won), UNIT * numpy.asarray(other)
    deals = numpy.stack(numpy.broadcast_arrays(*columns), axis=1)
    return Counter(DealCount(*deal) for deal in deals.round().astype(int).tolist())


def alike(rate: float, likeness: float, sizes: tuple[int, ...] = (4,)) -> Kind:
    """Deals of which any two games are correlated by `likeness`; their sizes are drawn as well."""

    def draw(rng: Generator, deals: int) -> DealCounts:
        games = rng.choice(sizes, deals)
        rest = 1 / likeness - 1 if likeness else 1e9
        luck = rng.beta(rate * rest, (1 - rate) * rest, deals)
        return counted(games, rng.binomial(games, luck))

    games = "-".join(map(str, sorted({min(sizes), max(sizes)})))
    return Kind(f"rate {rate:.0%}, {games} games a deal, correlation {likeness}", rate, draw)


def compared(players: int, more: float, likeness: float = 0.1) -> Kind:
    """Two bots that play each deal from all seats; the luck of a deal is the same for both."""
    even = 1 / players

    def draw(rng: Generator, deals: int) -> DealCounts:
        rest = 1 / likeness - 1
        luck = more / 2 + (1 - more) * rng.beta(even * rest, (1 - even) * rest, deals)
        won = rng.binomial(players, luck + more / 2)
        return counted(players, won, rng.binomial(players, luck - more / 2))

    return Kind(f"{players} players, compared, {100 * more:.0f} points apart", more, draw, (-1, 1))


def seat(players: int, rate: float) -> Kind:
    """What a seat wins less its even share, one game a deal; one game of ten has no winner."""

    def draw(rng: Generator, deals: int) -> DealCounts:
        has_winner = rng.binomial(1, 0.9, deals)
        return counted(1, has_winner * rng.binomial(1, rate, deals), has_winner / players)

    even = 1 / players
    name = f"a seat of {players} that wins {rate:.0%}, less the even share"
    return Kind(name, 0.9 * (rate - even), draw, (-even, 1 - even))


def shared(rng: Generator, deals: int) -> DealCounts:
    """Draw deals of two games, three in ten of which are shared by both players."""
    won = rng.choice([0, 0.5, 1], (deals, 2), p=[0.35, 0.3, 0.35])
    return counted(2, won.sum(axis=1))


def nearly_twins(rng: Generator, deals: int) -> DealCounts:
    """Draw four games of each of two bots that differ in one deal of twenty, and then by a win."""
    return counted(4, 2 + rng.choice([-1, 0, 1], deals, p=[0.025, 0.95, 0.025]), 2)


def lopsided(rng: Generator, deals: int) -> DealCounts:
    """Draw two games of a bot that always wins and of one that wins in one deal of ten."""
    return counted(2, 2, 2 * rng.binomial(1, 0.1, deals))


def winners(rng: Generator, deals: int) -> DealCounts:
    """Draw two games of bots that nearly always win: one of them loses one in a deal of ten."""
    return counted(2, 2, 2 - rng.binomial(1, 0.1, deals))


def players_of_a_card(rng: Generator, deals: int) -> DealCounts:
    """Draw how many of four seats played a card, whether one of them won, and even shares."""
    entries = rng.binomial(4, 0.3, deals)
    return counted(entries, rng.binomial(1, entries / 4), entries / 4)


KINDS = (
    *(compared(players, more) for players in (2, 3, 4, 5) for more in (0.0, 0.1)),
    Kind("compared, nearly twins", 0.0, nearly_twins, (-1, 1)),
    Kind("compared, 90 points apart", 0.9, lopsided, (-1, 1)),
    Kind("compared, both nearly always win", 0.05, winners, (-1, 1)),
    *(seat(players, 1 / players) for players in (2, 5)),
    seat(4, 0.03),
    Kind("those who played a card, less the even share", 0.0, players_of_a_card, (-0.25, 0.75)),
    *(alike(rate, 0.0, (1,)) for rate in (0.5, 0.2, 0.05)),
    *(alike(rate, 0.2) for rate in (0.5, 0.2, 0.05)),
    *(alike(rate, 0.7) for rate in (0.5, 0.05)),
    alike(0.2, 0.3, (1, 1, 1, 2, 4, 8)),
    Kind("rate 50%, 2 games a deal, some shared", 0.5, shared),
)


@frozen
class Figures:
    """What was measured of intervals."""

    covers: int
    """How many contain the true figure."""
    width: float
    """The mean."""
    excludes: int
    """How many do not contain 0."""


def figures(kind: Kind, deals: int, batches: int, seed: int = 1, *, plain: bool = False) -> Figures:
    """Measure the library's intervals, or Student's if `plain`."""
    rng = numpy.random.default_rng(seed)
    estimate = kind.estimate_plainly if plain else kind.estimate
    told = [estimate(kind.draw(rng, deals)) for _ in range(batches)]
    return Figures(
        sum(own.low <= kind.true + 1e-12 and kind.true - 1e-12 <= own.high for own in told),
        fmean(own.high - own.low for own in told),
        sum(not own.low <= 0 <= own.high for own in told),
    )


def found(hits: int, of: int) -> str:
    """Write a rate with Wilson's interval of 95 %."""
    own = wilson(hits, of)
    return f"{100 * own.value:.1f} % ({100 * own.low:.1f} to {100 * own.high:.1f})"


def main() -> None:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="Measure the coverage of intervals of 95 %.")
    parser.add_argument("--batches", type=int, default=10_000)
    batches = parser.parse_args().batches
    print(
        "| batches | deals | coverage | width | 0 excluded | Student's |\n|---|--:|---|--:|--:|---|"
    )
    for kind in KINDS:
        for deals in DEALS:
            own, plain = (figures(kind, deals, batches, plain=way) for way in (False, True))
            excluded, plainly = (
                f"{100 * each.excludes / batches:.1f} %" if kind.bounds else ""
                for each in (own, plain)
            )
            print(
                f"| {kind.name} | {deals} | {found(own.covers, batches)} | {own.width:.3f}"
                f" | {excluded} | {100 * plain.covers / batches:.1f} %, {plain.width:.3f},"
                f" {plainly} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
