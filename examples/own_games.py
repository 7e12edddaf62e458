"""Your own games over time: what your choices cost in each game of a file, and your luck.

python examples/own_games.py games.toml Ann --rollouts 500

It needs the extra `fast`: pip install '.[fast]'.
"""

import argparse

import livingstone as ls
from livingstone.reviews import Estimate


def percent(share: Estimate) -> str:
    """Write a share of the win with its interval."""
    return f"{share.value:+5.0%} ({share.low:+.0%} to {share.high:+.0%})"


def main() -> None:
    """Review the games one by one, and print a line for each."""
    parser = argparse.ArgumentParser(description="Review the games of a player.")
    parser.add_argument("file", help="a file of records in TOML")
    parser.add_argument("name", help="whose games")
    parser.add_argument("--rollouts", type=int, default=500)
    options = parser.parse_args()
    try:
        records = [own for own in ls.load_all(options.file) if options.name in own.players]
        print("game  won  luck, choices less those of greedy, slips, mistakes, blunders")
        for number, record in enumerate(records, 1):
            found = ls.review(record, rollouts=options.rollouts)
            own = found.summary[record.players.index(options.name)]
            won = "" if own.result is None else f"{own.result:.0%}"
            marks = f"{own.slips} {own.mistakes} {own.blunders}"
            print(f"{number:4} {won:>4}  {percent(own.luck)}  {percent(own.gain)}  {marks}")
    except ls.LivingstoneError as error:
        parser.error(str(error))
    if not records:
        parser.error(f"{options.file} has no game of {options.name}")


if __name__ == "__main__":
    main()
