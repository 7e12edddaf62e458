"""R4.4, R4.5 and R9.1: building tents, and moving them."""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, mover, row_of, space_at
from livingstone.kernel.compiling import Ints, compiled
from livingstone.kernel.rules.hand import lay_open


@compiled
def list_from(
    edition: Ints, state: Ints, player: int, space: int, moves: Ints, count: int, move: int
) -> int:
    """List a move with each source that the tent for a space can come from (R4.4, R9.1).

    `move` is its code with the supply as the source.

    Ruling: any own tent can be moved, also one built in this turn or not scored yet.
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


@compiled
def fee(edition: Ints, state: Ints, space: int, seat: int) -> int:
    """Give the coins due to another player for a tent on a space (R4.4).

    Ruling: where the edition says so, the fee is due for each of their tents.
    """
    tents = int(state[block(edition, seat) + edition[of.TENT] + space])
    if not edition[of.NEIGHBOUR_FEE_PER_TENT]:
        tents = min(tents, 1)
    return edition[of.NEIGHBOUR_FEE] * tents


@compiled
def coins_due(edition: Ints, state: Ints, row: int) -> int:
    """Add up what a tent in this row of the boat's column costs if no card pays for it (R4.4)."""
    space = space_at(edition, row, int(state[at.BOAT]))
    coins = edition[of.COST + state[at.BOAT] - 1]
    for seat in range(edition[of.PLAYERS]):
        if seat != state[at.CURRENT_PLAYER]:
            coins += fee(edition, state, space, seat)
    return coins


@compiled
def has_card_for(edition: Ints, state: Ints, player: int, effect: int) -> bool:
    """Say whether a player holds a card with an effect (R6)."""
    for kind in range(edition[of.KINDS]):
        if edition[of.EFFECT + kind] == effect and state[player + edition[of.HAND] + kind]:
            return True
    return False


@compiled
def legal_builds(edition: Ints, state: Ints, moves: Ints, count: int) -> int:
    """List the tents that the die can build, by row, cards and source (R4.4, R6.1 to R6.3)."""
    player, die = mover(edition, state), int(state[at.DIE])
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


@compiled
def _builds_in_row(
    edition: Ints, state: Ints, player: int, row: int, can_pay: bool, moves: Ints, count: int
) -> int:
    """List the tents in a row: each payment with each way to reach the row (R6.3, R6.14)."""
    space, kinds = space_at(edition, row, int(state[at.BOAT])), edition[of.KINDS]
    hand = player + edition[of.HAND]
    ignores_die = row != state[at.DIE]
    # Pairs ascend: without a card, then by the lower card, alone or with a higher one.
    for lower in range(codes.NO_CARD, kinds):
        if lower != codes.NO_CARD and not (
            state[hand + lower] and _helps(edition, lower, ignores_die)
        ):
            continue
        for higher in range(lower, kinds if lower != codes.NO_CARD else 0):
            is_pair = higher != lower
            if is_pair and not (state[hand + higher] and _helps(edition, higher, ignores_die)):
                continue
            if _fits(edition, lower, higher, is_pair, can_pay, ignores_die):
                pair = codes.pair_of(lower, higher if is_pair else codes.NO_CARD)
                move = codes.code_of(codes.BUILD_TENT, row, pair, codes.SUPPLY)
                count = list_from(edition, state, player, space, moves, count, move)
    return count


@compiled
def _helps(edition: Ints, kind: int, ignores_die: bool) -> bool:
    """Say whether a card can be played with a tent: to pay, or to reach another row (R6.14)."""
    effect = edition[of.EFFECT + kind]
    return effect == of.NO_COST_TENT or (effect == of.IGNORE_DIE and ignores_die)


@compiled
def _fits(
    edition: Ints, lower: int, higher: int, is_pair: bool, can_pay: bool, ignores_die: bool
) -> bool:
    """Say whether these cards pay if the player cannot, and ignore the die exactly if needed."""
    free = any_row = 0
    if lower != codes.NO_CARD:
        free += edition[of.EFFECT + lower] == of.NO_COST_TENT
        any_row += edition[of.EFFECT + lower] == of.IGNORE_DIE
    if is_pair:
        free += edition[of.EFFECT + higher] == of.NO_COST_TENT
        any_row += edition[of.EFFECT + higher] == of.IGNORE_DIE
    return free <= 1 and (free == 1 or can_pay) and any_row == int(ignores_die)


@compiled
def build(edition: Ints, state: Ints, move: int) -> None:
    """Build a tent with the die, and pay for it (R4.4, R4.5)."""
    player, row, pair = mover(edition, state), codes.first_part(move), codes.second_part(move)
    lower, higher = codes.lower_card(pair), codes.higher_card(pair)
    is_free = False
    if lower != codes.NO_CARD:
        is_free = edition[of.EFFECT + lower] == of.NO_COST_TENT
        lay_open(edition, state, player, lower)
    if higher != codes.NO_CARD:
        is_free = is_free or edition[of.EFFECT + higher] == of.NO_COST_TENT
        lay_open(edition, state, player, higher)
    if not is_free:
        _pay(edition, state, player, row)
    space = space_at(edition, row, int(state[at.BOAT]))
    place(edition, state, player, space, codes.third_part(move))
    state[at.DIE] = 0


@compiled
def _pay(edition: Ints, state: Ints, player: int, row: int) -> None:
    """Pay the column's cost to the bank and the fees to the others (R4.4)."""
    space, cost = space_at(edition, row, int(state[at.BOAT])), edition[of.COST + state[at.BOAT] - 1]
    state[player + at.COINS] -= coins_due(edition, state, row)
    state[at.BANK] += cost
    for seat in range(edition[of.PLAYERS]):
        if seat != state[at.CURRENT_PLAYER]:
            state[block(edition, seat) + at.COINS] += fee(edition, state, space, seat)
    funds = state[player + at.COINS] + state[player + at.CHEST]
    state[player + at.CHEST_LIMIT] = min(state[player + at.CHEST_LIMIT], funds)


@compiled
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


@compiled
def _add(edition: Ints, state: Ints, player: int, space: int, tents: int) -> None:
    state[player + edition[of.TENT] + space] += tents
    state[player + edition[of.IN_ROW] + row_of(edition, space) - 1] += tents
