"""The compiled functions that Python calls; each is cached with all that it calls."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.checking import can_show, can_step, is_state
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.kernel.engine import (
    carry_on,
    carry_out,
    draw_hidden,
    is_legal,
    last_round,
    list_moves,
    receive_dice,
    settle,
    settle_by,
)
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.observing import mark_moves, observe, write_rewards
from livingstone.kernel.playing import (
    Bots,
    Learned,
    Notes,
    Settings,
    choose_by,
    play_game,
    twister_of,
)
from livingstone.kernel.rules import cards, ending, money
from livingstone.kernel.search import searching
from livingstone.kernel.streams import FAST, copy_source, fits, seed_fast, seed_streams
from livingstone.kernel.twister import seed_twister
from livingstone.kernel.workspace import Player, Search, Workspace

Ints16: TypeAlias = NDArray[np.int16]
Ints64: TypeAlias = NDArray[np.int64]
Words32: TypeAlias = NDArray[np.uint32]
Words64: TypeAlias = NDArray[np.uint64]
Floats64: TypeAlias = NDArray[np.float64]
Floats32: TypeAlias = NDArray[np.float32]

# What `act` carries out.
MOVE = 0
DICE = 1
STONES = 2
CARD = 3

MOVER = -2
"""The number of an observer: the player to move."""
NO_ROW = -1
"""In the place of a row, where none is wrong."""
ALL_SEATS = -1
"""The seat of a learner that plays all seats."""


class Games(NamedTuple):
    """Games, a row of each array for each."""

    states: Ints16
    lucks: Words64
    """Sources of chance."""


@entry
def find_broken(edition: Ints64, bounds: Ints16, states: Ints16) -> int:
    """Return the first row that is not a state; -1 if all are."""
    table = pointer_to(edition)
    least = pointer_to(bounds[0])
    most = pointer_to(bounds[1])
    for number in range(len(states)):
        if not is_state(table, least, most, pointer_to(states[number])):
            return number
    return NO_ROW


@entry
def legal_moves(edition: Ints64, state: Ints16, moves: Ints64) -> int:
    """Write the codes of the legal moves; count them."""
    return list_moves(pointer_to(edition), pointer_to(state), pointer_to(moves))


@entry
def choose_greedily(work: Workspace, state: Ints16, memo: Floats64) -> int:
    """Choose a legal move as `greedy` does."""
    room = pointer_to(work)
    return decide(room.edition, pointer_to(state), pointer_to(memo), False, room.moves)


@entry
def seed(source: Words64, words: Words64, lucks: Words64) -> None:
    """Write the streams of seeds, each given as two words."""
    chance = pointer_to(source)
    for number in range(len(words)):
        seed_streams(chance, words[number, 0], words[number, 1])
        copy_source(chance, pointer_to(lucks[number]))


@entry
def act(edition: Ints64, state: Ints16, what: int, number: int, counts: Ints64) -> None:
    """Carry out the move of a code, or an outcome: dice by value, stones by colour or a card."""
    table = pointer_to(edition)
    position = pointer_to(state)
    numbers = pointer_to(counts)
    if what == MOVE:
        carry_out(table, position, number)
    elif what == DICE:
        receive_dice(table, position, numbers)
    elif what == STONES:
        money.receive_stones(table, position, numbers)
    else:
        cards.receive_card(table, position, number)


@entry
def step(work: Workspace, bounds: Ints16, games: Games, moves: Ints64) -> int:
    """Carry out a move in each state, unless it is `NO_MOVE`, and the outcomes that follow.

    Nothing is carried out if anything is wrong; return the first row where it is.
    """
    room = pointer_to(work)
    least = pointer_to(bounds[0])
    most = pointer_to(bounds[1])
    for number in range(len(games.states)):
        state = pointer_to(games.states[number])
        luck = pointer_to(games.lucks[number])
        move = moves[number]
        draws_card = codes.kind_of(move) == codes.DRAW_CARD
        if not (fits(luck) and can_step(room.edition, least, most, state, draws_card)):
            return number
        if move != NO_MOVE and not is_legal(room.edition, state, move, room.moves):
            return number
    for number in range(len(games.states)):
        state = pointer_to(games.states[number])
        luck = pointer_to(games.lucks[number])
        if moves[number] >= 0:
            carry_out(room.edition, state, moves[number])
        if state[at.PENDING]:
            copy_source(luck, room.source)
            settle(room.edition, state, room.source, room.scratch)
            copy_source(room.source, luck)
    return NO_ROW


@entry
def write_masks(
    work: Workspace, bounds: Ints16, states: Ints16, actions: Ints64, masks: NDArray[np.uint8]
) -> int:
    """Mark the legal moves of each state among the actions; stop at a row that is no state."""
    room = pointer_to(work)
    known = pointer_to(actions)
    least = pointer_to(bounds[0])
    most = pointer_to(bounds[1])
    for number in range(len(states)):
        state = pointer_to(states[number])
        mask = pointer_to(masks[number])
        if not can_step(room.edition, least, most, state, False):
            return number
        mark_moves(room.edition, state, known, len(actions), room.moves, mask)
    return NO_ROW


@entry
def write_observations(edition: Ints64, states: Ints16, seats: Ints64, seen: Floats32) -> int:
    """Write what a seat sees of each state, `MOVER` for the player to move.

    Stop at a row that is no state, and return it.
    """
    table = pointer_to(edition)
    for number in range(len(states)):
        state = pointer_to(states[number])
        seat = int(seats[number])
        if not can_show(table, state):
            return number
        seat = int(state[at.CURRENT_PLAYER]) if seat == MOVER else seat
        observe(table, state, seat, pointer_to(seen[number]))
    return NO_ROW


@entry
def sample(work: Workspace, states: Ints16, seat: int, word: np.uint64) -> None:
    """Draw in each state what a seat does not know (R10.2), with the generator of this seed."""
    room = pointer_to(work)
    seed_fast(room.source, word)
    for number in range(len(states)):
        draw_hidden(room.edition, pointer_to(states[number]), seat, room.source, room.scratch)


@entry
def share_out(edition: Ints64, states: Ints16, shares: Floats64) -> None:
    """Share the win of each state that is over among the winners; NaN for the others."""
    table = pointer_to(edition)
    for number in range(len(states)):
        state = pointer_to(states[number])
        if state[at.IS_OVER]:
            ending.add_shares(table, state, 1.0, pointer_to(shares[number]))
        else:
            shares[number] = np.nan


@entry
def play(
    work: Workspace, games: Games, bots: Bots, settings: Settings, learned: Learned | None,
    notes: Notes,
) -> None:  # fmt: skip
    """Play games to their ends, and note their figures."""
    room = pointer_to(work)
    for game in range(len(games.states)):
        copy_source(pointer_to(games.lucks[game]), room.source)
        own = Bots(
            pointer_to(bots.kinds[game]),
            pointer_to(bots.rows[game]),
            pointer_to(bots.seeds[game]),
        )
        noted = Notes(
            pointer_to(notes.games[game]),
            pointer_to(notes.choices[game]),
            notes.most_choices,
        )
        state = pointer_to(games.states[game])
        play_game(room, state, own, pointer_to(settings), pointer_to(learned), noted)


class Episodes(NamedTuple):
    """Games of learners against bots: most arrays have a row for each game."""

    states: Ints16
    lucks: Words64
    twisters: Words32
    """The random numbers of bots, by seat."""
    seats: Ints64
    """Of the learner, or `ALL_SEATS`."""
    rewards: Floats64
    """By seat."""
    kinds: Ints64
    """The kinds of the bots for all games, by seat counted on from the learner's."""
    memo: Floats64
    """The values of `greedy`."""
    reward: int
    """The kind of reward, by its place in `REWARDS`."""


