"""Measure the environments: steps a second, and microseconds of each part of a step.

    python tests/benchmarks/environments.py

The best of several turns counts, by CPU time. A step is a choice of an agent; with stepwise actions
a move can take several.
"""

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

import livingstone as ls
from livingstone.envs import ActionKind, ActionSpace, Layout, Observer, livingstone_v0, observe

SECONDS = 1.0
"""Seconds to measure each figure, at least."""
REPEATS = 5
"""Turns, of which the best one counts."""

Play = Callable[[Random], int]
"""Play one game, and return the number of steps."""


def bare(players: int) -> Play:
    """Play random moves on the engine alone."""

    def play(rng: Random) -> int:
        state, steps = ls.new_game(players, seed=rng.getrandbits(32)), 0
        while not state.is_over:
            moves = ls.legal_moves(state)
            state = ls.apply(state, moves[int(rng.random() * len(moves))])
            steps += 1
        return steps

    return play


def seen(players: int) -> Play:
    """Play random moves on the engine, with a view and an observation for each."""

    def play(rng: Random) -> int:
        state, steps = ls.new_game(players, seed=rng.getrandbits(32)), 0
        while not state.is_over:
            view = ls.view(state, state.current_player)
            observe(view)
            state = ls.apply(state, view.legal_moves[int(rng.random() * len(view.legal_moves))])
            steps += 1
        return steps

    return play


def environment(players: int, actions: ActionKind) -> Play:
    """Play random actions of the mask in the PettingZoo environment."""
    game: Any = livingstone_v0.env(players=players, actions=actions)

    def play(rng: Random) -> int:
        game.reset(seed=rng.getrandbits(32))
        steps = 0
        for _ in game.agent_iter():
            shown, _, ended, cut_off, _ = game.last()
            if ended or cut_off:
                game.step(None)
                continue
            legal = np.flatnonzero(shown["action_mask"])
            game.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return play


def rates(plays: dict[str, Play], seconds: float) -> dict[str, float]:
    """Measure steps per second of CPU time."""
    best = dict.fromkeys(plays, 0.0)
    for turn in range(REPEATS):
        for name, play in plays.items():
            rng, steps, start = Random(turn), 0, time.process_time()
            while (spent := time.process_time() - start) < seconds / REPEATS:
                steps += play(rng)
            best[name] = max(best[name], steps / spent)
    return best


def parts(players: int, games: int = 6) -> Iterator[tuple[str, float]]:
    """Measure microseconds of each part of a step, over all states of some games."""
    space, observer = ActionSpace("printed", players), Observer(Layout("printed", players))
    rng, states = Random(7), list[ls.State]()
    for seed in range(games):
        state = ls.new_game(players, seed=seed)
        while not state.is_over:
            states.append(state)
            state = ls.apply(state, rng.choice(ls.legal_moves(state)))
    views = [ls.view(state, state.current_player) for state in states]
    moves = [rng.choice(view.legal_moves) for view in views]
    choices = [space.choice_of(view) for view in views]
    timed: dict[str, Callable[[int], object]] = {
        "nothing": lambda number: None,
        "apply": lambda number: ls.apply(states[number], moves[number]),
        "view": lambda number: ls.view(states[number], states[number].current_player),
        "observe": lambda number: observer.observe(views[number]),
        "choice": lambda number: space.choice_of(views[number]),
        "mask": lambda number: choices[number].mask(),
    }
    best = dict.fromkeys(timed, float("inf"))
    for _ in range(REPEATS):
        for name, call in timed.items():
            start = time.process_time()
            for number in range(len(states)):
                call(number)
            best[name] = min(best[name], (time.process_time() - start) / len(states) * 1e6)
    nothing = best.pop("nothing")
    yield from ((name, spent - nothing) for name, spent in best.items())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each figure")
    options = parser.parse_args()
    print(
        f"CPython {platform.python_version()}, numpy {np.__version__}; steps/s, and of the engine"
    )
    print("players   engine  with observations     flat env   stepwise env")
    for players in (2, 3, 5):
        found = rates(
            {
                "engine": bare(players),
                "seen": seen(players),
                "flat": environment(players, "flat"),
                "stepwise": environment(players, "stepwise"),
            },
            options.seconds,
        )
        engine = found.pop("engine")
        cells = "  ".join(f"{rate:7,.0f} ({rate / engine:4.0%})" for rate in found.values())
        print(f"{players:7}  {engine:7,.0f}  {cells}")
    print("players  " + "  ".join(f"{name:>8}" for name, _ in parts(2, 1)) + "   microseconds")
    for players in (2, 3, 5):
        print(f"{players:7}  " + "  ".join(f"{spent:8.1f}" for _, spent in parts(players)))


if __name__ == "__main__":
    main()
