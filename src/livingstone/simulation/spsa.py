"""Simultaneous perturbation stochastic approximation (SPSA): climbing by noisy comparisons.

J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
approximation", IEEE Transactions on Automatic Control 37 (3), 1992; the gain sequences are those of
"Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
Transactions on Aerospace and Electronic Systems 34 (3), 1998. All weights are changed at once, each
up or down at random, and the two opposite sets play each other. What one wins more than the other
estimates the slope in all directions.

The logarithms of the weights are what is changed, so that a step is a part of a weight, whatever
its size, and no weight gets below 0. The result is the mean over the second half of the steps
(B. T. Polyak and A. B. Juditsky, "Acceleration of stochastic approximation by averaging", SIAM
Journal on Control and Optimization 30 (4), 1992).
"""

from math import exp, log
from random import Random

from attrs import asdict, define, field, frozen

from livingstone.players.weights import Weights
from livingstone.players.win_chances import LEAST, MOST, Assumptions

__all__ = ["Climb", "Trial"]

FIRST_STEP, FIRST_CHANGE = 0.12, 0.3
"""The factors of the sizes of the steps, and of the changes that are tried."""
STEP_POWER, CHANGE_POWER = 0.602, 0.101
"""By which powers of the number of the iteration the two become smaller (Spall 1998)."""
STABILITY = 100
"""Iterations by which the steps are taken to be further on, so that the first are not too long."""


@frozen
class Trial:
    """Two sets of weights that are to play each other."""

    plus: Weights
    """The weights, all changed at once."""
    minus: Weights
    """The weights, all changed the other way."""
    signs: tuple[int, ...]
    """1 for each weight that is larger in `plus`, -1 for each that is smaller."""
    change: float
    """By how much the logarithms were changed."""


@define
class Climb:
    """The logarithms of weights on their way to better ones."""

    logarithms: list[float]
    """Those reached, in the order of the fields of `Weights`, those of `Assumptions` first."""
    sums: list[float] = field(factory=list)
    """The sums of those that count for the mean."""
    counted: int = 0
    """How many were summed."""

    @classmethod
    def of(cls, start: Weights) -> "Climb":
        """Begin with these weights."""
        logarithms = [log(value) for value in _values(start)]
        return cls(logarithms, [0.0] * len(logarithms))

    def trial(self, iteration: int, seed: int) -> Trial:
        """Change all weights at once; iterations count from 0, and `seed` decides the signs."""
        change = FIRST_CHANGE / (iteration + 1) ** CHANGE_POWER
        bits = Random(seed).getrandbits(len(self.logarithms))
        signs = tuple([1 if bits >> place & 1 else -1 for place in range(len(self.logarithms))])
        plus, minus = (
            _weights(
                [
                    own + way * sign * change
                    for own, sign in zip(self.logarithms, signs, strict=True)
                ]
            )
            for way in (1, -1)
        )
        return Trial(plus, minus, signs, change)

    def step(self, iteration: int, trial: Trial, gain: float, *, counts: bool) -> None:
        """Go on by what `plus` gained over `minus`, from -1 to 1; it can count for the mean."""
        size = FIRST_STEP / (iteration + 1 + STABILITY) ** STEP_POWER
        slope = gain / (2 * trial.change)
        self.logarithms = [
            min(log(MOST), max(log(LEAST), own + size * slope * sign))
            for own, sign in zip(self.logarithms, trial.signs, strict=True)
        ]
        if counts:
            self.sums = [total + own for total, own in zip(self.sums, self.logarithms, strict=True)]
            self.counted += 1

    def mean(self) -> Weights:
        """Give the weights of the mean, to three digits; at least one step must have counted."""
        return _weights([total / self.counted for total in self.sums], digits=3)


def _values(weights: Weights) -> list[float]:
    """List all numbers, those of the assumptions first."""
    data = asdict(weights)
    return [*data.pop("assumptions").values(), *data.values()]


def _weights(logarithms: list[float], digits: int = 15) -> Weights:
    """Make weights from the logarithms of all numbers."""
    values = [
        float(f"{min(MOST, max(LEAST, exp(logarithm))):.{digits}g}") for logarithm in logarithms
    ]
    count = len(asdict(Assumptions()))
    return Weights(Assumptions(*values[:count]), *values[count:])
