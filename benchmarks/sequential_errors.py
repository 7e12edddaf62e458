"""Measure how often sequential tests accept a hypothesis that is wrong.

    python benchmarks/sequential_errors.py                   4,000 comparisons each, minutes
    python benchmarks/sequential_errors.py --batches 500     less exact, seconds
    python benchmarks/sequential_errors.py --plain           intervals of 95 % instead

Each line names a kind of comparison and the hypothesis that is true in it, and says how often the
other one was accepted, with Wilson's 95 % interval, and how many deals it took on average. Nothing
should be wrong more often than 5 %. With `--plain`, Student's interval is looked at every 40 deals
up to 2,000, and a difference is found as soon as the interval leaves out the null hypothesis.
"""

import argparse
from collections import Counter
from math import log, sqrt
from statistics import fmean

import numpy
from attrs import frozen
from numpy.typing import NDArray
from scipy.optimize import brentq

from livingstone.simulation import SequentialTest
from livingstone.simulation.comparison import Hypothesis, next_look
from livingstone.simulation.intervals import DealCount, DealCounts, student, wilson

__all__ = ["KINDS", "Kind", "wrong_decisions"]

MOST_DEALS = 100_000

Numbers = NDArray[numpy.float64]


@frozen
class Kind:
    """A kind of comparison: the differences that a deal can have, and how likely each is."""

    name: str
    test: SequentialTest
    games: int
    """How many games each bot plays in a deal."""
    weights: tuple[float, ...]
    """How likely the first bot wins fewer games by as many as there are, and so on up to more."""

    @property
    def values(self) -> Numbers:
        """The differences, in games that the first bot wins more often."""
        return numpy.arange(-self.games, self.games + 1, dtype=float)

    def clusters(self, counts: list[int]) -> DealCounts:
        """Make the clusters of this many deals of each difference."""
        clusters: Counter[DealCount] = Counter()
        for more, times in zip(range(-self.games, self.games + 1), counts, strict=True):
            other = (self.games - more) // 2
            clusters[DealCount(self.games, other + more, other)] += times
        return clusters

    def probabilities(self, hypothesis: Hypothesis) -> Numbers:
        """Tilt the probabilities so that the difference is that of a hypothesis."""
        wanted: float = getattr(self.test, hypothesis)

        def tilted(tilt: float) -> Numbers:
            weights = numpy.array(self.weights) * numpy.exp(tilt * self.values)
            return numpy.asarray(weights / weights.sum())

        tilt = brentq(lambda tilt: self._measured(tilted(tilt)) - wanted, -20 / self.games, 20)
        return tilted(tilt)

    def _measured(self, probabilities: Numbers) -> float:
        """Compute the true difference, in wins or in points of Elo."""
        other = (self.games - self.values) // 2
        second = float(probabilities @ other) / self.games
        first = float(probabilities @ (other + self.values)) / self.games
        if self.test.measure == "wins":
            return first - second
        return 400 / log(10) * (log(first / (1 - first)) - log(second / (1 - second)))


KINDS = (
    Kind("a game a deal", SequentialTest(0, 0.1), 1, (0.25, 0.5, 0.25)),
    Kind("a game a deal, nearly twins", SequentialTest(0, 0.02), 1, (0.01, 0.98, 0.01)),
    Kind("two games a deal", SequentialTest(-0.05, 0.05), 2, (0.05, 0.25, 0.4, 0.25, 0.05)),
    Kind("two games a deal, in Elo", SequentialTest.parse("elo=0:60"), 2, (1, 4, 6, 4, 1)),
    Kind("four games a deal", SequentialTest(0, 0.1), 4, (1, 8, 28, 56, 70, 56, 28, 8, 1)),
    Kind("four games a deal, lopsided", SequentialTest(0, 0.1), 4, (0, 0, 0, 5, 9, 0, 1, 1, 1)),
)


def wrong_decisions(
    kind: Kind, true: Hypothesis, batches: int, seed: int = 1, *, plain: bool = False
) -> tuple[int, int, float]:
    """Count wrong decisions and comparisons without one, and average the numbers of deals."""
    rng = numpy.random.default_rng(seed)
    probabilities = kind.probabilities(true)
    wrong = undecided = 0
    lengths = []
    for _ in range(batches):
        counts = numpy.zeros(len(probabilities), dtype=int)
        accepted: Hypothesis | None = None
        deals = 0
        while accepted is None and deals < (2000 if plain else MOST_DEALS):
            look = deals + 40 if plain else next_look(deals)
            counts += rng.multinomial(look - deals, probabilities)
            deals = look
            if plain:
                accepted = _by_interval(kind, counts)
            else:
                accepted = kind.test.decide(kind.clusters(counts.tolist())).accepted
        wrong += accepted not in (None, true)
        undecided += accepted is None
        lengths.append(deals)
    return wrong, undecided, fmean(lengths)


def _by_interval(kind: Kind, counts: NDArray[numpy.int_]) -> Hypothesis | None:
    """Accept the alternative once Student's interval leaves out the null hypothesis."""
    deals = int(counts.sum())
    mean = float(counts @ kind.values) / deals / kind.games
    squares = float(counts @ (kind.values / kind.games - mean) ** 2)
    error = sqrt(squares / (deals - 1) / deals)
    return "alternative" if abs(mean - kind.test.null) > student(deals - 1) * error else None


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the errors of sequential tests.")
    parser.add_argument("--batches", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    hypotheses: tuple[Hypothesis, ...] = ("null",) if options.plain else ("null", "alternative")
    for kind in KINDS:
        for true in hypotheses:
            wrong, undecided, deals = wrong_decisions(
                kind, true, options.batches, options.seed, plain=options.plain
            )
            rate = wilson(wrong, options.batches)
            print(
                f"{kind.name:30} {true:11} is true: wrong {rate.value:5.1%}"
                f" ({rate.low:.1%} to {rate.high:.1%}), undecided {undecided}, {deals:.0f} deals",
                flush=True,
            )


if __name__ == "__main__":
    main()
