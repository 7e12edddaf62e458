"""Rollouts to value positions: quick players play on from many states, to the ends of the games.

Chance is common to all rollouts with one seed: the n-th roll, draw of stones and card of a game
depend on the seed, their kind and n alone, whatever was played before. So the differences between
positions and plans vary less than the values (common random numbers).
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from livingstone.kernel import entries, playing
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.entries import NO_MOVE
from livingstone.kernel.kernel import Kernel, share_work
from livingstone.kernel.streams import COUNTS, KEPT
from livingstone.kernel.workspace import make_memo, make_workspace

QuickPlayer = Literal["greedy", "random"]


def roll_out_shares(
    kernel: Kernel,
    states: StateArray,
    rows: ArrayLike,
    seeds: ArrayLike,
    *,
    plans: Sequence[Sequence[int]] = ((),),
    plan_of: ArrayLike = 0,
    counts: ArrayLike = 0,
    player: QuickPlayer = "greedy",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Play games on to their ends; return the share of the win of each seat, by rollout.

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
    of_state = np.asarray(rows, np.int64)
    count = len(of_state)
    order = np.argsort(np.arange(count) % threads, kind="stable")  # neighbours take about as long
    table = np.array([*zip_longest(*plans, fillvalue=NO_MOVE)], np.int64).reshape(-1, len(plans)).T
    carried_out = table[np.broadcast_to(np.asarray(plan_of, np.int64), count)[order]]
    words = np.broadcast_to(np.asarray(seeds, np.uint64), count)[order]
    lucks = np.zeros((count, KEPT), np.uint64)
    before = np.broadcast_to(np.asarray(counts, np.uint64), (len(states), 4))
    lucks[:, COUNTS : COUNTS + 4] = before[of_state[order]]
    after = states[of_state[order]]
    kind = playing.FAST_RANDOM if player == "random" else playing.GREEDY

    def play_part(part: slice) -> None:
        entries.roll_out(
            make_workspace(kernel.tables), after[part], lucks[part], words[part],
            carried_out[part], kind, make_memo(kernel.tables),
        )  # fmt: skip

    share_work(play_part, count, threads)
    shares = np.empty((count, kernel.players))
    shares[order] = kernel.shares(after)
    return shares
