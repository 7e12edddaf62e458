"""Choices and values for many states at once, compiled."""

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import Kernel
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.kernel.search.networks import (
    Networks,
    NetworkWeights,
    make_player,
    make_search,
)
from livingstone.kernel.search.searching import estimate, search_move
from livingstone.kernel.streams import seed_fast
from livingstone.kernel.workspace import Player, Search

States = NDArray[np.int16]


@entry
def _search_moves(
    arrays: Search, states: States, words: NDArray[np.uint64], player: Player,
    chosen: NDArray[np.int64],
) -> None:  # fmt: skip
    """Write the code of a move for the player to move in each state."""
    search = pointer_to(arrays)
    own = pointer_to(player)
    for number in range(len(states)):
        seed_fast(search.luck, words[number])
        chosen[number] = search_move(search, pointer_to(states[number]), own)


@entry
def _estimate(
    arrays: Search, states: States, weights: NDArray[np.float32], shares: NDArray[np.float64]
) -> None:
    """Write by seat the shares that a network gives each state."""
    search = pointer_to(arrays)
    for number in range(len(states)):
        estimate(search, pointer_to(states[number]), pointer_to(weights))
        for seat in range(shares.shape[1]):
            shares[number, seat] = search.shares[seat]


def choose(
    kernel: Kernel, states: States, seeds: NDArray[np.uint64], tries: int, networks: Networks
) -> NDArray[np.int64]:
    """Choose the code of a move for each state, in which a player is to move."""
    chosen = np.empty(len(states), np.int64)
    player = make_player(tries, 0.0, networks)
    _search_moves(make_search(kernel.tables), states, seeds, player, chosen)
    return chosen


def estimate_shares(kernel: Kernel, states: States, weights: NetworkWeights) -> NDArray[np.float64]:
    """Estimate the shares of the win by seat, a row for each state in which a player is to move."""
    found = np.zeros((len(states), kernel.players))
    _estimate(make_search(kernel.tables), states, weights, found)
    return found
