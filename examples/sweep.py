"""Which value of an option makes your bot strongest? One call, one table, one plot.

python examples/sweep.py --games 200 --out sweep.db --plot sweep.svg

Run it again with the same file: games that were played are not played again.
It needs the extras `stats` and `plot`.
"""

import argparse

import livingstone as ls
from livingstone.simulation import plots


def main() -> None:
    """Try the reserve of `own_bot.py`, on all cores."""
    parser = argparse.ArgumentParser(description="Try several values of an option of a bot.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--out", metavar="FILE", default=None)
    parser.add_argument("--plot", metavar="FILE", default=None)
    options = parser.parse_args()
    sweep = ls.sweep(
        "own_bot:Saver",
        "coins_per_round",
        [1, 2, 3, 4],
        against=["greedy"],
        games=options.games,
        seed=7,
        executor="processes",
        sink=options.out,
    )
    print(sweep)
    if options.plot:
        plots.draw(sweep, options.plot)


if __name__ == "__main__":
    main()
