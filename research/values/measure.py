"""Let one bot play against others of another kind, on fresh deals, and count its wins.

    python research/values/measure.py --players 2 --games 400 --out two.jsonl

The bot sits in each seat in turn on the same deals; half of the deals are of each edition. Each
game is a line of `--out`; the same command continues, and at the end says the share with its 95 %
interval, over deals.
"""

import argparse
import json
from pathlib import Path
from random import Random

import numpy as np
from value_games import EDITIONS

import livingstone as ls

FIRST_SEED = 7_000_000
"""No game that was learned from had such a seed."""


def play(one: str, others: str, players: int, number: int) -> float:
    """Play a game, by its number; give the share of the win of the first bot."""
    deal, seat = divmod(number, players)
    seed, edition = FIRST_SEED + deal, EDITIONS[deal % len(EDITIONS)]
    names = [one if place == seat else others for place in range(players)]
    bots = [ls.load_player(name) for name in names]
    rngs = [Random(1000 * seed + place) for place in range(players)]
    state = ls.new_game(players, seed=seed, edition=edition, first=deal // 2 % players)
    while not state.is_over:
        mover, legal = state.current_player, ls.legal_moves(state)
        move = legal[0] if len(legal) == 1 else None
        move = move or bots[mover].choose(ls.view(state, mover), rngs[mover])
        state = ls.apply(state, move)
    result = ls.result(state)
    assert result is not None
    return 1 / len(result.winners) if seat in result.winners else 0.0


def main() -> None:
    """Play what is missing, and tell the share."""
    parser = argparse.ArgumentParser(description="Measure a bot against others.")
    parser.add_argument("--one", default="learned:seconds=0.01")
    parser.add_argument("--others", default="ismcts:iterations=100")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    known = options.out.read_text("utf-8").splitlines() if options.out.exists() else []
    shares = [float(json.loads(line)["share"]) for line in known]
    for number in range(options.first + len(shares), options.first + options.games):
        shares.append(play(options.one, options.others, options.players, number))
        line = {"game": number, "share": shares[-1], "one": options.one, "others": options.others}
        with options.out.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")
    whole = len(shares) // options.players * options.players
    deals = np.array(shares[:whole]).reshape(-1, options.players).mean(axis=1)
    half = 1.96 * deals.std(ddof=1) / len(deals) ** 0.5
    print(f"{options.one}: {deals.mean():.3f} ± {half:.3f} in {whole} games")  # noqa: T201


if __name__ == "__main__":
    main()
