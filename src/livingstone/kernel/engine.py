"""The engine on compiled states: the legal moves, and what a move or an outcome does.

A new kind of move needs a case in `codes`, here and in `bridge`.
"""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel.blocks import mover
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules import cards, ending, mine, money, rounds, tents, turn


def list_moves(edition: Ints, state: Ints, moves: Ints) -> int:
    """Write the codes of the legal moves, in the engine's order, which ascends; count them."""
    if state[at.PENDING] or state[at.IS_OVER]:
        return 0
    count = 0
    if not state[at.DIE]:
        count = turn.legal_dice(edition, state, moves, count)
    else:
        count = list_uses(edition, state, moves, count)
    if turn.allows_free_actions(edition, state):
        player = mover(edition, state)
        count = cards.legal_plays(edition, state, moves, count)
        count = money.legal_sales(state, player, moves, count)
        count = money.legal_donations(state, player, moves, count)
    return turn.legal_end(state, moves, count)


def list_uses(edition: Ints, state: Ints, moves: Ints, count: int) -> int:
    """List what the die at hand can be used for (R4)."""
    count = cards.legal_draw(edition, state, moves, count)
    count = money.legal_coins(state, moves, count)
    count = mine.legal_dig(moves, count)
    return tents.legal_builds(edition, state, moves, count)


def carry_out(edition: Ints, state: Ints, move: int) -> None:
    """Carry out a legal move; an outcome of chance may be awaited afterwards."""
    kind = codes.kind_of(move)
    if kind == codes.TAKE_DIE:
        turn.take_die(edition, state, move)
    elif kind == codes.DRAW_CARD:
        cards.draw_card(edition, state)
    elif kind == codes.TAKE_COINS:
        money.take_coins(edition, state)
    elif kind == codes.DIG:
        mine.dig(state)
    elif kind == codes.BUILD_TENT:
        tents.build(edition, state, move)
    elif kind == codes.PLAY_CARD:
        cards.play_card(edition, state, move)
    elif kind == codes.SELL_GEMS:
        money.sell(edition, state, move)
    elif kind == codes.DONATE:
        money.donate(edition, state, move)
    else:
        turn.end_turn(edition, state)


def receive_dice(edition: Ints, state: Ints, rolled: Ints) -> None:
    """Carry out an awaited roll, given as the number of dice of each value (R2.1, R9.2)."""
    if state[at.PENDING] == at.DONATION_ROLL:
        ending.receive_threshold(edition, state, rolled)
    else:
        rounds.begin_round(edition, state, rolled)


compile_module(__name__)
