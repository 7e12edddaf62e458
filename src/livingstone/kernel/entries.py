"""The compiled functions that Python calls; each is cached with all that it calls."""

from typing import Any

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.chance import settle
from livingstone.kernel.compiling import Ints, entry, pointer_to, shifted
from livingstone.kernel.engine import carry_out, list_moves, receive_dice
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.learning import any_move, write_rewards
from livingstone.kernel.observing import mark_moves, observe
from livingstone.kernel.playing import play_game, settle_by_seed
from livingstone.kernel.rules import cards, mine
from livingstone.kernel.sampling import draw_hidden
from livingstone.kernel.search.searching import point, point_brain
from livingstone.kernel.streams import COUNTS, FAST, KEPT, below, seed_fast, seed_streams
from livingstone.kernel.twister import TWISTER_SIZE, seed_twister

MOVE, DICE, STONES, CARD = range(4)
"""What `act` carries out."""
MOVER = -2
"""The number of an observer: the player to move."""
NO_MOVE = -1
ALL_SEATS = -1
"""The seat of a learner that plays all seats."""


@entry
def legal_moves(edition: Any, state: Any, moves: Any) -> int:
    """Write the codes of the legal moves; count them."""
    return list_moves(pointer_to(edition), pointer_to(state), pointer_to(moves))


@entry
def choose(edition: Any, state: Any, mind: Any, knows_pile: bool, moves: Any) -> int:
    """Choose a legal move as `greedy` does."""
    table, room = pointer_to(edition), pointer_to(moves)
    return decide(table, pointer_to(state), pointer_to(mind), knows_pile, room)


@entry
def seed(source: Any, words: Any, is_seeded: bool) -> None:
    """Seed a source by two words: the streams of the seed that has them, or the generator."""
    if is_seeded:
        seed_streams(pointer_to(source), words[0], words[1])
    else:
        seed_fast(pointer_to(source), words[0] ^ words[1])


@entry
def act(edition: Any, state: Any, what: int, number: int, counts: Any) -> None:
    """Carry out a move or an outcome.

    `number` is the code of the move or the kind of card, `counts` are the dice by value or the
    stones by colour.
    """
    table, position, numbers = pointer_to(edition), pointer_to(state), pointer_to(counts)
    if what == MOVE:
        carry_out(table, position, number)
    elif what == DICE:
        receive_dice(table, position, numbers)
    elif what == STONES:
        mine.receive_stones(table, position, numbers)
    else:
        cards.receive_card(table, position, number)


@entry
def pick(edition: Any, states: Any, lucks: Any, moves: Any, source: Any, picked: Any) -> None:
    """Pick a legal move of each state, all equally likely; `picked` is -1 where there is none."""
    table, chance, room = pointer_to(edition), pointer_to(source), pointer_to(moves)
    for number in range(len(states)):
        count = list_moves(table, pointer_to(states[number]), room)
        if count:
            chance[FAST] = lucks[number, FAST]
            picked[number] = room[below(chance, count)]
            lucks[number, FAST] = chance[FAST]


@entry
def step(
    edition: Any, states: Any, moves: Any, lucks: Any, source: Any, scratch: Any, actions: Any,
    room: Any, masks: Any, seats: Any, seen: Any,
) -> None:  # fmt: skip
    """Carry out a move in each state, and the outcomes that follow; then mark moves and observe.

    A move below 0 is skipped. A row of `lucks` keeps the source of a state's chance.
    Without `moves`, states stay as they are; without `masks` or `seen`, nothing is written there.
    """
    table, chance, counts = pointer_to(edition), pointer_to(source), pointer_to(scratch)
    for number in range(len(states)):
        state = pointer_to(states[number])
        if len(moves):
            if moves[number] >= 0:
                carry_out(table, state, moves[number])
            if state[at.PENDING]:
                for place in range(KEPT):
                    chance[place] = lucks[number, place]
                settle(table, state, chance, counts)
                for place in range(KEPT):
                    lucks[number, place] = chance[place]
        if len(masks):
            mask, listed = pointer_to(masks[number]), pointer_to(room)
            mark_moves(table, state, pointer_to(actions), len(actions), listed, mask)
        if len(seen):
            seat = int(state[at.CURRENT_PLAYER]) if seats[number] == MOVER else int(seats[number])
            observe(table, state, seat, pointer_to(seen[number]))


@entry
def sample(edition: Any, states: Any, seat: int, seed: Any, source: Any, scratch: Any) -> None:
    """Draw in each state what a seat does not know (R10.2), with the generator of this seed."""
    table, chance, pool = pointer_to(edition), pointer_to(source), pointer_to(scratch)
    seed_fast(chance, seed)
    for number in range(len(states)):
        draw_hidden(table, pointer_to(states[number]), seat, chance, pool)


