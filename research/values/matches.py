"""Games of searches and `greedy`, compiled, and what can be learned from them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.compiling import Floats, Ints, compile_module, entry, pointer_to, shifted
from livingstone.kernel.engine import carry_out, list_moves, settle
from livingstone.kernel.search import policy
from livingstone.kernel.search.features import describe, size_of
from livingstone.kernel.search.searching import (
    END,
    begin_search,
    choose_plan,
    count_halvings,
    halve,
    tries_each,
    write_plans,
    write_shares,
)
from livingstone.kernel.streams import below, seed_fast
from livingstone.kernel.workspace import Player, Search

SPARED = 4
"""Within a turn, fewer positions than this are left out between two that are noted."""
NOBODY = -1


class Players(NamedTuple):
    """Who plays, a row of each array for each player; the first five are those of `Player`."""

    tries: NDArray[np.int64]
    temperatures: NDArray[np.float64]
    has_networks: NDArray[np.bool_]
    values: NDArray[np.float32]
    policies: NDArray[np.float32]
    explores: NDArray[np.float64]
    """How likely any plan is chosen."""


class Notes(NamedTuple):
    """Figures of games: arrays with a row for each game; compiled code has pointers to one row."""

    features: Floats
    """Of positions, for the values."""
    seats: Ints
    """By position: the player to move."""
    explored: Ints
    """By position: whether the player explored."""
    inputs: Floats
    """Of choices of searches and policies: the position, as the player sees it."""
    options: Floats
    """The features of the moves to choose from."""
    chosen: Ints
    """How many moves there are, and the place of the one chosen."""
    counts: Ints
    """How many positions and choices were written down."""


class Choice(NamedTuple):
    """A choice: its move, that of the same plan to make next, and how it came about."""

    move: int
    second: int
    is_learned: bool
    """Whether a search or a policy chose."""


@entry
def play_matches(
    arrays: Search, states: NDArray[np.int16], words: NDArray[np.uint64],
    lineups: NDArray[np.int64], players: Players, surprise: bool, notes: Notes,
    most: tuple[int, int], shares: NDArray[np.float64],
) -> None:  # fmt: skip
    """Play games from the given states on, and write the shares of the win by seat.

    A game is a row of `states`, `words` (its chance), `lineups` (by seat, the row of its player),
    `notes` (at `most` so many positions and choices) and `shares`. With `surprise`, one move of the
    game is any legal one, and only positions after it are noted.
    """
    search = pointer_to(arrays)
    for game in range(len(states)):
        state = pointer_to(states[game])
        seats = pointer_to(lineups[game])
        own = Notes(
            pointer_to(notes.features[game]), pointer_to(notes.seats[game]),
            pointer_to(notes.explored[game]), pointer_to(notes.inputs[game]),
            pointer_to(notes.options[game]), pointer_to(notes.chosen[game]),
            pointer_to(notes.counts[game]),
        )  # fmt: skip
        seed_fast(search.luck, words[game])
        _play(search, state, seats, players, surprise, own, most)
        write_shares(search, state, _player(players, 0), END)
        for seat in range(shares.shape[1]):
            shares[game, seat] = search.shares[seat]


def _player(players: Players, row: int) -> Player:
    return Player(
        players.tries[row], players.temperatures[row], players.has_networks[row],
        pointer_to(players.values[row]), pointer_to(players.policies[row]),
    )  # fmt: skip


def _play(
    search: Search, state: Ints, seats: Ints, players: Players, surprise: bool, notes: Notes,
    most: tuple[int, int],
) -> None:  # fmt: skip
    """Play a game until it is over, but for the donation roll."""
    work = search.work
    luck = search.luck
    turns = int(work.edition[of.COLUMNS] * work.edition[of.ROUND_DICE])
    turn = 0
    wait = 0
    second = NO_MOVE
    is_learned = False
    surprising = below(luck, turns) if surprise else NOBODY
    settle(work.edition, state, luck, work.scratch)
    while not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        row = seats[int(state[at.CURRENT_PLAYER])]
        move = second
        second = NO_MOVE
        wait -= 1
        if move == NO_MOVE:
            is_new = wait < 0 or not state[at.DICE_TAKEN]
            if is_new and turn > surprising and notes.counts[0] < most[0]:
                _note_position(search, state, notes)
                wait = below(luck, SPARED)
            explores = players.explores[row] * 2**30 > below(luck, 1 << 30)
            if turn == surprising and (explores or below(luck, 2)):
                move = work.moves[below(luck, list_moves(work.edition, state, work.moves))]
                surprising = turn - 1
                is_learned = False
            else:
                choice = _choose(search, state, _player(players, row), explores)
                move = choice.move
                second = choice.second
                is_learned = choice.is_learned
            if explores and notes.counts[0]:
                notes.explored[notes.counts[0] - 1] = 1
        if is_learned and notes.counts[1] < most[1]:
            notes.counts[1] += _note_choice(search, state, move, notes)
        turn += codes.kind_of(move) == codes.END_TURN
        if codes.kind_of(move) != codes.TAKE_DIE:
            second = NO_MOVE
        carry_out(work.edition, state, move)
        if state[at.PENDING] != at.DONATION_ROLL:
            settle(work.edition, state, luck, work.scratch)


def _choose(search: Search, state: Ints, player: Player, explores: bool) -> Choice:
    """Choose by a search, by the policy or, to explore, any plan."""
    if not explores and not player.tries:
        move = policy.prefer(search, state, player, False, player.temperature)
        return Choice(move, NO_MOVE, player.has_networks)
    if explores:
        plan = int(np.int64(below(search.luck, write_plans(search, state, player))))
    else:
        plan = _find_plan(search, state, player)
    move, second = search.plans[2 * plan], search.plans[2 * plan + 1]
    return Choice(move, second, not explores)


def _find_plan(search: Search, state: Ints, player: Player) -> int:
    """Choose as `find_plan` of the library, without stopping early: the whole plan is played."""
    count = begin_search(search, state, player)
    halvings = count_halvings(count)
    left = count
    for halving in range(halvings):
        left = halve(search, state, player, left, tries_each(player, left, halving, halvings))
    return choose_plan(search, player, count)


def _note_position(search: Search, state: Ints, notes: Notes) -> None:
    """Note a position, and who is to move."""
    number = notes.counts[0]
    edition = search.work.edition
    place = shifted(notes.features, number * size_of(edition))
    describe(edition, state, search.memo, place, True)
    notes.seats[number] = state[at.CURRENT_PLAYER]
    notes.explored[number] = 0
    notes.counts[0] += 1


def _note_choice(search: Search, state: Ints, move: int, notes: Notes) -> bool:
    """Note a choice, unless there is none or the move is not among the options."""
    edition = search.work.edition
    memo = search.memo
    options = search.options
    count = policy.list_options(search, state, False)
    chosen = -1
    number = notes.counts[1]
    for place in range(count):
        if options[2 * place] == move:
            chosen = place
    if count == 1 or chosen < 0:
        return False
    describe(edition, state, memo, shifted(notes.inputs, number * size_of(edition)), False)
    policy.begin_moves(edition, state, memo)
    for place in range(count):
        row = (number * policy.MOST_SCORED + place) * policy.MOVE_SIZE
        features = shifted(notes.options, row)
        policy.describe_move(edition, state, memo, options[2 * place], place == 0, features)
    notes.chosen[2 * number], notes.chosen[2 * number + 1] = count, chosen
    return True


compile_module(__name__)
