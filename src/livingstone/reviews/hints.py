"""What to do in a position: `hint`."""

from math import inf
from random import Random
from time import perf_counter

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

import livingstone as ls
from livingstone.kernel import Kernel, UnsupportedEditionError
from livingstone.players.ismcts import search
from livingstone.reviews.estimates import Estimate, mean_share
from livingstone.reviews.weighing import Plan, weigh_plans

_SHOWN = 3
"""The most plans of a hint."""
_PILOT, _MOST = 16, 10**5
"""How many tries of each plan are timed at first, and the most tries of each plan."""


@frozen
class HintedPlan:
    """A plan and the chances of the seat with it."""

    moves: Plan
    """A move, or a die with its use."""
    chances: Estimate
    """The share of the win."""


@frozen
class Hint:
    """The best plans in a position."""

    plans: tuple[HintedPlan, ...]
    """At most three, the best first."""
    player: str
    """Whose search tried the plans: `learned`, or `ismcts` where the kernel does not know an
    effect."""


def hint(view: ls.View, *, seconds: float = 1.0, seed: int = 0) -> Hint:
    """Find the best plans for the seat to move, by the search of the strongest player.

    It takes about `seconds`, and longer where the kernel has to be compiled first. The plans are
    chosen by one half of the tries, their chances measured by the other half.

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
    try:
        kernel = Kernel.of(view.edition, len(view.players))
    except UnsupportedEditionError:
        found = search(view, Random(seed), inf, seconds)
        tried = [(plan, np.array(shares)) for plan, shares in found.items() if shares]
        return Hint(_best(tried), "ismcts")
    plans, shares = _weigh_within(kernel, view, seconds, seed)
    half = shares.shape[1] // 2
    order = np.argsort(-shares[:, :half].mean(axis=1), kind="stable")[:_SHOWN]
    return Hint(_best([(plans[place], shares[place, half:]) for place in order]), "learned")


def _weigh_within(
    kernel: Kernel, view: ls.View, seconds: float, seed: int
) -> tuple[list[Plan], NDArray[np.float64]]:
    """Weigh the plans by as many tries as take about so long."""
    weigh_plans(kernel, view, seed, 1)  # loads what is compiled
    begun = perf_counter()
    found = weigh_plans(kernel, view, seed, _PILOT)
    used = perf_counter() - begun
    tries = min(_MOST, int(_PILOT * (seconds - used) / used))
    return weigh_plans(kernel, view, seed, tries) if tries > _PILOT else found


def _best(measured: list[tuple[Plan, NDArray[np.float64]]]) -> tuple[HintedPlan, ...]:
    plans = [HintedPlan(plan, mean_share(shares)) for plan, shares in measured]
    return tuple(sorted(plans, key=lambda own: -own.chances.value)[:_SHOWN])
