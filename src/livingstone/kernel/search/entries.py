"""The compiled functions of searches that Python calls."""

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import layout as at
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.kernel.search.plans import MOST_PLANS, NO_MOVE
from livingstone.kernel.search.searching import (
    Player,
    Search,
    estimate,
    list_for,
    point_player,
    point_search,
    search_move,
    try_plan,
)
from livingstone.kernel.streams import FAST, seed_fast


@entry
def search_moves(
    arrays: Search, states: NDArray[np.int16], words: NDArray[np.uint64], player: Player,
    chosen: NDArray[np.int64],
) -> None:  # fmt: skip
    """Write the code of a move for the player to move in each state, -1 where there is none.

    The choices depend on a word for each state.
    """
    search, own = point_search(arrays), point_player(player)
    for number in range(len(states)):
        state = pointer_to(states[number])
        seed_fast(search.luck, words[number])
        if state[at.PENDING] or state[at.IS_OVER]:
            chosen[number] = NO_MOVE
        else:
            chosen[number] = search_move(search, state, own)


@entry
def weigh(
    arrays: Search, state: NDArray[np.int16], player: Player, move: int, shares: NDArray[np.float64]
) -> int:
    """Try each plan for the player to move equally often; count the plans.

    `shares` has a row for each plan and a column for each try. If no plan begins with `move`, it
    becomes the last plan.
    """
    search, position, own = point_search(arrays), pointer_to(state), point_player(player)
    count, plans, is_listed = list_for(search, position, own), search.plans, move == NO_MOVE
    for plan in range(count):
        is_listed = is_listed or plans[2 * plan] == move
    if not is_listed:
        count = min(count + 1, MOST_PLANS)
        plans[2 * count - 2], plans[2 * count - 1] = move, NO_MOVE
    for plan in range(count):
        for number in range(shares.shape[1]):
            search.tried[plan] = number
            shares[plan, number] = try_plan(search, position, own, search.luck[FAST], plan)
    return count


@entry
def evaluate(
    arrays: Search, states: NDArray[np.int16], weights: NDArray[np.float32],
    shares: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write by seat the shares that the network gives each state."""
    search = point_search(arrays)
    for number in range(len(states)):
        estimate(search, pointer_to(states[number]), pointer_to(weights))
        for seat in range(shares.shape[1]):
            shares[number, seat] = search.shares[seat]
