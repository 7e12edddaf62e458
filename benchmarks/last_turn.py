"""Measure exact last turns: how many of them are exact, and how long they take.

    python benchmarks/last_turn.py
    python benchmarks/last_turn.py --games 20 --player learned:tries=200

Each decision of a last turn is worked out from the view of its player, without what was worked out
before. A decision is too large if more positions follow than are looked at; bounds are left where
the boat can go back, or a mine collapse is followed by another card. Times are CPU seconds.
"""

import argparse
import time
from collections import Counter
from random import Random

import livingstone as ls
from livingstone.reviews.last_turn import UNKNOWN, LastTurn, is_last


def decisions(players: int, seed: int, player: str, edition: str) -> list[ls.View]:
    """Play a game; return what the players saw at each decision of the last turn."""
    state = ls.new_game(players, seed=seed, edition=edition)
    bot = ls.load_player(player)
    rng = Random(seed)
    views = list[ls.View]()
    while not state.is_over:
        view = ls.view(state, state.current_player)
        if is_last(view):
            views.append(view)
        state = ls.apply(state, bot.choose(view, rng))
    return views


def main() -> None:
    """Print a line for each number of players."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--players", type=int, nargs="*", default=range(2, 6))
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--edition", default="printed")
    options = parser.parse_args()
    print("players  decisions  exact  bounds  too large  all exact  median (s)  90 %  most")
    for players in options.players:
        found = Counter[str]()
        seconds = list[float]()
        turns = list[bool]()
        for seed in range(options.games):
            kinds = list[str]()
            for view in decisions(players, seed, options.player, options.edition):
                begun = time.process_time()
                share = LastTurn(view).share_of(())
                seconds.append(time.process_time() - begun)
                is_large = share == UNKNOWN
                kinds.append("exact" if share.is_exact else "large" if is_large else "bounds")
            found.update(kinds)
            if kinds:
                turns.append(set(kinds) == {"exact"})
        count = found.total()
        seconds.sort()
        parts = [found[kind] / count for kind in ("exact", "bounds", "large")]
        exact, bounds, large = (f"{part:.0%}" for part in parts)
        whole = f"{sum(turns)} of {len(turns)}"
        times = [seconds[int(count * part)] for part in (0.5, 0.9)] + seconds[-1:]
        shown = "  ".join(f"{figure:.3f}" for figure in times)
        print(
            f"{players:7}  {count:9}  {exact:>5}  {bounds:>6}  {large:>9}  {whole:>9}  {shown}",
            flush=True,
        )


if __name__ == "__main__":
    main()
