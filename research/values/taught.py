"""What the moves of choices earn, found by playing on; compiled."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import copy_state
from livingstone.kernel.compiling import Ints, compile_module, entry, pointer_to, shifted
from livingstone.kernel.engine import carry_out, draw_hidden, settle, settle_by
from livingstone.kernel.search import policy
from livingstone.kernel.search.features import describe
from livingstone.kernel.search.searching import END, ROUND, luck_of_try, write_shares
from livingstone.kernel.streams import FAST, below, seed_fast
from livingstone.kernel.workspace import Player, Search

U = np.uint64
MOST_OPTIONS = 14
"""Choices among more moves are left out."""


class Plan(NamedTuple):
    """How moves are tried, and in which choices; how often something is done is of 1000 choices."""

    tries: int
    """Of each move."""
    rounds: int
    """Whose beginnings are valued."""
    explores: int
    """How often any move is made."""
    notes: int
    """How often it is noted what the moves earn."""
    notes_at_end: int
    """The same in the last column."""


@entry
def teach(
    arrays: Search, states: NDArray[np.int16], words: NDArray[np.uint64], own: Player,
    plan: Plan, inputs: NDArray[np.float32], options: NDArray[np.float32],
    counts: NDArray[np.int64], values: NDArray[np.float64],
) -> int:  # fmt: skip
    """Play games of a policy, one in three at a temperature; note what moves earn in some choices.

    Return the number of these choices: rows of `inputs`, `options`, `counts` (of moves), `values`.
    """
    search = pointer_to(arrays)
    player = pointer_to(own)
    noted = 0
    work = search.work
    luck = search.luck
    for game in range(len(states)):
        state = pointer_to(states[game])
        seed_fast(luck, words[game])
        heat = 0.5 * (game % 3 == 2)
        settle(work.edition, state, luck, work.scratch)
        while not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
            move = policy.prefer(search, state, player, False, heat)
            is_last = state[at.BOAT] == work.edition[of.COLUMNS]
            if below(luck, 1000) < (plan.notes_at_end if is_last else plan.notes) and noted < len(
                counts
            ):
                count = policy.list_options(search, state, False)
                if 1 < count <= MOST_OPTIONS:
                    describe(work.edition, state, search.memo, pointer_to(inputs[noted]), False)
                    _describe_moves(search, state, count, pointer_to(options[noted]))
                    for place in range(count):
                        total = 0.0
                        for number in range(plan.tries):
                            word = luck[FAST] + U(number)
                            own_move = int(search.plans[2 * place])
                            total += _try(search, state, player, word, own_move, plan.rounds)
                        values[noted, place] = total / plan.tries
                    counts[noted] = count
                    noted += 1
                    if below(luck, 1000) < plan.explores:
                        move = int(search.plans[2 * int(np.int64(below(luck, count)))])
            carry_out(work.edition, state, move)
            if state[at.PENDING] != at.DONATION_ROLL:
                settle(work.edition, state, luck, work.scratch)
    return noted


def _describe_moves(search: Search, state: Ints, count: int, out: Ints) -> None:
    """Write the features of the options, and keep them as plans."""
    edition = search.work.edition
    memo = search.memo
    policy.begin_moves(edition, state, memo)
    for place in range(count):
        search.plans[2 * place] = search.options[2 * place]
        features = shifted(out, place * policy.MOVE_SIZE)
        policy.describe_move(edition, state, memo, search.options[2 * place], place == 0, features)


def _try(
    search: Search, state: Ints, player: Player, word: np.uint64, move: int, rounds: int
) -> float:
    """Make a move, and return the mean of the player's shares when the next rounds begin."""
    work = search.work
    after = search.after
    seat = int(state[at.CURRENT_PLAYER])
    total = 0.0
    copy_state(work.edition, state, after)
    luck = luck_of_try(word)
    seed_fast(work.source, luck)
    draw_hidden(work.edition, after, seat, work.source, work.scratch)
    carry_out(work.edition, after, move)
    for number in range(rounds):
        stop = _play_on(search, after, player, luck)
        write_shares(search, after, player, stop)
        if stop == END:
            return float(total + (rounds - number) * search.shares[seat]) / rounds
        total += search.shares[seat]
    return total / rounds


def _play_on(search: Search, state: Ints, player: Player, luck: np.uint64) -> int:
    """Play until a round begins or the game ends; say which."""
    work = search.work
    while not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        begins = state[at.PENDING] == at.ROUND_ROLL
        settle_by(work.edition, state, work.source, luck, work.scratch)
        if begins:
            return ROUND
        carry_out(work.edition, state, policy.prefer(search, state, player, True, 0.0))
    return END


compile_module(__name__)
