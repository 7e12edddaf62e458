"""Every game's and every bot's seed, from the one seed of a batch.

BLAKE2b keyed with the batch's seed decides them, so that game 4711 can be played without the 4710
before it, by whatever process, and no seed tells anything about another.
"""

import hashlib

__all__ = ["bot_seed", "deal_seed"]

DEAL_BITS = 48
"""So long are the seeds of games: spreadsheets and JavaScript keep such numbers exactly, too."""


def deal_seed(seed: int, deal: int) -> int:
    """Derive the seed of a deal, which decides all chance of its games: 0 to 2**48 - 1.

    Both numbers are whole, from 0; `seed` is below 2**128.

    >>> deal_seed(7, 0), deal_seed(7, 1)
    (138303592936156, 90357862064094)
    """
    return _derive(seed, f"deal {deal}", DEAL_BITS // 8)


def bot_seed(seed: int, game: int, seat: int) -> int:
    """Derive the seed of what the bot on a seat chooses at random in a game: 0 to 2**128 - 1.

    >>> bot_seed(7, 0, 0) == bot_seed(7, 0, 1)
    False
    """
    return _derive(seed, f"bot {game} {seat}", 16)


def _derive(seed: int, label: str, size: int) -> int:
    key = seed.to_bytes(16, "big")
    digest = hashlib.blake2b(label.encode(), key=key, digest_size=size).digest()
    return int.from_bytes(digest, "big")
