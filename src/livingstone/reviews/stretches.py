"""Judge the choices of a stretch together: of the part of a turn between two outcomes of chance.

A stretch has the moves of a turn up to its end, or up to the first move that awaits stones or a
card. Plans go to the end of the stretch, and all are tried from its beginning with the same random
numbers. A choice rules out the plans that it makes impossible. The cost of the choice is the share
of the best of these plans minus the share of the best plan that is still possible. So the costs of
a stretch add up to the share of its best plan minus the share of the moves played, and a mistake is
counted only once. In the last turn of a game, `last_turn` computes these shares exactly where it
can.
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
from livingstone.reviews.last_turn import CLOSE, last_turn
from livingstone.simulation.intervals import mean_and_error

_MOST_STATES = 256
"""The most states that the plans from a position lead to; with more, plans are cut short."""
_KEPT = 4
"""Of the plans that a choice rules out, so many get all tries: the best of the first tries."""
_FEW = 4
"""Each plan that a choice rules out gets one in so many of all tries as its first tries."""


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
    kept: Plan
    """The best plan that begins with the move played."""
    credit: float = 0.0
    """What was added to the share of `kept`: by how much the best plan of the turn's next stretch
    beat the search."""


class Trial(NamedTuple):
    """The tries of the plans of a stretch."""

    rivals: Sequence[Plan | None]
    """By move, the best plan that the move ruled out, from this move on; last the best plan that no
    move ruled out."""
    are_forced: Sequence[bool]
    """By move, whether it was forced: no other move was worth a try."""
    chosen: Values
    """The shares by which plans are chosen: a row for each rival, and last a row of tries in which
    the search played from the beginning of the stretch."""
    measured: Values
    """The shares by which the costs of the same plans are measured, from other tries."""


class WorkedOut(NamedTuple):
    """A stretch of a last turn whose shares were computed exactly."""

    verdicts: list[Verdict | None]
    """By move; None for a forced move."""
    credit: float
    """The share of the best plan minus the share of the search that plays from the beginning."""


def stretches_of(turns: Iterable[Turn]) -> list[list[Turn]]:
    """Divide moves into stretches, at each outcome of chance, change of seat and new turn."""
    stretches = list[list[Turn]]()
    for turn in turns:
        last = stretches[-1][-1] if stretches else None
        ends = last is None or isinstance(last.played, ls.EndTurn) or last.seat != turn.seat
        if last is None or ends or last.position + 1 != turn.position:
            stretches.append([])
        stretches[-1].append(turn)
    return stretches


def try_stretch(
    kernel: Kernel, view: ls.View, played: Sequence[ls.Move], seed: int, tries: int
) -> Trial:
    """Try the plans of a stretch that begins in this view.

    `tries` tries measure each plan. Half as many other tries choose the plans to measure.
    """
    array = kernel.encode(ls.sample_state(view, 0))
    networks = networks_for(kernel.tables)
    tree = _Tree(kernel, networks)
    half = max(1, tries // 2)
    states = [*accumulate(played, tree.after, initial=array)]

    def shares(plans: Sequence[Plan], numbers: range) -> Values:
        return valuing.try_plans(kernel, array, plans, seed, numbers, networks)

    rivals = list[Plan | None]()
    measured_plans = list[Plan]()
    for place, ruled_out in enumerate(tree.ruled_out(states)):
        before = tuple(played[:place])
        plans = [before + plan for plan in ruled_out]
        first_shares = shares(plans, range(max(1, half // _FEW))).mean(axis=1)
        kept = [plans[number] for number in np.argsort(-first_shares, kind="stable")[:_KEPT]]
        if len(kept) > 1:
            kept = [kept[shares(kept, range(half)).mean(axis=1).argmax()]]
        rivals.append(kept[0][place:] if kept else None)
        measured_plans.append(kept[0] if kept else before)
    measured_plans.append(())  # the search plays from the beginning
    moves = zip(states, played, strict=False)
    are_forced = [{*tree.steps(state)} <= {move} for state, move in moves]
    chosen = shares(measured_plans, range(half))
    measured = shares(measured_plans, range(half, half + tries))
    return Trial(rivals, are_forced, chosen, measured)


def work_out_stretch(
    kernel: Kernel, view: ls.View, played: Sequence[ls.Move], seed: int, tries: int
) -> WorkedOut | None:
    """Compute what the moves of a stretch cost; None if that cannot be done exactly.

    The tries measure the share of the search that plays from the beginning of the stretch.
    """
    turn = last_turn(view)
    if turn is None:
        return None
    places = range(len(played) + 1)
    shares = [turn.share_of(tuple(played[:place])) for place in places]
    if not all(share.is_exact for share in shares):
        return None
    networks = networks_for(kernel.tables)
    tree = _Tree(kernel, networks)
    state = kernel.encode(ls.sample_state(view, 0))
    searched = valuing.try_plans(kernel, state, [()], seed, range(tries), networks).mean()
    verdicts = list[Verdict | None]()
    for place, move in enumerate(played):
        cost = shares[place].low - shares[place + 1].low
        if cost > CLOSE:
            best = turn.best_plan(tuple(played[:place]))[place:]
            kept = turn.best_plan(tuple(played[: place + 1]))[place:]
            verdicts.append(Verdict(best, findings.exact(cost), kept))
        elif {*tree.steps(state)} <= {move}:
            verdicts.append(None)
        else:
            verdicts.append(Verdict((move,), findings.exact(0.0), (move,)))
        state = tree.after(state, move)
    return WorkedOut(verdicts, max(0.0, shares[0].low - float(searched)))


def judge(
    played: Sequence[ls.Move], trial: Trial, credit: float
) -> tuple[list[Verdict | None], float]:
    """Judge the moves of a stretch, with None for forced ones; return its credit as well.

    The credit of a stretch is the share of its best plan minus the share of the search that plays
    from its beginning. The argument `credit` is the credit of the next stretch of the turn, or 0.
    It is added to the share of the plan that led there, whose tries went on with the search.
    """
    verdicts = list[Verdict | None]()
    last = len(played)
    best = last  # the place of the best plan so far: first the one that was played
    best_plan = (*played, *(trial.rivals[last] or ()))
    chosen = trial.chosen
    measured = trial.measured
    for place in reversed(range(last)):
        rival = trial.rivals[place]
        added = credit if best == last else 0.0
        gain, error = mean_and_error(chosen[place] - chosen[best] - added)
        cost = findings.mean(measured[place] - measured[best] - added)
        kept = best_plan[place:]
        if rival and gain > error:
            verdicts.append(Verdict(rival, cost, kept, added))
            best = place
            best_plan = (*played[:place], *rival)
        elif trial.are_forced[place]:
            verdicts.append(None)
        else:
            most = max(0.0, min(1.0, cost.high)) if rival else 0.0
            no_cost = findings.rounded(0.0, 0.0, most)
            verdicts.append(Verdict((played[place],), no_cost, kept, added))
    earned = float((measured[best] - measured[-1]).mean()) + (credit if best == last else 0.0)
    return verdicts[::-1], max(0.0, earned)


class _Tree:
    """The plans of a stretch, by the states that they lead to."""

    def __init__(self, kernel: Kernel, networks: Networks | None) -> None:
        self.kernel = kernel
        self.networks = networks
        self.steps_by_state = dict[bytes, dict[ls.Move, StateArray]]()

    def steps(self, state: StateArray) -> dict[ls.Move, StateArray]:
        """List the moves worth a try and the states after them; none at the end of a stretch."""
        key = state.tobytes()
        if key not in self.steps_by_state:
            moves = [] if state[at.PENDING] or state[at.IS_OVER] else self._moves(state)
            self.steps_by_state[key] = {move: self.after(state, move) for move in moves}
        return self.steps_by_state[key]

    def _moves(self, state: StateArray) -> Iterable[ls.Move]:
        """List the moves that the search tries; in last turns, sales of any size as well."""
        plans = valuing.list_plans(self.kernel, state, self.networks)
        moves = dict.fromkeys(plan[0] for plan in plans)
        is_last = state[at.BOAT] == self.kernel.tables[of.COLUMNS]
        if is_last and state[at.DICE_TAKEN] and not state[at.DIE]:
            legal = self.kernel.legal_moves(state)
            moves |= dict.fromkeys(move for move in legal if isinstance(move, ls.SellGems))
        return moves

    def after(self, state: StateArray, move: ls.Move) -> StateArray:
        """Return the state after a move; a state after the end of the turn has no steps."""
        after = self.kernel.apply(state, move)
        if isinstance(move, ls.EndTurn):
            self.steps_by_state[after.tobytes()] = {}
        return after

    def plans(self, state: StateArray) -> dict[bytes, Plan]:
        """List the plans from a state to the end of the stretch, by the states they lead to."""
        plans = {state.tobytes(): Plan()}
        queue = [state]
        ends = dict[bytes, Plan]()
        for reached in queue:  # it grows
            plan = plans[reached.tobytes()]
            steps = self.steps(reached) if len(plans) < _MOST_STATES else {}
            if plan and isinstance(plan[-1], ls.Donate):  # nothing else is worth a try after it
                steps = {move: steps[move] for move in steps if isinstance(move, ls.EndTurn)}
            if not steps:
                ends[reached.tobytes()] = plan
            for move, after in steps.items():
                if after.tobytes() not in plans:
                    plans[after.tobytes()] = (*plan, move)
                    queue.append(after)
        return ends

    def ruled_out(self, states: Sequence[StateArray]) -> list[list[Plan]]:
        """List the plans that each move rules out, and last those that no move rules out.

        `states` are those before each move, and the one after the last.
        """
        plans_by_move = list[list[Plan]]()
        still_possible = set[bytes]()
        for state in reversed(states):
            plans = self.plans(state)
            plans_by_move.append([plan for end, plan in plans.items() if end not in still_possible])
            still_possible |= {*plans}
        return plans_by_move[::-1]
