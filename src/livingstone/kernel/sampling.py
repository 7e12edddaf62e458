"""R10.2: drawing what a seat does not know, as `livingstone.sample_state` does."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, clear
from livingstone.kernel.compiling import Ints, Words, compile_module
from livingstone.kernel.streams import below


def draw_hidden(edition: Ints, state: Ints, seat: int, source: Words, pool: Ints) -> None:
    """Draw the hidden hands and chests, unless the end has shown them (R10.2, R10.4)."""
    if not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        _deal_hands(edition, state, seat, source, pool)
        _draw_chests(edition, state, seat, source)


def _deal_hands(edition: Ints, state: Ints, seat: int, source: Words, pool: Ints) -> None:
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


def _deal_hand(
    edition: Ints, state: Ints, seat: int, source: Words, pool: Ints, holdable: int
) -> int:
    """Deal a player as many cards as it holds; return the number of those that are left."""
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
