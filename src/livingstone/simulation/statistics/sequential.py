"""Ending a comparison as soon as its result is clear, with errors that are known beforehand.

Whoever looks at an interval again and again, and stops when it leaves out 0, finds a difference
sooner or later where there is none. A sequential test may be looked at again and again. This is
the generalized sequential probability ratio test of Li, Liu and Ying (2014), "Generalized
sequential probability ratio test for separate families of hypotheses", as chess engines are tested
with it: Van den Bergh (2017), "A practical introduction to the GSPRT". There, the two games of a
pair have five results (the pentanomial model); here, those of a deal have as many as occur.
"""

from collections import Counter
from collections.abc import Mapping
from math import log, sqrt, tanh
from typing import Literal, SupportsFloat, TypeAlias, get_args

from attrs import field, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.simulation.statistics.clusters import Clusters, plain_clusters
from livingstone.simulation.statistics.intervals import require_scipy
from livingstone.support.arguments import plain_float

__all__ = ["Decision", "Hypothesis", "SequentialTest", "next_look"]

Measure: TypeAlias = Literal["wins", "elo"]
Hypothesis: TypeAlias = Literal["null", "alternative"]

FIRST_LOOK = 16
"""After how many deals to look for the first time, and the fewest deals between two looks. With
fewer, the two deals that are added would weigh too much."""
MOST: Mapping[Measure, float] = {"wins": 0.5, "elo": 1000}
"""The largest difference that a hypothesis can name, by measure: two deals are added, and where
all games are won or lost, these would decide more than the errors allow."""


