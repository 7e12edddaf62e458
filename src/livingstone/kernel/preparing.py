"""Compile before it is needed: `prepare`."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from time import perf_counter

import numpy as np

from livingstone.game.engine import new_game
from livingstone.kernel.episodes import Episodes
from livingstone.kernel.kernel import Kernel
from livingstone.kernel.observing import REWARDS
from livingstone.kernel.search.networks import networks_for
from livingstone.kernel.valuing import choose, roll_out_shares, weigh


def prepare(*parts: str) -> Iterator[tuple[str, float]]:
    """Compile parts of the kernel, or all, unless the cache has them; yield each and its seconds.

    The parts are `games` (of `random` and `greedy`), `learned` (the player), `reviews` (and hints),
    `environments` (and single steps) and `batches` (with `learned`).
    """
    for part in parts or _PARTS:
        begun = perf_counter()
        for call in _PARTS[part]:
            call()
        yield part, perf_counter() - begun


def _kernel() -> Kernel:
    return Kernel.of("printed", 2)


def _start() -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    return _kernel().encode(new_game(2, seed=7))


@cache
def load_search() -> None:
    """Load the search of `learned`, and compile it if that is new."""
    choose(_kernel(), _start(), 0, 1, 0.0, networks_for(_kernel().tables))


def _train() -> None:
    episodes, one = Episodes(_kernel(), 1, ["random"], REWARDS[0]), np.ones((1, 2), np.uint64)
    episodes.begin(np.array([0]), one, np.array([0]), one)


def _step() -> None:
    kernel, state = _kernel(), _start()
    kernel.apply(state, kernel.legal_moves(state)[0])
    kernel.legal_mask(kernel.sample(state, 0, 1, 0))


_PARTS: Mapping[str, tuple[Callable[[], object], ...]] = {
    "games": (
        lambda: _kernel().play([["greedy", "random"]], [7], [[1, 2]]),
        lambda: _kernel().shares(_start()[None]),
    ),
    "learned": (load_search,),
    "reviews": (
        lambda: roll_out_shares(_kernel(), _start()[None], [0], [0]),
        lambda: _kernel().greedy(_start()),
        lambda: weigh(_kernel(), _start(), 0, 1, networks_for(_kernel().tables)),
    ),
    "environments": (_step, _train),
    "batches": (lambda: _kernel().play([["greedy", (1, 0.0)]], [7], [[1, 2]]),),
}
