"""Let searches by two files of networks play against each other, on fresh deals.

    python research/values/compare.py --players 3 --tries 500 --games 240

One search sits in each seat in turn among others by the networks before; half of the games are of
each edition. With 0 tries the policies play. It prints the share of the win with its 95 % interval.
"""

import argparse
from pathlib import Path

from learn_policy import OUT, share_of

from livingstone.kernel.search.networks import read_networks

BEFORE = Path(__file__).parent / "before.npz"


def main() -> None:
    """Read the arguments, play, and print the share."""
    parser = argparse.ArgumentParser(description="Compare two files of networks.")
    parser.add_argument("--one", type=Path, default=OUT, help="file of networks")
    parser.add_argument("--others", type=Path, default=BEFORE, help="of all other seats")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tries", type=int, default=0)
    parser.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    one, others = (
        read_networks(file.read_bytes())[options.players] for file in (options.one, options.others)
    )
    share, half = share_of(one, others, options.players, options.tries, options.games)
    print(f"{share:.3f} ± {half:.3f}, even {1 / options.players:.3f}")  # noqa: T201


if __name__ == "__main__":
    main()
