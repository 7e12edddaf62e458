"""The search for Python: its choices and plans, and what positions and plans are worth.

Rollouts and tries use common random numbers: the n-th roll, draw of stones and card depend on the
seed, their kind and n alone. So the difference between two plans varies less than their values.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from livingstone.errors import ArgumentError, shown
from livingstone.game.engine import apply
from livingstone.game.moves import Move
from livingstone.game.refusals import Code, IllegalMoveError, refuse
from livingstone.game.state import State
from livingstone.kernel import entries
from livingstone.kernel import tables as of
from livingstone.kernel.arrays import integers, words
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.kernel import MOST_THREADS, Kernel, share_work, shares_of
from livingstone.kernel.search.networks import Networks, make_player, make_search
from livingstone.kernel.streams import COUNTS, FAST, KEPT, MOST_EVENTS
from livingstone.kernel.workspace import make_memo, make_workspace
from livingstone.support.arguments import whole

Plan = tuple[Move, ...]
"""Moves of a player, of which only the last may await chance."""
_AT_ONCE = 1000
"""The most states that a thread copies at once: one of 10 players and 100 columns has 25 kB."""


def check_plan(state: State, plan: Plan) -> None:
    """Raise `IllegalMoveError` unless the player to move can make these moves in this order."""
    seat = state.current_player
    for move in plan:
        if state.pending is not None:  # and `move` may be the outcome
            raise IllegalMoveError(move, state, refuse(Code.CHANCE_AWAITED, "R10.3"))
        if state.current_player != seat:
            raise IllegalMoveError(move, state, refuse(Code.NOT_YOUR_TURN, "R2.2"))
        state = apply(state, move)


def roll_out_shares(
    kernel: Kernel, states: "StateArray", rows: "ArrayLike", seeds: "ArrayLike", *,
    counts: "ArrayLike" = 0, threads: int = 1,
) -> "NDArray[np.float64]":  # fmt: skip
    """Play on by `greedy` to the ends of games; return the share of the win by rollout and seat.

    Each rollout has the number of its state in `rows`, and a word of 64 bits in `seeds`. `counts`
    are how many rolls for rounds, rolls for donations, draws of stones and cards each state has
    had, below 2**32; one row, or one number, can stand for all.

    >>> from livingstone import new_game
    >>> kernel = Kernel.of("printed", 2)
    >>> state = kernel.encode(new_game(2, seed=7))
    >>> roll_out_shares(kernel, state[None], [0] * 50, range(50)).shape
    (50, 2)

    Raises `ArgumentError` for arrays that do not hold states of the kernel's games or do not fit
    each other, and for numbers that are out of range.
    """
    if not isinstance(kernel, Kernel):
        raise TypeError(f"a kernel is needed, not {shown(kernel)}")
    kernel.check(states)
    count = np.size(rows)
    threads = whole("threads", threads, 1, MOST_THREADS)
    of_state = integers("rows", rows, (count,), 0, len(states) - 1)
    words_of = words("seeds", seeds, (count,))
    order = np.argsort(np.arange(count) % threads, kind="stable")  # neighbours take about as long
    before = words(
        "counts", _broadcast(counts, (len(states), 4)), (len(states), 4), MOST_EVENTS - 1
    )
    shares = np.empty((count, kernel.players))

    def play_part(part: slice) -> None:
        work = make_workspace(kernel.tables)
        memo = make_memo(kernel.tables)
        for start in range(part.start, part.stop, _AT_ONCE):
            few = order[start : min(start + _AT_ONCE, part.stop)]
            after = states[of_state[few]]
            lucks = np.zeros((len(few), KEPT), np.uint64)
            lucks[:, COUNTS : COUNTS + 4] = before[of_state[few]]
            entries.roll_out(work, entries.Games(after, lucks), words_of[few], memo)
            shares[few] = shares_of(kernel.tables, after)

    share_work(play_part, count, threads)
    return shares


def _broadcast(counts: ArrayLike, shape: tuple[int, int]) -> NDArray[Any]:
    """Repeat figures for all states; raises `ArgumentError` where that cannot be done."""
    try:
        return np.broadcast_to(np.asarray(counts), shape)
    except ValueError as error:
        raise ArgumentError(f"counts must be figures of {shape[0]} states: {error}") from None


def choose(
    kernel: Kernel, array: StateArray, seed: int, tries: int, temperature: float,
    networks: Networks | None,
) -> Move:  # fmt: skip
    """Choose a move for the player to move; what this player does not see does not matter.

    Without tries the policy chooses. Without networks, `greedy` plays each try to the end.
    """
    player = make_player(tries, temperature, networks)
    return kernel.move(
        entries.search_move(make_search(kernel.tables), array, np.uint64(seed), player)
    )


def list_plans(
    kernel: Kernel, array: StateArray, networks: Networks | None, seed: int = 0, tries: int = 0
) -> "list[Plan]":
    """List the plans of a search: moves, and dice with their uses.

    The policy's plan comes first; with tries, they are in the order in which a search ranks them.
    """
    search = make_search(kernel.tables)
    count = entries.write_plans(search, array, make_player(0, 0.0, networks))
    codes = np.asarray(search.plans)[: 2 * count].reshape(count, 2).tolist()
    plans = [tuple(kernel.move(code) for code in plan if code != NO_MOVE) for plan in codes]
    if not tries:
        return plans
    entries.search_move(search, array, np.uint64(seed), make_player(tries, 0.0, networks))
    return [plans[place] for place in np.asarray(search.order)[:count].tolist()]


def try_plans(
    kernel: Kernel, array: StateArray, plans: Sequence[Plan], seed: int, tries: range,
    networks: Networks | None,
) -> NDArray[np.float64]:  # fmt: skip
    """Return the share of the win that each try earns, by plan and try.

    The tries are those with the numbers `tries`; the n-th one of each plan has the same chance.
    """
    search = make_search(kernel.tables)
    found = np.zeros((len(plans), len(tries)))
    search.luck[FAST] = seed
    player = make_player(0, 0.0, networks)
    entries.try_plans(search, array, player, _codes(kernel, plans), tries.start, found)
    return found


def play_plans(
    kernel: Kernel, array: StateArray, plans: Sequence[Plan], seed: int, tries: range,
    networks: Networks | None,
) -> tuple[StateArray, NDArray[np.float64]]:  # fmt: skip
    """Return how games end in which the policy, or else `greedy`, plays all seats after each plan.

    The first array has the states at the end by plan and try, where two players still await the
    donation roll (R9.2); the second has the shares of the win, by seat as well. The chance of the
    tries is that of `try_plans`.
    """
    search = make_search(kernel.tables)
    ends = np.zeros((len(plans), len(tries), kernel.tables[of.STATE_SIZE]), np.int16)
    shares = np.zeros((len(plans), len(tries), kernel.players))
    search.luck[FAST] = seed
    player = make_player(0, 0.0, networks)
    codes = _codes(kernel, plans)
    entries.play_plans(search, array, player, codes, tries.start, ends, shares)
    return ends, shares


def _codes(kernel: Kernel, plans: Sequence[Plan]) -> NDArray[np.int64]:
    """Write the codes of plans, a row for each."""
    codes = np.full((len(plans), max(map(len, plans), default=0)), NO_MOVE)
    for row, plan in zip(codes, plans, strict=True):
        row[: len(plan)] = [kernel.code(move) for move in plan]
    return codes
