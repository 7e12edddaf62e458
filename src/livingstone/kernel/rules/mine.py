"""R4.3 and R4.6 to R4.8: digging, and the white stone."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import clear, mover
from livingstone.kernel.codes import DIG, code_of
from livingstone.kernel.compiling import Ints, compiled
from livingstone.kernel.rules.money import gems_worth, receive

BLACK, CLEAR, WHITE = 0, 1, 4
"""Places among five numbers of stones."""


@compiled
def legal_dig(moves: Ints, count: int) -> int:
    """List the move of digging, possible with every die: the bag is never empty (R4.3, R4.8)."""
    moves[count] = code_of(DIG, 0, 0, 0)
    return count + 1


@compiled
def dig(state: Ints) -> None:
    """Draw as many stones as the die shows (R4.3)."""
    await_stones(state, int(state[at.DIE]))
    state[at.DIE] = 0


@compiled
def stones_in_bag(state: Ints) -> int:
    """Count the stones in the bag."""
    stones = 0
    for colour in range(5):
        stones += int(state[at.BAG_NOW + colour])
    return stones


@compiled
def await_stones(state: Ints, count: int) -> None:
    """Await a draw of stones; of all if the bag holds fewer (R4.3, R6.8)."""
    state[at.PENDING] = at.STONE_DRAW
    state[at.PENDING_COUNT] = min(count, stones_in_bag(state))


@compiled
def receive_stones(edition: Ints, state: Ints, drawn: Ints, first: int) -> None:
    """Sort out the stones drawn: black ones go aside, gems to the player (R4.6).

    `drawn` has five numbers from `first` on.
    """
    state[at.PENDING] = at.NOTHING
    state[at.PENDING_COUNT] = 0
    if drawn[first + WHITE]:
        _white_stone(edition, state, drawn, first)
        return
    player = mover(edition, state)
    for colour in range(5):
        state[at.BAG_NOW + colour] -= drawn[first + colour]
    state[at.ASIDE + BLACK] += drawn[first + BLACK]
    for colour in range(3):
        number = drawn[first + CLEAR + colour]
        state[player + at.GEMS + colour] += number
        if not edition[of.WHITE_STONE_SELLS]:
            state[at.GEMS_DRAWN + colour] += number


@compiled
def _white_stone(edition: Ints, state: Ints, drawn: Ints, first: int) -> None:
    """Put the stones drawn and all that lie aside back into the bag (R4.7).

    Ruling: the gems just drawn are sold first, at the bank's prices; or, where the edition says so,
    they go back unpaid, together with gems of this turn's earlier draws: of each colour, the
    smaller number of those drawn since the turn's last white stone and those still held.
    """
    player = mover(edition, state)
    for colour in range(5):
        state[at.BAG_NOW + colour] += state[at.ASIDE + colour]
    clear(state, at.ASIDE, 5)
    if edition[of.WHITE_STONE_SELLS]:
        receive(state, player, gems_worth(edition, drawn, first + CLEAR))
        return
    for colour in range(3):
        returned = min(state[player + at.GEMS + colour], state[at.GEMS_DRAWN + colour])
        state[player + at.GEMS + colour] -= returned
        state[at.BAG_NOW + CLEAR + colour] += returned
    clear(state, at.GEMS_DRAWN, 3)
