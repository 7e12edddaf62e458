"""Where chance comes from: the engine's seeded streams, or a faster generator for searches.

A source is an array of uint64. The seeded streams are those of `livingstone.game.chance`: BLAKE2b,
keyed with the seed, hashes an event's kind and number, so that a seed gives the same game on the
engine and here. The faster generator is SplitMix64.
"""

import numpy as np

from livingstone.kernel.blocks import clear
from livingstone.kernel.compiling import Words, compile_module, compiled
from livingstone.support import splitmix
from livingstone.support.splitmix import STEP

# Kinds of events, in the order of `livingstone.game.state.Streams`.
ROUNDS = 0
DONATIONS = 1
STONES = 2
CARDS = 3

# What a source keeps from one event to the next.
IS_SEEDED = 0  # whether it is the streams of a seed, or else SplitMix64
FAST = 1  # the state of SplitMix64
COUNTS = 2  # how many events of each kind there were, each below `MOST_EVENTS`
KEYED = 6  # the eight words of BLAKE2b's state after the block with the key
KEPT = 14  # the length of what is kept
MOST_EVENTS = 1 << 32

# Room to work in. Large numbers are in words of 32 bits, the lowest first; a digest fills 16.
HASH = 14  # BLAKE2b's state
BLOCK = 22  # the block of the message
WORK = 38  # the working vector
VALUE = 54  # a large number: the draw
BOUND = 72  # a large number: how many draws there are
WHOLE = 90  # a large number: a power of 256
LIMBS = 18  # the length of a large number
DIGITS = 108  # the numbers drawn for an event
MOST_DIGITS = 200
SOURCE_SIZE = DIGITS + MOST_DIGITS

