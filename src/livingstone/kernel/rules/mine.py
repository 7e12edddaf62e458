"""R4.3 and R4.6 to R4.8: digging, and the white stone."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, clear, mover
from livingstone.kernel.codes import DIG, code_of
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules.money import gems_worth, receive

BLACK, CLEAR, WHITE = 0, 1, 4
"""Places among five numbers of stones."""


def legal_dig(moves: Ints, count: int) -> int:
    """List the move of digging, possible with every die: the bag is never empty (R4.3, R4.8)."""
    moves[count] = code_of(DIG, 0, 0, 0)
    return count + 1


def dig(state: Ints) -> None:
    """Draw as many stones as the die shows (R4.3)."""
    await_stones(state, int(state[at.DIE]))
    state[at.DIE] = 0


def stones_in_bag(state: Ints) -> int:
    """Count the stones in the bag."""
    return add_up(state, at.BAG_NOW, 5)


def await_stones(state: Ints, count: int) -> None:
    """Await a draw of stones; of all if the bag holds fewer (R4.3, R6.8)."""
    state[at.PENDING] = at.STONE_DRAW
    state[at.PENDING_COUNT] = min(count, stones_in_bag(state))


def receive_stones(edition: Ints, state: Ints, drawn: Ints) -> None:
    """Put the black stones aside and give the gems to the player (R4.6)."""
    state[at.PENDING] = at.NOTHING
    state[at.PENDING_COUNT] = 0
    if drawn[WHITE]:
        _white_stone(edition, state, drawn)
        return
    player = mover(edition, state)
    for colour in range(5):
        state[at.BAG_NOW + colour] -= drawn[colour]
    state[at.ASIDE + BLACK] += drawn[BLACK]
    for colour in range(3):
        number = drawn[CLEAR + colour]
        state[player + at.GEMS + colour] += number
        if not edition[of.WHITE_STONE_SELLS]:
            state[at.GEMS_DRAWN + colour] += number


def _white_stone(edition: Ints, state: Ints, drawn: Ints) -> None:
    """Put the stones drawn and the stones aside back into the bag (R4.7).

    Ruling: the gems just drawn are sold first; or, if the edition says so, they go back unpaid,
    with the gems of earlier draws of this turn that the player still has.
    """
    player = mover(edition, state)
    for colour in range(5):
        state[at.BAG_NOW + colour] += state[at.ASIDE + colour]
    clear(state, at.ASIDE, 5)
    if edition[of.WHITE_STONE_SELLS]:
        receive(state, player, gems_worth(edition, drawn, CLEAR))
        return
    for colour in range(3):
        returned = min(state[player + at.GEMS + colour], state[at.GEMS_DRAWN + colour])
        state[player + at.GEMS + colour] -= returned
        state[at.BAG_NOW + CLEAR + colour] += returned
    clear(state, at.GEMS_DRAWN, 3)


compile_module(__name__)
