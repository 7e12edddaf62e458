"""A bot of your own, and its results against the shipped ones.

python examples/own_bot.py --games 200

It needs no extra.
"""

import argparse
from dataclasses import dataclass
from random import Random

import livingstone as ls


@dataclass
class Saver:
    """Takes low dice first, saves for the end, and donates all then."""

    coins_per_round: int = 2
    """Coins saved in each round: nobody wins without a donation."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose the first move in this player's order, at random among ties."""
        return min(view.legal_moves, key=lambda move: (self.place(view, move), rng.random()))

    def place(self, view: ls.View, move: ls.Move) -> tuple[int, int]:
        """Return the place of a move in the order."""
        assert view.own is not None  # a player's view, not a spectator's
        is_last_round = view.boat == len(view.edition.board.columns)
        has_saved = view.own.coins + view.own.chest > self.coins_per_round * view.boat
        match move:
            case ls.TakeDie(value):
                return 0, value
            case ls.BuildTent(row) if has_saved:
                return 1, row
            case ls.Dig():
                return 2, 0
            case ls.SellGems(_, count):
                return 3, -count
            case ls.Donate(coins) if is_last_round:
                return 4, -coins
            case ls.EndTurn():
                return 5, 0
            case _:
                return 6, 0


def main() -> None:
    """Play against two shipped players, and print the rates."""
    parser = argparse.ArgumentParser(description="Try a bot of your own.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    for opponent in ("random", "greedy"):
        try:
            report = ls.simulate(["own_bot:Saver", opponent], options.games, seed=options.seed)
        except ls.ArgumentError as error:
            parser.error(str(error))
        win = report.bots[0].win
        print(f"wins against {opponent}: {win.value:.0%} ({win.low:.0%} to {win.high:.0%})")


if __name__ == "__main__":
    main()
