"""Learning a policy: which moves a search chose, in numpy.

The loss is the cross entropy between the move that was chosen and the probabilities that the
softmax function makes of the scores of all moves (K. Anthony, Z. Tian and D. Barber, "Thinking Fast
and Slow with Deep Learning and Tree Search", NIPS 2017).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from attrs import define
from learning import Array, batches_of, descend, rounded
from numpy.typing import NDArray

from livingstone.players.policy import Choice, Scores

Counts = NDArray[np.int64]

EPOCHS = 8
BATCH = 256
RATE = 3e-3


class Choices(NamedTuple):
    """Choices of one kind that were made; the moves of all stand one behind the other."""

    moves: Array
    """What describes the moves: by move and feature."""
    positions: Array
    """What describes the positions: by choice and feature."""
    sizes: Counts
    """By choice: how many moves there were."""
    chosen: Counts
    """By choice: the number of the move that was made."""

    @property
    def starts(self) -> Counts:
        """The number of the first move of each choice among all moves."""
        return np.cumsum(self.sizes) - self.sizes

    def taken(self, which: Counts) -> "Choices":
        """Take some of the choices."""
        sizes, starts = self.sizes[which], self.starts[which]
        offsets = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        moves = self.moves[np.repeat(starts, sizes) + offsets]
        return Choices(moves, self.positions[which], sizes, self.chosen[which])


@define
class Weights:
    """The weights of a network that gives scores, as arrays; gradients have the same form."""

    hidden: Array
    """By feature and hidden unit; the features of the position come last."""
    biases: Array
    """By hidden unit."""
    direct: Array
    """By feature of the move."""
    output: Array
    """By hidden unit."""

    @classmethod
    def at_random(cls, own: int, shared: int, hidden: int, rng: np.random.Generator) -> "Weights":
        """Begin with small random weights between the layers, and with zeros beside them."""
        features = own + shared
        first = rng.normal(size=(features, hidden)) / features**0.5
        last = rng.normal(size=hidden) * 0.1 / hidden**0.5
        parts = first, np.zeros(hidden), np.zeros(own), last
        return cls(*(part.astype(np.float32) for part in parts))

    def arrays(self) -> list[Array]:
        """List all of them, to be changed in place."""
        return [self.hidden, self.biases, self.direct, self.output]

    def scores(self) -> Scores:
        """Round the weights for a player."""
        hidden = [rounded(unit) for unit in self.hidden.T]
        return Scores(hidden, rounded(self.biases), rounded(self.direct), rounded(self.output))


def _forward(weights: Weights, choices: Choices) -> tuple[Array, Array, Array]:
    """Give the probabilities of all moves, their features with the position's, and the units."""
    shared = np.repeat(choices.positions, choices.sizes, axis=0)
    features = np.concatenate([choices.moves, shared], axis=1)
    units = np.maximum(0, features @ weights.hidden + weights.biases)
    scores = choices.moves @ weights.direct + units @ weights.output
    starts, sizes = choices.starts, choices.sizes
    parts = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
    return parts / np.repeat(np.add.reduceat(parts, starts), sizes), features, units


def _gradient(weights: Weights, choices: Choices) -> Weights:
    """Derive the mean loss by each weight (back-propagation)."""
    error, features, units = _forward(weights, choices)
    error[choices.starts + choices.chosen] -= 1
    error /= len(choices.sizes)
    into_units = np.outer(error, weights.output) * (units > 0)
    return Weights(
        hidden=features.T @ into_units,
        biases=into_units.sum(axis=0),
        direct=choices.moves.T @ error,
        output=units.T @ error,
    )


def imitate(choices: Choices, hidden: int, seed: int) -> Weights:
    """Learn from choices, with this many hidden units."""
    rng = np.random.default_rng(seed)
    own, shared = choices.moves.shape[1], choices.positions.shape[1]
    weights = Weights.at_random(own, shared, hidden, rng)
    count = len(choices.sizes)
    descend(
        weights.arrays(),
        lambda batch: _gradient(weights, choices.taken(batch)).arrays(),
        list(batches_of(count, EPOCHS, rng, BATCH)),
        RATE,
    )
    return weights


def agreement(weights: Weights, choices: Choices) -> float:
    """Work out how often the most probable move is the one that was made."""
    probabilities, *_ = _forward(weights, choices)
    made = probabilities[choices.starts + choices.chosen]
    return float((made >= np.maximum.reduceat(probabilities, choices.starts)).mean())


def by_kind(made: Iterable[tuple[Choice, int]]) -> dict[str, Choices]:
    """Put choices together that were made, by their kind."""
    kinds = defaultdict[str, list[tuple[Choice, int]]](list)
    for choice, move in made:
        kinds[choice.kind].append((choice, move))
    return {kind: _stacked(each) for kind, each in sorted(kinds.items())}


def _stacked(made: Sequence[tuple[Choice, int]]) -> Choices:
    return Choices(
        moves=np.array([move for choice, _ in made for move in choice.moves], np.float32),
        positions=np.array([choice.position for choice, _ in made], np.float32),
        sizes=np.array([len(choice.moves) for choice, _ in made]),
        chosen=np.array([move for _, move in made]),
    )
