"""Compare your own bot with a shipped one, on the same deals.

python examples/compare_bots.py --games 300

It needs the extra `stats`: pip install '.[stats]'.
"""

import argparse
from random import Random

import livingstone as ls


class Digger:
    """Digs whenever it can, keeps the gems, and donates every coin."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose the first wish that is legal, or anything."""
        donations = [move for move in view.legal_moves if isinstance(move, ls.Donate)]
        wishes = [ls.Dig(), *donations[-1:], ls.EndTurn()]
        return next(
            (wish for wish in wishes if wish in view.legal_moves), rng.choice(view.legal_moves)
        )


def main() -> None:
    """Read the arguments, play, and print the difference."""
    parser = argparse.ArgumentParser(description="Compare a bot with a random one.")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    try:
        found = ls.compare(
            Digger, "random", against=["random"], games=options.games, seed=options.seed
        )
    except ls.LivingstoneError as error:
        parser.error(str(error))
    print(found)


if __name__ == "__main__":
    main()
