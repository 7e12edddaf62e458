"""Ratings of bots from their duels, in points of Elo (Bradley and Terry 1952), by choix."""

from collections.abc import Mapping, Sequence
from math import inf, log
from typing import TypeVar

from livingstone.simulation.intervals import CONFIDENCE, Interval, student
from livingstone.support.machine import require

_Duel = TypeVar("_Duel", bound=tuple[int, str, str])
ELO = 400 / log(10)
"""The points of Elo for a factor e in strength."""
SAMPLES = 1000
"""How many samples the bootstrap draws."""


def rate(names: Sequence[str], duels: Mapping[_Duel, int], groups: int) -> tuple[Interval, ...]:
    """Rate bots by their duels, in the order of `names`; the mean rating is 0.

    `duels` has half points by group of deals, from 0 to `groups` - 1, bot and other bot. A draw
    with all others is added, so that a bot that always won has a rating.

    Intervals are by the Bayesian bootstrap (Rubin 1981): groups get random weights, which vary more
    where groups are few, as Student's interval is wider; so do the draws that were added: for two
    bots, the interval is that of Jeffreys' prior. An end that nothing bounds is infinite.
    """
    require("choix", "stats", "ratings")
    import choix
    import numpy as np

    bots, numbers = len(names), {name: number for number, name in enumerate(names)}
    wins = np.zeros((groups, bots, bots))
    for (group, one, other), half_points in duels.items():
        wins[group, numbers[one], numbers[other]] += half_points / 2
    others = 1 - np.eye(bots)
    drawn = others / 2 / max(1, bots - 1)
    total = wins.sum(axis=0)
    best = choix.ilsr_pairwise_dense(total + drawn)
    spread = groups / max(1, groups - 1) * (student(max(1, groups - 1)) / student(inf)) ** 2
    luck = np.random.default_rng(0)
    samples = []
    for _ in range(SAMPLES):
        weights = luck.gamma(1 / spread, spread, groups)
        added = np.maximum(luck.gamma(drawn), 1e-9) * others
        found = choix.ilsr_pairwise_dense(
            np.tensordot(weights, wins, 1) + added, initial_params=best, tol=1e-3
        )
        samples.append(found - found.mean())
    ends = np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    # A bot is bounded from below if it scored against all others, or against bots that did.
    scored = np.linalg.matrix_power((total > 0) + np.eye(bots), max(1, bots)) > 0
    intervals = []
    for bot, value in enumerate(best - best.mean()):
        low = min(value, ends[0, bot]) if groups > 1 and scored[bot].all() else -inf
        high = max(value, ends[1, bot]) if groups > 1 and scored[:, bot].all() else inf
        intervals.append(Interval(*(float(ELO * figure) for figure in (value, low, high))))
    return tuple(intervals)
