"""Play a game between random players and print how it ended.

python examples/random_game.py --players 3 --seed 7 --edition bga

It needs no extra.
"""

import argparse
import random

import livingstone as ls


def play(players: int, seed: int, edition: str) -> ls.Result:
    """Play random legal moves to the end."""
    chooser = random.Random(seed)
    state = ls.new_game(players, seed=seed, edition=edition)
    while not state.is_over:
        state = ls.apply(state, chooser.choice(ls.legal_moves(state)))
    result = ls.result(state)
    assert result is not None
    return result


def main() -> None:
    """Play a game, and print the result."""
    parser = argparse.ArgumentParser(description="Play a game between random players.")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--edition", choices=("printed", "bga"), default="printed")
    options = parser.parse_args()
    try:
        result = play(options.players, options.seed, options.edition)
    except ls.ArgumentError as error:
        parser.error(str(error))
    for seat, standing in enumerate(result.standings):
        out = ", out" if standing.is_out else ""
        print(f"player {seat}: {standing.points} points, {standing.donated} coins donated{out}")
    print("won by:", ", ".join(f"player {seat}" for seat in result.winners) or "nobody")


if __name__ == "__main__":
    main()
