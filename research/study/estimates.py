"""What the study estimates, deal by deal, and how an estimate becomes a cell of a table.

A figure between two bounds has the interval of Clopper and Pearson (1934), for as many games as its
variance shows that the deals are worth (Korn and Graubard 1998): it keeps its confidence, however
high, where a figure is near a bound. Figures without bounds have Student's interval.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.special import stdtrit
from scipy.stats import beta

from livingstone.simulation import Interval

__all__ = [
    "Cell",
    "Difference",
    "Estimate",
    "Line",
    "Mean",
    "Rate",
    "Table",
    "confidence_for",
    "established",
    "mean_of",
    "more",
    "ratio",
]

TOGETHER = 0.95
"""The confidence that all intervals of the study hold together."""


@frozen
class Mean:
    """The mean of values that are independent of each other, one of each deal."""

    value: float
    error: float
    """The standard error of the mean; infinite for a single value."""
    count: int
    least: float = -inf
    """No value is smaller."""
    most: float = inf
    """No value is larger."""

    @classmethod
    def of(cls, values: Sequence[float], least: float = -inf, most: float = inf) -> "Mean":
        """Estimate a mean; equal values are not taken for proof that others would be equal."""
        if len(values) < 2:
            return cls(fmean(values) if values else 0.0, inf, len(values), least, most)
        deviation = stdev(values)
        if most - least == inf:
            deviation = max(deviation, 1 / sqrt(len(values)))
        return cls(fmean(values), deviation / sqrt(len(values)), len(values), least, most)

    def interval(self, confidence: float) -> Interval:
        """Give the interval of Clopper and Pearson between two bounds, and else Student's."""
        if self.error == inf:
            return Interval(self.value, self.least, self.most)
        reach = float(stdtrit(self.count - 1, (1 + confidence) / 2))
        span = self.most - self.least
        if span < inf:
            normal = NormalDist().inv_cdf((1 + confidence) / 2)
            part, games = self._worth((normal / reach) ** 2)
            low, high = _clopper_pearson(part * games, games, confidence)
            return Interval(self.value, self.least + span * low, self.least + span * high)
        low, high = self.value - reach * self.error, self.value + reach * self.error
        return Interval(self.value, max(self.least, low), min(self.most, high))

    def _worth(self, factor: float) -> tuple[float, float]:
        """Return where the mean is between its bounds, from 0 to 1, and what the values are worth.

        They are worth as many games, each at one of the bounds, as would say as much. For their
        variance two values are added, one at each bound.
        """
        span = self.most - self.least
        count = self.count
        part = min(1.0, max(0.0, (self.value - self.least) / span))
        centre = (count * part + 1) / (count + 2)
        squares = (self.error / span) ** 2 * count * (count - 1) + count * (part - centre) ** 2
        squares += centre**2 + (1 - centre) ** 2
        return part, factor * count * (count + 2) * centre * (1 - centre) / squares


@frozen
class Rate:
    """How often something happened in games that are independent of each other."""

    times: float
    games: int

    def interval(self, confidence: float) -> Interval:
        """Give the interval of Clopper and Pearson."""
        if not self.games:
            return Interval(0.0, 0.0, 1.0)
        return Interval(
            self.times / self.games, *_clopper_pearson(self.times, self.games, confidence)
        )


def _clopper_pearson(times: float, games: float, confidence: float) -> tuple[float, float]:
    """Find the ends of the interval of a rate, from 0 to 1; `times` need not be whole."""
    tail = (1 - confidence) / 2
    low = beta.ppf(tail, times, games - times + 1) if times else 0.0
    high = beta.isf(tail, times + 1, games - times) if times < games else 1.0
    return float(low), float(high)


Estimate = Mean | Rate


@frozen
class Cell:
    """A figure in a table."""

    estimate: Estimate
    scale: float = 1.0
    """100 for per cent."""
    digits: int = 1

    def text(self, confidence: float) -> str:
        """Write the figure with its interval."""
        value, low, high = self._ends(confidence)
        return f"{value:.{self.digits}f} ({low:.{self.digits}f} to {high:.{self.digits}f})"

    def _ends(self, confidence: float) -> tuple[float, float, float]:
        own = self.estimate.interval(confidence)
        value, low, high = (
            round(self.scale * end, self.digits) for end in (own.value, own.low, own.high)
        )
        return value + 0.0, low, high  # no estimate of -0.0


@frozen
class Difference(Cell):
    """A difference, in bold if its interval leaves out 0; an end of -0.0 is a little below it."""

    def text(self, confidence: float) -> str:
        """Write the difference with its sign."""
        digits = self.digits
        value, low, high = self._ends(confidence)
        text = f"{value:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"
        return f"**{text}**" if self.is_established(confidence) else text

    def is_established(self, confidence: float) -> bool:
        """Say whether the interval leaves out 0."""
        own = self.estimate.interval(confidence)
        return own.low > 0 or own.high < 0


Line = tuple[str | Cell, ...]
"""A line of a table."""


@frozen
class Table:
    """A table before it is known how many estimates the study has."""

    heads: tuple[str, ...]
    lines: tuple[Line, ...]
    remark: str

    @property
    def cells(self) -> list[Cell]:
        """All estimates."""
        return [cell for line in self.lines for cell in line if isinstance(cell, Cell)]

    def markdown(self, confidence: float) -> str:
        """Write the table as Markdown, with intervals of this confidence."""
        lines = [
            tuple(cell.text(confidence) if isinstance(cell, Cell) else cell for cell in line)
            for line in self.lines
        ]
        rule = (":--", *["--:"] * (len(self.heads) - 1))
        text = "".join(f"| {' | '.join(line)} |\n" for line in (self.heads, rule, *lines))
        return f"{text}\n{self.remark}\n" if self.remark else text


def confidence_for(tables: Mapping[str, Table]) -> float:
    """Give the confidence for each interval with which all of them hold together (Bonferroni)."""
    number = sum(len(table.cells) for table in tables.values())
    return 1 - (1 - TOGETHER) / max(1, number)


def established(tables: Mapping[str, Table]) -> tuple[int, int]:
    """Count the differences: all, and those that leave out 0."""
    confidence = confidence_for(tables)
    cells = [cell for table in tables.values() for cell in table.cells]
    tested = [cell for cell in cells if isinstance(cell, Difference)]
    return len(tested), sum(cell.is_established(confidence) for cell in tested)


def more(games: Iterable[float], others: Iterable[float], half: float = inf) -> Mean:
    """Estimate what the first games have more than the others, deal by deal, as far as both go.

    No difference is farther from 0 than `half`.
    """
    return Mean.of([one - other for one, other in zip(games, others, strict=False)], -half, half)


def ratio(parts: NDArray[np.float64], wholes: NDArray[np.float64], most: float = inf) -> Mean:
    """Estimate the ratio of two means from their values by game (linearised, from 0 to `most`)."""
    whole = float(wholes.mean()) or 1.0
    value = float(parts.mean()) / whole
    least = -inf if most == inf else 0.0
    return Mean.of((value + (parts - value * wholes) / whole).tolist(), least, most)


def mean_of(values: NDArray[Any], least: float = 0.0, most: float = inf) -> Mean:
    """Estimate a mean; what is given by seat counts as one value for each game."""
    return Mean.of(values.reshape(len(values), -1).mean(axis=1).tolist(), least, most)
