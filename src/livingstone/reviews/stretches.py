"""Stretches of a turn without chance, whose choices are judged together.

A stretch has the moves of a turn up to its end, or to the first that awaits stones or a card. Its
plans are told to the end of the stretch, and all are tried from its beginning with the same chance.
A choice loses the plans that it makes impossible. It costs what the best of them earns more than
the best plan that is left. So the costs of a stretch add up to what the best plan of all earns more
than the one that was played, and a mistake is counted once.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

import livingstone as ls
from livingstone.kernel import Kernel, valuing
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.search.networks import Networks, networks_for
from livingstone.kernel.valuing import Plan
from livingstone.reviews import findings
from livingstone.reviews.findings import Estimate, Values

_MOST_STATES = 256
"""The most states that plans from a position lead to; where there are more, plans are cut short."""
_KEPT = 4
"""Of the plans that a choice rules out, so many get all tries: those that did best in the first."""
_FEW = 4
"""The first tries of each plan that a choice rules out are one in so many of all tries."""


class Turn(NamedTuple):
    """A move of a game under review."""

    position: int
    seat: int
    played: ls.Move


class Verdict(NamedTuple):
    """What a choice cost."""

    best: Plan
    """The better plan, to the end of the stretch, or the move played."""
    cost: Estimate


class Trial(NamedTuple):
    """What was tried of a stretch."""

    rivals: Sequence[Plan | None]
    """By move, the best plan that it made impossible, from there on; then the one that was left."""
    are_forced: Sequence[bool]
    """By move, whether no other was worth a try."""
    chosen: Values
    """What the tries earned that chose: a row for each rival, and at last one where the search
    played on from the beginning."""
    measured: Values
    """What further tries of the same plans earned."""


def stretches_of(turns: Iterable[Turn]) -> list[list[Turn]]:
    """Divide turns where chance, another seat or another turn comes between them."""
    found = list[list[Turn]]()
    for turn in turns:
        last = found[-1][-1] if found else None
        ends = last is None or isinstance(last.played, ls.EndTurn) or last.seat != turn.seat
        if last is None or ends or last.position + 1 != turn.position:
            found.append([])
        found[-1].append(turn)
    return found


def try_stretch(
    kernel: Kernel, view: ls.View, played: Sequence[ls.Move], seed: int, tries: int
) -> Trial:
    """Try the plans of a stretch that begins in a view; half as many tries choose as measure."""
    array = kernel.encode(ls.sample_state(view, 0))
    networks = networks_for(kernel.tables)
    tree = _Tree(kernel, networks)
    half = max(1, tries // 2)
    states = [*accumulate(played, tree.after, initial=array)]

    def tried(plans: Sequence[Plan], numbers: range, place: int = 0) -> Values:
        lines = [(*played[:place], *plan) for plan in plans]
        return valuing.try_plans(kernel, array, lines, seed, numbers, networks)

    rivals = list[Plan | None]()
    for place, plans in enumerate(tree.lost(states)):
        first = tried(plans, range(max(1, half // _FEW)), place).mean(axis=1)
        kept = [plans[number] for number in np.argsort(-first, kind="stable")[:_KEPT]]
        if len(kept) > 1:
            kept = [kept[tried(kept, range(half), place).mean(axis=1).argmax()]]
        rivals.append(kept[0] if kept else None)
    lines = [*((*played[:place], *(plan or ())) for place, plan in enumerate(rivals)), ()]
    forced = [{*tree.steps(state)} <= {move} for state, move in zip(states, played, strict=False)]
    return Trial(rivals, forced, tried(lines, range(half)), tried(lines, range(half, half + tries)))


def judge(
    played: Sequence[ls.Move], trial: Trial, credit: float
) -> tuple[list[Verdict | None], float]:
    """Judge the moves of a stretch, None where they were forced; return its credit as well.

    A credit is what the best plan of a stretch earns more than the search that plays on from its
    beginning. That of the next stretch of the turn belongs to the plan that led to it.
    """
    verdicts = list[Verdict | None]()
    last = len(played)
    best = last
    chosen = trial.chosen
    measured = trial.measured
    for place in reversed(range(last)):
        rival = trial.rivals[place]
        more = credit if best == last else 0.0
        gain, error = findings.mean_and_error(chosen[place] - chosen[best] - more)
        cost = findings.mean(measured[place] - measured[best] - more)
        if rival and gain > error:
            verdicts.append(Verdict(rival, cost))
            best = place
        elif trial.are_forced[place]:
            verdicts.append(None)
        else:
            most = max(0.0, min(1.0, cost.high)) if rival else 0.0
            verdicts.append(Verdict((played[place],), findings.rounded(0.0, 0.0, most)))
    earned = float((measured[best] - measured[-1]).mean()) + (credit if best == last else 0.0)
    return verdicts[::-1], max(0.0, earned)


class _Tree:
    """The plans of a stretch, by the states that they lead to."""

    def __init__(self, kernel: Kernel, networks: Networks | None) -> None:
        self.kernel = kernel
        self.networks = networks
        self.known = dict[bytes, dict[ls.Move, StateArray]]()

    def steps(self, state: StateArray) -> dict[ls.Move, StateArray]:
        """List the moves worth a try and the states after them; none where a stretch ends."""
        own = state.tobytes()
        if own not in self.known:
            moves = [] if state[at.PENDING] or state[at.IS_OVER] else self._moves(state)
            self.known[own] = {move: self.after(state, move) for move in moves}
        return self.known[own]

    def _moves(self, state: StateArray) -> Iterable[ls.Move]:
        """List the moves of the search; at the end of the last turns, sales of any size as well."""
        plans = valuing.list_plans(self.kernel, state, self.networks)
        moves = dict.fromkeys(plan[0] for plan in plans)
        is_last = state[at.BOAT] == self.kernel.tables[of.COLUMNS]
        if is_last and state[at.DICE_TAKEN] and not state[at.DIE]:
            legal = self.kernel.legal_moves(state)
            moves |= dict.fromkeys(move for move in legal if isinstance(move, ls.SellGems))
        return moves

    def after(self, state: StateArray, move: ls.Move) -> StateArray:
        """Return the state after a move; the end of the turn ends a stretch."""
        after = self.kernel.apply(state, move)
        if isinstance(move, ls.EndTurn):
            self.known[after.tobytes()] = {}
        return after

    def plans(self, state: StateArray) -> dict[bytes, Plan]:
        """List the plans from a state on by the states that they lead to."""
        plans = {state.tobytes(): Plan()}
        queue = [state]
        ends = dict[bytes, Plan]()
        for own in queue:  # it grows
            line = plans[own.tobytes()]
            steps = self.steps(own) if len(plans) < _MOST_STATES else {}
            if line and isinstance(line[-1], ls.Donate):  # it is the last thing to do
                steps = {move: steps[move] for move in steps if isinstance(move, ls.EndTurn)}
            if not steps:
                ends[own.tobytes()] = line
            for move, after in steps.items():
                if after.tobytes() not in plans:
                    plans[after.tobytes()] = (*line, move)
                    queue.append(after)
        return ends

    def lost(self, states: Sequence[StateArray]) -> list[list[Plan]]:
        """List the plans that each move makes impossible, and at last those that are left."""
        found = list[list[Plan]]()
        left = set[bytes]()
        for state in reversed(states):
            plans = self.plans(state)
            found.append([plan for end, plan in plans.items() if end not in left])
            left |= {*plans}
        return found[::-1]
