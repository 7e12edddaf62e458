"""R1.7, R4.2, R4.3, R4.6 to R4.8 and R5: coins, stones from the mine, gems sold, donations."""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, clear, mover
from livingstone.kernel.compiling import Ints, compile_module

# Places among five numbers of stones; blue and red stand between clear and white.
BLACK = 0
CLEAR = 1
WHITE = 4


def receive(state: Ints, player: int, coins: int) -> None:
    """Pay coins from the bank to a player, at most as many as it holds (R1.7)."""
    paid = min(coins, int(state[at.BANK]))
    state[at.BANK] -= paid
    state[player + at.COINS] += paid


def gems_worth(edition: Ints, gems: Ints, first: int) -> int:
    """Return the price of gems: their numbers by colour begin at `first` (R5.1)."""
    coins = 0
    for colour in range(3):
        coins += gems[first + colour] * edition[of.GEM_VALUE + colour]
    return coins


def legal_sales(state: Ints, player: int, moves: Ints, count: int) -> int:
    """List the sales of a player's gems, by colour and number (R5.1)."""
    for colour in range(3):
        for number in range(1, state[player + at.GEMS + colour] + 1):
            moves[count] = codes.code_of(codes.SELL_GEMS, colour, number, 0)
            count += 1
    return count


def sell(edition: Ints, state: Ints, move: int) -> None:
    """Sell gems to the bank; they go aside (R5.1)."""
    player = mover(edition, state)
    colour, number = codes.part(move, 1), codes.part(move, 2)
    state[player + at.GEMS + colour] -= number
    state[at.ASIDE + 1 + colour] += number
    receive(state, player, number * edition[of.GEM_VALUE + colour])


def legal_donations(state: Ints, player: int, moves: Ints, count: int) -> int:
    """List the donations that a player's purse allows, ascending (R5.2)."""
    for coins in range(1, state[player + at.COINS] + 1):
        moves[count] = codes.code_of(codes.DONATE, coins, 0, 0)
        count += 1
    return count


def donate(edition: Ints, state: Ints, move: int) -> None:
    """Put coins into the treasure chest, where they stay (R5.2)."""
    player = mover(edition, state)
    coins = codes.part(move, 1)
    state[player + at.CHEST_LIMIT] = state[player + at.COINS] + state[player + at.CHEST]
    state[player + at.COINS] -= coins
    state[player + at.CHEST] += coins
    state[player + at.DONATIONS] += 1


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
