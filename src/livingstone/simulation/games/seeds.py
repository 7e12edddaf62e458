"""Deriving the seeds of all games and bots from the seed of a batch.

BLAKE2b keyed with the batch's seed decides them, so that game 4711 can be played without the 4710
before it, by whatever process, and no seed tells anything about another.
"""

import hashlib
import re

__all__ = ["bot_seed", "deal_seed", "read_seed", "seed_text"]

SEED_BYTES = 16
"""The bytes of a derived seed: as many as a seed can have, so that no search can find it."""


def deal_seed(seed: int, deal: int) -> int:
    """Derive the seed of a deal, which decides all chance of its games: 0 to 2**128 - 1.

    Both numbers are whole, from 0; `seed` is below 2**128.

    >>> deal_seed(7, 0)
    194234455637797799551472708885461703104
    """
    return _derive(seed, f"deal {deal}")


def bot_seed(seed: int, game: int, seat: int) -> int:
    """Derive the seed of the random numbers of the bot on a seat in a game: 0 to 2**128 - 1.

    >>> bot_seed(7, 0, 0) == bot_seed(7, 0, 1)
    False
    """
    return _derive(seed, f"bot {game} {seat}")


def seed_text(seed: int) -> str:
    """Write a seed for a file: `x` and 32 hexadecimal digits, which no program takes for a number.

    Spreadsheets, JavaScript and R would keep only the first 15 digits of such a long number.

    >>> seed_text(7)
    'x00000000000000000000000000000007'
    """
    return f"x{seed:032x}"


def read_seed(text: object) -> int:
    """Read a seed that `seed_text` wrote; raises `ValueError` for anything else.

    >>> read_seed("x00000000000000000000000000000007")
    7
    """
    if not isinstance(text, str) or not re.fullmatch("x[0-9a-f]{32}", text):
        raise ValueError("a seed must be x and 32 hexadecimal digits")
    return int(text[1:], 16)


def _derive(seed: int, label: str) -> int:
    key = seed.to_bytes(16, "big")
    digest = hashlib.blake2b(label.encode(), key=key, digest_size=SEED_BYTES).digest()
    return int.from_bytes(digest, "big")
