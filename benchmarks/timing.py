"""Measure CPU time: the best of several blocks, which other processes disturbed least."""

import gc
import platform
import random
import sysconfig
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import livingstone as ls

BLOCKS = 30
"""Blocks, of which the best one counts."""

Play = Callable[[random.Random], int]
"""Play one game, and return the number of decisions."""


def build() -> str:
    """Describe the build of this Python, on which speed depends."""
    given = sysconfig.get_config_var("CONFIG_ARGS") or ""
    options = ("--enable-optimizations", "--with-lto", "--enable-shared")
    used = ", ".join(f"{'with' if option in given else 'without'} {option}" for option in options)
    return (
        f"{platform.python_implementation()} {platform.python_version()},"
        f" {platform.python_compiler()}, configured {used}"
    )


def rates(plays: Sequence[Play], seconds: float) -> list[float]:
    """Measure decisions per second of CPU time, with some seconds for each way to play."""
    best = [0.0] * len(plays)
    sources = [random.Random(7) for _ in plays]
    for play, rng in zip(plays, sources, strict=True):
        play(rng)
    for _ in range(BLOCKS):
        for number, (play, rng) in enumerate(zip(plays, sources, strict=True)):
            gc.collect()  # the garbage of the one before
            decisions, start = 0, time.process_time()
            while (spent := time.process_time() - start) < seconds / BLOCKS:
                decisions += play(rng)
            best[number] = max(best[number], decisions / spent)
    return best


Step = tuple[ls.State, ls.Move]
"""A state and the move made there."""

CALLS: dict[str, Callable[[ls.State, ls.Move], object]] = {
    "legal_moves": lambda state, move: ls.legal_moves(state),
    "apply": lambda state, move: ls.apply(state, move),
    "view": lambda state, move: ls.view(state, state.current_player),
}


def costs(steps: Sequence[Step], names: Sequence[str]) -> list[float]:
    """Measure the mean microseconds for a call of each function over some steps."""
    timed = [lambda state, move: None, *(CALLS[name] for name in names)]
    best = [float("inf")] * len(timed)
    for _ in range(BLOCKS):
        for number, call in enumerate(timed):
            start = time.process_time()
            for state, move in steps:
                call(state, move)
            best[number] = min(best[number], (time.process_time() - start) / len(steps))
    return [(spent - best[0]) * 1e6 for spent in best[1:]]


def random_steps(players: int, games: int, edition: str | ls.Edition = "printed") -> list[Step]:
    """Play games of random moves, and list all steps."""
    rng = random.Random(7)
    steps = list[Step]()
    for seed in range(games):
        state = ls.new_game(players, seed=seed, edition=edition)
        while not state.is_over:
            move = rng.choice(ls.legal_moves(state))
            steps.append((state, move))
            state = ls.apply(state, move)
    return steps


def random_actions(mask: Any, rng: Any) -> Any:
    """Choose a random action of each row; -1 where none is legal."""
    rows, legal = mask.nonzero()
    sizes = np.bincount(rows, minlength=len(mask))
    places = np.cumsum(sizes) - sizes + (rng.random(len(sizes)) * sizes).astype(int)
    return np.where(sizes > 0, legal[np.minimum(places, len(legal) - 1)], -1)