@entry
def seed_bots(twisters: Words32, rows: Ints64, seeds: Words32) -> None:
    """Seed the random numbers of the bots of some games, by a row of `seeds` for each of these."""
    for number in range(len(rows)):
        for seat in range(twisters.shape[1]):
            own = pointer_to(twisters[rows[number], seat])
            seed_twister(own, pointer_to(seeds[number, seat]))


@entry
def advance(work: Workspace, games: Episodes, rows: Ints64, moves: Ints64) -> int:
    """Carry out a move in each of some games, and let the bots play until a learner is to move.

    `NO_MOVE` is skipped. Nothing is carried out if a move is illegal or the rows do not ascend;
    return the first number where it is so.
    """
    room = pointer_to(work)
    memo = pointer_to(games.memo)
    before = -1
    for number in range(len(rows)):
        if not before < rows[number] < len(games.states):
            return number
        before = rows[number]
        state = pointer_to(games.states[before])
        move = moves[number]
        if move != NO_MOVE and not is_legal(room.edition, state, move, room.moves):
            return number
    for number in range(len(rows)):
        game = rows[number]
        state = pointer_to(games.states[game])
        luck = pointer_to(games.lucks[game])
        twisters = pointer_to(games.twisters[game])
        learner = int(games.seats[game])
        copy_source(luck, room.source)
        if moves[number] >= 0:
            carry_out(room.edition, state, moves[number])
        settle(room.edition, state, room.source, room.scratch)
        plays_all = learner == ALL_SEATS
        while not (state[at.IS_OVER] or plays_all or state[at.CURRENT_PLAYER] == learner):
            seat = int(state[at.CURRENT_PLAYER])
            kind = games.kinds[(seat - learner) % room.edition[of.PLAYERS]]
            move = choose_by(room, state, kind, memo, twister_of(twisters, seat))
            carry_out(room.edition, state, move)
            settle(room.edition, state, room.source, room.scratch)
        copy_source(room.source, luck)
        if state[at.IS_OVER]:
            write_rewards(room.edition, state, games.reward, pointer_to(games.rewards[game]))
    return NO_ROW


