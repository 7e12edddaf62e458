"""The engine on compiled states: legal moves, what moves and outcomes do, and drawing outcomes.

A new kind of move needs a case in `codes`, here and in `bridge`.
"""

import numpy as np

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, clear, mover
from livingstone.kernel.compiling import Ints, Words, compile_module
from livingstone.kernel.rules import cards, ending, money, rounds, tents
from livingstone.kernel.streams import (
    CARDS,
    COUNTS,
    DIGITS,
    DONATIONS,
    FAST,
    ROUNDS,
    STONES,
    U,
    below,
    draw_digits,
)


def list_moves(edition: Ints, state: Ints, moves: Ints) -> int:
    """Write the codes of the legal moves, ascending, which is the engine's order; count them."""
    if state[at.PENDING] or state[at.IS_OVER]:
        return 0
    count = 0
    if not state[at.DIE]:
        count = rounds.legal_dice(edition, state, moves, count)
    else:
        count = list_uses(edition, state, moves, count)
    if rounds.allows_free_actions(edition, state):
        player = mover(edition, state)
        count = cards.legal_plays(edition, state, moves, count)
        count = money.legal_sales(state, player, moves, count)
        count = money.legal_donations(state, player, moves, count)
    return rounds.legal_end(state, moves, count)


def list_uses(edition: Ints, state: Ints, moves: Ints, count: int) -> int:
    """List what the die at hand can be used for (R4)."""
    if cards.can_draw(edition, state):
        moves[count] = codes.code_of(codes.DRAW_CARD, 0, 0, 0)
        count += 1
    if state[at.BANK]:  # R4.2
        moves[count] = codes.code_of(codes.TAKE_COINS, 0, 0, 0)
        count += 1
    moves[count] = codes.code_of(codes.DIG, 0, 0, 0)  # the bag is never empty (R4.3, R4.8)
    return tents.legal_builds(edition, state, moves, count + 1)


def is_legal(edition: Ints, state: Ints, move: int, moves: Ints) -> bool:
    """Return whether a number is the code of a legal move; `moves` is room to list a few."""
    kind = codes.kind_of(move)
    first = codes.part(move, 1)
    count = 0
    if state[at.PENDING] or state[at.IS_OVER] or not codes.TAKE_DIE <= kind <= codes.END_TURN:
        return False
    if kind == codes.TAKE_DIE:
        if not state[at.DIE]:
            count = rounds.legal_dice(edition, state, moves, count)
    elif kind == codes.END_TURN:
        count = rounds.legal_end(state, moves, count)
    elif kind < codes.PLAY_CARD:
        count = _list_uses_of_kind(edition, state, kind, moves) if state[at.DIE] else 0
    elif rounds.allows_free_actions(edition, state):
        count = _list_free_actions(edition, state, kind, first, moves)
    place = 0
    while place < count and moves[place] != move:
        place += 1
    return place < count


def _list_uses_of_kind(edition: Ints, state: Ints, kind: int, moves: Ints) -> int:
    """List the uses of the die of one kind, as `list_uses` lists all; count them."""
    if kind == codes.BUILD_TENT:
        return tents.legal_builds(edition, state, moves, 0)
    if kind == codes.DRAW_CARD and not cards.can_draw(edition, state):
        return 0
    if kind == codes.TAKE_COINS and not state[at.BANK]:
        return 0
    moves[0] = codes.code_of(kind, 0, 0, 0)
    return 1


def _list_free_actions(edition: Ints, state: Ints, kind: int, first: int, moves: Ints) -> int:
    """List the free actions of a kind with this first part of their codes; count them."""
    player = mover(edition, state)
    if kind == codes.SELL_GEMS:
        return money.legal_sales(state, player, moves, 0)
    if kind == codes.DONATE:
        moves[0] = codes.code_of(codes.DONATE, first, 0, 0)
        return int(1 <= first <= state[player + at.COINS])
    if first < edition[of.KINDS] and state[player + edition[of.HAND] + first]:
        return cards.legal_with(edition, state, first, moves, 0)
    return 0


def carry_out(edition: Ints, state: Ints, move: int) -> None:
    """Carry out a legal move; an outcome of chance may be awaited afterwards."""
    kind = codes.kind_of(move)
    if kind == codes.TAKE_DIE:
        rounds.take_die(edition, state, move)
    elif kind == codes.DRAW_CARD:
        cards.draw_card(edition, state)
    elif kind == codes.TAKE_COINS:
        money.receive(state, mover(edition, state), int(state[at.DIE]))  # R4.2
        state[at.DIE] = 0
    elif kind == codes.DIG:
        money.await_stones(state, int(state[at.DIE]))  # R4.3
        state[at.DIE] = 0
    elif kind == codes.BUILD_TENT:
        tents.build(edition, state, move)
    elif kind == codes.PLAY_CARD:
        cards.play_card(edition, state, move)
    elif kind == codes.SELL_GEMS:
        money.sell(edition, state, move)
    elif kind == codes.DONATE:
        money.donate(edition, state, move)
    else:
        rounds.pass_turn(edition, state)


def receive_dice(edition: Ints, state: Ints, rolled: Ints) -> None:
    """Carry out an awaited roll, given as the number of dice of each value (R2.1, R9.2)."""
    if state[at.PENDING] == at.DONATION_ROLL:
        ending.receive_threshold(edition, state, rolled)
    else:
        for value in range(edition[of.SIDES]):
            state[at.DICE + value] = rolled[value]
    state[at.PENDING] = at.NOTHING
    state[at.PENDING_COUNT] = 0


