"""Information-set Monte Carlo tree search (ISMCTS).

- P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
  Transactions on Computational Intelligence and AI in Games 4 (2), 2012: single-observer ISMCTS.
  Each iteration samples a state that fits the view and walks down one tree, whose nodes are
  sequences of moves. The seed of the state decides chance. Every player maximizes their own share
  of the win (max^n).
- D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017: below the
  root, moves are chosen by PUCT, and a new node is evaluated instead of played to its end. The
  prior prefers the move of a quick player.
- Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013:
  sequential halving chooses among plans at the root. A plan is a move with the same player's next
  ones, so that a die is judged by its best use and not by its average use.
- P. Glasserman and D. D. Yao, "Some Guidelines and Guarantees for Common Random Numbers",
  Management Science 38 (6), 1992: the k-th visit of each plan uses the k-th sampled state.
"""

from collections.abc import Callable, Sequence
from math import ceil, inf, log2, sqrt

from attrs import define, field

from livingstone.game.engine import apply, legal_moves
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.players.candidates import candidates
from livingstone.players.rollouts import Choose

LIKED = 0.5
"""The prior probability of the quick player's move; the others share the rest."""

LEAD, LEAD_VISITS = 1.0, 50
"""The quick player's plan earns `LEAD / (LEAD_VISITS + visits)` more: a prior that fades with the
visits (I. Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022)."""

CHECKS = 8
"""The number of times in a budget that clearly worse plans are dropped."""
SURE, LEAST_VISITS = 4.0, 12
"""Standard errors behind the best plan, and visits, for a plan to be clearly worse."""

Evaluate = Callable[[State], Sequence[float]]
"""Estimates the shares of the win by seat."""
Plan = tuple[Move, ...]
"""A move and the same player's next ones, without chance between them."""


@define(eq=False)
class Node:
    """The statistics of a sequence of moves."""

    visits: int = 0
    """The number of iterations through this node."""
    available: int = 0
    """The number of iterations in which its last move was legal."""
    earned: list[float] = field(factory=list)
    """The sums of the shares of the win by seat; empty before the first visit."""
    children: dict[Move, "Node"] = field(factory=dict)
    liked: Move | None = None
    """The quick player's move at the second visit."""

    def add(self, shares: Sequence[float]) -> None:
        """Count a visit with its shares."""
        self.visits += 1
        if self.earned:
            self.earned = [total + share for total, share in zip(self.earned, shares, strict=True)]
        else:
            self.earned = list(shares)


@define(eq=False)
class Search:
    """One search from one view."""

    plans: Sequence[Plan]
    """The plans to choose from, the quick player's first."""
    seat: int
    """The player who chooses."""
    draw: Callable[[], State]
    """Samples a state that fits the view, with a seed."""
    evaluate: Evaluate
    prefer: Choose
    """The quick player."""
    exploration: float
    """The weight of the second term of PUCT."""
    depth: int
    """The most choices that the tree is deep, plans included."""
    drawn: list[State] = field(factory=list)
    """The states sampled so far."""
    nodes: dict[Plan, Node] = field(init=False)
    own: dict[Plan, list[float]] = field(init=False)
    """The player's share at each visit of a plan."""
    left: Sequence[Plan] = field(init=False)
    """The plans that are not dropped."""
    _checks: int = field(default=0, init=False)
    """The parts of the budget used at the last check."""

    def __attrs_post_init__(self) -> None:
        self.nodes = {plan: Node() for plan in self.plans}
        self.own = {plan: [] for plan in self.plans}
        self.left = self.plans

    @property
    def is_decided(self) -> bool:
        """Whether all plans left begin with the same move."""
        return len({plan[0] for plan in self.left}) == 1

    def iterate(self, used: float) -> None:
        """Walk down the tree to a new node, evaluate its state, and pass the shares back.

        `used` is the part of the budget that is used, from 0 to below 1. At equal steps of it, half
        of the plans are dropped until two are left, and at other steps the clearly worse ones.
        """
        self._halve(used)
        self._check(used)
        tried = min(self.left, key=lambda plan: self.nodes[plan].visits)
        node = self.nodes[tried]
        if node.visits == len(self.drawn):
            self.drawn.append(self.draw())
        state = self.drawn[node.visits]
        for move in tried:
            state = apply(state, move)
        path = [node]
        while len(path) < self.depth and not state.is_over:
            moves = candidates(state, legal_moves(state))
            if len(moves) == 1:
                state = apply(state, moves[0])
                continue
            if not node.visits:
                break
            move, node = self._choose(node, moves, state)
            path.append(node)
            state = apply(state, move)
        shares = self.evaluate(state)
        for visited in path:
            visited.add(shares)
        self.own[tried].append(shares[self.seat])

    def _halve(self, used: float) -> None:
        """Drop the plans that earn least, if it is time."""
        halvings = int(used * ceil(log2(len(self.plans))))
        kept = ceil(len(self.plans) / 2**halvings)
        if kept < len(self.left):
            self.left = sorted(self.left, key=self._earned, reverse=True)[:kept]

    def _check(self, used: float) -> None:
        """Drop the plans that are clearly worse than the best one, if it is time."""
        checks = int(used * CHECKS)
        if checks == self._checks:
            return
        self._checks, best = checks, self._best()
        self.left = [plan for plan in self.left if not self._is_beaten(plan, best)]

    def _is_beaten(self, plan: Plan, best: Plan) -> bool:
        earned = zip(self.own[best], self.own[plan], strict=False)  # one may have a visit more
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
        return max(self.left, key=self._earned)

    def _earned(self, plan: Plan) -> float:
        """Return a plan's mean share for the player, with the prior."""
        node = self.nodes[plan]
        if not node.visits:
            return -inf
        lead = LEAD / (LEAD_VISITS + node.visits) if plan == self.plans[0] else 0.0
        return node.earned[self.seat] / node.visits + lead

    def _choose(self, node: Node, moves: Sequence[Move], state: State) -> tuple[Move, Node]:
        """Choose the move with the highest bound (PUCT), and return it with its node.

        An untried move counts with the mean of this node.
        """
        if node.liked is None:
            node.liked = self.prefer(state)
        seat, children = state.current_player, node.children
        hope = node.earned[seat] / node.visits
        shared = self.exploration * (1 - LIKED) / (len(moves) - 1)
        best, highest = None, -inf
        for move in moves:
            child = children.get(move)
            if child is None:
                child = children[move] = Node()
            child.available += 1
            visits = child.visits
            weight = self.exploration * LIKED if move == node.liked else shared
            mean = child.earned[seat] / visits if visits else hope
            bound = mean + weight * sqrt(child.available) / (1 + visits)
            if bound > highest:
                best, highest = (move, child), bound
        assert best is not None
        return best
