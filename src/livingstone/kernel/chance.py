"""Chance: drawing the outcome that a state awaits, and carrying it out."""

import numpy as np

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import clear
from livingstone.kernel.compiling import Ints, Words, compile_module
from livingstone.kernel.engine import receive_dice
from livingstone.kernel.rules import cards, mine
from livingstone.kernel.streams import (
    CARDS,
    COUNTS,
    DIGITS,
    DONATIONS,
    FAST,
    ROUNDS,
    STONES,
    draw_digits,
)

U = np.uint64


def settle(edition: Ints, state: Ints, source: Words, scratch: Ints) -> None:
    """Draw outcomes and carry them out, until a player is to move or the game is over.

    `scratch` holds an outcome: the dice by value, or the stones by colour.
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


def settle_by(edition: Ints, state: Ints, source: Words, luck: np.uint64, scratch: Ints) -> None:
    """Settle what is awaited by a word, the kind of event and how many came before.

    So chance is common to all games with the same word, whatever was played (common random
    numbers). What follows at once, such as a replacement (R6.12), is drawn after it.
    """
    pending = int(state[at.PENDING])
    if pending:
        kind = min(pending, at.CARD_DRAW) - 1  # as they are numbered in `streams`
        event = source[COUNTS + kind] * U(8) + U(kind + 1)
        source[FAST] = luck ^ (event * U(0xA0761D6478BD642F))
        settle(edition, state, source, scratch)


def _roll(edition: Ints, state: Ints, source: Words, kind: int, scratch: Ints) -> None:
    """Roll dice (R2.1, R9.2)."""
    sides, count = edition[of.SIDES], int(state[at.PENDING_COUNT])
    draw_digits(source, kind, sides, 0, count)
    clear(scratch, 0, sides)
    for die in range(count):
        scratch[int(source[DIGITS + die])] += 1
    receive_dice(edition, state, scratch)


def _draw_stones(edition: Ints, state: Ints, source: Words, scratch: Ints) -> None:
    """Draw stones out of the bag, one after the other (R4.3)."""
    count = int(state[at.PENDING_COUNT])
    draw_digits(source, STONES, mine.stones_in_bag(state), 1, count)
    clear(scratch, 0, 5)
    for stone in range(count):
        place, colour = int(source[DIGITS + stone]), 0
        while place >= state[at.BAG_NOW + colour] - scratch[colour]:
            place -= state[at.BAG_NOW + colour] - scratch[colour]
            colour += 1
        scratch[colour] += 1
    mine.receive_stones(edition, state, scratch)


def _draw_card(edition: Ints, state: Ints, source: Words) -> None:
    """Draw a card from the pile (R4.1)."""
    pile = edition[of.PILE]
    draw_digits(source, CARDS, cards.cards_in(edition, state, pile), 0, 1)
    place, kind = int(source[DIGITS]), 0
    while place >= state[pile + kind]:
        place -= state[pile + kind]
        kind += 1
    cards.receive_card(edition, state, kind)


compile_module(__name__)
