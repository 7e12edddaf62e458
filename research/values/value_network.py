"""Learning a network of two layers by gradient descent, in numpy.

The loss is the cross entropy between the shares of the win and those that the network gives. The
steps are those of Adam (D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", ICLR
2015), and become smaller towards the end. From games of searches it learns less from who won than
from what it says of the positions that come later: TD(λ) (R. S. Sutton, "Learning to Predict by the
Methods of Temporal Differences", Machine Learning 3, 1988).
"""

from math import cos, pi

import numpy as np
from numpy.typing import NDArray
from value_games import Positions, batches

from livingstone.kernel.search import features
from livingstone.kernel.search.networks import NetworkWeights

Array = NDArray[np.float32]

BATCH = 1024
DECAY = 1e-6
"""How strongly weights are drawn to 0."""
FIRST, SECOND = 0.9, 0.999
"""How much of the mean and of the mean square of a gradient is kept from step to step."""
TRACE = 0.8
"""The weight of what comes later in a game, as against the position that comes next (λ)."""


def shapes_of(inputs: int, players: int) -> tuple[tuple[int, ...], ...]:
    """List the shapes of the parts of a network: the weights and biases of its layers."""
    first = features.FIRST
    second = features.SECOND
    outputs = players + 1
    return (
        (inputs, first), (first,), (first, second), (second,), (second, outputs), (outputs,)
    )  # fmt: skip


def begin(inputs: int, players: int, rng: np.random.Generator) -> NetworkWeights:
    """Make random weights; biases are 0."""
    parts = []
    for shape in shapes_of(inputs, players):
        scale = (2 / shape[0]) ** 0.5 if len(shape) == 2 else 0.0
        parts.append((rng.normal(size=shape) * scale).ravel())
    return np.concatenate(parts).astype(np.float32)


def _parts(weights: NetworkWeights, inputs: int, players: int) -> list[Array]:
    """Give the parts of weights, as views."""
    parts = []
    place = 0
    for shape in shapes_of(inputs, players):
        size = int(np.prod(shape))
        parts.append(weights[place : place + size].reshape(shape))
        place += size
    return parts


def _forward(parts: list[Array], features: Array) -> tuple[Array, Array, Array]:
    first = np.maximum(features @ parts[0] + parts[1], 0)
    second = np.maximum(first @ parts[2] + parts[3], 0)
    outputs = second @ parts[4] + parts[5]
    outputs = np.exp(outputs - outputs.max(axis=1, keepdims=True))
    return first, second, outputs / outputs.sum(axis=1, keepdims=True)


def shares(weights: NetworkWeights, features: NDArray[np.float16], players: int) -> Array:
    """Give the shares in turn order, and that of nobody, by position."""
    parts = _parts(weights, features.shape[1], players)
    found = [
        _forward(parts, features[begin : begin + 8192].astype(np.float32))[2]
        for begin in range(0, len(features), 8192)
    ]
    return np.concatenate(found)


def with_nobody(by_player: Array) -> Array:
    """Add the share that nobody has (R8.5)."""
    rest = (1 - by_player.sum(axis=1, keepdims=True)).clip(0, 1)
    return np.concatenate([by_player, rest], axis=1)


def loss(given: Array, wanted: Array) -> float:
    """Work out the mean cross entropy."""
    return float(-(wanted * np.log(given + 1e-9)).sum(axis=1).mean())


class Adam:
    """Steps of gradient descent; they become smaller towards the end."""

    def __init__(self, weights: NetworkWeights, rate: float, steps: int) -> None:
        """Take a copy of the weights; `gradient` is to be written before each step."""
        self.weights = weights.copy()
        self.gradient = np.zeros_like(weights)
        self._mean, self._square = np.zeros_like(weights), np.zeros_like(weights)
        self._rate = rate
        self._steps = steps
        self._done = 0

    def step(self) -> None:
        """Go a step against the gradient."""
        self._done += 1
        mean = self._mean
        square = self._square
        done = self._done
        mean += (1 - FIRST) * (self.gradient - mean)
        square += (1 - SECOND) * (self.gradient * self.gradient - square)
        size = self._rate * min(1.0, done / 100)
        size *= 0.02 + 0.98 * (1 + cos(pi * done / self._steps)) / 2
        size *= (1 - SECOND**done) ** 0.5 / (1 - FIRST**done)
        self.weights -= size * mean / (np.sqrt(square) + 1e-8) + DECAY * self.weights


def descend(
    weights: NetworkWeights, features: NDArray[np.float16], wanted: Array, epochs: int, rate: float,
    rng: np.random.Generator,
) -> NetworkWeights:  # fmt: skip
    """Learn what is wanted, by position: the shares in turn order, and that of nobody."""
    inputs = features.shape[1]
    players = wanted.shape[1] - 1
    adam = Adam(weights, rate, epochs * -(-len(features) // BATCH))
    parts, slopes = _parts(adam.weights, inputs, players), _parts(adam.gradient, inputs, players)
    for _ in range(epochs):
        for batch in batches(len(features), BATCH, rng):
            _derive(parts, features[batch].astype(np.float32), wanted[batch], slopes)
            adam.step()
    return adam.weights


def _derive(parts: list[Array], features: Array, wanted: Array, slopes: list[Array]) -> None:
    """Derive the mean loss of a batch by each weight (back-propagation)."""
    first, second, given = _forward(parts, features)
    error = (given - wanted) / len(features)
    np.matmul(second.T, error, out=slopes[4])
    error.sum(axis=0, out=slopes[5])
    error = (error @ parts[4].T) * (second > 0)
    np.matmul(first.T, error, out=slopes[2])
    error.sum(axis=0, out=slopes[3])
    error = (error @ parts[2].T) * (first > 0)
    np.matmul(features.T, error, out=slopes[0])
    error.sum(axis=0, out=slopes[1])


def foreseen(weights: NetworkWeights, positions: Positions) -> Array:
    """Give by position what is wanted: in part what the network says of later positions.

    Where a player explored, what came later counts as little as if it were another game.
    """
    players = positions.shares.shape[1]
    given = shares(weights, positions.features, players)
    by_seat = positions.turned_back(given[:, :players])
    wanted = by_seat.copy()
    ends = np.cumsum(positions.lengths)
    lengths = positions.lengths
    after = with_nobody(positions.shares)[:, :players]
    for back in range(1, int(lengths.max(initial=0)) + 1):
        games = np.flatnonzero(lengths >= back)
        place = ends[games] - back
        target = np.where(positions.explored[place, None], by_seat[place], after[games])
        wanted[place] = target
        after[games] = TRACE * target + (1 - TRACE) * by_seat[place]
    return with_nobody(positions.turned(wanted))
