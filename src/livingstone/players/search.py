"""Information-set Monte Carlo tree search (ISMCTS), for a player who does not see everything.

P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
Transactions on Computational Intelligence and AI in Games 4 (2), 2012: the single-observer
variant (SO-ISMCTS). Each iteration takes a state that fits the view and walks down one tree for
all of them; the bound of a move takes into account how often the move was available. Chance is
decided by the seed of the state and has no nodes of its own: a node stands for a sequence of
moves. Every player maximizes their own share of the win (max^n).

D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017: moves are
chosen by PUCT, and a new node is judged by an evaluation instead of a game played to its end. The
prior probabilities of PUCT are those of a quick player, whose move is the likeliest one.

Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013:
sequential halving. At the root nothing is lost by trying bad moves, as long as the best one is
found: all are visited equally often, then the worse half of them is given up, and so on. Below it,
where bad moves would spoil the average of a node, moves are chosen by PUCT. For the same reason the
root has plans: a move, and what the player is to do next. A die is worth what its best use is
worth, not what all its uses are worth on average, or the one that the quick player would choose.

Common random numbers: the k-th visit of each plan takes the k-th drawn state, so that plans are
compared by the same hidden cards, dice and stones (P. Glasserman and D. D. Yao, "Some Guidelines
and Guarantees for Common Random Numbers", Management Science 38 (6), 1992). A plan that is behind
the best one by far more than luck explains is given up before its time.
"""

from collections.abc import Callable, Sequence
from math import ceil, inf, log2, sqrt

from attrs import define, field

from livingstone.game.engine import apply, legal_moves
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.players.candidates import candidates
from livingstone.players.rollouts import Choose

__all__ = ["Evaluate", "Node", "Plan", "Search"]

LIKED = 0.5
"""The prior probability of the move that the quick player chooses; the others share the rest."""

LEAD, LEAD_VISITS = 1.0, 50
"""At the root the quick player's plan counts as if it earned more than it did, by
`LEAD / (LEAD_VISITS + visits)`: the prior counts the less, the more is known (I. Danihelka et al.,
"Policy improvement by planning with Gumbel", ICLR 2022)."""

CHECKS = 8
"""At so many equal parts of the budget, the plans are given up that are surely worse."""
SURE, LEAST_VISITS = 4.0, 12
"""Surely worse is a plan that is behind by so many standard errors, after so many visits."""

Evaluate = Callable[[State], Sequence[float]]
"""Estimates by seat the share of the win that a state promises."""
Plan = tuple[Move, ...]
"""A move, and those that the same player lets follow at once. No chance lies between them."""


@define(eq=False)
class Node:
    """What the search has found out about a sequence of moves."""

    visits: int = 0
    """How many iterations came through it."""
    available: int = 0
    """How often its last move could have been chosen."""
    earned: list[float] = field(factory=list)
    """The sum of the shares of the win, by seat; empty before the first visit."""
    children: dict[Move, "Node"] = field(factory=dict)
    """The nodes of the moves that could be chosen next, visited or not."""
    liked: Move | None = None
    """The move that the quick player chose here at the second visit."""

    def add(self, shares: Sequence[float]) -> None:
        """Count a visit, and what it earns each seat."""
        self.visits += 1
        if self.earned:
            self.earned = [total + share for total, share in zip(self.earned, shares, strict=True)]
        else:
            self.earned = list(shares)


@define(eq=False)
class Search:
    """One search from one position, as the player to move sees it."""

    plans: Sequence[Plan]
    """What to choose from, that of the quick player first."""
    seat: int
    """The player who chooses."""
    draw: Callable[[], State]
    """Draws a state that fits what the player sees, with a seed that decides chance."""
    evaluate: Evaluate
    """Judges the state of a new node."""
    prefer: Choose
    """The quick player."""
    exploration: float
    """The weight of the second term of PUCT: the higher, the more often moves are tried that look
    worse."""
    depth: int
    """How many choices deep the tree grows at most; 1 stands for the plans."""
    drawn: list[State] = field(factory=list)
    """The states drawn so far."""
    nodes: dict[Plan, Node] = field(init=False)
    """The nodes of the plans."""
    own: dict[Plan, list[float]] = field(init=False)
    """What each visit of a plan earned the player, in the order of the states."""
    left: Sequence[Plan] = field(init=False)
    """The plans that are not given up."""
    _checks: int = field(default=0, init=False)
    """How many parts of the budget were used at the last check."""

    def __attrs_post_init__(self) -> None:
        """Give each plan a node."""
        self.nodes = {plan: Node() for plan in self.plans}
        self.own = {plan: [] for plan in self.plans}
        self.left = self.plans

    @property
    def is_decided(self) -> bool:
        """Tell whether all plans that are left begin with the same move."""
        return len({plan[0] for plan in self.left}) == 1

    def iterate(self, used: float) -> None:
        """Walk down the tree to a new node, judge its state, and pass the shares back.

        `used` is the part of the budget that was used before, from 0 to below 1; at equal steps of
        it half of the plans are given up, until two are left, and at others the surely worse ones.
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
        """Give up the plans that earn the least, as far as it is time for that."""
        halvings = int(used * ceil(log2(len(self.plans))))
        kept = ceil(len(self.plans) / 2**halvings)
        if kept < len(self.left):
            self.left = sorted(self.left, key=self._earned, reverse=True)[:kept]

    def _check(self, used: float) -> None:
        """Give up the plans that are surely worse than the best one, if it is time for that."""
        checks = int(used * CHECKS)
        if checks == self._checks:
            return
        self._checks, best = checks, self._best()
        self.left = [plan for plan in self.left if not self._is_beaten(plan, best)]

    def _is_beaten(self, plan: Plan, best: Plan) -> bool:
        """Tell whether a plan earns surely less than the best one, in the same drawn states."""
        earned = zip(self.own[best], self.own[plan], strict=False)  # one may have a visit more
        gaps = [most - less for most, less in earned]
        if len(gaps) < LEAST_VISITS:
            return False
        mean = sum(gaps) / len(gaps)
        variance = sum([(gap - mean) ** 2 for gap in gaps]) / (len(gaps) - 1)
        return mean > SURE * sqrt(variance / len(gaps))

    def best(self) -> Move:
        """Give the move with which the best plan begins.

        Before the first visit it is that of the first plan.
        """
        return self._best()[0]

    def _best(self) -> Plan:
        """Find the plan that earns the most on average, of those that are left."""
        return max(self.left, key=self._earned)

    def _earned(self, plan: Plan) -> float:
        """Average what a plan earns the player who chooses."""
        node = self.nodes[plan]
        if not node.visits:
            return -inf
        lead = LEAD / (LEAD_VISITS + node.visits) if plan == self.plans[0] else 0.0
        return node.earned[self.seat] / node.visits + lead

    def _choose(self, node: Node, moves: Sequence[Move], state: State) -> tuple[Move, Node]:
        """Choose the move with the highest bound (PUCT), and give the node that it leads to.

        A move that was not tried yet is taken to earn as much as the node does on average.
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
