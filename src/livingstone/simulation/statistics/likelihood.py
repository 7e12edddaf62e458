"""The likelihood of duels in the model of Bradley and Terry, and the ratings that it leaves open.

Ratings are natural logarithms of strengths. An interval by the ratio of likelihoods holds all
ratings with which the results would not be much less likely than with the best ones, whatever the
ratings of the others are then (Venzon and Moolgavkar 1988, "A method for computing profile-
likelihood-based confidence intervals"). Where a bot wins nearly always, it is far from symmetric.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit

__all__ = ["Likelihood"]

Array = NDArray[np.float64]

RIDGE = 1e-7
"""How much a rating is pulled towards 0, so that one that nothing bounds does not grow for ever."""
LONGEST_STEP, MOST_STEPS = 2.0, 200
"""No rating changes by more in a step, of which there are at most so many."""
MOST_PULL = 2.0**40
"""Wins with which a rating is pulled away from the best one, at most."""


class Likelihood:
    """How likely duels are by the ratings of the bots."""

    def __init__(self, names: Sequence[str], half_points: Mapping[tuple[str, str], int]) -> None:
        """Count the wins; `half_points` has 2 for a win and 1 for a draw, by bot and other bot."""
        count = len(names)
        wins = np.array(
            [[half_points.get((one, other), 0) / 2 for other in names] for one in names]
        )
        self._won: Array = wins.sum(axis=1)
        self._met: Array = wins + wins.T
        self._best = self._log(self._fitted(np.zeros(count)))

    def end(self, bot: int, ratio: float, sign: int) -> float:
        """Find the rating, compared with the mean, at one end of the interval of a bot.

        There, twice the logarithm of the ratio of likelihoods is `ratio`; `sign` is 1 for the upper
        end and -1 for the lower one. Only a rating that is bounded has an end.
        """
        direction = np.full(len(self._won), -1 / len(self._won))
        direction[bot] += 1

        def excess(pull: float) -> float:
            return 2 * (self._best - self._log(self._fitted(sign * pull * direction))) - ratio

        pull = 1.0
        while excess(pull) < 0 and pull < MOST_PULL:
            pull *= 2
        if excess(pull) < 0:
            return sign * np.inf
        found = self._fitted(sign * brentq(excess, 0.0, pull) * direction)
        return float(found[bot] - found.mean())

    def _fitted(self, pull: Array) -> Array:
        """Find the most likely ratings by Newton's method, with more wins or fewer for each bot."""
        ratings = np.zeros(len(pull))
        for _ in range(MOST_STEPS):
            chances = expit(ratings[:, None] - ratings[None, :])  # of each to beat each other one
            rest = self._won + pull - (self._met * chances).sum(axis=1) - RIDGE * ratings
            weights = self._met * chances * (1 - chances)
            curvature = np.diag(weights.sum(axis=1) + RIDGE) - weights
            step = np.linalg.solve(curvature, rest)
            step *= min(1.0, LONGEST_STEP / max(abs(step).max(), RIDGE))
            ratings += step
            if abs(step).max() < 1e-9:
                break
        return ratings

    def _log(self, ratings: Array) -> float:
        """Give the logarithm of the likelihood, less a constant."""
        apart = ratings[:, None] - ratings[None, :]
        both = np.logaddexp(apart, 0)  # of e**(one - other) + 1, for each of two bots
        return float(
            (self._won * ratings).sum() - (self._met * (both + ratings[None, :])).sum() / 2
        )
