"""What to do in a position: `hint`."""

from math import ceil, log2
from time import perf_counter
from typing import Any

import numpy as np
from attrs import frozen

import livingstone as ls
from livingstone.reviews.estimates import Estimate, share_of
from livingstone.reviews.plans import plans_for
from livingstone.reviews.rollouts import Plan, roller_for

_SHOWN = 3
"""The most plans of a hint."""
_CHUNKS = 32
"""A plan gets this part of a review's rollouts at a time."""
_CHOOSING = 0.5
"""The part of the time in which the best plans are chosen; the others measure them."""


@frozen
class HintedPlan:
    """A plan and the chances of the seat with it."""

    moves: Plan
    """A move, or a die with its use, or a donation with the end of the turn."""
    chances: Estimate
    """The share of the win."""


@frozen
class Hint:
    """The best plans in a position."""

    plans: tuple[HintedPlan, ...]
    """At most three, the best first."""
    player: str
    """The player who plays all seats in the rollouts."""
    rollouts: int
    """How many rollouts measured each of these plans."""
    engine: str
    """What played them, as in `Review.engine`."""


def hint(view: ls.View, *, seconds: float = 1.0, player: str = "greedy", seed: int = 0) -> Hint:
    """Find the best plans for the seat to move, by rollouts from states that fit its view.

    It takes about `seconds`, and longer where the kernel has to be compiled first. The plans are
    chosen by some rollouts, their chances measured by others.

    >>> from livingstone import new_game, view
    >>> found = hint(view(new_game(2, seed=7), 0), seconds=0.2)
    >>> 1 <= len(found.plans) <= 3
    True

    Raises `ArgumentError` for a view without legal moves, and for a time that is not above 0.
    """
    if not view.legal_moves:
        raise ls.ArgumentError("there is no move to choose in this view")
    if not 0 < seconds < 10**6:
        raise ls.ArgumentError(f"seconds must be a number above 0: {seconds}")
    roller = roller_for(view.edition, len(view.players), player)
    rng, counts, count = np.random.default_rng(seed), [0] * 4, max(2, roller.default // _CHUNKS)

    def won(plans: list[Plan]) -> Any:
        batch = roller.draw(view, count, int(rng.integers(2**62)))
        seeds = rng.integers(0, 2**64, count, np.uint64)
        return roller.roll(batch, seeds, plans, counts)[:, :, view.seat].sum(axis=1)

    left = plans_for(view, (), roller.preferred)
    won(left[:1])  # loads what is compiled
    begun, stages = perf_counter(), ceil(log2(max(1.0, len(left) / _SHOWN)))
    for stage in range(stages):  # sequential halving
        sums = won(left)
        while perf_counter() - begun < seconds * _CHOOSING * (stage + 1) / stages:
            sums += won(left)
        order = np.argsort(-sums, kind="stable")[: max(_SHOWN, len(left) // 2)]
        left = [left[place] for place in order]
    sums, times = won(left), 1
    while perf_counter() - begun < seconds:
        sums, times = sums + won(left), times + 1
    measured = [
        (plan, share_of(float(own) / (times * count), times * count))
        for plan, own in zip(left, sums, strict=True)
    ]
    found = [HintedPlan(*own) for own in sorted(measured, key=lambda own: -own[1].value)]
    return Hint(tuple(found[:_SHOWN]), player, times * count, roller.engine)
