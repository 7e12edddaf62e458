"""SplitMix64: a fast generator whose n-th word can be computed at once.

The state grows by `STEP` for each word; `mix` makes a word of a state. All numbers are of 64 bits
and wrap around.

G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

U = np.uint64
Words = TypeVar("Words", np.uint64, NDArray[np.uint64])
STEP = U(0x9E3779B97F4A7C15)
"""What is added to a state for each word."""


def mix(state: Words) -> Words:
    """Make a word of a state, or of each state of an array."""
    state = (state ^ (state >> U(30))) * U(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> U(27))) * U(0x94D049BB133111EB)
    return state ^ (state >> U(31))
