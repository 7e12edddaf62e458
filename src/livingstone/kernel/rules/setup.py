"""R1: material and set-up."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, clear
from livingstone.kernel.compiling import Ints, compile_module


def set_up(edition: Ints, state: Ints, first: int) -> None:
    """Set the game up (R1.1, R1.5 to R1.9), with the first round's dice still to be rolled."""
    clear(state, 0, edition[of.STATE_SIZE])
    state[at.CURRENT_PLAYER] = first
    state[at.STARTING_PLAYER] = first
    state[at.BOAT] = 1
    state[at.DICE_LEFT] = 1
    state[at.THRESHOLD] = at.NOT_ROLLED
    state[at.BANK] = edition[of.MONEY] - edition[of.PLAYERS] * edition[of.START_COINS]
    for colour in range(5):
        state[at.BAG_NOW + colour] = edition[of.BAG + colour]
    for kind in range(edition[of.KINDS]):
        state[edition[of.PILE] + kind] = edition[of.CARD_COUNT + kind]
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        state[player + at.COINS] = edition[of.START_COINS]
        state[player + at.SUPPLY_NOW] = edition[of.TENTS]
    await_round(edition, state)


def await_round(edition: Ints, state: Ints) -> None:
    """Await the roll of a round, with the same number of dice for each player (R1.9, R9.1)."""
    state[at.PENDING] = at.ROUND_ROLL
    state[at.PENDING_COUNT] = edition[of.ROUND_DICE]


compile_module(__name__)
