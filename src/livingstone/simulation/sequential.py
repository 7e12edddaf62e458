"""The sequential test of chess engines (Van den Bergh 2017, "A practical introduction")."""

import re
from collections.abc import Sequence
from math import log, sqrt, tanh
from typing import Literal, TypeAlias

from attrs import frozen

from livingstone.errors import ArgumentError, shown
from livingstone.simulation.intervals import DealCounts, columns
from livingstone.support.arguments import one_of

Hypothesis: TypeAlias = Literal["null", "alternative"]


def next_look(deals: int) -> int:
    """Return after how many deals to look, if the last look was after `deals` (0: none)."""
    return deals + max(16, deals // 8)


@frozen
class SequentialTest:
    """A test, repeated while games are played, of how much more of them one bot wins.

    It accepts that the difference is `null` or less, with an error of at most `beta`, or that it is
    `alternative` or more, with an error of at most `alpha`; errors are below 0.5. The measure is
    `"wins"`, from -0.5 to 0.5 of the games, or `"elo"`, from -1000 to 1000. Else `ArgumentError`.
    """

    null: float
    alternative: float
    alpha: float = 0.05
    beta: float = 0.05
    measure: str = "wins"

    def __attrs_post_init__(self) -> None:
        one_of("measure", self.measure, ("wins", "elo"))
        most = 0.5 if self.measure == "wins" else 1000.0
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise ArgumentError(f"{name} must be above 0 and below 0.5: {error:g}")
        if not -most <= self.null < self.alternative <= most:
            raise ArgumentError(
                f"the null must be below the alternative, both from {-most:g} to {most:g}:"
                f" {self.null:g}, {self.alternative:g}"
            )

    @classmethod
    def parse(cls, text: str) -> "SequentialTest":
        """Read a text such as `elo=0:20,alpha=0.01`; raises `ArgumentError` for others."""
        number = r"([-+]?\d*\.?\d+)"
        errors = f"(?:,alpha={number})?(?:,beta={number})?"
        if not (found := re.fullmatch(f"(wins|elo)={number}:{number}{errors}", text)):
            raise ArgumentError(f"write a test as wins=0:0.05,alpha=0.05,beta=0.05: {shown(text)}")
        measure, null, alternative, alpha, beta = found.groups("0.05")
        return cls(float(null), float(alternative), float(alpha), float(beta), measure)

    def decide(
        self, counts: DealCounts, unit: int = 1, adjusted: Sequence[float] | None = None
    ) -> "Verdict":
        """Decide by what both bots won in the deals so far; raises as `difference_of` does.

        `adjusted` are the differences in the deals less luck, which it decides by if given.
        """
        entries, won, other, deals = columns(counts, unit, -1, 1)
        from statsmodels.emplike.descriptive import DescStat

        ends = [self.null, self.alternative]
        if self.measure == "elo":  # as differences of two parts of the games, by their mean
            share = (deals @ (won + other) + 1) / (2 * deals @ entries + 2)
            spread, halves = share * (1 - share), [tanh(elo * log(10) / 800) for elo in ends]
            ends = [4 * half * spread / (1 + sqrt(1 - 4 * half**2 * spread)) for half in halves]
        if adjusted is None:
            adjusted = ((won - other) / entries).repeat(deals.astype(int)).tolist()
        # Two deals, one at each end, make every mean possible.
        values = [min([-1, *adjusted]), max([1, *adjusted]), *adjusted]
        tests = [DescStat(values).test_mean(at, result_object=True) for at in ends]
        ratio = float(tests[0][0] - tests[1][0]) / 2
        low, high = log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)  # Wald
        if deals.sum() < next_look(0) or low < ratio < high:
            return Verdict(self, None, ratio)
        return Verdict(self, "null" if ratio <= low else "alternative", ratio)


@frozen
class Verdict:
    """What a sequential test accepts, None if it continues, and the log likelihood ratio."""

    test: SequentialTest
    accepted: Hypothesis | None
    log_ratio: float

    def __str__(self) -> str:
        scale, unit = (100, " % of the games") if self.test.measure == "wins" else (1, " Elo")
        low, high = (f"{scale * end:+g}{unit}" for end in (self.test.null, self.test.alternative))
        if self.accepted is None:
            return f"Not decided between {low} and {high}."
        return f"Accepted: {f'{low} or less' if self.accepted == 'null' else f'{high} or more'}."
