"""Games to review: `greedy` plays them, or chooses at random now and then."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import livingstone as ls

SMALL = Path(__file__).parents[1] / "simulation" / "small-board.toml"
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva")


@cache
def small(ruleset: str = "printed") -> ls.Edition:
    return ls.load_edition(ruleset, board=SMALL)


@cache
def game(
    players: int,
    seed: int,
    *,
    edition: str | ls.Edition = "printed",
    errors: tuple[float, ...] = (0.0,) * 5,
    most_moves: int = 10**6,
) -> ls.Record:
    """Record a game in which each seat errs, and moves at random, with a probability."""
    start = state = ls.new_game(players, seed=seed, edition=edition)
    greedy, rng, moves = ls.load_player("greedy"), Random(seed), list[ls.Move]()
    while not state.is_over and len(moves) < most_moves:
        seat, legal = state.current_player, ls.legal_moves(state)
        errs = rng.random() < errors[seat]
        move = rng.choice(legal) if errs else greedy.choose(ls.view(state, seat), rng)
        moves.append(move)
        state = ls.apply(state, move)
    return ls.Record.of(start, moves, players=NAMES[:players])


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    count = len(values)
    mean = sum(values) / count
    return mean, (sum((v - mean) ** 2 for v in values) / (count * (count - 1))) ** 0.5
