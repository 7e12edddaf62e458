"""Rollouts to value positions: quick players play on from many states, to the ends of the games.

Chance is common to all rollouts with one seed: the n-th roll, draw of stones and card of a game
depend on the seed, their kind and n alone, whatever was played before. So the differences between
positions and plans vary less than the values (common random numbers).
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import entries
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.chance import SCRATCH_SIZE
from livingstone.kernel.entries import NO_MOVE
from livingstone.kernel.greedy.weights import make_mind
from livingstone.kernel.kernel import Kernel
from livingstone.kernel.streams import SOURCE_SIZE
from livingstone.kernel.weights import weights_for

QuickPlayer = Literal["greedy", "random"]


def roll_out_shares(
    kernel: Kernel,
    states: StateArray,
    rows: Any,
    seeds: Any,
    *,
    plans: Sequence[Sequence[int]] = ((),),
    plan_of: Any = 0,
    counts: Any = 0,
    player: QuickPlayer = "greedy",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Play games on to their ends; give the share of the win of each seat, a row for each rollout.

    A rollout begins in one of `states`, that of its number in `rows`, and has its own of `seeds`
    (words of 64 bits). It makes the moves of one of `plans`, that of its number in `plan_of`: codes
    of legal moves, which nothing checks. Then all seats choose as `player` does. `counts` are how
    many rolls for rounds, rolls for donations, draws of stones and cards each state has had.

    >>> from livingstone import new_game
    >>> kernel = Kernel.of("printed", 2)
    >>> state = kernel.encode(new_game(2, seed=7))
    >>> roll_out_shares(kernel, state[None], [0] * 50, range(50)).shape
    (50, 2)
    """
    rows = np.asarray(rows, np.int64)
    count, table = len(rows), np.full((len(plans), max(1, *map(len, plans), 1)), NO_MOVE)
    for number, plan in enumerate(plans):
        table[number, : len(plan)] = plan
    numbers = np.broadcast_to(np.asarray(plan_of, np.int64), count)
    words = np.broadcast_to(np.asarray(seeds, np.uint64), count)
    before = np.broadcast_to(np.asarray(counts, np.uint64), (len(states), 4)).copy()
    shares, tables = np.zeros((count, kernel.players)), kernel._tables
    weights = weights_for(kernel.players)

    def play_part(first: int) -> None:
        part = slice(first, None, threads)  # neighbours take about as long
        own = np.zeros(shares[part].shape)
        entries.roll_out(
            tables, states, rows[part].copy(), table, numbers[part].copy(), words[part].copy(),
            before, make_mind(tables, weights), player == "random",
            np.zeros(states.shape[1], np.int16), np.zeros(SOURCE_SIZE, np.uint64),
            np.zeros(SCRATCH_SIZE, np.int64), np.empty(tables[of.MOVES], np.int64), own,
        )  # fmt: skip
        shares[part] = own

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play_part, range(threads)))
    return shares
