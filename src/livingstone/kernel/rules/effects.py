"""R6.4 to R6.10: how cards can be played by themselves, and what they do."""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_points, column_of, mover
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules import mine, money, rounds, tents


def legal(edition: Ints, state: Ints, kind: int, moves: Ints, count: int) -> int:
    """List the ways to play a card of this kind (R6.4 to R6.10)."""
    effect = edition[of.EFFECT + kind]
    if effect == of.MARKET:
        return _markets(edition, state, kind, moves, count)
    if effect == of.SECOND_TENT:
        return _second_tents(edition, state, kind, moves, count)
    if has_effect(edition, state, kind):
        moves[count] = codes.code_of(codes.PLAY_CARD, kind, 0, 0)
        count += 1
    return count


def has_effect(edition: Ints, state: Ints, kind: int) -> bool:
    """Return whether a card played without any choice would have an effect (R6.4 to R6.10)."""
    effect, figure = edition[of.EFFECT + kind], edition[of.FIGURE + kind]
    if effect == of.MORE_DICE:
        last_die = int(state[mover(edition, state) + at.LAST_DIE])
        needed = state[at.DICE_LEFT] + figure  # R6.13
        return bool(rounds.count_takeable(edition, state, last_die) >= needed)
    if effect == of.BOAT_BACK:
        return bool(state[at.BOAT] > figure)
    if effect == of.GAIN_COINS:
        return bool(state[at.BANK] > 0)
    return effect in (of.DRAW_STONES, of.SCORE_POINTS)


def carry_out(edition: Ints, state: Ints, move: int) -> None:
    """Carry out what a played card does (R6.4 to R6.10)."""
    player, kind = mover(edition, state), codes.part(move, 1)
    effect, figure = edition[of.EFFECT + kind], edition[of.FIGURE + kind]
    if effect == of.MORE_DICE:
        state[at.DICE_LEFT] += figure
    elif effect == of.SECOND_TENT:
        tents.place(edition, state, player, codes.part(move, 2) - 1, codes.part(move, 3))
    elif effect == of.MARKET:
        _sell(edition, state, player, move)
    elif effect == of.BOAT_BACK:
        state[at.BOAT] -= figure
    elif effect == of.DRAW_STONES:
        mine.await_stones(state, figure)
    elif effect == of.GAIN_COINS:
        money.receive(state, player, figure)
    elif effect == of.SCORE_POINTS:
        add_points(state, player, figure)


def _second_tents(edition: Ints, state: Ints, kind: int, moves: Ints, count: int) -> int:
    """List the second tents, outside the boat's column, by space and source (R6.5, R9.1)."""
    player = mover(edition, state)
    for space in range(edition[of.SPACES]):
        is_scored = state[player + edition[of.SCORED] + space]
        if is_scored and column_of(edition, space) != state[at.BOAT]:
            move = codes.code_of(codes.PLAY_CARD, kind, space + 1, 0)
            count = tents.list_from(edition, state, player, space, moves, count, move)
    return count


def _markets(edition: Ints, state: Ints, kind: int, moves: Ints, count: int) -> int:
    """List the ways to sell at least one gem at the market, by clear, blue and red (R6.6)."""
    held = mover(edition, state) + at.GEMS
    for clear in range(state[held] + 1):
        for blue in range(state[held + 1] + 1):
            for red in range(state[held + 2] + 1):
                if clear or blue or red:
                    sold = clear << codes.CARD | blue
                    moves[count] = codes.code_of(codes.PLAY_CARD, kind, sold, red)
                    count += 1
    return count


def _sell(edition: Ints, state: Ints, player: int, move: int) -> None:
    """Sell gems for coins and points; the points are paid in full (R6.6)."""
    kind, coins, points = codes.part(move, 1), 0, 0
    clear_and_blue, red = codes.part(move, 2), codes.part(move, 3)
    for colour in range(3):
        sold = red if colour == 2 else clear_and_blue >> codes.CARD * (1 - colour) & codes.CARD_MASK
        coins += sold * edition[of.MARKET_COINS + 3 * kind + colour]
        points += sold * edition[of.MARKET_POINTS + 3 * kind + colour]
        state[player + at.GEMS + colour] -= sold
        state[at.ASIDE + 1 + colour] += sold
    add_points(state, player, points)
    money.receive(state, player, coins)


compile_module(__name__)
