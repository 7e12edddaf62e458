"""Whether an array is a state: the invariants of `livingstone.game.validation`, compiled.

Compiled code checks no index, so that all it is given must be a state. A new figure of `layout`
needs its bounds in `bounds`, a new invariant a line here.
"""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, mover, points_of
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules import cards, ending, money, rounds


def is_state(edition: Ints, least: Ints, most: Ints, state: Ints) -> bool:
    """Return whether all invariants hold."""
    return (
        _is_within(edition, least, most, state)
        and _has_all_stones(edition, state)
        and _has_all_coins(edition, state)
        and _has_all_cards(edition, state)
        and _has_all_tents(edition, state)
        and _fits_chests(edition, state)
        and _fits_dice(edition, state)
        and _fits_pending(edition, state)
        and _fits_end(edition, state)
    )


def can_step(edition: Ints, least: Ints, most: Ints, state: Ints, draws_card: bool) -> bool:
    """Return whether a step writes only what belongs to it, without a check of all invariants.

    For speed, only the figures are checked that a step uses as places. All invariants are where
    chance is awaited, and where a tent must be moved (R9.1): the tents then decide how many moves
    there are.
    """
    if state[at.PENDING] or not _fits_places(edition, state):
        return is_state(edition, least, most, state)
    if draws_card:
        for kind in range(edition[of.KINDS]):
            pile = state[edition[of.PILE] + kind]
            played = state[edition[of.PLAYED] + kind]
            if pile < 0 or played < 0 or pile + played > edition[of.CARD_COUNT + kind]:
                return False
    if edition[of.PLAYERS] == 2 and not state[mover(edition, state) + at.SUPPLY_NOW]:
        return is_state(edition, least, most, state)
    return True


def can_show(edition: Ints, state: Ints) -> bool:
    """Return whether the figures that an observation uses as places are within bounds."""
    seat = state[at.CURRENT_PLAYER]
    boat = state[at.BOAT]
    return bool(0 <= seat < edition[of.PLAYERS] and 1 <= boat <= edition[of.COLUMNS])


def _fits_places(edition: Ints, state: Ints) -> bool:
    """Return whether the figures by which moves are listed and carried out are within bounds."""
    if not can_show(edition, state) or not 0 <= state[at.DIE] <= edition[of.SIDES]:
        return False
    player = mover(edition, state)
    return bool(
        state[player + at.LAST_DIE] >= 0
        and state[player + at.COINS] <= edition[of.MONEY]
        and state[player + at.GEMS] <= edition[of.BAG + money.CLEAR]
        and state[player + at.GEMS + 1] <= edition[of.BAG + money.CLEAR + 1]
        and state[player + at.GEMS + 2] <= edition[of.BAG + money.CLEAR + 2]
    )


def _is_within(edition: Ints, least: Ints, most: Ints, state: Ints) -> bool:
    outside = 0
    for place in range(edition[of.STATE_SIZE]):
        outside |= (state[place] < least[place]) | (state[place] > most[place])
    return not outside


def _has_all_stones(edition: Ints, state: Ints) -> bool:
    """Check the stones (R1.5), and the gems drawn in this turn (R4.7)."""
    for colour in range(5):
        total = state[at.BAG_NOW + colour] + state[at.ASIDE + colour]
        if money.CLEAR <= colour < money.CLEAR + 3:
            gem = colour - money.CLEAR
            for seat in range(edition[of.PLAYERS]):
                total += state[block(edition, seat) + at.GEMS + gem]
            most = edition[of.BAG + colour] * (1 + state[at.DICE_TAKEN])
            if state[at.GEMS_DRAWN + gem] > most:
                return False
        if total != edition[of.BAG + colour]:
            return False
    return True


def _has_all_coins(edition: Ints, state: Ints) -> bool:
    """Check the coins (R1.7)."""
    total = int(state[at.BANK])
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        total += int(state[player + at.COINS]) + int(state[player + at.CHEST])
    return total == edition[of.MONEY]


def _has_all_cards(edition: Ints, state: Ints) -> bool:
    """Check the cards (R1.6)."""
    for kind in range(edition[of.KINDS]):
        total = int(state[edition[of.PILE] + kind]) + int(state[edition[of.PLAYED] + kind])
        for seat in range(edition[of.PLAYERS]):
            total += int(state[block(edition, seat) + edition[of.HAND] + kind])
        if total != edition[of.CARD_COUNT + kind]:
            return False
    return True


def _has_all_tents(edition: Ints, state: Ints) -> bool:
    """Check the tents (R1.8), their sums by row, and that scored spaces have tents (R7.2)."""
    columns = edition[of.COLUMNS]
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        tents = player + edition[of.TENT]
        scored = player + edition[of.SCORED]
        total = int(state[player + at.SUPPLY_NOW])
        empty = 0
        for row in range(edition[of.ROWS]):
            in_row = add_up(state, tents + row * columns, columns)
            total += in_row
            if in_row != state[player + edition[of.IN_ROW] + row]:
                return False
        for space in range(edition[of.SPACES]):
            empty |= state[scored + space] > state[tents + space]
        if empty or total != edition[of.TENTS]:
            return False
    return True


