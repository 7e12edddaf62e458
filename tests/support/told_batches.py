"""Batches that tell how many of their games are done: a test plays them, and kills them."""

import sys
from typing import Any

import livingstone as ls

GAMES = {"fast": 600, "python": 24}
"""How many games there are, by the engine."""


def tell(progress: ls.simulation.Progress) -> None:
    print(progress.done, flush=True)


def play(what: str, engine: Any, sink: str, **options: Any) -> Any:
    """Play `simulate`, `compare` or `tournament`, always the same."""
    options |= {"seed": 7, "sink": sink, "engine": engine}
    games = GAMES[engine]
    if what == "compare":
        return ls.simulation.compare("greedy", "random", against=["random"], games=games, **options)
    if what == "tournament":
        return ls.simulation.tournament(["greedy", "random"], games=games, **options)
    return ls.simulate(["greedy", "random", "random"], games, **options)


if __name__ == "__main__":
    play(*sys.argv[1:], chunk=3, on_progress=tell)
