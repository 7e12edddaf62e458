"""What to do in a position: `hint`."""

from collections.abc import Sequence
from math import inf
from random import Random
from time import perf_counter

import numpy as np
from attrs import frozen

import livingstone as ls
from livingstone.errors import brief
from livingstone.kernel import Kernel, UnsupportedEditionError, valuing
from livingstone.kernel.search.networks import networks_for
from livingstone.kernel.valuing import Plan
from livingstone.players.bot import check_positive
from livingstone.players.ismcts import search
from livingstone.reviews.findings import Estimate, Values, mean

_SHOWN = 3
"""The most plans of a hint."""
_PILOT, _MOST = 16, 10**5
"""How many tries of each plan are timed at first, and the most tries of each plan."""


@frozen
class HintedPlan:
    """A plan, and the share of the win that the seat can expect with it."""

    __repr__ = brief

    moves: Plan
    """A move, or a die with its use."""
    chances: Estimate


@frozen
class Hint:
    """The best plans in a position."""

    __repr__ = brief

    plans: tuple[HintedPlan, ...]
    """At most three, the best first."""
    player: str
    """Whose search tried the plans: `learned`, or `ismcts` where the kernel does not know an
    effect."""
    tried: HintedPlan | None = None
    """The plan that the caller named, with the best that follows; None without one, and if
    `ismcts` did not try it."""


def hint(view: ls.View, *, seconds: float = 1.0, seed: int = 0, tried: Plan = ()) -> Hint:
    """Find the best plans for the seat to move, by the search of the strongest player.

    It takes about `seconds`, and longer where the kernel has to be compiled first. The plans are
    chosen by one half of the tries, their chances measured by the other half. `tried` is a legal
    plan of the caller's, whose chances are measured as well.

    >>> from livingstone import new_game, view
    >>> found = hint(view(new_game(2, seed=7), 0), seconds=0.2)
    >>> 1 <= len(found.plans) <= 3
    True

    Raises `ArgumentError` for a view without legal moves, and for a time that is not above 0.
    """
    if not view.legal_moves:
        raise ls.ArgumentError("there is no move to choose in this view")
    check_positive("seconds", seconds)
    try:
        kernel = Kernel.of(view.edition, len(view.players))
    except UnsupportedEditionError:
        found = search(view, Random(seed), inf, seconds)
        rows = [(plan, np.array(shares)) for plan, shares in found.items() if shares]
        return Hint(_best(rows), "ismcts", _first(_begun_by(tried, rows)))
    array, networks = kernel.encode(ls.sample_state(view, 0)), networks_for(kernel.tables)
    plans = valuing.list_plans(kernel, array, networks)

    def weigh(plans: Sequence[Plan], tries: range) -> Values:
        return valuing.try_plans(kernel, array, plans, seed, tries, networks)

    weigh(plans, range(1))  # loads what is compiled
    begun = perf_counter()
    shares = weigh(plans, range(_PILOT))
    used = perf_counter() - begun
    if (tries := min(_MOST, int(_PILOT * (seconds - used) / used))) > _PILOT:
        shares = weigh(plans, range(tries))
    half = shares.shape[1] // 2
    order = np.argsort(-shares[:, :half].mean(axis=1), kind="stable")
    rows = [(plans[place], shares[place, half:]) for place in order]
    own = _begun_by(tried, rows)
    if tried and not own:
        own = [(tried, weigh([tried], range(half, shares.shape[1]))[0])]
    return Hint(_best(rows[:_SHOWN]), "learned", _first(own))


def _begun_by(tried: Plan, rows: list[tuple[Plan, Values]]) -> list[tuple[Plan, Values]]:
    return [(plan, shares) for plan, shares in rows if tried and plan[: len(tried)] == tried]


def _first(rows: list[tuple[Plan, Values]]) -> HintedPlan | None:
    return next((HintedPlan(plan, mean(shares, 0.0, 1.0)) for plan, shares in rows), None)


def _best(measured: list[tuple[Plan, Values]]) -> tuple[HintedPlan, ...]:
    plans = [HintedPlan(plan, mean(shares, 0.0, 1.0)) for plan, shares in measured]
    return tuple(sorted(plans, key=lambda own: -own.chances.value)[:_SHOWN])
