"""Compare two bots until a sequential test has decided which is better.

python examples/stop_early.py greedy random --until 0.2 --file games.db

It is the test of chess engines, the generalized sequential probability ratio test (Van den Bergh
2017, "A practical introduction"), with the deal as the unit. The file keeps the games, so that the
same command goes on. The extra `stats` is needed: pip install '.[stats]'.
"""

import argparse
from collections.abc import Sequence
from math import log

from statsmodels.emplike.descriptive import DescStat

import livingstone as ls

ERROR = 0.05
"""The probability that each of the two hypotheses is accepted although the other is true."""
BOUND = log((1 - ERROR) / ERROR)
"""That of Wald (1945)."""


def differences(file: str, deals: int) -> list[float]:
    """Return how much more of the games of each deal the first bot won than the second."""
    one, other = (list(ls.read_rows(file, batch=number)) for number in (1, 2))
    each = len(one) // deals
    won = [
        a.shares[a.game % each] - b.shares[b.game % each] for a, b in zip(one, other, strict=True)
    ]
    return [sum(won[first : first + each]) / each for first in range(0, len(won), each)]


def log_ratio(found: Sequence[float], alternative: float) -> float:
    """Compare how likely the mean differences 0 and `alternative` make what was found."""
    values = [-1.0, 1.0, *found]  # two deals, one at each end, make every mean possible
    null, other = (
        DescStat(values).test_mean(mean, result_object=True)[0] for mean in (0.0, alternative)
    )
    return float(null - other) / 2


def main() -> None:
    """Play 16 deals, then an eighth more each time, until the test has decided."""
    parser = argparse.ArgumentParser(description="Is the first bot better, and by so much?")
    parser.add_argument("bots", nargs=2)
    parser.add_argument("--until", type=float, default=0.1, help="the difference that counts")
    parser.add_argument("--games", type=int, default=10_000, help="the most games of each bot")
    parser.add_argument("--file", default="games.db")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    games = 32
    while True:
        games = min(games, options.games)
        found = ls.compare(
            *options.bots, against=["random"], games=games, seed=options.seed, sink=options.file
        )
        ratio = log_ratio(differences(options.file, found.deals), options.until)
        if abs(ratio) >= BOUND or games == options.games:
            break
        games += max(32, games // 8)
    if abs(ratio) < BOUND:
        print(f"Not decided after {games} games each.")
    else:
        told = f"{options.until:+.0%} of the games or more" if ratio > 0 else "no better"
        print(f"Accepted after {games} games each: {told}.")


if __name__ == "__main__":
    main()
