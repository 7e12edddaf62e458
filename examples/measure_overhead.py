"""Measure the cost of sending work: the part of the time in which a worker does not play.

python examples/measure_overhead.py --games 1000 --tasks 5

It needs no extra.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from livingstone.simulation.batch import Batch
from livingstone.simulation.entrants import enter
from livingstone.simulation.results_store import ResultsStore
from livingstone.simulation.tasks import Task, stream


def main() -> None:
    """Give one worker some tasks as `simulate` does, and compare its time with all the time."""
    parser = argparse.ArgumentParser(description="Measure the cost of sending work.")
    parser.add_argument("--games", type=int, default=1000, help="in a task")
    parser.add_argument("--tasks", type=int, default=5)
    options = parser.parse_args()
    if min(options.games, options.tasks) < 1:
        parser.error("--games and --tasks must be 1 or more")
    batch, games = Batch.of(enter(["random"] * 4), seed=7), options.games
    tasks = (
        Task(batch, batch.edition_hash, range(task * games, (task + 1) * games))
        for task in range(options.tasks)
    )
    with (
        TemporaryDirectory() as folder,
        ProcessPoolExecutor(1) as pool,
        ResultsStore(Path(folder) / "games.db") as store,
    ):
        pool.submit(int).result()  # start the worker
        number, begun, played = store.add_batch(batch), perf_counter(), 0.0
        for _, found, seconds in stream(tasks, pool, at_once=2):
            store.add(number, found)
            played += seconds
        spent = perf_counter() - begun
    print(f"{options.tasks} tasks of {games} games: {spent:.2f} s, {played:.2f} s of them were")
    print(f"spent playing; sending the work cost {100 * (1 - played / spent):.2f} %.")


if __name__ == "__main__":
    main()
