"""Measure how strong the shipped players are: win rates with 95 % intervals.

    python tests/benchmarks/strength.py                      all matches, hours on one core
    python tests/benchmarks/strength.py --only greedy        greedy against random players
    python tests/benchmarks/strength.py --only ismcts        ismcts against greedy players
    python tests/benchmarks/strength.py --only doubling      ismcts against half its iterations
    python tests/benchmarks/strength.py --players 2 4 --edition bga --games 200 --jobs 2 --seed 2

Each deal is played once for each seat, the players moving on by one, so that all have had the same
dice from the same seats. `--games` sets the number of games of each match; by default it is 2000
for greedy and 300 for ismcts, whose games take seconds. A shared win counts in part.
"""

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from livingstone import simulate

GAMES = {"greedy": 2000, "ismcts": 300, "doubling": 300}
ITERATIONS = 400
"""Of ismcts against greedy players."""
DOUBLED = (50, 100, 200, 400)


def matches(players: int) -> Iterator[tuple[str, list[str]]]:
    """List the lineups with their kind; the first player is the one measured."""
    others = players - 1
    yield "greedy", ["greedy"] + ["random"] * others
    yield "ismcts", [f"ismcts:iterations={ITERATIONS}"] + ["greedy"] * others
    for half in DOUBLED:
        yield (
            "doubling",
            [f"ismcts:iterations={2 * half}"] + [f"ismcts:iterations={half}"] * others,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how strong the shipped players are.")
    parser.add_argument("--only", choices=tuple(GAMES))
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--edition", choices=("printed", "bga"), nargs="+")
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        for edition in options.edition or ("printed", "bga"):
            for players in options.players:
                for kind, lineup in matches(players):
                    if options.only in (None, kind):
                        measure(lineup, edition, options.games or GAMES[kind], options, pool)


def measure(
    lineup: list[str],
    edition: str,
    games: int,
    options: argparse.Namespace,
    pool: ProcessPoolExecutor,
) -> None:
    """Play the games of one match and print its line."""
    start = time.perf_counter()
    report = simulate(
        lineup, games, seed=options.seed, edition=edition, executor=pool, workers=options.jobs
    )
    taken = time.perf_counter() - start
    first = next(bot for bot in report.bots if bot.bot == lineup[0])
    win = first.win
    print(
        f"{lineup[0]:>24} vs {len(lineup) - 1} {lineup[1]}: {win.value:.1%}"
        f" ({win.low:.1%} to {win.high:.1%}, even {1 / len(lineup):.0%}) of {games} games,"
        f" {edition}; {first.points.mean:.1f} points, {first.donated.mean:.1f} donated,"
        f" out {first.out.value:.1%}; {taken / games:.3f} s a game",
        flush=True,
    )


if __name__ == "__main__":
    main()
