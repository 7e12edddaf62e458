"""Chance: drawing the outcome that a state awaits, and carrying it out."""

from typing import Any

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import clear
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.engine import receive_dice
from livingstone.kernel.rules import cards, mine
from livingstone.kernel.streams import CARDS, DIGITS, DONATIONS, ROUNDS, STONES, draw_digits

SCRATCH_SIZE = 32  # of the array that holds an outcome: the dice by value, or stones by colour


def settle(edition: Ints, state: Ints, source: Any, scratch: Ints) -> None:
    """Draw outcomes and carry them out, until a player is to move or the game is over."""
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


def _roll(edition: Ints, state: Ints, source: Any, kind: int, scratch: Ints) -> None:
    """Roll dice (R2.1, R9.2)."""
    sides, count = edition[of.SIDES], int(state[at.PENDING_COUNT])
    draw_digits(source, kind, sides, 0, count)
    clear(scratch, 0, sides)
    for die in range(count):
        scratch[int(source[DIGITS + die])] += 1
    receive_dice(edition, state, scratch)


def _draw_stones(edition: Ints, state: Ints, source: Any, scratch: Ints) -> None:
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


def _draw_card(edition: Ints, state: Ints, source: Any) -> None:
    """Draw a card from the pile (R4.1)."""
    pile = edition[of.PILE]
    draw_digits(source, CARDS, cards.cards_in(edition, state, pile), 0, 1)
    place, kind = int(source[DIGITS]), 0
    while place >= state[pile + kind]:
        place -= state[pile + kind]
        kind += 1
    cards.receive_card(edition, state, kind)


compile_module(__name__)