@entry
def share_out(edition: Any, states: Any, shares: Any) -> None:
    """Share the win of each state that is over among the winners; `shares` are NaN."""
    table = pointer_to(edition)
    for number in range(len(states)):
        state = pointer_to(states[number])
        if state[at.IS_OVER]:
            write_rewards(table, state, 0, pointer_to(shares[number]))


@entry
def play(
    edition: Ints, states: Any, seeds: Any, is_seeded: bool, bots: Any, bot_seeds: Any, minds: Any,
    desk: Any, brain: Any, knows_pile: bool, most_rounds: int, source: Any, twisters: Any,
    moves: Ints, scratch: Ints, notes: Any, choices: Any,
) -> None:  # fmt: skip
    """Play games from the given states on, to their ends or until `most_rounds` rounds have begun.

    A game is a row of `states`, `seeds` (two words), `bots` (a number for each seat), `bot_seeds`
    (four words for each seat), `notes` and `choices`: the places of the moves that bots chose among
    two legal ones or more. Choices that do not fit in the row are only counted; none are if it is
    empty. `brain` has the settings of all bots that search; it and `desk` are None without such
    bots. The other arrays are room to work in.
    """
    for game in range(len(states)):
        play_game(
            pointer_to(edition), pointer_to(states[game]), pointer_to(seeds[game]), is_seeded,
            pointer_to(bots[game]), pointer_to(bot_seeds[game]), pointer_to(minds),
            minds.shape[1], point(desk), point_brain(brain), knows_pile, most_rounds,
            pointer_to(source), pointer_to(twisters), pointer_to(moves), pointer_to(scratch),
            pointer_to(notes[game]), pointer_to(choices[game]), choices.shape[1],
        )  # fmt: skip


@entry
def begin(
    start: Any, rows: Any, seeds: Any, bot_seeds: Any, source: Any, states: Any, lucks: Any,
    twisters: Any,
) -> None:  # fmt: skip
    """Begin the games of some rows; `seeds` and `bot_seeds` have a row for each of these."""
    chance = pointer_to(source)
    for number in range(len(rows)):
        game = rows[number]
        states[game] = start
        seed_streams(chance, seeds[number, 0], seeds[number, 1])
        lucks[game] = source[:KEPT]
        for seat in range(twisters.shape[1]):
            seed_twister(pointer_to(twisters[game, seat]), pointer_to(bot_seeds[number, seat]))


@entry
def advance(
    edition: Any, rows: Any, codes: Any, seats: Any, bots: Any, mind: Any, kind: int, source: Any,
    moves: Any, scratch: Any, states: Any, lucks: Any, twisters: Any, rewards: Any,
) -> None:  # fmt: skip
    """Carry out a move in each of some games, and let the bots play until a learner is to move.

    A code below 0 is skipped. `bots` says of each seat, counted on from the learner's, whether its
    bot is random. A game that ends writes its row of `rewards`.
    """
    table, chance, room = pointer_to(edition), pointer_to(source), pointer_to(moves)
    for number in range(len(rows)):
        game = rows[number]
        state = pointer_to(states[game])
        luck, learner = pointer_to(lucks[game]), int(seats[game])
        for place in range(KEPT):
            chance[place] = luck[place]
        if codes[number] >= 0:
            carry_out(table, state, codes[number])
        settle(table, state, chance, pointer_to(scratch))
        plays_all = learner == ALL_SEATS
        while not (state[at.IS_OVER] or plays_all or state[at.CURRENT_PLAYER] == learner):
            seat = int(state[at.CURRENT_PLAYER])
            if bots[(seat - learner) % table[of.PLAYERS]]:
                twister = shifted(pointer_to(twisters[game]), seat * TWISTER_SIZE)
                move = any_move(table, state, twister, room)
            else:
                move = decide(table, state, pointer_to(mind), False, room)
            carry_out(table, state, move)
            settle(table, state, chance, pointer_to(scratch))
        for place in range(KEPT):
            luck[place] = chance[place]
        if state[at.IS_OVER]:
            write_rewards(table, state, kind, pointer_to(rewards[game]))


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
        settle_by_seed(table, position, chance, seed, numbers)
        while not position[at.IS_OVER]:
            if step < plans.shape[1] and plans[plan, step] != NO_MOVE:
                move = plans[plan, step]
                step += 1
            elif is_random:
                move = room[below(chance, list_moves(table, position, room))]
            else:
                move = decide(table, position, thoughts, False, room)
            carry_out(table, position, move)
            settle_by_seed(table, position, chance, seed, numbers)
        write_rewards(table, position, 0, pointer_to(shares[number]))