@entry
def roll_out(work: Workspace, games: Games, words: Words64, memo: Floats64) -> None:
    """Let `greedy` play on to the end from each state; a word for each decides all chance."""
    room = pointer_to(work)
    values = pointer_to(memo)
    for number in range(len(games.states)):
        state = pointer_to(games.states[number])
        word = words[number]
        copy_source(pointer_to(games.lucks[number]), room.source)
        last = last_round(room.edition, room.source)
        settle_by(room.edition, state, room.source, word, room.scratch)
        while not state[at.IS_OVER]:
            move = decide(room.edition, state, values, False, room.moves)
            carry_on(room.edition, state, room.source, last, move)
            settle_by(room.edition, state, room.source, word, room.scratch)


@entry
def search_move(arrays: Search, state: Ints16, word: np.uint64, player: Player) -> int:
    """Choose a move for the player to move, by a search or by the policy; return its code."""
    search = pointer_to(arrays)
    seed_fast(search.luck, word)
    return searching.search_move(search, pointer_to(state), pointer_to(player))


@entry
def write_plans(arrays: Search, state: Ints16, player: Player) -> int:
    """Write the plans; count them."""
    return searching.write_plans(pointer_to(arrays), pointer_to(state), pointer_to(player))


@entry
def try_plans(
    arrays: Search, state: Ints16, player: Player, plans: Ints64, first: int, shares: Floats64
) -> None:
    """Try each plan, a row of moves, by rows of `shares`, from the try of number `first` on."""
    search = pointer_to(arrays)
    position = pointer_to(state)
    own = pointer_to(player)
    for plan in range(len(plans)):
        moves = pointer_to(plans[plan])
        most = plans.shape[1]
        for number in range(shares.shape[1]):
            word = search.luck[FAST] + np.uint64(first + number)
            shares[plan, number] = searching.try_moves(search, position, own, word, moves, most)


@entry
def play_plans(
    arrays: Search, state: Ints16, player: Player, plans: Ints64, first: int, ends: Ints16,
    shares: Floats64,
) -> None:  # fmt: skip
    """Carry out each plan, a row of moves, and play to the end: rows of `ends` and `shares`.

    The first row has the chance of the try of number `first`.
    """
    search = pointer_to(arrays)
    position = pointer_to(state)
    own = pointer_to(player)
    for plan in range(len(plans)):
        moves = pointer_to(plans[plan])
        most = plans.shape[1]
        for number in range(ends.shape[1]):
            word = search.luck[FAST] + np.uint64(first + number)
            searching.play_to_end(search, position, own, word, moves, most)
            for place in range(ends.shape[2]):
                ends[plan, number, place] = search.after[place]
            for seat in range(shares.shape[2]):
                shares[plan, number, seat] = search.shares[seat]
