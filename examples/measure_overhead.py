"""Measure what shipping work costs: the part of the time in which a worker does not play.

python examples/measure_overhead.py --games 1000 --tasks 5

It needs no extra.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from livingstone.simulation.chunks import Chunk, stream
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.results.formats import line_format
from livingstone.simulation.results.sinks import open_sink


def main() -> None:
    """Give one worker some tasks as `simulate` does, and compare its time with all the time."""
    parser = argparse.ArgumentParser(description="Measure what shipping work costs.")
    parser.add_argument("--games", type=int, default=1000, help="in a task")
    parser.add_argument("--tasks", type=int, default=5)
    options = parser.parse_args()
    if min(options.games, options.tasks) < 1:
        parser.error("--games and --tasks must be 1 or more")
    batch = Batch(("random",) * 4, 7, "printed")
    lines = line_format(".csv", len(batch.lineup), len(batch.loaded_edition.board.rows))

    def chunks() -> Iterator[Chunk]:
        for task in range(options.tasks):
            start = task * options.games
            yield Chunk(batch, batch.edition_hash, start, start + options.games, lines)

    with (
        TemporaryDirectory() as folder,
        ProcessPoolExecutor(1) as pool,
        open_sink(Path(folder) / "games.csv", batch) as out,
    ):
        pool.submit(int).result()  # the worker is there
        begun, played = perf_counter(), 0.0
        for _, result in stream(chunks(), pool, at_once=2):
            out.write(result.lines)
            out.tally.merge(result.tally)
            played += result.seconds
        spent = perf_counter() - begun
    print(f"{options.tasks} tasks of {options.games} games: {spent:.2f} s, {played:.2f} s of them")
    print(f"were spent playing; shipping the work cost {100 * (1 - played / spent):.2f} %.")


if __name__ == "__main__":
    main()
