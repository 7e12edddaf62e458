"""Measure how often the interval of a difference of mean points contains the true one.

    python benchmarks/points.py                     5,000 comparisons of each kind
    python benchmarks/points.py --comparisons 500   less exact

Two bots play the same deals. In some of these they differ, in the others they score alike. Each
line has the coverage with Wilson's 95 % interval, and what Student's test of pairs would have.
"""

import argparse

import numpy
from attrs import frozen
from numpy.random import Generator
from numpy.typing import NDArray

from livingstone.simulation.intervals import mean_difference, student, wilson

DEALS = (3, 10, 30, 100, 400)
SPREAD = 10.0
"""The standard deviation of the points of a bot."""


@frozen
class Kind:
    """A kind of comparison whose true difference is known."""

    name: str
    often: float
    """In which part of the deals the bots differ."""
    more: float
    """By how many points on average, where they do."""
    is_skewed: bool = False
    """Whether they differ by an exponential amount there: rarely by a large one."""

    @property
    def true(self) -> float:
        """The true difference."""
        return self.often * self.more

    def draw(self, rng: Generator, deals: int) -> tuple[NDArray[numpy.int_], NDArray[numpy.int_]]:
        """Draw the points of both bots, deal by deal."""
        luck = rng.normal(30, SPREAD, deals)
        if self.is_skewed:
            other = luck + rng.exponential(self.more, deals)
        else:
            other = rng.normal(30, SPREAD, deals) + self.more
        first = numpy.where(rng.random(deals) < self.often, other, luck)
        return first.round().astype(int), luck.round().astype(int)


KINDS = (
    Kind("all deals differ", 1.0, 2.0),
    Kind("one in four differs", 0.25, 4.0),
    Kind("one in twenty differs", 0.05, 4.0),
    Kind("one in a hundred differs, by much", 0.01, 20.0),
    Kind("one in four differs, skewed", 0.25, 15.0, is_skewed=True),
    Kind("one in twenty differs, skewed", 0.05, 30.0, is_skewed=True),
)


def coverage(kind: Kind, rng: Generator, deals: int, comparisons: int) -> tuple[int, int]:
    """Count how often the interval contains the truth: the library's, and Student's."""
    own = plain = 0
    for _ in range(comparisons):
        first, second = kind.draw(rng, deals)
        more = first - second
        separate = float(first.var(ddof=1) + second.var(ddof=1))
        told = mean_difference(more.tolist(), separate)
        own += told.low <= kind.true <= told.high
        half = student(deals - 1) * more.std(ddof=1) / deals**0.5
        plain += abs(more.mean() - kind.true) <= half
    return own, plain


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--comparisons", type=int, default=5000, help="of each kind")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    rng = numpy.random.default_rng(options.seed)
    print(f"{'kind':36} deals  coverage (95 %)         Student's")
    for kind in KINDS:
        for deals in DEALS:
            own, plain = (
                wilson(hits, options.comparisons)
                for hits in coverage(kind, rng, deals, options.comparisons)
            )
            print(
                f"{kind.name:36} {deals:5}  {100 * own.value:.1f} % ({100 * own.low:.1f} to"
                f" {100 * own.high:.1f})  {100 * plain.value:.1f} %"
            )


if __name__ == "__main__":
    main()
