"""Learning a network by gradient descent, in numpy.

The loss is the cross entropy between the shares of the win and those that the network gives. The
steps are those of Adam (D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", ICLR
2015), and become smaller towards the end.

Where games are few, since a search plays them, the network learns less from who won than from what
it says of the position that comes next: TD(λ) (R. S. Sutton, "Learning to Predict by the Methods of
Temporal Differences", Machine Learning 3, 1988).
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from attrs import define
from lessons import Lessons
from numpy.typing import NDArray

from livingstone.players.evaluation import Network

Array = NDArray[np.float32]

EPOCHS = 16
BATCH = 512
RATE = 3e-3
DECAY = 1e-5
"""How strongly weights are drawn to 0."""
CORRECTIONS = 6
"""How often a network is corrected by the games of a search."""
CORRECTION_EPOCHS = 4
CORRECTION_RATE = 2e-4
TRACE = 0.5
"""The weight of what comes later in a game, as against the position that comes next (λ)."""
FIRST, SECOND = 0.9, 0.999
"""How much of the mean and of the mean square of a gradient is kept from step to step."""
DECIMALS = 4


@define
class Weights:
    """The weights of a network as arrays; gradients have the same form."""

    hidden: Array
    """By feature and hidden unit."""
    biases: Array
    """By hidden unit."""
    skip: Array
    """By feature and output: strength, nobody."""
    output: Array
    """By hidden unit and output."""
    bias: Array
    """Of the chance that nobody wins."""

    @classmethod
    def at_random(cls, features: int, hidden: int, rng: np.random.Generator) -> "Weights":
        """Begin with small random weights between the layers, and with zeros beside them."""
        first = rng.normal(size=(features, hidden)) / features**0.5
        last = rng.normal(size=(hidden, 2)) * 0.1 / hidden**0.5
        parts = first, np.zeros(hidden), np.zeros((features, 2)), last, np.array([-3.0])
        return cls(*(part.astype(np.float32) for part in parts))

    @classmethod
    def of(cls, network: Network) -> "Weights":
        """Begin with those of a network."""
        hidden, biases, strength, nobody, bias = [np.array(part, np.float32) for part in network]
        both = np.stack([strength, nobody], axis=1)
        inputs = hidden.shape[1]
        return cls(hidden.T.copy(), biases, both[:inputs].copy(), both[inputs:].copy(), bias[None])

    def arrays(self) -> list[Array]:
        """List all of them, to be changed in place."""
        return [self.hidden, self.biases, self.skip, self.output, self.bias]

    def network(self) -> Network:
        """Round the weights for a player."""
        both = np.concatenate([self.skip, self.output])
        hidden = [rounded(unit) for unit in self.hidden.T]
        strength, nobody = rounded(both[:, 0]), rounded(both[:, 1])
        return Network(hidden, rounded(self.biases), strength, nobody, *rounded(self.bias))


def rounded(values: Array) -> list[float]:
    """Round weights as a player gets them."""
    return [round(float(value), DECIMALS) for value in values]


def _forward(weights: Weights, features: Array) -> tuple[Array, Array]:
    """Give the shares of the seats and of nobody, and the hidden units by position and seat."""
    units = np.maximum(0, features @ weights.hidden + weights.biases)
    outputs = features @ weights.skip + units @ weights.output
    nobody = outputs[:, :, 1].mean(axis=1, keepdims=True) + weights.bias
    values = np.concatenate([outputs[:, :, 0], nobody], axis=1)
    parts = np.exp(values - values.max(axis=1, keepdims=True))
    return parts / parts.sum(axis=1, keepdims=True), units


def _with_nobody(shares: Array) -> Array:
    """Add the share that nobody has (R8.5)."""
    rest = 1 - shares.sum(axis=1, keepdims=True)
    return np.concatenate([shares, rest.clip(0, 1)], axis=1)


def _gradient(weights: Weights, lessons: Lessons) -> Weights:
    """Derive the mean loss by each weight (back-propagation)."""
    features = lessons.features
    wanted = _with_nobody(lessons.shares)
    given, units = _forward(weights, features)
    count, seats, inputs = features.shape
    error = (given - wanted) / count
    nobody = np.repeat(error[:, seats:] / seats, seats, axis=1)
    outputs = np.stack([error[:, :seats], nobody], axis=2).reshape(-1, 2)
    flat = features.reshape(-1, inputs)
    flat_units = units.reshape(count * seats, -1)
    into_units = (outputs @ weights.output.T) * (flat_units > 0)
    return Weights(
        hidden=flat.T @ into_units,
        biases=into_units.sum(axis=0),
        skip=flat.T @ outputs,
        output=flat_units.T @ outputs,
        bias=error[:, seats:].sum(axis=0),
    )


def learn(lessons: Lessons, hidden: int, seed: int) -> Weights:
    """Learn from lessons, with this many hidden units."""
    rng = np.random.default_rng(seed)
    weights = Weights.at_random(lessons.features.shape[2], hidden, rng)
    _descend(weights, lessons, list(batches_of(len(lessons.features), EPOCHS, rng)), RATE)
    return weights


def correct(network: Network, lessons: Lessons, seed: int) -> Weights:
    """Learn from the games of a search how they differ from what a network says."""
    weights = Weights.of(network)
    for correction in range(CORRECTIONS):
        rng = np.random.default_rng([seed, correction])
        batches = list(batches_of(len(lessons.features), CORRECTION_EPOCHS, rng))
        _descend(weights, _foreseen(weights, lessons), batches, CORRECTION_RATE)
    return weights


def _foreseen(weights: Weights, lessons: Lessons) -> Lessons:
    """Take for the shares of a position, in part, what the network says of later ones."""
    given = _forward(weights, lessons.features)[0][:, :-1]
    shares = lessons.shares.copy()
    for position in range(len(shares) - 2, -1, -1):
        if not lessons.is_last[position]:
            after = (1 - TRACE) * given[position + 1] + TRACE * shares[position + 1]
            shares[position] = after
    return lessons._replace(shares=shares)


def descend(
    arrays: Sequence[Array],
    slopes: Callable[[NDArray[np.int64]], Sequence[Array]],
    batches: Sequence[NDArray[np.int64]],
    most: float,
) -> None:
    """Change arrays batch by batch, at a rate that begins with the most and ends with 0.

    `slopes` derives the mean loss of a batch by each number of the arrays.
    """
    means = [np.zeros_like(array) for array in arrays]
    squares = [np.zeros_like(array) for array in arrays]
    for step, batch in enumerate(batches, 1):
        rate = most * min(1.0, 2 * (1 - step / (len(batches) + 1)))
        for array, mean, square, slope in zip(arrays, means, squares, slopes(batch), strict=True):
            slope += DECAY * array
            mean += (1 - FIRST) * (slope - mean)
            square += (1 - SECOND) * (slope**2 - square)
            size = np.sqrt(square / (1 - SECOND**step)) + 1e-8
            array -= rate * (mean / (1 - FIRST**step)) / size


def _descend(
    weights: Weights, lessons: Lessons, batches: Sequence[NDArray[np.int64]], most: float
) -> None:
    """Change the weights towards what the lessons say."""
    descend(
        weights.arrays(),
        lambda batch: _gradient(weights, lessons.taken(batch)).arrays(),
        batches,
        most,
    )


def batches_of(
    count: int, epochs: int, rng: np.random.Generator, size: int = BATCH
) -> Iterator[NDArray[np.int64]]:
    """Number the examples of each step; each epoch has all of them, newly mixed."""
    for _ in range(epochs):
        yield from np.array_split(rng.permutation(count), max(1, count // size))


def loss(weights: Weights, lessons: Lessons) -> float:
    """Average the cross entropy."""
    given, _ = _forward(weights, lessons.features)
    wanted = _with_nobody(lessons.shares)
    return float(-(wanted * np.log(given + 1e-9)).sum(axis=1).mean())
