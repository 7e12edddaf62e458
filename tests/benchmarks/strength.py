"""Measure how strong the shipped players are: win rates with Wilson's 95 % intervals.

    python tests/benchmarks/strength.py                      all pairings, some minutes
    python tests/benchmarks/strength.py --only greedy        greedy against random players
    python tests/benchmarks/strength.py --only ismcts --budget iterations=400 --games 200
    python tests/benchmarks/strength.py --edition bga --seed 2 --jobs 2

Each deal is played once for each seat, the players moving on by one, so that all have had the same
dice from the same seats. `--games` sets the number of games of each pairing; by default it is
2000 for greedy and 100 for ismcts, whose games take a second or more. A shared win counts in part.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor

from livingstone import simulate

BUDGETS = ("iterations=100", "iterations=400")


def pairings(budgets: list[str]) -> list[tuple[str, list[str]]]:
    """List the lineups with the pairing's kind; the first player is the one measured."""
    listed = [("greedy", ["greedy"] + ["random"] * others) for others in (1, 2, 3, 4)]
    for budget in budgets:
        name = f"ismcts:{budget}"
        listed += [("ismcts", [name] + ["greedy"] * others) for others in (1, 3)]
    return listed


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how strong the shipped players are.")
    parser.add_argument("--only", choices=("greedy", "ismcts"))
    parser.add_argument("--games", type=int)
    parser.add_argument("--budget", action="append", help="of ismcts; may be given several times")
    parser.add_argument("--edition", choices=("printed", "bga"), default="printed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        for kind, lineup in pairings(options.budget or list(BUDGETS)):
            if options.only in (None, kind):
                games = options.games or {"greedy": 2000, "ismcts": 100}[kind]
                measure(lineup, games, options, pool)


def measure(
    lineup: list[str], games: int, options: argparse.Namespace, pool: ProcessPoolExecutor
) -> None:
    """Play the games of one pairing and print its line."""
    start = time.perf_counter()
    report = simulate(
        lineup,
        games,
        seed=options.seed,
        edition=options.edition,
        executor=pool,
        workers=options.jobs,
    )
    taken = time.perf_counter() - start
    first = next(bot for bot in report.bots if bot.bot == lineup[0])
    win = first.win
    print(
        f"{lineup[0]:>24} vs {len(lineup) - 1} {lineup[1]}: {win.value:.1%}"
        f" ({win.low:.1%} to {win.high:.1%}) of {games} games, {options.edition};"
        f" {first.points.mean:.1f} points, {first.donated.mean:.1f} donated,"
        f" out {first.out.value:.1%}; {taken / games:.3f} s a game",
        flush=True,
    )


if __name__ == "__main__":
    main()