def _fits_chests(edition: Ints, state: Ints) -> bool:
    """Check the donations (R5.2) and what others can know of them (R10.2)."""
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        chest = int(state[player + at.CHEST])
        limit = int(state[player + at.CHEST_LIMIT])
        donations = int(state[player + at.DONATIONS])
        highest = 0
        if donations:
            highest = int(state[player + at.COINS]) + chest
        if donations > chest or (chest and not donations) or not chest <= limit <= highest:
            return False
    return True


def _fits_dice(edition: Ints, state: Ints) -> bool:
    """Check the dice on the table and those taken (R2, R3.1)."""
    die = state[at.DIE]
    taken = state[at.DICE_TAKEN]
    last_die = int(state[mover(edition, state) + at.LAST_DIE])
    used = 0
    for seat in range(edition[of.PLAYERS]):
        used += state[block(edition, seat) + at.LAST_DIE] > 0
    if add_up(state, at.DICE, edition[of.SIDES]) + used > edition[of.ROUND_DICE]:
        return False
    if taken + state[at.DICE_LEFT] < 1 or (die and (die != last_die or not taken)):
        return False
    if state[at.IS_OVER] or _is_roll(state):
        return True
    return last_die > 0 if taken else rounds.count_takeable(edition, state, last_die) > 0


def _is_roll(state: Ints) -> bool:
    return bool(state[at.PENDING] == at.ROUND_ROLL or state[at.PENDING] == at.DONATION_ROLL)


def _fits_pending(edition: Ints, state: Ints) -> bool:
    """Check what is awaited."""
    pending = state[at.PENDING]
    count = state[at.PENDING_COUNT]
    if not pending:
        return not count
    if state[at.IS_OVER] or (state[at.DIE] and pending != at.STONE_DRAW):
        return False
    is_free = pending == at.STONE_DRAW and edition[of.FREE_ACTIONS_BEFORE_DIE]
    if not (_is_roll(state) or state[at.DICE_TAKEN] or is_free):  # R3.2
        return False
    if pending == at.ROUND_ROLL:
        last_dice = 0
        for seat in range(edition[of.PLAYERS]):
            last_dice += state[block(edition, seat) + at.LAST_DIE]
        is_new = not (last_dice or state[at.DICE_TAKEN] or rounds.highest_die(edition, state))
        return bool(is_new and count == edition[of.ROUND_DICE])
    if pending == at.DONATION_ROLL:
        return bool(edition[of.PLAYERS] == 2 and count == edition[of.DONATION_DICE])  # R9.2
    if pending == at.STONE_DRAW:
        return _is_drawn(edition, state, int(count))
    return not count and _awaits_card(edition, state)


def _is_drawn(edition: Ints, state: Ints, count: int) -> bool:
    """Return whether the die or a card that lies open draws so many stones (R4.3, R6.8)."""
    held = money.stones_in_bag(state)
    is_used = state[at.DICE_TAKEN] and not state[at.DIE]
    if is_used and count == min(int(state[mover(edition, state) + at.LAST_DIE]), held):
        return True
    for kind in range(edition[of.KINDS]):
        drawn = edition[of.PART + 5 * kind + of.DRAW]
        if drawn and state[edition[of.PLAYED] + kind] and count == min(drawn, held):
            return True
    return False


def _awaits_card(edition: Ints, state: Ints) -> bool:
    """Return whether a card can be drawn, and be replaced only for a collapse (R4.1, R6.12)."""
    if not cards.cards_in(edition, state, edition[of.PILE]):
        return False
    if state[at.PENDING] == at.CARD_DRAW:
        return True
    for kind in range(edition[of.KINDS]):
        if edition[of.EFFECT + kind] == of.MINE_COLLAPSE and state[edition[of.PLAYED] + kind]:
            return True
    return False


def _fits_end(edition: Ints, state: Ints) -> bool:
    """Check what is set at the end (R8, R9.2)."""
    is_over = state[at.IS_OVER]
    threshold = state[at.THRESHOLD]
    if (threshold != at.NOT_ROLLED) != (is_over and edition[of.PLAYERS] == 2):
        return False
    if threshold != at.NOT_ROLLED and threshold < edition[of.DONATION_DICE]:
        return False
    if not (is_over or state[at.PENDING] == at.DONATION_ROLL):
        return True
    if state[at.BOAT] != edition[of.COLUMNS] or state[at.DIE]:
        return False
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        if points_of(state, player) < ending.end_points(edition, state, seat):
            return False
    return True


compile_module(__name__)
