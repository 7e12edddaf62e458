"""Games of searches and `greedy`, and what can be learned from them."""

from typing import Any

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.chance import settle
from livingstone.kernel.compiling import Floats, Ints, compiled, entry, pointer_to, shifted
from livingstone.kernel.engine import carry_out, list_moves
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.search.features import describe, size_of
from livingstone.kernel.search.plans import NO_MOVE
from livingstone.kernel.search.searching import (
    EXPLORES,
    OUTPUTS,
    SETTINGS,
    SHARES,
    TRIES,
    Desk,
    estimate,
    list_for,
    search,
    value,
)
from livingstone.kernel.streams import FAST, below, seed_fast

EXPLORED = 64
"""Added to the seat of a position noted, if the player explored there."""
SPARED = 4
"""Positions within a turn are noted after so many others, on average half of it."""
NOBODY = -1


@entry
def choose(arrays: Any, state: Any, settings: Any, weights: Any) -> int:
    """Choose a move for the player to move."""
    desk = point(arrays)
    place = search(desk, pointer_to(state), pointer_to(settings), pointer_to(weights), False)
    return int(desk.plans[2 * place])


@entry
def evaluate(arrays: Any, states: Any, weights: Any, shares: Any) -> None:
    """Write by seat the shares that the network gives each state."""
    desk, players = point(arrays), shares.shape[1]
    for number in range(len(states)):
        state = pointer_to(states[number])
        estimate(desk, state, pointer_to(weights))
        mover = int(state[at.CURRENT_PLAYER])
        for seat in range(players):
            shares[number, seat] = desk.room[OUTPUTS + (seat - mover + players) % players]


@compiled
def point(arrays: Any) -> Any:
    """Point to the arrays of a desk."""
    return Desk(
        pointer_to(arrays.edition), pointer_to(arrays.mind), pointer_to(arrays.luck),
        pointer_to(arrays.source), pointer_to(arrays.after), pointer_to(arrays.moves),
        pointer_to(arrays.plans), pointer_to(arrays.scratch), pointer_to(arrays.inputs),
        pointer_to(arrays.room),
    )  # fmt: skip


@entry
def play_matches(
    arrays: Any, states: Any, seeds: Any, players: Any, settings: Any, weights: Any, surprise: bool,
    features: Any, noted: Any, counts: Any, shares: Any,
) -> None:  # fmt: skip
    """Play games from the given states on.

    A game is a row of `states`, `seeds` (a word), `players` (by seat, the place of its `settings`
    and `weights`), `features` and `noted` (what is written down of positions, as many as there is
    room for), `counts` (how many) and `shares` (by seat). With `surprise`, one move of the game is
    any legal one, and only positions after it are written down.
    """
    desk, games = point(arrays), len(states)
    for game in range(games):
        state = pointer_to(states[game])
        counts[game] = _play(
            desk, state, seeds[game], pointer_to(players[game]), pointer_to(settings),
            pointer_to(weights), weights.shape[1], surprise, pointer_to(features[game]),
            pointer_to(noted[game]), noted.shape[1],
        )  # fmt: skip
        value(desk, state, pointer_to(settings), pointer_to(weights), desk.luck[FAST])
        for seat in range(shares.shape[1]):
            shares[game, seat] = desk.room[SHARES + seat]


@compiled
def _play(
    desk: Desk, state: Ints, seed: Any, players: Ints, settings: Floats, weights: Any, size: int,
    surprise: bool, features: Any, noted: Ints, most: int,
) -> int:  # fmt: skip
    """Play a game until it is over, but for the donation roll; count the positions noted."""
    edition, luck, inputs = desk.edition, desk.luck, size_of(desk.edition)
    seed_fast(luck, seed)
    turns = int(edition[of.COLUMNS] * edition[of.ROUND_DICE])
    turn, count, wait, second = 0, 0, 0, NO_MOVE
    surprising = below(luck, turns) if surprise else NOBODY
    settle(edition, state, luck, desk.scratch)
    while not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        player = players[int(state[at.CURRENT_PLAYER])]
        own, move, explores = shifted(settings, player * SETTINGS), second, False
        second, wait = NO_MOVE, wait - 1
        if move == NO_MOVE:
            if (wait < 0 or not state[at.DICE_TAKEN]) and turn > surprising and count < most:
                describe(edition, state, desk.mind, shifted(features, count * inputs))
                noted[count] = state[at.CURRENT_PLAYER]
                count, wait = count + 1, below(luck, SPARED)
            explores = own[EXPLORES] * 2**30 > below(luck, 1 << 30)
            if turn == surprising and (explores or below(luck, 2)):
                move = desk.moves[below(luck, list_moves(edition, state, desk.moves))]
                surprising = turn - 1
            elif explores:
                plan = below(luck, list_for(desk, state))
                move, second = desk.plans[2 * plan], desk.plans[2 * plan + 1]
            elif own[TRIES]:
                plan = search(desk, state, own, shifted(weights, player * size), True)
                move, second = desk.plans[2 * plan], desk.plans[2 * plan + 1]
            else:
                move = decide(edition, state, desk.mind, False, desk.moves)
            if explores and count:
                noted[count - 1] |= EXPLORED
        turn += codes.kind_of(move) == codes.END_TURN
        if codes.kind_of(move) != codes.TAKE_DIE:
            second = NO_MOVE
        carry_out(edition, state, move)
        if state[at.PENDING] != at.DONATION_ROLL:
            settle(edition, state, luck, desk.scratch)
    return count
