"""A policy: a quick player that has learned from a search how to choose.

It chooses which die to take and what to use it for; all else is chosen as `greedy` does. For each
kind of choice, a network with one hidden layer gives every move a score from the numbers that
describe it (`choices`), and the highest score wins. Policies are data; there is one for each number
of players that one was learned for.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from typing import NamedTuple

from livingstone.edition.loading import shipped_bytes
from livingstone.game.engine import legal_moves
from livingstone.game.moves import Move, TakeDie
from livingstone.game.state import State
from livingstone.players import choices
from livingstone.players.candidates import candidates
from livingstone.players.greedy import decide
from livingstone.players.worth import Worth

__all__ = ["Choice", "Policy", "Scores", "describe", "policy_for"]

PLACES = 6
"""Scores are rounded to so many decimals, which hide how a platform rounds its sums."""


class Scores(NamedTuple):
    """The weights of a network that gives moves scores; its inputs lead to the score as well."""

    hidden: list[list[float]]
    """The weights of what describes the move and then of what describes the position, by unit."""
    biases: list[float]
    """What is added to them, by unit."""
    direct: list[float]
    """The weights of what describes the move, for the score."""
    output: list[float]
    """The weights of the hidden units, for the score."""


class Choice(NamedTuple):
    """A choice that a policy makes, by what describes it."""

    kind: str
    """`dice` or `uses`."""
    moves: list[list[float]]
    """What describes each of the moves."""
    position: list[float]
    """What describes the position."""


def describe(worth: Worth, moves: Sequence[Move]) -> Choice | None:
    """Describe a choice among moves; None for one that is left to `greedy`."""
    if len(moves) == 1:
        return None
    if worth.position.die is not None:
        return Choice("uses", choices.uses(worth, moves), choices.position(worth))
    if any(isinstance(move, TakeDie) for move in moves):
        return Choice("dice", choices.dice(worth, moves), choices.position(worth))
    return None


class Policy:
    """Chooses for the player to move, by what that player knows and the draw pile."""

    def __init__(self, networks: Mapping[str, Scores]) -> None:
        """Take the networks by the kind of choice, `dice` and `uses`."""
        self._networks = {kind: _Network(scores) for kind, scores in networks.items()}

    def choose(self, state: State) -> Move:
        """Choose the move with the highest score, the first of equals."""
        legal, worth = legal_moves(state), Worth.of_state(state)
        moves = candidates(state, legal)
        choice = describe(worth, moves)
        if choice is None:
            return decide(worth, legal)
        scores = self._networks[choice.kind].scores(choice)
        return moves[scores.index(max(scores))]


class _Network:
    """Works scores out; what describes the position is weighed once for all moves."""

    def __init__(self, scores: Scores) -> None:
        """Part the weights of what describes a move from those of what describes the position."""
        own = len(scores.direct)
        self._own = [unit[:own] for unit in scores.hidden]
        self._shared = [
            (unit[own:], bias) for unit, bias in zip(scores.hidden, scores.biases, strict=True)
        ]
        self._direct, self._output = scores.direct, scores.output

    def scores(self, choice: Choice) -> list[float]:
        """Give each move a score."""
        shared = [bias + sum(map(mul, weights, choice.position)) for weights, bias in self._shared]
        scores = list[float]()
        for move in choice.moves:
            score = sum(map(mul, self._direct, move))
            for weights, base, worth in zip(self._own, shared, self._output, strict=True):
                unit = base + sum(map(mul, weights, move))
                if unit > 0:
                    score += unit * worth
            scores.append(round(score, PLACES))
        return scores


@cache
def _shipped() -> dict[int, Policy]:
    """Load the policies that are shipped, by number of players."""
    tables = json.loads(shipped_bytes("policies.json"))
    return {
        int(players): Policy({kind: Scores(**parts) for kind, parts in networks.items()})
        for players, networks in tables.items()
    }


def policy_for(players: int) -> Policy | None:
    """Look up the policy for a number of players; None if none was learned for it."""
    return _shipped().get(players)
