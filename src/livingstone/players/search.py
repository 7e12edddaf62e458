"""Sequential halving among plans, over states that fit what a player sees.

- Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013:
  sequential halving. A plan is a move with the same player's next ones, so that a die is judged by
  its best use and not by its average use.
- P. Glasserman and D. D. Yao, "Some Guidelines and Guarantees for Common Random Numbers",
  Management Science 38 (6), 1992: the k-th visit of each plan uses the k-th sampled state, whose
  seed decides chance.
"""

from collections.abc import Callable, Sequence
from math import ceil, inf, log2, sqrt
from typing import Generic, TypeVar

from attrs import define, field

from livingstone.game.moves import Move

LEAD, LEAD_VISITS = 1.0, 50
"""The quick player's plan earns `LEAD / (LEAD_VISITS + visits)` more: a prior that fades with the
visits (I. Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022)."""

CHECKS = 8
"""The number of times in a budget that clearly worse plans are dropped."""
SURE, LEAST_VISITS = 4.0, 12
"""Standard errors behind the best plan, and visits, for a plan to be clearly worse."""

Plan = tuple[Move, ...]
"""A move and the same player's next ones, without chance between them."""
Drawn = TypeVar("Drawn")
"""A sampled state."""


@define(eq=False)
class Search(Generic[Drawn]):
    """One search from one view."""

    plans: Sequence[Plan]
    """The plans to choose from, the quick player's first."""
    draw: Callable[[], Drawn]
    """Samples a state that fits the view, with a seed."""
    share: Callable[[Drawn, Plan], float]
    """Estimates the player's share of the win after a plan."""
    drawn: list[Drawn] = field(factory=list)
    """The states sampled so far."""
    earned: dict[Plan, list[float]] = field(init=False)
    """The player's share at each visit of a plan."""
    left: Sequence[Plan] = field(init=False)
    """The plans that are not dropped."""
    _checks: int = field(default=0, init=False)
    """The parts of the budget used at the last check."""

    def __attrs_post_init__(self) -> None:
        self.earned = {plan: [] for plan in self.plans}
        self.left = self.plans

    @property
    def is_decided(self) -> bool:
        """Whether all plans left begin with the same move."""
        return len({plan[0] for plan in self.left}) == 1

    def iterate(self, used: float) -> None:
        """Try one of the plans visited least.

        `used` is the part of the budget that is used, from 0 to below 1. At equal steps of it, half
        of the plans are dropped until two are left, and at other steps the clearly worse ones.
        """
        self._halve(used)
        self._check(used)
        tried = min(self.left, key=lambda plan: len(self.earned[plan]))
        earned = self.earned[tried]
        if len(earned) == len(self.drawn):
            self.drawn.append(self.draw())
        earned.append(self.share(self.drawn[len(earned)], tried))

    def _halve(self, used: float) -> None:
        """Drop the plans that earn least, if it is time."""
        halvings = int(used * ceil(log2(len(self.plans))))
        kept = ceil(len(self.plans) / 2**halvings)
        if kept < len(self.left):
            self.left = sorted(self.left, key=self._mean, reverse=True)[:kept]

    def _check(self, used: float) -> None:
        """Drop the plans that are clearly worse than the best one, if it is time."""
        checks = int(used * CHECKS)
        if checks == self._checks:
            return
        self._checks, best = checks, self._best()
        self.left = [plan for plan in self.left if not self._is_beaten(plan, best)]

    def _is_beaten(self, plan: Plan, best: Plan) -> bool:
        earned = zip(self.earned[best], self.earned[plan], strict=False)  # one may have one more
        gaps = [most - less for most, less in earned]
        if len(gaps) < LEAST_VISITS:
            return False
        mean = sum(gaps) / len(gaps)
        variance = sum([(gap - mean) ** 2 for gap in gaps]) / (len(gaps) - 1)
        return mean > SURE * sqrt(variance / len(gaps))

    def best(self) -> Move:
        """Return the first move of the best plan, or of the first plan before any visit."""
        return self._best()[0]

    def _best(self) -> Plan:
        return max(self.left, key=self._mean)

    def _mean(self, plan: Plan) -> float:
        """Return what a plan earns on average, with the prior."""
        earned = self.earned[plan]
        if not earned:
            return -inf
        lead = LEAD / (LEAD_VISITS + len(earned)) if plan == self.plans[0] else 0.0
        return sum(earned) / len(earned) + lead