U = np.uint64
mix = compiled(splitmix.mix)
# BLAKE2b's initial vector and permutations (RFC 7693, 2.6 and 2.7).
_VECTOR = np.array(
    [0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
     0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179], U
)  # fmt: skip
_PARAMETERS = U(1 << 24 | 1 << 16 | 16 << 8 | 64)
"""BLAKE2b's parameters: sequential hashing, with a key of 16 bytes, to a digest of 64."""
_SIGMA = np.array(
    [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
     [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
     [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
     [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
     [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
     [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
     [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
     [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
     [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
     [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0]], np.int64
)  # fmt: skip
_MIXES = np.array(
    [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
     [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]], np.int64
)  # fmt: skip
"""The words that each step of a round mixes: columns, then diagonals."""
# The names of the kinds of events: each fills two words of a block, and its length is known.
_NAMES = (b"rounds ", b"donations ", b"stones ", b"cards ")
_NAME_WORDS = np.frombuffer(b"".join(name.ljust(16, b"\0") for name in _NAMES), "<u8").astype(U)
_NAME_LENGTHS = np.array([len(name) for name in _NAMES])
_SPACE = ord(" ")
_ZERO = ord("0")
_BLOCK_BYTES = 128
_LOW = U(0xFFFFFFFF)  # the lower half of a word
_ALL = U(0xFFFFFFFFFFFFFFFF)  # all bits of a word


def seed_fast(source: Words, seed: U) -> None:
    """Make a source SplitMix64, seeded by a word."""
    clear(source, 0, KEPT)
    source[FAST] = seed


def seed_streams(source: Words, first: U, second: U) -> None:
    """Make a source the streams of a seed, given as the words of its 16 bytes."""
    clear(source, 0, KEPT)
    source[IS_SEEDED] = U(1)
    clear(source, BLOCK, 16)
    source[BLOCK] = first
    source[BLOCK + 1] = second
    for place in range(8):
        source[HASH + place] = _VECTOR[place]
    source[HASH] ^= _PARAMETERS
    _compress(source, _BLOCK_BYTES, U(0))
    for place in range(8):
        source[KEYED + place] = source[HASH + place]


def fits(source: Words) -> bool:
    """Return whether a source has counted no more events than it can."""
    kind = 0
    while kind < len(_NAMES) and source[COUNTS + kind] < U(MOST_EVENTS):
        kind += 1
    return kind == len(_NAMES)


def copy_source(origin: Words, target: Words) -> None:
    """Copy what a source keeps from one event to the next."""
    for place in range(KEPT):
        target[place] = origin[place]


def _rotate(word: U, bits: U) -> U:
    return (word >> bits) | (word << (U(64) - bits))


def _mix(source: Words, step: int, x: U, y: U) -> None:
    """Do one step of a round of BLAKE2b, the function G of RFC 7693."""
    a = WORK + _MIXES[step, 0]
    b = WORK + _MIXES[step, 1]
    c = WORK + _MIXES[step, 2]
    d = WORK + _MIXES[step, 3]
    source[a] += source[b] + x
    source[d] = _rotate(source[d] ^ source[a], U(32))
    source[c] += source[d]
    source[b] = _rotate(source[b] ^ source[c], U(24))
    source[a] += source[b] + y
    source[d] = _rotate(source[d] ^ source[a], U(16))
    source[c] += source[d]
    source[b] = _rotate(source[b] ^ source[c], U(63))


def _compress(source: Words, length: int, last: U) -> None:
    """Hash a block, the function F of RFC 7693; `last` is a word of ones for the last block."""
    for place in range(8):
        source[WORK + place] = source[HASH + place]
        source[WORK + 8 + place] = _VECTOR[place]
    source[WORK + 12] ^= U(length)
    source[WORK + 14] ^= last
    for turn in range(12):
        for step in range(8):
            x = source[BLOCK + _SIGMA[turn % 10, 2 * step]]
            y = source[BLOCK + _SIGMA[turn % 10, 2 * step + 1]]
            _mix(source, step, x, y)
    for place in range(8):
        source[HASH + place] ^= source[WORK + place] ^ source[WORK + 8 + place]


def _write_number(source: Words, place: int, number: int) -> int:
    """Write a number in decimal digits, and a space, into the block; return the place after it."""
    power = 1
    while power * 10 <= number:
        power *= 10
    while power:
        _write(source, place, _ZERO + number // power % 10)
        place += 1
        power //= 10
    _write(source, place, _SPACE)
    return place + 1


def _write(source: Words, place: int, byte: int) -> None:
    source[BLOCK + place // 8] |= U(byte) << U(8 * (place % 8))


def _hash_event(source: Words, kind: int, number: int, attempt: int) -> None:
    """Hash the text of an event, such as `stones 3 0 `, with the key."""
    clear(source, BLOCK, 16)
    for place in range(8):
        source[HASH + place] = source[KEYED + place]
    source[BLOCK] = _NAME_WORDS[2 * kind]
    source[BLOCK + 1] = _NAME_WORDS[2 * kind + 1]
    length = _write_number(source, _NAME_LENGTHS[kind], number)
    length = _write_number(source, length, attempt)
    _compress(source, _BLOCK_BYTES + length, _ALL)


def _divide(source: Words, number: int, divisor: int) -> int:
    """Divide a large number in place; return the remainder."""
    rest = U(0)
    by = U(divisor)
    for place in range(number + LIMBS - 1, number - 1, -1):
        if rest or source[place]:
            value = (rest << U(32)) | source[place]
            source[place] = value // by
            rest = value % by
    return int(rest)


def _bytes_needed(source: Words, radix: int, step: int, count: int) -> int:
    """Work out the bound, and count the bytes of a digest that are used: 8 more than it has."""
    clear(source, BOUND, LIMBS)
    source[BOUND] = U(1)
    highest = BOUND
    for already in range(count):
        carry = U(0)
        for place in range(BOUND, highest + 1):
            value = source[place] * U(radix - step * already) + carry
            source[place] = value & _LOW
            carry = value >> U(32)
        if carry:
            highest += 1
            source[highest] = carry
    size = 4 * (highest - BOUND) + 8
    top = source[highest]
    while top:
        size += 1
        top >>= U(8)
    return size


def _take_bytes(source: Words, size: int) -> None:
    """Read the first bytes of a digest as a large number, the highest byte first."""
    clear(source, VALUE, LIMBS)
    for place in range(size):
        byte = (source[HASH + place // 8] >> U(8 * (place % 8))) & U(255)
        power = size - 1 - place
        source[VALUE + power // 4] |= byte << U(8 * (power % 4))


def is_accepted(source: Words, size: int, radix: int, step: int, count: int) -> bool:
    """Return whether a draw was below the largest multiple of the bound, so that it has no bias.

    `VALUE` holds the draw divided by the bound. Only draws whose first eight bytes are 255 can be
    too large, so that nearly all are accepted at once.
    """
    if source[HASH] != _ALL:
        return True
    clear(source, WHOLE, LIMBS)
    source[WHOLE + size // 4] = U(1) << U(8 * (size % 4))
    for already in range(count):
        _divide(source, WHOLE, radix - step * already)
    for place in range(LIMBS - 1, -1, -1):
        if source[VALUE + place] != source[WHOLE + place]:
            return bool(source[VALUE + place] < source[WHOLE + place])
    return False


def draw_digits(source: Words, kind: int, radix: int, step: int, count: int) -> None:
    """Draw numbers for an event, and write them to `DIGITS`.

    The first one is from 0 to `radix` - 1; for each further one, `radix` falls by `step`.
    """
    number = int(source[COUNTS + kind])
    attempt = 0
    is_drawn = False
    source[COUNTS + kind] += U(1)
    if not source[IS_SEEDED]:
        for already in range(count):
            source[DIGITS + already] = U(below(source, radix - step * already))
        return
    size = _bytes_needed(source, radix, step, count)
    while not is_drawn:
        _hash_event(source, kind, number, attempt)
        _take_bytes(source, size)
        for already in range(count):
            source[DIGITS + already] = U(_divide(source, VALUE, radix - step * already))
        is_drawn = is_accepted(source, size, radix, step, count)
        attempt += 1


def below(source: Words, bound: int) -> int:
    """Draw a number from 0 to `bound` - 1 with SplitMix64, without bias (Lemire 2019)."""
    limit = (1 << 32) % bound
    while True:
        source[FAST] += STEP
        product = (mix(source[FAST]) >> U(32)) * U(bound)
        if int(product & _LOW) >= limit:
            return int(product >> U(32))


compile_module(__name__)
