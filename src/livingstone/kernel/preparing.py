"""Compile parts of the kernel before somebody waits for them: `prepare`."""

from collections.abc import Callable
from functools import cache
from time import perf_counter

import numpy as np

from livingstone.game.engine import new_game
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.caching import PARTS, note_compiled
from livingstone.kernel.episodes import Episodes
from livingstone.kernel.kernel import Kernel
from livingstone.kernel.observing import REWARDS
from livingstone.kernel.search.networks import Networks, networks_for
from livingstone.kernel.valuing import choose, list_plans, play_plans, roll_out_shares, try_plans
from livingstone.support.arguments import one_of


def prepare(*parts: str, on_progress: Callable[[str, float], object] | None = None) -> None:
    """Compile parts of the kernel, or all, unless the cache has them: before somebody waits for it.

    The parts are `games` (of `random` and `greedy`), `learned` (the player), `reviews` (and hints),
    `environments` (and single steps) and `batches` (with `learned`). `on_progress` is called after
    each part, with its name and its seconds.

    >>> prepare("games", on_progress=lambda part, seconds: print(part, "is ready"))
    games is ready

    Raises `ArgumentError` for another part.
    """
    for part in parts:
        one_of("the part of the kernel", part, PARTS)
    for part in parts or PARTS:
        begun = perf_counter()
        _PREPARING[part](*_position())
        note_compiled(part)
        if on_progress is not None:
            on_progress(part, perf_counter() - begun)


@cache
def load_search() -> None:
    """Load the compiled search of `learned`; compile it unless the cache has it."""
    _search(*_position())


def _position() -> tuple[Kernel, StateArray, Networks | None]:
    kernel = Kernel.of("printed", 2)
    return kernel, kernel.encode(new_game(2, seed=7)), networks_for(kernel.tables)


def _play(kernel: Kernel, start: StateArray, _: Networks | None) -> None:
    kernel.play([["greedy", "random"]], [7], [[1, 2]])
    kernel.shares(start[None])


def _search(kernel: Kernel, start: StateArray, networks: Networks | None) -> None:
    choose(kernel, start, 0, 1, 0.0, networks)


def _review(kernel: Kernel, start: StateArray, networks: Networks | None) -> None:
    kernel.shares(start[None])
    roll_out_shares(kernel, start[None], [0], [0])
    kernel.greedy(start)
    plans = list_plans(kernel, start, networks)
    try_plans(kernel, start, plans, 0, range(1), networks)
    play_plans(kernel, start, plans[:1], 0, range(1), networks)


def _train(kernel: Kernel, start: StateArray, _: Networks | None) -> None:
    kernel.apply(start, kernel.legal_moves(start)[0])
    states = kernel.sample(start, 0, 1, 0)
    kernel.legal_mask(states)
    kernel.observe(states)
    kernel.step(states, np.array([-1]), kernel.luck([7]))
    episodes = Episodes(kernel, 1, ["random"], REWARDS[0])
    words = np.ones((1, 2), np.uint64)
    episodes.begin(np.array([0]), words, np.array([0]), words)


_PREPARING: dict[str, Callable[[Kernel, StateArray, Networks | None], object]] = {
    "games": _play,
    "learned": _search,
    "reviews": _review,
    "environments": _train,
    "batches": lambda kernel, *_: kernel.play([["greedy", (1, 0.0)]], [7], [[1, 2]]),
}
