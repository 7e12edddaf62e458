"""Ratings from results between two: the model of Bradley and Terry (1952), in Elo's points.

The chance that one beats the other is the one's strength over the sum of both strengths; a draw is
half a win. The strengths are those that make the results most likely, found by the iteration of
Hunter (2004), "MM algorithms for generalized Bradley-Terry models".
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, inf, log, sqrt

from livingstone.simulation.statistics.intervals import Interval, student
from livingstone.simulation.statistics.tally import GROUPS, Duel

__all__ = ["rate", "strengths"]

Duels = Mapping[tuple[str, str], int]
"""Half points of the one against the other: 2 for a win, 1 for a draw."""

ELO = 400 / log(10)
"""Points of a rating for a strength that is larger by the factor e."""
PRECISE = 1e-10
MOST_STEPS = 100_000


def rate(
    names: Sequence[str], duels: Mapping[Duel, int], groups: int = GROUPS
) -> tuple[Interval, ...]:
    """Rate bots by all duels, with intervals; the mean of the ratings is 0.

    `duels` has half points by group of deals, bot and other bot. The interval is Student's with
    the larger of two standard errors: that of the jackknife that leaves out one group of deals at a
    time, which knows that games of one deal and duels of one game belong together, and that of the
    Fisher information, which is right where somebody wins or loses nearly always.

    >>> [even] = {round(bot.value) for bot in rate("ab", {Duel(0, "a", "b"): 9, Duel(1, "b", "a"): 9}, 2)}
    >>> even
    0
    """
    everything = _without(duels, None)
    best = _logarithms(names, everything)
    errors = _jackknife(names, duels, groups)
    fisher = _fisher_errors(names, everything, best)
    width = student(groups - 1) if groups > 1 else inf
    intervals = []
    for value, one, other in zip(best, errors, fisher, strict=True):
        half = width * max(one, other) * ELO
        intervals.append(Interval(value * ELO, value * ELO - half, value * ELO + half))
    return tuple(intervals)


def strengths(names: Sequence[str], duels: Duels) -> dict[str, float]:
    """Find the strengths that make the results most likely; their geometric mean is 1.

    Those who met are taken to have drawn once more than they did, so that somebody who always won
    is not infinitely strong.

    >>> found = strengths("ab", {("a", "b"): 11, ("b", "a"): 3})
    >>> round(found["a"] / found["b"], 6)
    3.0
    """
    met = _met(names, duels)
    won = {one: sum(duels.get((one, other), 0) / 2 + 0.5 for other in met[one]) for one in names}
    found = dict.fromkeys(names, 1.0)
    for _ in range(MOST_STEPS):
        before = found
        found = {one: _step(one, before, won[one], met[one]) for one in names}
        scale = exp(sum(map(log, found.values())) / len(names))
        found = {one: strength / scale for one, strength in found.items()}
        if all(abs(log(found[one] / before[one])) < PRECISE for one in names):
            break
    return found


def _step(one: str, found: Mapping[str, float], won: float, met: Mapping[str, float]) -> float:
    """Improve one strength, the others being what they are (Hunter 2004, equation 3)."""
    expected = sum(times / (found[one] + found[other]) for other, times in met.items())
    return won / expected if expected else 1.0


def _met(names: Sequence[str], duels: Duels) -> dict[str, dict[str, float]]:
    """Count how often each met each other, the draw that is added included."""
    met: dict[str, dict[str, float]] = {one: {} for one in names}
    for one in names:
        for other in names:
            both = duels.get((one, other), 0) + duels.get((other, one), 0)
            if both:
                met[one][other] = both / 2 + 1
    return met


def _without(duels: Mapping[Duel, int], left_out: int | None) -> Counter[tuple[str, str]]:
    """Sum the duels of all groups but one."""
    total: Counter[tuple[str, str]] = Counter()
    for (group, one, other), half_points in duels.items():
        if group != left_out:
            total[one, other] += half_points
    return total


def _logarithms(names: Sequence[str], duels: Duels) -> list[float]:
    found = strengths(names, duels)
    return [log(found[name]) for name in names]


def _jackknife(names: Sequence[str], duels: Mapping[Duel, int], groups: int) -> list[float]:
    """Estimate standard errors from what leaving out one group of deals at a time changes."""
    if groups < 2:
        return [inf] * len(names)
    columns = zip(
        *(_logarithms(names, _without(duels, group)) for group in range(groups)), strict=True
    )
    errors = []
    for column in columns:
        mean = sum(column) / groups
        squares = sum((value - mean) ** 2 for value in column)
        errors.append(sqrt(squares * (groups - 1) / groups))
    return errors


def _fisher_errors(names: Sequence[str], duels: Duels, best: Sequence[float]) -> list[float]:
    """Give the standard errors that the curvature of the likelihood implies."""
    size, met = len(names), _met(names, duels)
    # The curvature is flat along "all stronger alike"; adding 1 / size fixes the mean at 0, and
    # taking 1 / size off the inverse again removes it.
    matrix = [[1 / size] * size for _ in names]
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            if other in met[one]:
                chance = 1 / (1 + exp(best[j] - best[i]))
                information = met[one][other] * chance * (1 - chance)
                matrix[i][i] += information
                matrix[i][j] -= information
    inverse = _inverse(matrix)
    return [sqrt(max(0.0, inverse[i][i] - 1 / size)) if inverse else inf for i in range(size)]


def _inverse(matrix: list[list[float]]) -> list[list[float]] | None:
    """Invert a matrix by elimination (Gauss and Jordan); None if it has no inverse."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for other in range(size):
            factor = rows[other][column]
            if other != column and factor:
                rows[other] = [
                    value - factor * part
                    for value, part in zip(rows[other], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]
