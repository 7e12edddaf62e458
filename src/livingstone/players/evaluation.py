"""Estimate the shares of the win from a state, by a network.

For each seat, a network with one hidden layer turns its features into two numbers: the strength of
the seat, and how likely nobody wins (R8.5). A softmax turns these into shares. There is a shipped
network for each number of players.
"""

import json
from functools import cache
from operator import mul
from typing import NamedTuple

from livingstone.edition.loading import shipped_bytes
from livingstone.edition.printed import Edition
from livingstone.game.rules.ending import result
from livingstone.game.state import State
from livingstone.players.features import FEATURES, FeatureReader
from livingstone.players.win_chances import softmax, sum_probabilities

__all__ = ["Evaluation", "Network", "final_shares"]

PLACES = 6
"""The decimals of shares: fewer than those that depend on how a platform rounds sums."""


class Network(NamedTuple):
    """The weights of a network with any number of hidden units and direct connections."""

    hidden: list[list[float]]
    """By hidden unit, then by feature."""
    biases: list[float]
    """By hidden unit."""
    strength: list[float]
    """The weights of features and hidden units for the strength of a seat."""
    nobody: list[float]
    """The weights of features and hidden units for the chance that nobody wins."""
    bias: float
    """The bias of that chance."""

    @property
    def fits(self) -> bool:
        """Whether there is a weight for each feature and for each hidden unit."""
        units = len(self.biases)
        found = [len(part) for part in (*self.hidden, self.strength, self.nobody)]
        return found == [*[FEATURES] * units, *[FEATURES + units] * 2]


@cache
def _networks() -> dict[int, Network]:
    """Load the shipped networks, by number of players."""
    tables = json.loads(shipped_bytes("networks.json"))
    return {int(players): Network(**table) for players, table in tables.items()}


def _network(players: int) -> Network:
    """Return the shipped network for the nearest number of players."""
    known = _networks()
    return known[min(known, key=lambda number: abs(number - players))]


class Evaluation:
    """Evaluates the states of one search."""

    def __init__(self, edition: Edition, players: int, network: Network | None = None) -> None:
        """Take the shipped network unless another one is given."""
        network = network or _network(players)
        self._reader = FeatureReader(edition, players)
        self._hidden = list(zip(network.hidden, network.biases, strict=True))
        self._strength, self._nobody, self._bias = network.strength, network.nobody, network.bias

    def shares(self, state: State) -> list[float]:
        """Estimate by seat the share of the win, from 0 to 1, when a round begins or at the end."""
        if state.is_over:
            return final_shares(state)
        strengths, nobody = list[float](), 0.0
        for features in self._reader.read(state):
            units = [
                max(0.0, bias + sum(map(mul, weights, features))) for weights, bias in self._hidden
            ]
            values = features + units
            strengths.append(sum(map(mul, self._strength, values)))
            nobody += sum(map(mul, self._nobody, values))
        *shares, _ = softmax([*strengths, nobody / len(strengths) + self._bias], spread=1.0)
        return [round(share, PLACES) for share in shares]


def final_shares(state: State) -> list[float]:
    """List by seat the share of the win at the end (R8.5).

    For two players it is the average over all donation rolls (R9.2).
    """
    if not state.is_two_player:
        return _won(state)
    dice = state.edition.board.dice
    probabilities = sum_probabilities(dice.donation, dice.sides)
    shares, reached = [0.0, 0.0], -1
    for chest in sorted({player.chest for player in state.players}):
        probability = sum(probabilities[reached + 1 : chest + 1])
        reached = chest
        if probability:  # for all rolls up to this donation, the same players are in
            won = _won(state.changed(threshold=chest))
            shares = [own + probability * more for own, more in zip(shares, won, strict=True)]
    return [round(share, PLACES) for share in shares]


def _won(state: State) -> list[float]:
    ended = result(state)
    assert ended is not None
    return [
        1 / len(ended.winners) if seat in ended.winners else 0.0
        for seat in range(len(state.players))
    ]
