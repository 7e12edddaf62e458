"""Learning a policy from the choices of searches, in numpy.

The loss is the cross entropy between the move that a search chose and the softmax of the scores.
"""

import numpy as np
from numpy.typing import NDArray
from value_games import Choices, batches
from value_network import Adam, Array

from livingstone.kernel.search.networks import NetworkWeights
from livingstone.kernel.search.policy import MOVE_SIZE, UNITS

BATCH = 1024


def _shapes(inputs: int) -> tuple[tuple[int, ...], ...]:
    """List the parts: of the position, biases, of the move, of the units, direct ones."""
    return (inputs, UNITS), (UNITS,), (MOVE_SIZE, UNITS), (UNITS,), (MOVE_SIZE,)


def parts_of(weights: NetworkWeights, inputs: int) -> list[Array]:
    """Give the parts of weights, as views."""
    parts = []
    place = 0
    for shape in _shapes(inputs):
        size = int(np.prod(shape))
        parts.append(weights[place : place + size].reshape(shape))
        place += size
    return parts


def begin(inputs: int, rng: np.random.Generator) -> NetworkWeights:
    """Make random weights; biases and direct ones are 0, and `greedy` is preferred."""
    parts = []
    for shape in _shapes(inputs):
        scale = (1 / shape[0]) ** 0.5 if len(shape) == 2 else 0.0
        parts.append((rng.normal(size=shape) * scale).ravel())
    parts[3] = rng.normal(size=UNITS) * UNITS**-0.5
    return np.concatenate(parts).astype(np.float32)


def scores(parts: list[Array], inputs: Array, options: Array) -> tuple[Array, Array]:
    """Score the moves of choices; give the units, too."""
    base = inputs @ parts[0] + parts[1]
    units = np.maximum(base[:, None, :] + options @ parts[2], 0)
    return units @ parts[3] + options @ parts[4], units


def _shares(given: Array, counts: NDArray[np.uint8]) -> Array:
    """Turn scores into probabilities; places behind the moves have none."""
    given = np.where(np.arange(given.shape[1]) < counts[:, None], given, -np.inf)
    given = np.exp(given - given.max(axis=1, keepdims=True))
    shares: Array = given / given.sum(axis=1, keepdims=True)
    return shares


def derive(
    parts: list[Array], slopes: list[Array], error: Array, inputs: Array, options: Array,
    units: Array,
) -> None:  # fmt: skip
    """Write the slopes of all weights from those of the scores (back-propagation)."""
    flat = options.reshape(-1, MOVE_SIZE)
    slopes[4][:] = error.ravel() @ flat
    slopes[3][:] = error.ravel() @ units.reshape(-1, UNITS)
    back = (error[:, :, None] * parts[3]) * (units > 0)
    np.matmul(flat.T, back.reshape(-1, UNITS), out=slopes[2])
    base = back.sum(axis=1)
    slopes[1][:] = base.sum(axis=0)
    np.matmul(inputs.T, base, out=slopes[0])


def learn(
    weights: NetworkWeights, choices: Choices, epochs: int, rate: float, rng: np.random.Generator
) -> NetworkWeights:
    """Learn what was chosen."""
    inputs = choices.inputs.shape[1]
    count = len(choices.counts)
    adam = Adam(weights, rate, epochs * -(-count // BATCH))
    parts, slopes = parts_of(adam.weights, inputs), parts_of(adam.gradient, inputs)
    for _ in range(epochs):
        for batch in batches(count, BATCH, rng):
            most = int(choices.counts[batch].max())
            seen = choices.inputs[batch].astype(np.float32)
            options = choices.options[batch, :most].astype(np.float32)
            given, units = scores(parts, seen, options)
            error = _shares(given, choices.counts[batch])
            error[np.arange(len(batch)), choices.chosen[batch]] -= 1
            error /= len(batch)
            derive(parts, slopes, error, seen, options, units)
            adam.step()
    return adam.weights


def agreement(weights: NetworkWeights, choices: Choices) -> tuple[float, float]:
    """Give how often the best move is the chosen one, and the mean cross entropy."""
    parts = parts_of(weights, choices.inputs.shape[1])
    same = 0
    lost = 0.0
    for begin in range(0, len(choices.counts), 4096):
        part = slice(begin, begin + 4096)
        options = choices.options[part].astype(np.float32)
        given, _ = scores(parts, choices.inputs[part].astype(np.float32), options)
        shares = _shares(given, choices.counts[part])
        chosen = choices.chosen[part]
        same += int((shares.argmax(axis=1) == chosen).sum())
        lost -= float(np.log(shares[np.arange(len(chosen)), chosen] + 1e-9).sum())
    return same / len(choices.counts), lost / len(choices.counts)
