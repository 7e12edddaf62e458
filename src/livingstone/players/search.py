"""Information-set Monte Carlo tree search (ISMCTS), for a player who does not see everything.

P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
Transactions on Computational Intelligence and AI in Games 4 (2), 2012: the single-observer
variant (SO-ISMCTS). Each iteration draws a state that fits the view and walks down one tree for
all of them; the upper confidence bound of a move takes into account how often the move was
available. Chance is drawn anew in each iteration and has no nodes of its own: a node stands for a
sequence of moves. Every player maximizes their own reward (max^n).
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random

from attrs import define, field

from livingstone.engine import apply, legal_moves
from livingstone.moves import Move
from livingstone.players.candidates import candidates
from livingstone.players.rewards import rewards
from livingstone.players.winning import Assumptions
from livingstone.players.worth import Worth
from livingstone.state import State

__all__ = ["Node", "Rollout", "Search"]

Rollout = Callable[[State, Random], Move]
"""How moves are chosen below the tree."""


@define(eq=False)
class Node:
    """What the search has found out about a sequence of moves."""

    visits: int = 0
    """How many iterations came through it."""
    available: int = 0
    """How often its last move could have been chosen."""
    total: float = 0.0
    """The sum of the rewards of the seat that makes its last move."""
    children: dict[Move, "Node"] = field(factory=dict)
    """The nodes of the moves tried next."""


@define(eq=False)
class Search:
    """One search from one view."""

    rng: Random
    """Decides which of the untried moves is tried, and what rollouts leave to luck."""
    rollout: Rollout
    """Chooses the moves below the tree."""
    rounds: int
    """How many rounds, this one included, are played before the position is judged."""
    exploration: float
    """The weight of the second term of the upper confidence bound."""
    paces: Sequence[float]
    """Coins by which each player's wealth grows in a round, estimated once for the whole search."""
    assumptions: Assumptions
    """About the rest of the game."""
    root: Node = field(factory=Node)
    """The position as the player sees it."""

    def iterate(self, state: State) -> None:
        """Walk down the tree from a drawn state, add a node, play on, and pass the rewards back.

        The state must have a seed, which decides chance in this iteration.
        """
        assert state.streams is not None
        last_roll = state.streams.rounds + self.rounds
        state, path = self._descend(state, last_roll)
        while not _is_done(state, last_roll):
            state = apply(state, self.rollout(state, self.rng))
        earned = rewards(state, self.paces, self.assumptions)
        for node, seat in path:
            node.visits += 1
            node.total += earned[seat]

    def _descend(self, state: State, last_roll: int) -> tuple[State, list[tuple[Node, int]]]:
        """Follow the tree to the first move that is not in it, and add that.

        Gives the state after it, and the nodes on the way with the seat that moved to each.
        """
        node, path = self.root, list[tuple[Node, int]]()
        while not _is_done(state, last_roll):
            moves = candidates(Worth.of_state(state), legal_moves(state))
            if len(moves) == 1:
                state = apply(state, moves[0])
                continue
            seat = state.current_player
            move, is_new = self._choose(node, moves)
            node = node.children[move]
            path.append((node, seat))
            state = apply(state, move)
            if is_new:
                break
        return state, path

    def _choose(self, node: Node, moves: Sequence[Move]) -> tuple[Move, bool]:
        """Choose a move that was not tried yet, or else the one with the highest bound (UCB1).

        Gives the move and whether it is new to the tree.
        """
        children = node.children
        untried = [move for move in moves if move not in children]
        for move in moves:
            if child := children.get(move):
                child.available += 1
        if untried:
            move = self.rng.choice(untried)
            children[move] = Node(available=1)
            return move, True

        def bound(move: Move) -> float:
            child = children[move]
            spread = sqrt(log(child.available) / child.visits)
            return child.total / child.visits + self.exploration * spread

        return max(moves, key=bound), False

    def best(self) -> Move:
        """Give the move that was visited most."""
        children = self.root.children
        return max(children, key=lambda move: children[move].visits)


def _is_done(state: State, last_roll: int) -> bool:
    """Tell whether the game is over, or all rounds that the search looks at are played."""
    assert state.streams is not None
    return state.is_over or state.streams.rounds >= last_roll
