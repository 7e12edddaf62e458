"""The plans that a search tries: a move, or a die with its use.

Most legal moves are left out, because another move does the same better, as in
`livingstone.players.candidates`: cards that gain nothing by waiting are played at once, all gems of
a colour are sold together, coins are donated in the last round, point cards count in hand.
"""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import mover
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.engine import list_moves
from livingstone.kernel.greedy import decisions, worth
from livingstone.kernel.greedy.memo import rounds_left
from livingstone.kernel.rules import rounds, tents

MOST_PLANS = 256
MOST_BUILDS, MOST_SECOND_TENTS = 4, 2  # that are tried at a time
NO_MOVE = -1


def list_candidates(
    edition: Ints, state: Ints, memo: Floats, moves: Ints, plans: Ints, count: int, best: int
) -> int:
    """Add the legal moves worth trying, `best` first, as plans of one move.

    `memo` has looked at the state.
    """
    legal, first = list_moves(edition, state, moves), count
    count = _add(plans, count, best)
    builds = tried_tents = 0
    sale = decisions.sale_for_tent(edition, state, memo) if state[at.DIE] else NO_MOVE
    for place in range(legal):
        move = moves[place]
        kind = codes.kind_of(move)
        if kind == codes.BUILD_TENT:
            builds = _note_best(edition, state, memo, move, moves, builds, MOST_BUILDS)
        elif kind == codes.PLAY_CARD and _effect(edition, move) == of.SECOND_TENT:
            if state[at.DICE_TAKEN] and not state[at.DIE]:
                limit = MOST_SECOND_TENTS
                tried_tents = _note_best(edition, state, memo, move, moves, tried_tents, limit)
        elif move != best and (move == sale or _is_worth_trying(edition, state, move)):
            count = _add(plans, count, move)
    for place in range(max(builds, tried_tents)):
        if moves[place] != best:
            count = _add(plans, count, moves[place])
    if _is_urgent(edition, state, best):
        return first + 1
    return count


def _add(plans: Ints, count: int, move: int) -> int:
    if count == MOST_PLANS:
        return count
    plans[2 * count], plans[2 * count + 1] = move, NO_MOVE
    return count + 1


def _effect(edition: Ints, move: int) -> int:
    return edition[of.EFFECT + codes.part(move, 1)]


def _note_best(
    edition: Ints, state: Ints, memo: Floats, move: int, moves: Ints, count: int, most: int
) -> int:
    """Keep the best tents at the beginning of the list of moves, which is read already there.

    Of several sources for the same tent only the best is kept (R9.1).
    """
    gain = _tent_gain(edition, state, memo, move)
    for place in range(count):
        if moves[place] >> codes.PART == move >> codes.PART:
            if _tent_gain(edition, state, memo, moves[place]) < gain:
                moves[place] = move
            return count
    if count < most:
        moves[count] = move
        return count + 1
    least = 0
    for place in range(1, count):
        if _tent_gain(edition, state, memo, moves[place]) < _tent_gain(
            edition, state, memo, moves[least]
        ):
            least = place
    if _tent_gain(edition, state, memo, moves[least]) < gain:
        moves[least] = move
    return count


def _tent_gain(edition: Ints, state: Ints, memo: Floats, move: int) -> float:
    """Estimate as `greedy` does what a tent gains (R4.4, R6.5)."""
    if codes.kind_of(move) == codes.BUILD_TENT:
        return decisions.use_worth(edition, state, memo, move)
    space, source = codes.part(move, 2) - 1, codes.part(move, 3)
    return worth.second_tent(edition, state, memo, space, source)


def _is_urgent(edition: Ints, state: Ints, move: int) -> bool:
    """Return whether a card gains nothing by waiting and cannot lose gems (R4.7, R6.8, R6.9)."""
    if codes.kind_of(move) != codes.PLAY_CARD:
        return False
    effect, drawn = _effect(edition, move), 0
    for colour in range(3):
        drawn += int(state[at.GEMS_DRAWN + colour])
    return effect == of.GAIN_COINS or (effect == of.DRAW_STONES and not drawn)


def _is_worth_trying(edition: Ints, state: Ints, move: int) -> bool:
    """Return whether a move that builds no tent is worth trying."""
    kind, is_closing = codes.kind_of(move), state[at.DICE_TAKEN] and not state[at.DIE]
    if kind == codes.PLAY_CARD:
        return _is_card_worth_trying(edition, state, move, bool(is_closing))
    if kind == codes.SELL_GEMS:
        return bool(is_closing) and _sells_all(edition, state, move)
    if kind == codes.DONATE:
        is_last = not rounds_left(edition, state)
        return bool(is_closing) and is_last and _is_good_donation(edition, state, move)
    if kind == codes.END_TURN and not rounds_left(edition, state):
        has_coins = state[mover(edition, state) + at.COINS] > 0
        return decisions.has_another_turn(edition, state) or not has_coins
    return True


def _is_card_worth_trying(edition: Ints, state: Ints, move: int, is_closing: bool) -> bool:
    effect = _effect(edition, move)
    if effect == of.MARKET:
        held, second = mover(edition, state) + at.GEMS, codes.part(move, 2)
        sells_all = second == int(state[held]) << codes.CARD | int(state[held + 1])
        is_in_time = is_closing or state[at.DIE] > 0
        return bool(is_in_time and sells_all and codes.part(move, 3) == state[held + 2])
    if effect == of.BOAT_BACK:
        return not state[at.DIE]
    if effect == of.MORE_DICE:
        return is_closing
    return effect in (of.DRAW_STONES, of.GAIN_COINS)


def _sells_all(edition: Ints, state: Ints, move: int) -> bool:
    """Return whether all gems of a colour are sold, and the bank can pay them (R1.7, R5.1)."""
    colour, number = codes.part(move, 1), codes.part(move, 2)
    is_all = number == state[mover(edition, state) + at.GEMS + colour]
    return bool(is_all and number * edition[of.GEM_VALUE + colour] <= state[at.BANK])


def _is_good_donation(edition: Ints, state: Ints, move: int) -> bool:
    """Return whether all coins are donated, or all but the price of a tent (R4.4, R8.4, R9.2)."""
    player, rows = mover(edition, state), edition[of.ROWS]
    kept = int(state[player + at.COINS]) - codes.part(move, 1)
    if not kept:
        return True
    highest = min(rounds.highest_die(edition, state), rows)
    for die in range(int(state[player + at.LAST_DIE]) + 1, highest + 1):
        if state[at.DICE + die - 1] and tents.coins_due(edition, state, die) == kept:
            return True
    return False


compile_module(__name__)
