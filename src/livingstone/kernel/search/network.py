"""The value of a state: a network with two layers, whose outputs are the shares of the win.

The shares are those of the players in turn order from the one to move, and of nobody (R8.5).
"""

from math import exp

from livingstone.kernel.compiling import Floats, compile_module

FIRST, SECOND = 256, 128
"""The units of the two layers."""


def forward(
    weights: Floats, inputs: int, players: int, features: Floats, room: Floats, shares: Floats
) -> None:
    """Write the shares for features; `room` holds `FIRST + SECOND` numbers.

    Inputs and units that are 0 take no time.
    """
    place = inputs * FIRST
    for unit in range(FIRST):
        room[unit] = weights[place + unit]
    for number in range(inputs):
        feature = features[number]
        if feature != 0:
            row = number * FIRST
            for unit in range(FIRST):
                room[unit] += feature * weights[row + unit]
    first, place = place + FIRST, place + FIRST + FIRST * SECOND
    for unit in range(SECOND):
        room[FIRST + unit] = weights[place + unit]
    for number in range(FIRST):
        value = room[number]
        if value > 0:
            row = first + number * SECOND
            for unit in range(SECOND):
                room[FIRST + unit] += value * weights[row + unit]
    _write_shares(weights, place + SECOND, players, room, shares)


def _write_shares(weights: Floats, place: int, players: int, room: Floats, shares: Floats) -> None:
    """Turn the outputs of the second layer's units into shares, by the softmax function."""
    biases = place + SECOND * (players + 1)
    most = -1e30
    for output in range(players + 1):
        total = float(weights[biases + output])
        for unit in range(SECOND):
            value = room[FIRST + unit]
            if value > 0:
                total += value * weights[place + unit * (players + 1) + output]
        shares[output] = total
        most = max(most, total)
    total = 0.0
    for output in range(players + 1):
        shares[output] = exp(shares[output] - most)
        total += shares[output]
    for output in range(players + 1):
        shares[output] /= total


compile_module(__name__)
