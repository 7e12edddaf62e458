"""The value of a state: a network with two layers, whose outputs are the shares of the win.

The shares are those of the players in turn order from the one to move, and of nobody (R8.5).
"""

from math import exp

from livingstone.kernel.compiling import Floats, compile_module, shifted

FIRST, SECOND = 256, 128
"""The units of the two layers."""


def forward(
    weights: Floats, inputs: int, players: int, features: Floats, room: Floats, shares: Floats
) -> None:
    """Write the shares for features; `room` holds `FIRST + SECOND` numbers."""
    second = shifted(room, FIRST)
    place = _write_layer(weights, 0, features, inputs, room, FIRST)
    place = _write_layer(weights, place, room, FIRST, second, SECOND)
    _write_shares(weights, place, players, second, shares)


def _write_layer(
    weights: Floats, place: int, inputs: Floats, count: int, units: Floats, size: int
) -> int:
    """Write the units of a layer, at least 0; return the place behind its weights and biases."""
    biases = place + count * size
    for unit in range(size):
        units[unit] = weights[biases + unit]
    add_inputs(weights, place, inputs, count, units, size)
    for unit in range(size):
        units[unit] = max(units[unit], units[unit] * 0)
    return biases + size


def add_inputs(
    weights: Floats, place: int, inputs: Floats, count: int, units: Floats, size: int
) -> None:
    """Add each input, times its weights, to the units; inputs that are 0 take no time."""
    for number in range(count):
        value = inputs[number]
        if value != 0:
            row = place + number * size
            for unit in range(size):
                units[unit] += value * weights[row + unit]


def _write_shares(weights: Floats, place: int, players: int, units: Floats, shares: Floats) -> None:
    """Turn the outputs of the second layer's units into shares, by the softmax function."""
    biases = place + SECOND * (players + 1)
    most = -1e30
    for output in range(players + 1):
        total = float(weights[biases + output])
        for unit in range(SECOND):
            total += units[unit] * weights[place + unit * (players + 1) + output]
        shares[output] = total
        most = max(most, total)
    total = 0.0
    for output in range(players + 1):
        shares[output] = exp(shares[output] - most)
        total += shares[output]
    for output in range(players + 1):
        shares[output] /= total


compile_module(__name__)
