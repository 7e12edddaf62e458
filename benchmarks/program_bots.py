"""Measure what a choice of a program costs beside the same bot in a process of the library.

    python benchmarks/program_bots.py

Each bot plays at random: in Python in a process of its own (`BotProcess`), as a program in Python,
and as the example programs in C and in a shell. It chooses in all positions of some games in which
there is a choice. The bots are measured in turn, so that each has what the machine does meanwhile;
the time of each position, and of each move of a game, is the best of several rounds. CPU time is
that of both processes.
"""

import argparse
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import chain
from math import inf
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import TypeAlias

import psutil
from attrs import define, field
from timing import build

import livingstone as ls
from livingstone.players import BotProcess, ProgramProcess, start_bot

Started: TypeAlias = BotProcess | ProgramProcess
ROOT = Path(__file__).parents[1]
SECONDS = 60.0
"""The limit of a choice, which none reaches."""
SEED = 7
PYTHON = """
import json, random, sys
for line in sys.stdin:
    question = json.loads(line)
    if question["request"] == "game":
        rng = random.Random(question["seed"])
    else:
        print(rng.randrange(question["count"]), flush=True)
"""


@define
class Measured:
    """The best times of a bot in some rounds, in seconds."""

    choices: list[float] = field(factory=list)
    """The wall time in each position."""
    steps: list[float] = field(factory=list)
    """The wall time of each move of the games, whose sum is that of the games."""
    processor: float = inf
    """The CPU time of both processes for a choice."""


def best(before: list[float], now: list[float]) -> list[float]:
    """Return the smaller of each two times; `before` is empty in the first round."""
    return [*map(min, before, now)] if before else now


def positions(games: int, players: int) -> list[ls.View]:
    """Play random games, and list what the player to move sees wherever there is a choice."""
    rng = random.Random(SEED)
    views = list[ls.View]()
    for seed in range(games):
        state = ls.new_game(players, seed=seed)
        while not state.is_over:
            moves = ls.legal_moves(state)
            if len(moves) > 1:
                views.append(ls.view(state, state.current_player))
            state = ls.apply(state, rng.choice(moves))
    return views


def used(below: list[psutil.Process]) -> float:
    """Return the CPU seconds of this process and of those below it."""
    return time.process_time() + sum(sum(child.cpu_times()[:2]) for child in below)


def measure_choices(bot: Started, views: list[ls.View], found: Measured) -> None:
    """Have a bot choose in each position once."""
    bot.make(SEED)
    bot.choose(views[0])  # which begins a game
    below = psutil.Process().children()
    before = used(below)
    times = list[float]()
    for view in views:
        begun = time.perf_counter()
        bot.choose(view)
        times.append(time.perf_counter() - begun)
    found.processor = min(found.processor, (used(below) - before) / len(views))
    found.choices = best(found.choices, times)


def measure_games(bots: Sequence[Started], games: int, found: Measured) -> None:
    """Play games between bots that are started, as `simulate` does."""
    times = list[float]()
    for seed in range(games):
        begun = time.perf_counter()
        state = ls.new_game(len(bots), seed=seed)
        for bot in bots:
            bot.make(seed)
        while not state.is_over:
            moves = ls.legal_moves(state)
            mover = state.current_player
            chosen = moves[0] if len(moves) == 1 else bots[mover].choose(ls.view(state, mover))
            state = ls.apply(state, chosen)
            times.append(time.perf_counter() - begun)
            begun = time.perf_counter()
    found.steps = best(found.steps, times)


def main() -> None:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="Measure what a choice of a program costs.")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", type=int, default=10, help="in a round")
    options = parser.parse_args()
    views = positions(4, 3)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "random_bot.py"
        file.write_text(PYTHON)
        compiled = Path(folder) / "builder_bot"
        source = ROOT / "examples/programs/builder_bot.c"
        subprocess.run(["cc", "-O2", "-o", compiled, source], check=True)
        names = {
            "`random` in a process": "livingstone.players:RandomBot",
            "a program in Python": f"program:{shlex.join([sys.executable, str(file)])}",
            "a program in C": f"program:{compiled}",
            "a program in a shell": f"program:sh {ROOT}/examples/programs/random_bot.sh",
        }
        pairs = {
            kind: [start_bot(name, "printed", SECONDS) for _ in range(2)]
            for kind, name in names.items()
        }
        for bot in chain(*pairs.values()):
            bot.get_ready()
        measured = {kind: Measured() for kind in names}
        for _ in range(options.rounds):
            for kind, bots in pairs.items():
                measure_choices(bots[0], views, measured[kind])
                measure_games(bots, options.games, measured[kind])
        for bot in chain(*pairs.values()):
            bot.kill()
    print(build(), f"{len(views)} positions, {options.rounds} rounds", sep="\n")
    print("| | wall time of a choice, µs | CPU time of both processes, µs | games/s |")
    print("|---|--:|--:|--:|")
    for kind, found in measured.items():
        wall, processor = (1e6 * each for each in (fmean(found.choices), found.processor))
        print(f"| {kind} | {wall:.0f} | {processor:.0f} | {options.games / sum(found.steps):.1f} |")


if __name__ == "__main__":
    main()
