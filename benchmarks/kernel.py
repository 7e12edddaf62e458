"""Measure the compiled kernel beside the engine: decisions a second, in one run, on one core.

    python benchmarks/kernel.py                engine and kernel
    python benchmarks/kernel.py --peers        and what others do in the same run

The ratios of one run are what can be compared. Games are seeded, except those of `play_random` and
the steps side by side, which draw by the fast generator. Nothing is compiled while it is measured.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from engine import seeded
from peers import found
from timing import Play, build, random_actions, random_steps, rates

import livingstone as ls
from livingstone.envs import ActionSpace, Layout, Observer
from livingstone.kernel import Kernel
from livingstone.players import GreedyBot

SECONDS = 3.0
"""How long each way to play is measured."""
GAMES = 64
"""So many games a call of the kernel plays."""
WIDTH = 1024
"""So many games are played side by side."""


def greedy_games(players: int) -> Play:
    """Play games of `greedy` on the engine."""

    def play(rng: random.Random) -> int:
        bot, state, decisions = GreedyBot(), ls.new_game(players, seed=rng.getrandbits(32)), 0
        while not state.is_over:
            moves, move = ls.legal_moves(state), None
            if len(moves) > 1:
                move = bot.choose(ls.view(state, state.current_player), rng)
            state = ls.apply(state, move or moves[0])
            decisions += 1
        return decisions

    return play


def fast_games(players: int) -> Play:
    """Play games of random moves on the kernel, with the fast generator."""
    kernel = Kernel.of("printed", players)
    return lambda rng: kernel.play_random(GAMES, rng.getrandbits(32)).decisions


def kernel_games(players: int, name: str) -> Play:
    """Play seeded games of a bot on the kernel: the games that the engine would play."""
    kernel, names = Kernel.of("printed", players), [[name] * players] * GAMES

    def play(rng: random.Random) -> int:
        seeds = [rng.getrandbits(128) for _ in range(GAMES)]
        bot_seeds = [[rng.getrandbits(128) for _ in range(players)] for _ in range(GAMES)]
        return int(kernel.play(names, seeds, bot_seeds).notes[:, 1].sum())

    return play


def seen_games(players: int) -> Play:
    """Play random moves on the engine, with an observation and a mask for each."""
    space, observer = ActionSpace("printed", players), Observer(Layout("printed", players))

    def play(rng: random.Random) -> int:
        state, decisions = ls.new_game(players, seed=rng.getrandbits(32)), 0
        while not state.is_over:
            seen = ls.view(state, state.current_player)
            observer.observe(seen)
            space.mask(seen)
            moves = seen.legal_moves
            state = ls.apply(state, moves[int(rng.random() * len(moves))])
            decisions += 1
        return decisions

    return play


def side_by_side(players: int) -> Play:
    """Step through many games at once, with an observation and a mask for each step."""
    kernel = Kernel.of("printed", players)
    states, luck = kernel.new_games(WIDTH), kernel.luck(range(WIDTH))
    start = states.copy()
    kernel.step(states, np.full(WIDTH, -1), luck)
    mask, seen = kernel.legal_mask(states), kernel.observe(states)
    choices = np.random.default_rng(1)

    def play(_: random.Random) -> int:
        actions = random_actions(mask, choices)
        over = actions < 0
        states[over] = start[over]
        kernel.step(states, np.where(over, -1, kernel.actions[actions]), luck)
        kernel.legal_mask(states, mask)
        kernel.observe(states, seen)
        return WIDTH

    return play


def single_calls(players: int) -> None:
    """Print what single calls cost, which do not pay."""
    kernel = Kernel.of("printed", players)
    steps = random_steps(players, 5)
    arrays = [kernel.encode(state) for state, _ in steps]
    calls: Sequence[tuple[str, Callable[[int], object], Callable[[int], object] | None]] = (
        ("encode", lambda n: kernel.encode(steps[n][0]), None),
        ("decode", lambda n: kernel.decode(arrays[n]), None),
        (
            "legal_moves",
            lambda n: kernel.legal_moves(arrays[n]),
            lambda n: ls.legal_moves(steps[n][0]),
        ),
        (
            "apply",
            lambda n: kernel.apply(arrays[n], steps[n][1]),
            lambda n: ls.apply(steps[n][0], steps[n][1]),
        ),
    )
    print(f"\nsingle calls, {players} players   kernel, µs   engine, µs")
    for name, on_kernel, on_engine in calls:
        spent = [
            f"{_microseconds(call, len(steps)):10.1f}" if call else " " * 10
            for call in (on_kernel, on_engine)
        ]
        print(f"{name:26}", "   ".join(spent))


def _microseconds(call: Callable[[int], object], count: int) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for number in range(count):
            call(number)
        best = min(best, (time.process_time() - start) / count)
    return best * 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", action="store_true", help="measure other libraries as well")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    arguments = parser.parse_args()
    print(build())
    lines: Sequence[tuple[str, Callable[[int], Play], str, Callable[[int], Play]]] = (
        ("random", seeded, "play_random", fast_games),
        ("random", seeded, "play, the engine's games", partial(kernel_games, name="random")),
        ("greedy", greedy_games, "play, the engine's games", partial(kernel_games, name="greedy")),
        (f"{WIDTH} side by side", seen_games, "observations and masks", side_by_side),
    )
    print(f"{'':44}  players   engine/s    kernel/s   ratio")
    for name, on_engine, way, on_kernel in lines:
        for players in (2, 4):
            slow, fast = rates([on_engine(players), on_kernel(players)], arguments.seconds)
            label = f"{name}, {way}"
            print(f"{label:44}  {players:7} {slow:10,.0f} {fast:11,.0f} {fast / slow:7.1f}")
    single_calls(2)
    if arguments.peers:
        for name, play in found():
            speed = f"{rates([play], arguments.seconds)[0]:10,.0f}" if play else "not installed"
            print(f"{name:44} {speed} decisions/s")


if __name__ == "__main__":
    main()
