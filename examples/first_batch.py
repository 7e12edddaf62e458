"""Play a batch of games between bots, keep them in a file, and print a report.

python examples/first_batch.py --players greedy,random,random --games 300 --out games.db

Stop it with Ctrl-C and start it again: it continues where it stopped.
It needs no extra.
"""

import argparse
import sys

import livingstone as ls


def show(progress: ls.simulation.Progress) -> None:
    """Keep a line on the terminal up to date."""
    if sys.stderr.isatty():
        rate = f"{progress.rate:.0f} games a second"
        end = "\n" if progress.done == progress.total else "\r"
        print(f"{progress.done} of {progress.total} games, {rate} ", end=end, file=sys.stderr)


def main() -> None:
    """Read the arguments, play, and print the report."""
    parser = argparse.ArgumentParser(description="Play a batch of games between bots.")
    parser.add_argument("--players", default="greedy,random,random")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", help="a file for the games, such as games.db")
    options = parser.parse_args()
    try:
        report = ls.simulate(
            options.players.split(","),
            options.games,
            seed=options.seed,
            executor="processes",
            sink=options.out,
            on_progress=show,
        )
    except ls.LivingstoneError as error:
        parser.error(str(error))
    print(report)


if __name__ == "__main__":
    main()
