"""How the win will be shared, estimated from a position by a network that has learned it.

For each seat, a network with one hidden layer makes two numbers of its features (`features`): how
strong the seat is, and how likely nobody wins (R8.5). The shares follow from these by the softmax
function. There is a network for each number of players, whose weights are data.
"""

import json
from collections.abc import Mapping, Set
from functools import cache
from itertools import chain
from operator import mul
from typing import NamedTuple

from livingstone.edition.loading import shipped_bytes
from livingstone.edition.printed import Edition
from livingstone.game.rules.ending import result
from livingstone.game.state import State
from livingstone.players.features import FEATURES, FeatureReader
from livingstone.players.winning import softmax, sum_probabilities
from livingstone.support.arguments import plain_float

__all__ = ["Evaluation", "Network", "final_shares"]

PLACES = 6
"""Shares are rounded to so many decimals, which hide how a platform rounds its sums."""


class Network(NamedTuple):
    """The weights of a network with one hidden layer; its outputs depend on the features as well.

    How many features there are is fixed; of hidden units, there may be any number.
    """

    hidden: list[list[float]]
    """For each hidden unit, a weight for each feature."""
    biases: list[float]
    """For each hidden unit, what is added to the sum of the weighted features."""
    strength: list[float]
    """A weight for each feature, then for each hidden unit: for the strength of a seat."""
    nobody: list[float]
    """A weight for each feature, then for each hidden unit: for the chance that nobody wins."""
    bias: float
    """What is added to the mean of the sums by `nobody` over all seats."""

    @property
    def fits(self) -> bool:
        """Tell whether there is a weight, a number, for each feature and for each hidden unit."""
        try:
            units = len(self.biases)
            sizes = [units, *[FEATURES] * units, *[FEATURES + units] * 2]
            parts = [*self.hidden, self.strength, self.nobody]
            found = [len(self.hidden), *map(len, parts)]
            numbers = [*chain(*parts), *self.biases, self.bias]
        except TypeError:  # a part is no list
            return False
        if any(isinstance(part, Mapping | Set) for part in (self.hidden, self.biases, *parts)):
            return False
        return found == sizes and None not in map(plain_float, numbers)

    @property
    def plain(self) -> "Network":
        """The same network, which must fit, of lists and plain floats."""
        return Network(
            hidden=[[*map(float, unit)] for unit in self.hidden],
            biases=[*map(float, self.biases)],
            strength=[*map(float, self.strength)],
            nobody=[*map(float, self.nobody)],
            bias=float(self.bias),
        )


@cache
def _networks() -> dict[int, Network]:
    """Load the networks that are shipped, by number of players."""
    tables = json.loads(shipped_bytes("networks.json"))
    return {int(players): Network(**table) for players, table in tables.items()}


def _network(players: int) -> Network:
    """Look up the network for a number of players, or else for the nearest one there is."""
    known = _networks()
    return known[min(known, key=lambda number: abs(number - players))]


class Evaluation:
    """Judges the positions of one search."""

    def __init__(self, edition: Edition, players: int, network: Network | None = None) -> None:
        """Take the network that is shipped, unless another is given."""
        network = network or _network(players)
        self._reader = FeatureReader(edition, players)
        self._hidden = list(zip(network.hidden, network.biases, strict=True))
        self._strength, self._nobody, self._bias = network.strength, network.nobody, network.bias

    def shares(self, state: State) -> list[float]:
        """Estimate by seat the share of the win, from 0 to 1; at the end it is exact.

        The networks have learned from states in which a round begins.
        """
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
    """List by seat the share of the win at the end: winners share it equally (R8.5).

    With two players the average over the donation roll is taken, even though the dice are rolled
    already (R9.2).
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
