"""R4.1 and R6: drawing cards, the mine collapse, how cards can be played and what they do."""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_points, add_up, block, clear, column_of, lay_open, mover
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules import money, rounds, tents


def cards_in(edition: Ints, state: Ints, pile: int) -> int:
    """Count the cards of a pile, given where it begins."""
    return add_up(state, pile, edition[of.KINDS])


def can_draw(edition: Ints, state: Ints) -> bool:
    """Return whether a card is left, in the draw pile or open (R4.1)."""
    for place in range(edition[of.PILE], edition[of.PLAYED] + edition[of.KINDS]):
        if state[place]:
            return True
    return False


def draw_card(edition: Ints, state: Ints) -> None:
    """Draw a card; if the draw pile is empty, the played cards become it first (R4.1)."""
    if not cards_in(edition, state, edition[of.PILE]):
        _move_played(edition, state, True)
    state[at.DIE] = 0
    state[at.PENDING] = at.CARD_DRAW


def receive_card(edition: Ints, state: Ints, kind: int) -> None:
    """Give the card drawn to the player, or carry out the mine collapse (R4.1, R6.11).

    Ruling: after the replacement, the collapse and all played cards join the draw pile.
    """
    state[edition[of.PILE] + kind] -= 1
    if edition[of.EFFECT + kind] == of.MINE_COLLAPSE:
        state[edition[of.PLAYED] + kind] += 1
        _collapse(edition, state)
        return
    if state[at.PENDING] == at.REPLACEMENT_DRAW:
        _move_played(edition, state, True)
    state[mover(edition, state) + edition[of.HAND] + kind] += 1
    state[at.PENDING] = at.NOTHING


def _collapse(edition: Ints, state: Ints) -> None:
    """Put all players' gems back into the bag, and have a replacement drawn (R6.11, R6.12).

    Ruling: if the draw pile is empty, the played cards become it first, without collapses; if there
    are none, there is no replacement, and the collapse becomes the draw pile at once.
    """
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        for colour in range(3):
            state[at.BAG_NOW + money.CLEAR + colour] += state[player + at.GEMS + colour]
        clear(state, player + at.GEMS, 3)
    state[at.PENDING] = at.REPLACEMENT_DRAW
    if cards_in(edition, state, edition[of.PILE]):
        return
    _move_played(edition, state, False)
    if not cards_in(edition, state, edition[of.PILE]):
        _move_played(edition, state, True)
        state[at.PENDING] = at.NOTHING


def _move_played(edition: Ints, state: Ints, with_collapses: bool) -> None:
    """Add the played cards to the draw pile, with or without mine collapses."""
    for kind in range(edition[of.KINDS]):
        if with_collapses or edition[of.EFFECT + kind] != of.MINE_COLLAPSE:
            state[edition[of.PILE] + kind] += state[edition[of.PLAYED] + kind]
            state[edition[of.PLAYED] + kind] = 0


def legal_plays(edition: Ints, state: Ints, moves: Ints, count: int) -> int:
    """List the ways to play cards, by id; the caller knows that free actions are possible (R6)."""
    hand = mover(edition, state) + edition[of.HAND]
    for kind in range(edition[of.KINDS]):
        if state[hand + kind]:
            count = legal_with(edition, state, kind, moves, count)
    return count


def play_card(edition: Ints, state: Ints, move: int) -> None:
    """Play a card from the hand; it lies open afterwards (R6)."""
    lay_open(edition, state, mover(edition, state), codes.part(move, 1))
    _carry_out(edition, state, move)


def legal_with(edition: Ints, state: Ints, kind: int, moves: Ints, count: int) -> int:
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
    player = mover(edition, state)
    part = of.PART + 5 * kind
    if edition[of.EFFECT + kind] == of.MORE_DICE:
        needed = state[at.DICE_LEFT] + edition[of.FIGURE + kind]  # R6.13
        last_die = int(state[player + at.LAST_DIE])
        return bool(rounds.count_takeable(edition, state, last_die) >= needed)
    boat = state[at.BOAT] + edition[part + of.MOVE_BOAT]
    if boat < 1 or boat > edition[of.COLUMNS] or state[player + at.COINS] < edition[part]:
        return False
    for place in (of.SCORE, of.MOVE_BOAT, of.DRAW):
        if edition[part + place]:
            return True
    paid = edition[part + of.PAY_COINS]
    return bool(min(edition[part + of.TAKE_COINS], state[at.BANK] + paid) != paid)


def is_at_once(edition: Ints, kind: int) -> bool:
    """Return whether a card gains nothing by waiting: it takes, draws or scores, for nothing."""
    effect = edition[of.EFFECT + kind]
    part = of.PART + 5 * kind
    if effect == of.PARTS:
        return not edition[part + of.PAY_COINS] and not edition[part + of.MOVE_BOAT]
    return effect in (of.DRAW_STONES, of.GAIN_COINS)


def _carry_out(edition: Ints, state: Ints, move: int) -> None:
    """Carry out what a played card does (R6.4 to R6.10)."""
    player = mover(edition, state)
    kind = codes.part(move, 1)
    effect = edition[of.EFFECT + kind]
    if effect == of.MORE_DICE:
        state[at.DICE_LEFT] += edition[of.FIGURE + kind]
    elif effect == of.SECOND_TENT:
        tents.place(edition, state, player, codes.part(move, 2) - 1, codes.part(move, 3))
    elif effect == of.MARKET:
        _sell(edition, state, player, move)
    else:
        _do_parts(edition, state, player, of.PART + 5 * kind)


def _do_parts(edition: Ints, state: Ints, player: int, part: int) -> None:
    """Carry out a card without a choice: the figures from `part` on (R6.7 to R6.10)."""
    paid = edition[part + of.PAY_COINS]
    taken = edition[part + of.TAKE_COINS]
    state[at.BANK] += paid
    state[player + at.COINS] -= paid
    money.receive(state, player, taken)
    funds = state[player + at.COINS] + state[player + at.CHEST]
    state[player + at.CHEST_LIMIT] = min(state[player + at.CHEST_LIMIT], funds)
    add_points(state, player, edition[part + of.SCORE])
    state[at.BOAT] += edition[part + of.MOVE_BOAT]
    if edition[part + of.DRAW]:
        money.await_stones(state, edition[part + of.DRAW])


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
    for first in range(state[held] + 1):
        for second in range(state[held + 1] + 1):
            for third in range(state[held + 2] + 1):
                if first or second or third:
                    sold = first << codes.CARD | second
                    moves[count] = codes.code_of(codes.PLAY_CARD, kind, sold, third)
                    count += 1
    return count


def _sell(edition: Ints, state: Ints, player: int, move: int) -> None:
    """Sell gems for coins and points; the points are paid in full (R6.6)."""
    kind = codes.part(move, 1)
    coins = 0
    points = 0
    clear_and_blue = codes.part(move, 2)
    red = codes.part(move, 3)
    for colour in range(3):
        sold = red if colour == 2 else clear_and_blue >> codes.CARD * (1 - colour) & codes.CARD_MASK
        coins += sold * edition[of.MARKET_COINS + 3 * kind + colour]
        points += sold * edition[of.MARKET_POINTS + 3 * kind + colour]
        state[player + at.GEMS + colour] -= sold
        state[at.ASIDE + 1 + colour] += sold
    add_points(state, player, points)
    money.receive(state, player, coins)


compile_module(__name__)