def settle(edition: Ints, state: Ints, source: Words, scratch: Ints) -> None:
    """Draw outcomes and carry them out until a player is to move or the game is over.

    `scratch` is room for the numbers of an outcome.
    """
    while state[at.PENDING]:
        pending = state[at.PENDING]
        if pending == at.ROUND_ROLL:
            _roll(edition, state, source, ROUNDS, scratch)
        elif pending == at.DONATION_ROLL:
            _roll(edition, state, source, DONATIONS, scratch)
        elif pending == at.STONE_DRAW:
            _draw_stones(edition, state, source, scratch)
        else:
            _draw_card(edition, state, source)


LONGEST = 5
"""Rounds for each column after which a rollout or a try ends. The rules have no limit (R2.7), and
with own cards players can pay for ever for moving the boat back."""


def last_round(edition: Ints, source: Words) -> int:
    """Return the number of the last round of a rollout or a try that begins now."""
    return int(source[COUNTS + ROUNDS]) + LONGEST * int(edition[of.COLUMNS])


def carry_on(edition: Ints, state: Ints, source: Words, last: int, move: int) -> None:
    """Carry out a move of a rollout or a try; after its last round, end the game as it stands."""
    if int(source[COUNTS + ROUNDS]) > last:
        ending.end_game(edition, state)
    else:
        carry_out(edition, state, move)


def settle_by(edition: Ints, state: Ints, source: Words, luck: np.uint64, scratch: Ints) -> None:
    """Draw what is awaited by a word, the kind of event and how many of the kind came before.

    So the n-th roll, draw of stones or card is the same in all games with this word, whatever was
    played (common random numbers). What follows at once, such as the replacement of a mine collapse
    (R6.12), is drawn with the same generator.
    """
    pending = int(state[at.PENDING])
    if pending:
        kind = min(pending, at.CARD_DRAW) - 1  # as they are numbered in `streams`
        # An odd factor gives different events different words; this one mixes well (wyhash).
        event = source[COUNTS + kind] * U(8) + U(kind + 1)
        source[FAST] = luck ^ (event * U(0xA0761D6478BD642F))
        settle(edition, state, source, scratch)


def _roll(edition: Ints, state: Ints, source: Words, kind: int, scratch: Ints) -> None:
    """Roll dice (R2.1, R9.2)."""
    sides = edition[of.SIDES]
    count = int(state[at.PENDING_COUNT])
    draw_digits(source, kind, sides, 0, count)
    clear(scratch, 0, sides)
    for die in range(count):
        scratch[int(source[DIGITS + die])] += 1
    receive_dice(edition, state, scratch)


def _draw_stones(edition: Ints, state: Ints, source: Words, scratch: Ints) -> None:
    """Draw stones out of the bag, one after the other (R4.3)."""
    count = int(state[at.PENDING_COUNT])
    draw_digits(source, STONES, money.stones_in_bag(state), 1, count)
    clear(scratch, 0, 5)
    for stone in range(count):
        place = int(source[DIGITS + stone])
        colour = 0
        while place >= state[at.BAG_NOW + colour] - scratch[colour]:
            place -= state[at.BAG_NOW + colour] - scratch[colour]
            colour += 1
        scratch[colour] += 1
    money.receive_stones(edition, state, scratch)


def _draw_card(edition: Ints, state: Ints, source: Words) -> None:
    """Draw a card from the pile (R4.1)."""
    pile = edition[of.PILE]
    draw_digits(source, CARDS, cards.cards_in(edition, state, pile), 0, 1)
    place = int(source[DIGITS])
    kind = 0
    while place >= state[pile + kind]:
        place -= state[pile + kind]
        kind += 1
    cards.receive_card(edition, state, kind)


def draw_hidden(edition: Ints, state: Ints, seat: int, source: Words, pool: Ints) -> None:
    """Draw the hands and chests that a seat does not see; the end shows all (R10.2, R10.4)."""
    if not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        _deal_hands(edition, state, seat, source, pool)
        _draw_chests(edition, state, seat, source)


def _deal_hands(edition: Ints, state: Ints, seat: int, source: Words, pool: Ints) -> None:
    """Deal the unseen cards, without mine collapses, to the hidden hands (R6.11)."""
    kinds = edition[of.KINDS]
    pile = edition[of.PILE]
    holdable = 0
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


def _deal_hand(
    edition: Ints, state: Ints, seat: int, source: Words, pool: Ints, holdable: int
) -> int:
    """Deal a player as many cards as it holds; return how many cards are left to deal."""
    hand = block(edition, seat) + edition[of.HAND]
    kinds = edition[of.KINDS]
    held = add_up(state, hand, kinds)
    clear(state, hand, kinds)
    for card in range(held):
        place = below(source, holdable - card)
        kind = 0
        while place >= pool[kind]:
            place -= pool[kind]
            kind += 1
        pool[kind] -= 1
        state[hand + kind] += 1
    return holdable - held


def _draw_chests(edition: Ints, state: Ints, seat: int, source: Words) -> None:
    """Draw what is in each hidden chest, all amounts within its bounds equally likely (R10.2)."""
    for other in range(edition[of.PLAYERS]):
        if other != seat:
            player = block(edition, other)
            funds = state[player + at.COINS] + state[player + at.CHEST]
            least = int(state[player + at.DONATIONS])
            chest = least + below(source, int(state[player + at.CHEST_LIMIT]) - least + 1)
            state[player + at.CHEST] = chest
            state[player + at.COINS] = funds - chest


compile_module(__name__)
