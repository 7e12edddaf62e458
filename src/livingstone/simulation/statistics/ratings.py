"""Ratings from duels: the model of Bradley and Terry (1952), in points of Elo.

A bot has a strength, and beats another one with the chance "own strength over the sum of both". A
draw is half a win. The strengths are those that make the results most likely, found by the
iteration of Hunter (2004), "MM algorithms for generalized Bradley-Terry models".
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, inf, log, sqrt

from livingstone.simulation.statistics.intervals import Interval, require_scipy, student
from livingstone.simulation.tally import GROUPS, Duel

__all__ = ["rate", "strengths"]

HalfPoints = Mapping[tuple[str, str], int]
"""The half points of each bot against each other one: 2 for a win, 1 for a draw."""

ELO = 400 / log(10)
"""How many points of Elo a factor e in strength is worth."""
PRECISION = 1e-10
"""The iteration stops when no strength changes by more than this fraction of itself."""
ROUNDING = 1e-12
"""Eigenvalues that are smaller than this part of the largest one are 0, but for rounding."""
MOST_ITERATIONS = 100_000
"""The iteration stops after this many repetitions in any case."""


def rate(
    names: Sequence[str], duels: Mapping[Duel, int], groups: int = GROUPS
) -> tuple[Interval, ...]:
    """Rate bots by their duels, in the order of `names`; the mean of the ratings is 0.

    `duels` has the half points of each bot against each other one, for each of `groups` groups of
    deals. The interval is that of the likelihood ratio (`Likelihood`), which is right as well for
    bots that win or lose nearly always. That ratio would be right for independent duels. The duels
    of a deal are not, so it is multiplied by what the jackknife, which leaves out one group of
    deals at a time, finds for the variance, compared with the Fisher information.

    A rating has no upper end if some bot never scored against this one, nor against any that did,
    and so on; and no lower end if it is the other way round.

    >>> duels = {Duel(0, "a", "b"): 9, Duel(1, "b", "a"): 9}
    >>> [round(rating.value) for rating in rate("ab", duels, groups=2)]
    [0, 0]

    Raises `MissingExtraError` without scipy.
    """
    require_scipy()
    from livingstone.simulation.statistics.likelihood import Likelihood  # needs scipy

    everything = _without(duels, None)
    best = _logarithms(names, everything)
    errors = _jackknife_errors(names, duels, groups)
    fisher = _fisher_errors(names, everything, best)
    width = student(groups - 1) if groups > 1 else inf
    reached = _reached(names, everything)
    likelihood = Likelihood(names, everything)
    intervals = []
    for bot, name in enumerate(names):
        low, high, value = -inf, inf, best[bot]
        ratio = width**2 * max(1.0, (errors[bot] / (fisher[bot] or inf)) ** 2)
        if len(reached[name]) == len(names) and ratio < inf:
            low = min(value, likelihood.end(bot, ratio, -1))
        if all(name in others for others in reached.values()) and ratio < inf:
            high = max(value, likelihood.end(bot, ratio, 1))
        intervals.append(Interval(value * ELO, low * ELO, high * ELO))
    return tuple(intervals)


def _reached(names: Sequence[str], duels: HalfPoints) -> dict[str, set[str]]:
    """Find for each bot those that it scored against, those that they scored against, and so on.

    Only where each bot reaches each other one is some result the most likely (Ford 1957).
    """
    scored = {one: {other for other in names if duels.get((one, other))} for one in names}
    reached = {}
    for name in names:
        found, new = {name}, [name]
        while new:
            more = scored[new.pop()] - found
            found |= more
            new += more
        reached[name] = found
    return reached


def strengths(names: Sequence[str], duels: HalfPoints) -> dict[str, float]:
    """Find the strengths that make the results most likely; their geometric mean is 1.

    A draw of each bot is added, in equal parts with all others that it met, so that one which
    always won is not infinitely strong.

    >>> found = strengths("ab", {("a", "b"): 11, ("b", "a"): 3})
    >>> round(found["a"] / found["b"], 6)
    3.0
    """
    met = _met(names, duels)
    half = _drawn(names) / 2
    won = {one: sum(duels.get((one, other), 0) / 2 + half for other in met[one]) for one in names}
    found = dict.fromkeys(names, 1.0)
    for _ in range(MOST_ITERATIONS):
        before = found
        found = {one: _improved(one, before, won[one], met[one]) for one in names}
        scale = exp(sum(map(log, found.values())) / len(names))
        found = {one: strength / scale for one, strength in found.items()}
        if all(abs(log(found[one] / before[one])) < PRECISION for one in names):
            break
    return found


def _improved(one: str, found: Mapping[str, float], won: float, met: Mapping[str, float]) -> float:
    """Improve one strength while the others stay as they are (Hunter 2004, equation 3)."""
    expected = sum(times / (found[one] + found[other]) for other, times in met.items())
    return won / expected if met else 1.0


def _met(names: Sequence[str], duels: HalfPoints) -> dict[str, dict[str, float]]:
    """Count how often each bot met each other one, including the part of a draw that is added."""
    met: dict[str, dict[str, float]] = {one: {} for one in names}
    for one in names:
        for other in names:
            both = duels.get((one, other), 0) + duels.get((other, one), 0)
            if both:
                met[one][other] = both / 2 + _drawn(names)
    return met


def _drawn(names: Sequence[str]) -> float:
    """Tell which part of a draw is added for each two bots that met."""
    return 1 / max(1, len(names) - 1)


def _without(duels: Mapping[Duel, int], left_out: int | None) -> Counter[tuple[str, str]]:
    """Add up the duels of all groups but one; None leaves out no group."""
    total: Counter[tuple[str, str]] = Counter()
    for duel, half_points in duels.items():
        if duel.group != left_out:
            total[duel.bot, duel.other] += half_points
    return total


def _logarithms(names: Sequence[str], duels: HalfPoints) -> list[float]:
    """Find the natural logarithms of the strengths."""
    found = strengths(names, duels)
    return [log(found[name]) for name in names]


def _jackknife_errors(names: Sequence[str], duels: Mapping[Duel, int], groups: int) -> list[float]:
    """Estimate standard errors from what leaving out one group of deals at a time changes.

    The formula is that of Efron and Stein (1981), "The jackknife estimate of variance".
    """
    estimates = [_logarithms(names, _without(duels, group)) for group in range(groups)]
    errors = []
    for values in zip(*estimates, strict=True):
        mean = sum(values) / groups
        squares = sum((value - mean) ** 2 for value in values)
        errors.append(sqrt(squares * (groups - 1) / groups))
    return errors


def _fisher_errors(names: Sequence[str], duels: HalfPoints, best: Sequence[float]) -> list[float]:
    """Estimate standard errors from the curvature of the likelihood at its maximum.

    They are infinite if the bots fall into groups that never met, since nothing then tells how
    strong one group is in comparison with another.
    """
    from numpy import diag, zeros
    from scipy.linalg import pinvh

    met = _met(names, duels)
    information = zeros((len(names), len(names)))
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            if other in met[one]:
                chance = 1 / (1 + exp(best[j] - best[i]))
                information[i, j] = -met[one][other] * chance * (1 - chance)
    information -= diag(information.sum(axis=1))
    # All logarithms can grow alike without a change of the likelihood, so the matrix has no
    # inverse. Its pseudo-inverse is the covariance for logarithms whose mean is fixed at 0.
    covariance, rank = pinvh(information, rtol=ROUNDING, return_rank=True)
    if rank < len(names) - 1:
        return [inf] * len(names)
    return [sqrt(variance) for variance in diag(covariance)]
