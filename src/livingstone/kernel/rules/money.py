"""R1.7, R4.2 and R5: coins from the bank, gems sold, coins donated."""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import mover
from livingstone.kernel.compiling import Ints, compile_module


def receive(state: Ints, player: int, coins: int) -> None:
    """Pay coins from the bank to a player, at most as many as it holds (R1.7)."""
    paid = min(coins, int(state[at.BANK]))
    state[at.BANK] -= paid
    state[player + at.COINS] += paid


def legal_coins(state: Ints, moves: Ints, count: int) -> int:
    """List the move of taking coins, if any are left; the caller has checked the die (R4.2)."""
    if state[at.BANK]:
        moves[count] = codes.code_of(codes.TAKE_COINS, 0, 0, 0)
        count += 1
    return count


def take_coins(edition: Ints, state: Ints) -> None:
    """Take as many coins as the die shows (R4.2)."""
    receive(state, mover(edition, state), int(state[at.DIE]))
    state[at.DIE] = 0


def gems_worth(edition: Ints, gems: Ints, first: int) -> int:
    """Return the price of three numbers of gems, which stand from `first` on (R5.1)."""
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
    player, colour, number = mover(edition, state), codes.part(move, 1), codes.part(move, 2)
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
    player, coins = mover(edition, state), codes.part(move, 1)
    state[player + at.CHEST_LIMIT] = state[player + at.COINS] + state[player + at.CHEST]
    state[player + at.COINS] -= coins
    state[player + at.CHEST] += coins
    state[player + at.DONATIONS] += 1


compile_module(__name__)