def next_look(deals: int) -> int:
    """Tell after how many deals to look next, if the last look was after so many, or none after 0.

    >>> next_look(0), next_look(16), next_look(800)
    (16, 32, 900)
    """
    return deals + max(FIRST_LOOK, deals // 8)


def _number(value: SupportsFloat) -> float:
    """Convert to a plain number what a user gives as one; raises `ArgumentError` for all else."""
    number = plain_float(value)
    if number is None:
        raise ArgumentError(f"a sequential test needs numbers: {shown(value)}")
    return number


@frozen
class SequentialTest:
    """A test of how much more of its games one bot wins than another, which ends on its own.

    It ends when it accepts one of two hypotheses: the difference is `null` or less, or it is
    `alternative` or more. They are from -0.5 to 0.5, or from -1000 to 1000 points of Elo. The
    closer they are, the more games it takes. In between, either may be accepted.

    >>> SequentialTest(0, 0.05)
    SequentialTest(null=0.0, alternative=0.05, alpha=0.05, beta=0.05, measure='wins')

    Raises `ArgumentError` for what is no number or out of range, for hypotheses in the wrong order,
    and for another measure.
    """

    null: float = field(converter=_number)
    """The largest difference that does not count, usually 0."""
    alternative: float = field(converter=_number)
    """The smallest difference that counts; above `null`."""
    alpha: float = field(default=0.05, converter=_number)
    """With what probability the alternative is accepted, at most, if the difference is `null` or
    less; above 0 and below 0.5."""
    beta: float = field(default=0.05, converter=_number)
    """With what probability the null hypothesis is accepted, at most, if the difference is
    `alternative` or more; above 0 and below 0.5."""
    measure: Measure = "wins"
    """What the hypotheses are about: `"wins"` for the part of the games that is won, such as 0.05
    for 5 % of them; `"elo"` for points of Elo, 400 of which multiply the odds of a win by 10."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be tested."""
        if not isinstance(self.measure, str) or self.measure not in get_args(Measure):
            raise ArgumentError(f"measure must be 'wins' or 'elo': {shown(self.measure)}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ArgumentError(
                    f"{name}, the probability of an error, must be above 0 and below 0.5:"
                    f" {getattr(self, name)}"
                )
        most = MOST[self.measure]
        if not -most <= self.null < self.alternative <= most:
            raise ArgumentError(
                f"null must be below alternative, and both from -{most:g} to {most:g}:"
                f" {self.null} and {self.alternative}"
            )

    @classmethod
    def parse(cls, text: str) -> "SequentialTest":
        """Read a test from a text: `measure=null:alternative`, then `alpha` and `beta` if not 5 %.

        >>> SequentialTest.parse("elo=0:20,alpha=0.01")
        SequentialTest(null=0.0, alternative=20.0, alpha=0.01, beta=0.05, measure='elo')

        Raises `ArgumentError` for any other text, and as the test itself does.
        """
        pairs = [part.partition("=")[::2] for part in str(text).split(",")]
        parts = dict(pairs)
        measures = [measure for measure in get_args(Measure) if measure in parts]
        try:
            if len(parts) < len(pairs):
                raise ValueError
            (measure,) = measures
            null, alternative = map(float, parts.pop(measure).split(":"))
            errors = {name: float(value) for name, value in parts.items()}
            if not errors.keys() <= {"alpha", "beta"}:
                raise ValueError
        except ValueError:
            raise ArgumentError(
                "a sequential test is written wins=0:0.05 or elo=0:20, and perhaps"
                f" ,alpha=0.05,beta=0.05 after it: {shown(text)}"
            ) from None
        return cls(null, alternative, measure=measure, **errors)

    @property
    def bounds(self) -> tuple[float, float]:
        """The values of `log_ratio`, lower first, between which the test goes on (Wald 1945)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def decide(self, clusters: Clusters, unit: int = 1) -> "Decision":
        """Decide by the deals so far, whose clusters have what both bots won, in parts of a win.

        >>> test = SequentialTest(0, 0.2)
        >>> from livingstone.simulation.statistics.clusters import Cluster
        >>> test.decide({Cluster(2, 2, 1): 30, Cluster(2, 1, 1): 70, Cluster(2, 0, 1): 10}).accepted
        >>> test.decide({Cluster(2, 2, 1): 60, Cluster(2, 1, 1): 90, Cluster(2, 0, 1): 10}).accepted
        'alternative'

        Before 16 deals, it accepts nothing.

        Raises `ArgumentError` for what is no mapping of clusters, and where more was won than can
        be, as if `unit` was forgotten, and `MissingExtraError` without scipy.
        """
        require_scipy()
        clusters, unit = plain_clusters(clusters, unit)
        ratio = _log_ratio(clusters, unit, *self._differences(clusters, unit))
        low, high = self.bounds
        accepted: Hypothesis | None = None
        if sum(times for own, times in clusters.items() if own.entries) >= FIRST_LOOK:
            accepted = "alternative" if ratio >= high else "null" if ratio <= low else None
        return Decision(self, accepted, ratio)

    def told(self, difference: float) -> str:
        """Write a difference of the measure.

        >>> SequentialTest(0, 0.05).told(0.05), SequentialTest(0, 20, measure="elo").told(20)
        ('+5 % of the games', '+20 Elo')
        """
        if self.measure == "wins":
            return f"{100 * difference:+g} % of the games"
        return f"{difference:+g} Elo"

    def _differences(self, clusters: Clusters, unit: int) -> tuple[float, float]:
        """Give both hypotheses as differences of the parts of the games that are won.

        With Elo these depend on how often both win on average: their odds differ by a factor.
        """
        if self.measure == "wins":
            return self.null, self.alternative
        games = sum(own.entries * times for own, times in clusters.items())
        won = sum((own.won + own.other) * times for own, times in clusters.items()) / unit
        share = (won + 1) / (2 * games + 2)
        return _of_elo(self.null, share), _of_elo(self.alternative, share)


@frozen
class Decision:
    """What a sequential test has decided so far."""

    test: SequentialTest
    """The test."""
    accepted: Hypothesis | None
    """The hypothesis that it has accepted; None if it goes on."""
    log_ratio: float
    """The logarithm of how much likelier the alternative makes the results than the null
    hypothesis does."""

    def __str__(self) -> str:
        """Say what the decision means."""
        test = self.test
        null, alternative = test.told(test.null), test.told(test.alternative)
        match self.accepted:
            case "alternative":
                return (
                    f"Accepted: {alternative} or more. If it were {null} or less, this would be"
                    f" accepted with a probability of {100 * test.alpha:g} % at most."
                )
            case "null":
                return (
                    f"Accepted: {null} or less. If it were {alternative} or more, this would be"
                    f" accepted with a probability of {100 * test.beta:g} % at most."
                )
            case None:
                low, high = test.bounds
                return (
                    f"Not decided between {null} and {alternative}: the logarithm of the likelihood"
                    f" ratio is {self.log_ratio:.2f}, and has to be below {low:.2f} or above"
                    f" {high:.2f}, after {FIRST_LOOK} deals or more."
                )


def _of_elo(elo: float, share: float) -> float:
    """Convert points of Elo to a difference of two parts of the games whose mean is `share`."""
    half = tanh(elo * log(10) / 800)
    variance = share * (1 - share)
    return 4 * half * variance / (1 + sqrt(1 - 4 * half**2 * variance))


def _log_ratio(clusters: Clusters, unit: int, null: float, alternative: float) -> float:
    """Compute the logarithm of the generalized likelihood ratio of two mean differences.

    Each hypothesis has the probabilities of the observed differences that make these most likely,
    among those with its mean. Two deals are added, one at each end of what is possible, so that
    every mean can be had, and a few deals that went alike decide nothing.
    """
    deals = Counter({-1.0: 1, 1.0: 1})
    for own, times in clusters.items():
        if own.entries:
            deals[(own.won - own.other) / (unit * own.entries)] += times
    tilts = [(mean, _tilt(deals, mean)) for mean in (null, alternative)]
    by_null, by_alternative = (
        sum(times * log(1 + tilt * (value - mean)) for value, times in sorted(deals.items()))
        for mean, tilt in tilts
    )
    return by_null - by_alternative


def _tilt(deals: Mapping[float, int], mean: float) -> float:
    """Find the number x with which the probabilities p / (1 + x (value - mean)) have this mean.

    They are the most likely ones where p are the observed frequencies: Owen (1988), "Empirical
    likelihood ratio confidence intervals for a single functional".
    """
    from scipy.optimize import brentq

    def excess(tilt: float) -> float:
        return sum(
            times * (value - mean) / (1 + tilt * (value - mean)) for value, times in deals.items()
        )

    low, high = -1 / (max(deals) - mean), 1 / (mean - min(deals))
    margin = 1e-12 * (high - low)
    return float(brentq(excess, low + margin, high - margin))
