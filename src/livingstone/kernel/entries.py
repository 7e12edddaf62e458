"""The compiled functions that Python calls; each is cached with all that it calls."""

from typing import Any

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, clear
from livingstone.kernel.chance import settle
from livingstone.kernel.compiling import Ints, compiled, entry, pointer_to
from livingstone.kernel.engine import carry_out, list_moves, receive_dice
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.rules import cards, mine
from livingstone.kernel.rules.ending import is_out, rank_of
from livingstone.kernel.streams import FAST, KEPT, below, seed_fast, seed_streams

MOVE, DICE, STONES, CARD = range(4)
"""What `act` carries out."""


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


SPECTATOR = -1


@entry
def make_masks(edition: Any, states: Any, actions: Any, moves: Any, masks: Any) -> None:
    """Mark the legal moves of each state among `actions`, ascending codes."""
    table, room = pointer_to(edition), pointer_to(moves)
    for number in range(len(states)):
        mask = pointer_to(masks[number])
        clear(mask, 0, len(actions))
        for place in range(list_moves(table, pointer_to(states[number]), room)):
            found = _find(pointer_to(actions), len(actions), room[place])
            if found < len(actions):
                mask[found] = 1


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


@compiled
def _find(codes: Ints, count: int, code: int) -> int:
    """Find a code among ascending ones; give `count` if it is not there."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low if low < count and codes[low] == code else count


@entry
def step(edition: Any, states: Any, moves: Any, lucks: Any, source: Any, scratch: Any) -> None:
    """Carry out a move in each state, and the outcomes that follow; a move below 0 is no move.

    A row of `lucks` is what is kept of the source of a state's chance.
    """
    table, chance, room = pointer_to(edition), pointer_to(source), pointer_to(scratch)
    for number in range(len(states)):
        state = pointer_to(states[number])
        if moves[number] >= 0:
            carry_out(table, state, moves[number])
        if state[at.PENDING]:
            for place in range(KEPT):
                chance[place] = lucks[number, place]
            settle(table, state, chance, room)
            for place in range(KEPT):
                lucks[number, place] = chance[place]


@entry
def sample(edition: Any, states: Any, seat: int, seed: Any, source: Any, scratch: Any) -> None:
    """Draw anew, in each state, what a seat does not know (R10.2), as `sample_state` does."""
    table, chance, pool = pointer_to(edition), pointer_to(source), pointer_to(scratch)
    seed_fast(chance, seed)
    for number in range(len(states)):
        state = pointer_to(states[number])
        if not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:  # R10.4
            _deal_hands(table, state, seat, chance, pool)
            _draw_chests(table, state, seat, chance)


@compiled
def _deal_hands(edition: Ints, state: Ints, seat: int, source: Any, pool: Ints) -> None:
    """Deal the unseen cards to the hidden hands; a mine collapse is never held (R6.11)."""
    kinds, pile, holdable = edition[of.KINDS], edition[of.PILE], 0
    for kind in range(kinds):
        pool[kind] = 0
        if edition[of.EFFECT + kind] != of.MINE_COLLAPSE:
            pool[kind] = int(state[pile + kind])
            for other in range(edition[of.PLAYERS]):
                if other != seat:
                    pool[kind] += state[block(edition, other) + edition[of.HAND] + kind]
            holdable += pool[kind]
    for other in range(edition[of.PLAYERS]):
        if other != seat:
            holdable = _deal_hand(edition, state, other, source, pool, holdable)
    for kind in range(kinds):
        if edition[of.EFFECT + kind] != of.MINE_COLLAPSE:
            state[pile + kind] = pool[kind]


@compiled
def _deal_hand(
    edition: Ints, state: Ints, seat: int, source: Any, pool: Ints, holdable: int
) -> int:
    """Deal a player as many cards as it holds; give the number of those that are left."""
    hand, kinds = block(edition, seat) + edition[of.HAND], edition[of.KINDS]
    held = add_up(state, hand, kinds)
    clear(state, hand, kinds)
    for card in range(held):
        place, kind = below(source, holdable - card), 0
        while place >= pool[kind]:
            place -= pool[kind]
            kind += 1
        pool[kind] -= 1
        state[hand + kind] += 1
    return holdable - held


@compiled
def _draw_chests(edition: Ints, state: Ints, seat: int, source: Any) -> None:
    """Draw what is in each hidden chest, all amounts within its bounds equally likely (R10.2)."""
    for other in range(edition[of.PLAYERS]):
        if other != seat:
            player = block(edition, other)
            funds = state[player + at.COINS] + state[player + at.CHEST]
            least = int(state[player + at.DONATIONS])
            chest = least + below(source, int(state[player + at.CHEST_LIMIT]) - least + 1)
            state[player + at.CHEST] = chest
            state[player + at.COINS] = funds - chest


@entry
def share_out(edition: Any, states: Any, shares: Any) -> None:
    """Share the win of each state that is over among the winners; `shares` are NaN."""
    table = pointer_to(edition)
    for number in range(len(states)):
        state = pointer_to(states[number])
        if state[at.IS_OVER]:
            winners = 0
            for seat in range(table[of.PLAYERS]):
                won = rank_of(table, state, seat) == 1 and not is_out(table, state, seat)
                shares[number, seat] = 1.0 if won else 0.0
                winners += int(won)
            for seat in range(table[of.PLAYERS]):
                shares[number, seat] /= max(winners, 1)
