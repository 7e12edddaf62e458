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

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.chance import SCRATCH_SIZE, settle
from livingstone.kernel.compiling import Ints, compiled, entry, pointer_to
from livingstone.kernel.engine import carry_out, list_moves
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.greedy.mind import make_mind, shipped_weights
from livingstone.kernel.kernel import Kernel
from livingstone.kernel.rules.ending import is_out, rank_of
from livingstone.kernel.streams import (
    CARDS,
    COUNTS,
    DONATIONS,
    FAST,
    ROUNDS,
    SOURCE_SIZE,
    STONES,
    below,
    seed_fast,
)  # fmt: skip

QuickPlayer = Literal["greedy", "random"]
NO_MOVE = -1
U = np.uint64
_FIRST, _SECOND, _STEP = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB), U(0x9E3779B97F4A7C15)


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
    weights = shipped_weights(kernel.players)

    def play_part(first: int) -> None:
        part = slice(first, None, threads)  # neighbours take about as long
        own = np.zeros(shares[part].shape)
        roll_out(
            tables, states, rows[part].copy(), table, numbers[part].copy(), words[part].copy(),
            before, make_mind(tables, weights), player == "random",
            np.zeros(states.shape[1], np.int16), np.zeros(SOURCE_SIZE, np.uint64),
            np.zeros(SCRATCH_SIZE, np.int64), np.empty(tables[of.MOVES], np.int64), own,
        )  # fmt: skip
        shares[part] = own

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play_part, range(threads)))
    return shares


@entry
def roll_out(
    edition: Any, states: Any, rows: Any, plans: Any, plan_of: Any, seeds: Any, counts: Any,
    mind: Any, is_random: bool, state: Any, source: Any, scratch: Any, moves: Any, shares: Any,
) -> None:  # fmt: skip
    """Play the games of `roll_out_shares`; `state` and what follows are room to work in."""
    table, position, chance = pointer_to(edition), pointer_to(state), pointer_to(source)
    numbers, room, thoughts = pointer_to(scratch), pointer_to(moves), pointer_to(mind)
    for number in range(len(rows)):
        row, seed, plan = rows[number], seeds[number], plan_of[number]
        for place in range(states.shape[1]):
            state[place] = states[row, place]
        seed_fast(chance, seed)
        for kind in range(4):
            chance[COUNTS + kind] = counts[row, kind]
        step = 0
        _settle(table, position, chance, seed, numbers)
        while not position[at.IS_OVER]:
            if step < plans.shape[1] and plans[plan, step] != NO_MOVE:
                move = plans[plan, step]
                step += 1
            elif is_random:
                move = room[below(chance, list_moves(table, position, room))]
            else:
                move = decide(table, position, thoughts, False, room)
            carry_out(table, position, move)
            _settle(table, position, chance, seed, numbers)
        winners = 0
        for seat in range(table[of.PLAYERS]):
            won = rank_of(table, position, seat) == 1 and not is_out(table, position, seat)
            shares[number, seat] = 1.0 if won else 0.0
            winners += int(won)
        for seat in range(table[of.PLAYERS]):
            shares[number, seat] /= max(winners, 1)


@compiled
def _settle(edition: Ints, state: Ints, source: Any, seed: Any, scratch: Ints) -> None:
    """Carry out what is awaited, drawn from the seed, the kind of event and how many came before.

    What follows at once, such as the replacement of a mine collapse (R6.12), is drawn after it.
    """
    pending = state[at.PENDING]
    if not pending:
        return
    kind = CARDS
    if pending == at.ROUND_ROLL:
        kind = ROUNDS
    elif pending == at.DONATION_ROLL:
        kind = DONATIONS
    elif pending == at.STONE_DRAW:
        kind = STONES
    word = seed + _STEP * (source[COUNTS + kind] * U(4) + U(kind + 1))
    word = (word ^ (word >> U(30))) * _FIRST
    word = (word ^ (word >> U(27))) * _SECOND
    source[FAST] = word ^ (word >> U(31))
    settle(edition, state, source, scratch)
