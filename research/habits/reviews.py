"""Reviews of games by the compiled search: what each decision cost, in chances to win.

All plans of a decision are tried equally often with the same chance. Half of the tries choose the
best plan, the other half say what it earns more than the plan played: the best of many plans would
look better than it is in the tries that chose it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from kinds import USES, kind_of
from numpy.typing import NDArray

import livingstone as ls
from livingstone.kernel import Kernel, valuing
from livingstone.kernel import layout as at
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.search.networks import Networks, shipped_networks
from livingstone.players.learned import LEVELS

EDITIONS = ("printed", "bga")
"""In turn, from game to game."""
FIRST_SEED = 41_000_000
BOUND = 1.0
"""A plan counts as better if it leads by more standard errors in the tries that choose it."""


class Mistake(NamedTuple):
    """A decision for which another plan was chosen as better."""

    kind: str
    cost: float
    """In chances to win, from 0 to 1, by the tries that did not choose; below 0 by bad luck."""
    number: int
    """How many moves were made before it."""


class Game(NamedTuple):
    """A game and its mistakes."""

    number: int
    decisions: int
    """Those with two plans or more."""
    mistakes: list[Mistake]


def review(bot: str, players: int, number: int, tries: int) -> Game:
    """Play a game of a bot with itself, and review every decision."""
    mistakes, decisions = list[Mistake](), 0
    kernel = _kernel(players, number)
    networks = shipped_networks()[players]
    made = 0
    for array, plan in play(bot, players, number):
        if len(kernel.legal_moves(array)) > 1:
            seed = 1000 * number + made
            plans, shares = weigh(kernel, array, seed, tries, networks, plan[0])
            decisions += len(plans) > 1
            best, played, cost = compare(plans, shares, plan)
            if best != played:
                kind = kind_of(kernel.decode(array), plans[played], plans[best])
                mistakes.append(Mistake(kind, cost, made))
        made += len(plan)
    return Game(number, decisions, mistakes)


def play(bot: str, players: int, number: int) -> Iterator[tuple[StateArray, tuple[ls.Move, ...]]]:
    """Play a game; give each position and the move chosen, for a die with its use."""
    kernel = _kernel(players, number)
    states = kernel.new_games(1)
    luck = kernel.luck([FIRST_SEED + number], fast=False)

    def go_on(code: int) -> None:
        kernel.step(states, np.array([code]), luck)

    go_on(-1)
    made = 0
    while not states[0, at.IS_OVER]:
        array = states[0].copy()
        plan = [_choose(bot, kernel, array, number + made)]
        go_on(kernel.code(plan[0]))
        if isinstance(plan[0], ls.TakeDie):
            use = _choose(bot, kernel, states[0], number + made + 1)
            if isinstance(use, USES):
                plan.append(use)
                go_on(kernel.code(use))
        yield array, tuple(plan)
        made += len(plan)


def _kernel(players: int, number: int) -> Kernel:
    return Kernel.of(EDITIONS[number % len(EDITIONS)], players)


def _choose(bot: str, kernel: Kernel, array: StateArray, seed: int) -> ls.Move:
    if bot == "greedy":
        return kernel.greedy(array)
    level = LEVELS[bot]
    networks = shipped_networks()[kernel.players]
    return valuing.choose(kernel, array, seed, level.tries, level.temperature, networks)


def weigh(
    kernel: Kernel, array: StateArray, seed: int, tries: int, networks: Networks, move: ls.Move
) -> tuple[list[valuing.Plan], NDArray[np.float64]]:
    """List the plans of a search, and at last `move` if none begins so; try each so often."""
    plans = valuing.list_plans(kernel, array, networks)
    if all(plan[0] != move for plan in plans):
        plans.append((move,))
    return plans, valuing.try_plans(kernel, array, plans, seed, range(tries), networks)


def compare(
    plans: Sequence[tuple[ls.Move, ...]], shares: NDArray[np.float64], plan: tuple[ls.Move, ...]
) -> tuple[int, int, float]:
    """Give the places of the best plan and of the one played, and what the second costs.

    Where the search does not list the plan that was played, it is the best one that begins with the
    same move.
    """
    chosen, judged = shares[:, ::2], shares[:, 1::2]
    means = chosen.mean(axis=1)
    same = [place for place, other in enumerate(plans) if other == plan]
    same = same or [place for place, other in enumerate(plans) if other[0] == plan[0]]
    played, best = max(same, key=means.__getitem__), int(means.argmax())
    more = chosen[best] - chosen[played]
    if more.mean() <= BOUND * more.std() / len(more) ** 0.5:
        best = played
    return best, played, float((judged[best] - judged[played]).mean())
