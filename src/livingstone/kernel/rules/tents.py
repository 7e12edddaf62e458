"""R4.4, R4.5 and R9.1: building tents, and moving them."""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, lay_open, mover, row_of, space_at
from livingstone.kernel.compiling import Ints, compile_module


def list_from(
    edition: Ints, state: Ints, player: int, space: int, moves: Ints, count: int, move: int
) -> int:
    """List a move with each source that the tent for a space can come from (R4.4, R9.1).

    `move` is its code with the supply as the source. Ruling: any own tent can be moved.
    """
    if state[player + at.SUPPLY_NOW]:
        moves[count] = move + codes.SUPPLY
        return count + 1
    if edition[of.PLAYERS] != 2:
        return count
    for source in range(edition[of.SPACES]):
        if source != space and state[player + edition[of.TENT] + source]:
            moves[count] = move + source + 1
            count += 1
    return count


def fee(edition: Ints, state: Ints, space: int, seat: int) -> int:
    """Return the coins due to another player, once or for each of their tents on a space (R4.4)."""
    tents = int(state[block(edition, seat) + edition[of.TENT] + space])
    most = tents if edition[of.NEIGHBOUR_FEE_PER_TENT] else 1
    return edition[of.NEIGHBOUR_FEE] * min(tents, most)


def coins_due(edition: Ints, state: Ints, row: int) -> int:
    """Add up what a tent in this row of the boat's column costs if no card pays for it (R4.4)."""
    space = space_at(edition, row, int(state[at.BOAT]))
    coins = edition[of.COST + state[at.BOAT] - 1]
    for seat in range(edition[of.PLAYERS]):
        if seat != state[at.CURRENT_PLAYER]:
            coins += fee(edition, state, space, seat)
    return coins


def has_card_for(edition: Ints, state: Ints, player: int, effect: int) -> bool:
    """Return whether a player holds a card with an effect (R6)."""
    for kind in range(edition[of.KINDS]):
        if edition[of.EFFECT + kind] == effect and state[player + edition[of.HAND] + kind]:
            return True
    return False


def legal_builds(edition: Ints, state: Ints, moves: Ints, count: int) -> int:
    """List the tents that the die can build, by row, cards and source (R4.4, R6.1 to R6.3)."""
    player = mover(edition, state)
    die = int(state[at.DIE])
    if not state[player + at.SUPPLY_NOW] and edition[of.PLAYERS] != 2:
        return count
    is_free = has_card_for(edition, state, player, of.NO_COST_TENT)
    any_row = has_card_for(edition, state, player, of.IGNORE_DIE)
    for row in range(1, edition[of.ROWS] + 1):
        if row == die or any_row:
            can_pay = coins_due(edition, state, row) <= state[player + at.COINS]
            if can_pay or is_free:
                count = _builds_in_row(edition, state, player, row, can_pay, moves, count)
    return count


def _builds_in_row(
    edition: Ints, state: Ints, player: int, row: int, can_pay: bool, moves: Ints, count: int
) -> int:
    """List the tents in a row: each payment with each way to reach the row (R6.3, R6.14)."""
    space = space_at(edition, row, int(state[at.BOAT]))
    kinds = edition[of.KINDS]
    hand = player + edition[of.HAND]
    ignores_die = row != state[at.DIE]
    for lower in range(codes.NO_CARD, kinds):
        if lower == codes.NO_CARD or (
            state[hand + lower] and edition[of.EFFECT + lower] in (of.NO_COST_TENT, of.IGNORE_DIE)
        ):
            for partner in range(lower, kinds if lower != codes.NO_CARD else 0):
                higher = partner if partner > lower else codes.NO_CARD
                is_held = higher == codes.NO_CARD or state[hand + higher]
                if is_held and _fits(edition, lower, higher, can_pay, ignores_die):
                    pair = codes.pair_of(lower, higher)
                    move = codes.code_of(codes.BUILD_TENT, row, pair, codes.SUPPLY)
                    count = list_from(edition, state, player, space, moves, count, move)
    return count


def _fits(edition: Ints, lower: int, higher: int, can_pay: bool, ignores_die: bool) -> bool:
    """Return whether the cards of a tent are of use and enough (R6.14).

    One must pay if the player cannot, and one must ignore the die if, and only if, the row is
    another one.
    """
    free = any_row = cards = 0
    for card in (lower, higher):
        if card != codes.NO_CARD:
            cards += 1
            free += edition[of.EFFECT + card] == of.NO_COST_TENT
            any_row += edition[of.EFFECT + card] == of.IGNORE_DIE
    pays = free == 1 or (free == 0 and can_pay)
    return pays and any_row == int(ignores_die) and free + any_row == cards


def build(edition: Ints, state: Ints, move: int) -> None:
    """Build a tent with the die, and pay for it (R4.4, R4.5)."""
    player = mover(edition, state)
    row = codes.part(move, 1)
    is_free = False
    for card in codes.cards_of(codes.part(move, 2)):
        if card != codes.NO_CARD:
            is_free = is_free or edition[of.EFFECT + card] == of.NO_COST_TENT
            lay_open(edition, state, player, card)
    if not is_free:
        _pay(edition, state, player, row)
    space = space_at(edition, row, int(state[at.BOAT]))
    place(edition, state, player, space, codes.part(move, 3))
    state[at.DIE] = 0


def _pay(edition: Ints, state: Ints, player: int, row: int) -> None:
    """Pay the column's cost to the bank and the fees to the others (R4.4)."""
    space = space_at(edition, row, int(state[at.BOAT]))
    cost = edition[of.COST + state[at.BOAT] - 1]
    state[player + at.COINS] -= coins_due(edition, state, row)
    state[at.BANK] += cost
    for seat in range(edition[of.PLAYERS]):
        if seat != state[at.CURRENT_PLAYER]:
            state[block(edition, seat) + at.COINS] += fee(edition, state, space, seat)
    funds = state[player + at.COINS] + state[player + at.CHEST]
    state[player + at.CHEST_LIMIT] = min(state[player + at.CHEST_LIMIT], funds)


def place(edition: Ints, state: Ints, player: int, space: int, source: int) -> None:
    """Set a tent on a space, from the supply or from another space (R4.5, R9.1).

    When the last tent leaves a space, the space is no longer scored for the player (R7.2).
    """
    _add(edition, state, player, space, 1)
    if source == codes.SUPPLY:
        state[player + at.SUPPLY_NOW] -= 1
        return
    _add(edition, state, player, source - 1, -1)
    if not state[player + edition[of.TENT] + source - 1]:
        state[player + edition[of.SCORED] + source - 1] = 0


def _add(edition: Ints, state: Ints, player: int, space: int, tents: int) -> None:
    state[player + edition[of.TENT] + space] += tents
    state[player + edition[of.IN_ROW] + row_of(edition, space) - 1] += tents


compile_module(__name__)
