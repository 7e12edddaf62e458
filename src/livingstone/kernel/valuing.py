"""Choices of the search, and values of positions and plans, by searches and by rollouts.

Chance is common to all rollouts with one seed: the n-th roll, draw of stones and card of a game
depend on the seed, their kind and n alone. So differences vary less than values.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from livingstone.game.moves import Move
from livingstone.kernel import entries
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.kernel import Kernel, share_work
from livingstone.kernel.search.networks import Networks, NetworkWeights, make_player, make_search
from livingstone.kernel.search.policy import NO_MOVE
from livingstone.kernel.streams import COUNTS, FAST, KEPT
from livingstone.kernel.workspace import make_memo, make_workspace

Plan = tuple[Move, ...]
"""Moves of a player, of which only the last may await chance."""
_AT_ONCE = 1000
"""The most states that a thread copies at once: one of 10 players and 100 columns has 25 kB."""


def roll_out_shares(
    kernel: Kernel, states: StateArray, rows: ArrayLike, seeds: ArrayLike, *,
    counts: ArrayLike = 0, threads: int = 1,
) -> NDArray[np.float64]:  # fmt: skip
    """Play on by `greedy` to the ends of games; return the share of the win by rollout and seat.

    Each rollout has the number of its state in `rows`, and a word of 64 bits in `seeds`. `counts`
    are how many rolls for rounds, rolls for donations, draws of stones and cards each state has
    had.

    >>> from livingstone import new_game
    >>> kernel = Kernel.of("printed", 2)
    >>> state = kernel.encode(new_game(2, seed=7))
    >>> roll_out_shares(kernel, state[None], [0] * 50, range(50)).shape
    (50, 2)
    """
    of_state = np.asarray(rows, np.int64)
    count = len(of_state)
    order = np.argsort(np.arange(count) % threads, kind="stable")  # neighbours take about as long
    words = np.asarray(seeds, np.uint64)
    before = np.broadcast_to(np.asarray(counts, np.uint64), (len(states), 4))
    shares = np.empty((count, kernel.players))

    def play_part(part: slice) -> None:
        work, memo = make_workspace(kernel.tables), make_memo(kernel.tables)
        for start in range(part.start, part.stop, _AT_ONCE):
            few = order[start : min(start + _AT_ONCE, part.stop)]
            after, lucks = states[of_state[few]], np.zeros((len(few), KEPT), np.uint64)
            lucks[:, COUNTS : COUNTS + 4] = before[of_state[few]]
            entries.roll_out(work, after, lucks, words[few], memo)
            shares[few] = kernel.shares(after)

    share_work(play_part, count, threads)
    return shares


def choose(
    kernel: Kernel, array: StateArray, seed: int, tries: int, temperature: float,
    networks: Networks | None,
) -> Move:  # fmt: skip
    """Choose a move for the player to move; hidden figures of the state do not matter.

    Without tries the policy chooses. Without networks, `greedy` plays each try to the end.
    """
    seeds = np.array([seed], np.uint64)
    return kernel.move(
        int(choose_many(kernel, array[None], seeds, tries, temperature, networks)[0])
    )


def choose_many(
    kernel: Kernel, states: StateArray, seeds: NDArray[np.uint64], tries: int, temperature: float,
    networks: Networks | None,
) -> NDArray[np.int64]:  # fmt: skip
    """Choose the code of a move for each state, as `choose` does; -1 where no player is to move."""
    chosen = np.empty(len(states), np.int64)
    player = make_player(tries, temperature, networks)
    entries.search_moves(make_search(kernel.tables), states, seeds, player, chosen)
    return chosen


def list_plans(
    kernel: Kernel, array: StateArray, networks: Networks | None, seed: int = 0, tries: int = 0
) -> list[Plan]:
    """List the plans of a search, moves and dice with their uses; with tries the best first."""
    search = make_search(kernel.tables)
    count = entries.list_plans(search, array, make_player(0, 0.0, networks))
    codes = np.asarray(search.plans)[: 2 * count].reshape(count, 2).tolist()
    plans = [tuple(kernel.move(code) for code in plan if code != NO_MOVE) for plan in codes]
    if not tries:
        return plans
    player, words = make_player(tries, 0.0, networks), np.array([seed], np.uint64)
    entries.search_moves(search, array[None], words, player, np.empty(1, np.int64))
    return [plans[place] for place in np.asarray(search.order)[:count].tolist()]


def try_plans(
    kernel: Kernel, array: StateArray, plans: Sequence[Plan], seed: int, tries: range,
    networks: Networks | None,
) -> NDArray[np.float64]:  # fmt: skip
    """Return what these tries earn, by plan and try; the n-th tries have the same chance."""
    codes = np.full((len(plans), max(map(len, plans), default=0)), NO_MOVE)
    for row, plan in zip(codes, plans, strict=True):
        row[: len(plan)] = [kernel.code(move) for move in plan]
    search, found = make_search(kernel.tables), np.zeros((len(plans), len(tries)))
    search.luck[FAST] = seed
    player = make_player(0, 0.0, networks)
    entries.try_plans(search, array, player, codes, tries.start, found)
    return found


def shares(kernel: Kernel, states: StateArray, weights: NetworkWeights) -> NDArray[np.float64]:
    """Estimate the shares of the win by seat, a row for each state in which a player is to move."""
    found = np.zeros((len(states), kernel.players))
    entries.evaluate(make_search(kernel.tables), states, weights, found)
    return found
