"""Python's `random.Random`, for the choices of bots: the Mersenne Twister (MT19937).

A generator is an array of uint32: 624 words, and how many of them are used up. The constants are
those of M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM TOMACS 8, 1998, and of
`init_by_array` in their program of 2002, by which Python seeds.
"""

import numpy as np

from livingstone.kernel.compiling import Ints, Words, compile_module

WORDS = 624
SHIFT = 397  # the distance of the words that a new one is made of
TWISTER_SIZE = WORDS + 1
U = np.uint32
_UPPER = U(0x80000000)  # the highest bit of a word
_LOWER = U(0x7FFFFFFF)  # the other bits
_MATRIX = U(0x9908B0DF)
_FIRST = np.array([19650218] * WORDS, U)
"""The words that each seed is mixed into."""
for _place in range(1, WORDS):
    _before = int(_FIRST[_place - 1])
    _FIRST[_place] = ((_before ^ _before >> 30) * 1812433253 + _place) & 0xFFFFFFFF


def seed_twister(twister: Words, seed: Ints) -> None:
    """Seed as `Random(seed)` does; the seed is given as four words of 32 bits, the lowest first."""
    length = 4
    while length > 1 and not seed[length - 1]:
        length -= 1
    for place in range(WORDS):
        twister[place] = _FIRST[place]
    place = 1
    key = 0
    for _ in range(WORDS):
        mixed = int(twister[place]) ^ _mixed(twister, place, 1664525)
        twister[place] = U((mixed + int(seed[key]) + key) & 0xFFFFFFFF)
        place = _next_place(twister, place)
        key += 1
        if key == length:
            key = 0
    for _ in range(WORDS - 1):
        mixed = int(twister[place]) ^ _mixed(twister, place, 1566083941)
        twister[place] = U((mixed - place) & 0xFFFFFFFF)
        place = _next_place(twister, place)
    twister[0] = U(0x80000000)
    twister[WORDS] = U(WORDS)


def _mixed(twister: Words, place: int, factor: int) -> int:
    """Mix the word before a place, and multiply it."""
    before = int(twister[place - 1])
    return ((before ^ (before >> 30)) * factor) & 0xFFFFFFFF


def _next_place(twister: Words, place: int) -> int:
    """Go on to the next place; behind the last word, to the second."""
    if place + 1 < WORDS:
        return place + 1
    twister[0] = twister[WORDS - 1]
    return 1


def _twist(twister: Words) -> None:
    """Make the next 624 words."""
    for place in range(WORDS):
        word = (twister[place] & _UPPER) | (twister[(place + 1) % WORDS] & _LOWER)
        far = twister[(place + SHIFT) % WORDS]
        twister[place] = far ^ (word >> U(1)) ^ (_MATRIX * (word & U(1)))
    twister[WORDS] = U(0)


def _next_word(twister: Words) -> int:
    if twister[WORDS] == WORDS:
        _twist(twister)
    word = int(twister[int(twister[WORDS])])
    twister[WORDS] += U(1)
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ (word >> 18)


def below(twister: Words, bound: int) -> int:
    """Draw a number from 0 to `bound` - 1, as `Random.choice` does for a place in a list."""
    bits = 0
    while bound >> bits:
        bits += 1
    while True:
        number = _next_word(twister) >> (32 - bits)
        if number < bound:
            return number


def draw_seed(twister: Words) -> int:
    """Draw a number below 2**63, as `Random.getrandbits(63)` does."""
    low = _next_word(twister)
    return low | _next_word(twister) >> 1 << 32


compile_module(__name__)
