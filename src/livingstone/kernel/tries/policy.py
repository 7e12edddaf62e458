"""The policy that has learned from a search: `livingstone.players.policy` and `candidates`."""

from typing import Any

import numpy as np

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up as count_up
from livingstone.kernel.blocks import block, row_of, space_at
from livingstone.kernel.compiling import Floats, Ints, compile_module, shifted
from livingstone.kernel.engine import list_uses
from livingstone.kernel.greedy import decisions, worth
from livingstone.kernel.greedy import mind as my
from livingstone.kernel.greedy.decisions import NO_MOVE
from livingstone.kernel.greedy.mind import begin, own_block, rounds_left
from livingstone.kernel.greedy.winning import add_up, dot
from livingstone.kernel.rules import effects, mine, rounds, tents, turn
from livingstone.kernel.search.policy import least_last_die

DIE_FEATURES, USE_FEATURES, POSITION_FEATURES = 18, 17, 14
GAIN, LEAD, PURSE, HAND, COIN, DICE = 4.0, 20.0, 10.0, 4.0, 2.0, 3.0
SCALE = 1e6
MOST_BUILDS, HELPING_CARD = 4, 1.5
HOPES = np.array([0.1, 0.25, 0.5, 0.5, 0.35, 0.15])
"""The part of a majority that one more tent is worth, by the lead that it gives, from -2."""
USE_KINDS = np.array([-1, 0, 1, 2, 3, 5, 4, -1, -1])
"""The feature for each kind of move."""

# What the room to work in holds; hidden units come last.
POSITION, MOVE = 0, POSITION_FEATURES
GAINS = MOVE + DIE_FEATURES
PRODUCTS = GAINS + of.MOST_ROLLED + MOST_BUILDS
UNITS = PRODUCTS + DIE_FEATURES


def choose(
    edition: Ints, state: Ints, mind: Floats, dice: Any, dice_units: int, uses: Any,
    use_units: int, moves: Ints, options: Ints, room: Any,
) -> int:  # fmt: skip
    """Choose the move with the highest score, the first of equals, knowing the draw pile.

    `dice` and `uses` are the weights of two networks. The last three are room to work in.
    """
    begin(edition, state, mind, True)
    chosen = NO_MOVE
    if not _is_urgent(edition, state, mind):
        if state[at.DIE]:
            count = _list_uses(edition, state, mind, moves, options, room)
            if count > 1:
                _describe_position(edition, state, mind, room)
                chosen = _best_use(edition, state, mind, uses, use_units, options, count, room)
        elif state[at.DICE_LEFT]:
            chosen = _best_die(edition, state, mind, dice, dice_units, room)
    if chosen == NO_MOVE:
        return decisions.decide(edition, state, mind, True, moves)
    return chosen


def _is_urgent(edition: Ints, state: Ints, mind: Floats) -> bool:
    """Say whether a card is to be played at once, as it can lose no gems (R4.7, R6.8, R6.9)."""
    if not turn.allows_free_actions(edition, state):
        return False
    player = own_block(edition, mind)
    for kind in range(edition[of.KINDS]):
        if state[player + edition[of.HAND] + kind] and effects.has_effect(edition, state, kind):
            effect = edition[of.EFFECT + kind]
            if effect == of.GAIN_COINS or (
                effect == of.DRAW_STONES and not _can_lose_gems(edition, state, player, kind)
            ):
                return True
    return False


def _can_lose_gems(edition: Ints, state: Ints, player: int, kind: int) -> bool:
    drawn = 0
    for colour in range(3):
        drawn += min(state[player + at.GEMS + colour], state[at.GEMS_DRAWN + colour])
    return bool(drawn and not edition[of.WHITE_STONE_SELLS] and edition[of.FIGURE + kind])


def _first_play(edition: Ints, state: Ints, mind: Floats, effect: int) -> int:
    """Give the first card with an effect, without a choice, that can be played now."""
    hand = own_block(edition, mind) + edition[of.HAND]
    for kind in range(edition[of.KINDS]):
        is_held = state[hand + kind] and edition[of.EFFECT + kind] == effect
        if is_held and effects.has_effect(edition, state, kind):
            return codes.code_of(codes.PLAY_CARD, kind, 0, 0)
    return NO_MOVE


def _best_die(edition: Ints, state: Ints, mind: Floats, dice: Any, units: int, room: Any) -> int:
    """Choose among dice and the first other move, all of which score alike (R2.3, R3.1)."""
    last = int(state[own_block(edition, mind) + at.LAST_DIE])
    values, other = rounds.count_takeable(edition, state, last), NO_MOVE
    if turn.allows_free_actions(edition, state):
        other = _first_play(edition, state, mind, of.BOAT_BACK)
        if other == NO_MOVE:
            other = _first_play(edition, state, mind, of.DRAW_STONES)
    if other == NO_MOVE and state[at.DICE_TAKEN]:
        other = codes.code_of(codes.END_TURN, 0, 0, 0)
    if not values or (values == 1 and other == NO_MOVE):
        return NO_MOVE
    _describe_position(edition, state, mind, room)
    _see_position(dice, DIE_FEATURES, units, room)
    decisions.best_die(edition, state, mind)
    best, most = NO_MOVE, -np.inf
    for value in range(last + 1, edition[of.SIDES] + 1):
        if state[at.DICE + value - 1]:
            _describe_die(edition, state, mind, value, room)
            score = _score(dice, DIE_FEATURES, units, room)
            if score > most:
                best, most = codes.code_of(codes.TAKE_DIE, value, 0, 0), score
    if other != NO_MOVE:
        _clear_move(room, DIE_FEATURES)
        room[MOVE] = 1.0
        if _score(dice, DIE_FEATURES, units, room) > most:
            return other
    return best


def _best_use(
    edition: Ints, state: Ints, mind: Floats, uses: Any, units: int, options: Ints, count: int,
    room: Any,
) -> int:  # fmt: skip
    """Choose what to use the die for (R4)."""
    _see_position(uses, USE_FEATURES, units, room)
    best, most = NO_MOVE, -np.inf
    for place in range(count):
        _describe_use(edition, state, mind, options[place], room)
        score = _score(uses, USE_FEATURES, units, room)
        if score > most:
            best, most = options[place], score
    return best


def _see_position(weights: Any, width: int, units: int, room: Any) -> None:
    """Work out what the hidden units have of the position."""
    shared, biases = units * width, units * (width + POSITION_FEATURES)
    for unit in range(units):
        own = shifted(weights, shared + unit * POSITION_FEATURES)
        found = dot(own, room, POSITION_FEATURES, shifted(room, PRODUCTS))
        room[UNITS + unit] = weights[biases + unit] + found


def _score(weights: Any, width: int, units: int, room: Any) -> float:
    """Score the move described, in millionths."""
    move, products = shifted(room, MOVE), shifted(room, PRODUCTS)
    direct = units * (width + POSITION_FEATURES + 1)
    score = dot(shifted(weights, direct), move, width, products)
    for unit in range(units):
        found = room[UNITS + unit] + dot(shifted(weights, unit * width), move, width, products)
        if found > 0:
            score += found * weights[direct + width + unit]
    return float(np.rint(score * SCALE))


def _clear_move(room: Floats, width: int) -> None:
    for number in range(width):
        room[MOVE + number] = 0.0


def _dearest(edition: Ints) -> int:
    """Give the highest expedition cost, at least 1."""
    cost = 1
    for column in range(edition[of.COLUMNS]):
        cost = max(cost, edition[of.COST + column])
    return cost


def _describe_position(edition: Ints, state: Ints, mind: Floats, room: Floats) -> None:
    """Write about the game so far and the player to move (R2, R4, R8, R9)."""
    seat, player = int(mind[my.SEAT]), own_block(edition, mind)
    roll = edition[of.DONATION_DICE] * (edition[of.SIDES] + 1) / 2
    coin, left = worth.coin(edition, state, mind), rounds_left(edition, state)
    funds, least, points = worth.wealth(edition, state, seat) / roll, -1, -np.inf
    for other in range(edition[of.PLAYERS]):
        if other != seat:
            held = worth.wealth(edition, state, other)
            least = held if least < 0 else min(least, held)
            points = max(points, mind[my.POINTS + other])
    supply, gems = int(state[player + at.SUPPLY_NOW]), count_up(state, at.BAG_NOW + mine.CLEAR, 3)
    room[POSITION] = left / edition[of.COLUMNS]
    room[POSITION + 1] = 1.0 if left == 0 else 0.0
    room[POSITION + 2] = 1.0 if left == 1 else 0.0
    room[POSITION + 3] = coin / COIN
    room[POSITION + 4] = funds
    room[POSITION + 5] = max(0.0, 1 - funds)
    room[POSITION + 6] = least / roll
    room[POSITION + 7] = (mind[my.POINTS + seat] - points) / LEAD
    room[POSITION + 8] = supply / edition[of.TENTS]
    room[POSITION + 9] = 0.0 if supply else 1.0
    room[POSITION + 10] = count_up(state, player + edition[of.HAND], edition[of.KINDS]) / HAND
    room[POSITION + 11] = gems / max(1, mine.stones_in_bag(state))
    room[POSITION + 12] = state[player + at.COINS] / PURSE
    room[POSITION + 13] = edition[of.COST + state[at.BOAT] - 1] / _dearest(edition)


def _dice_above(edition: Ints, state: Ints, value: int) -> int:
    return int(count_up(state, at.DICE + value, edition[of.SIDES] - value))


def _describe_die(edition: Ints, state: Ints, mind: Floats, value: int, room: Floats) -> None:
    """Write about a die to take, and the dice that are left (R2.3, R3.1)."""
    _clear_move(room, DIE_FEATURES)
    own = rivals = 0
    best_own = best_rival = 0.0
    last = least_last_die(edition, state)
    for other in range(1, edition[of.SIDES] + 1):
        left = int(state[at.DICE + other - 1]) - int(other == value)
        if left and (other > value or other > last):
            gain = decisions.die_worth(edition, state, mind, other)
            if other > value:
                best_own = gain if own == 0 else max(best_own, gain)
                own += left
            if other > last:
                best_rival = gain if rivals == 0 else max(best_rival, gain)
                for place in range(rivals, rivals + left):
                    room[GAINS + place] = gain
                rivals += left
    room[MOVE + 1] = decisions.hope(edition, state, mind, value, int(mind[my.DICE])) / GAIN
    room[MOVE + 2] = decisions.die_worth(edition, state, mind, value) / GAIN
    room[MOVE + 3], room[MOVE + 4] = own / DICE, rivals / DICE
    room[MOVE + 5] = 1.0 if state[at.DICE + value - 1] > 1 else 0.0
    room[MOVE + 6], room[MOVE + 7] = best_own / GAIN, best_rival / GAIN
    room[MOVE + 8] = add_up(room, GAINS, rivals) / GAIN / DICE
    if value <= edition[of.ROWS]:
        price = int(tents.coins_due(edition, state, value))
        can_pay = price <= state[own_block(edition, mind) + at.COINS]
        room[MOVE + 9], room[MOVE + 10] = price / _dearest(edition), 1.0 if can_pay else 0.0
        room[MOVE + 11] = worth.tents_worth(edition, state, mind, value - 1, 1) / GAIN
    if value <= 6:
        room[MOVE + 11 + value] = 1.0


def _describe_use(edition: Ints, state: Ints, mind: Floats, move: int, room: Floats) -> None:
    """Write about a use of the die, or another move (R4)."""
    _clear_move(room, USE_FEATURES)
    kind, die, gain = codes.kind_of(move), int(state[at.DIE]), 0.0
    room[MOVE + USE_KINDS[kind]] = 1.0
    if codes.DRAW_CARD <= kind <= codes.BUILD_TENT:
        gain = decisions.use_worth(edition, state, mind, move)
    elif kind == codes.SELL_GEMS:
        price = worth.coin(edition, state, mind) * tents.coins_due(edition, state, die)
        gain = decisions.best_gain(edition, state, mind, die) - price
    room[MOVE + 6] = gain / GAIN
    room[MOVE + 7] = die / edition[of.SIDES]
    room[MOVE + 8] = _dice_above(edition, state, die) / DICE
    room[MOVE + 9] = _dice_above(edition, state, least_last_die(edition, state)) / DICE
    room[MOVE + 10] = worth.reserved_tent(edition, state, mind)
    if kind == codes.BUILD_TENT:
        row, pair, cards, is_free = codes.part(move, 1), codes.part(move, 2), 0, False
        for card in (codes.lower_card(pair), codes.higher_card(pair)):
            if card != codes.NO_CARD:
                cards += 1
                is_free = is_free or edition[of.EFFECT + card] == of.NO_COST_TENT
        room[MOVE + 11] = row / edition[of.ROWS]
        room[MOVE + 12] = worth.tents_worth(edition, state, mind, row - 1, 1) / GAIN
        if not is_free:
            room[MOVE + 13] = tents.coins_due(edition, state, row) / _dearest(edition)
        room[MOVE + 14], room[MOVE + 15] = cards, 1.0 if is_free else 0.0
        room[MOVE + 16] = 1.0 if codes.part(move, 3) != codes.SUPPLY else 0.0


def _list_uses(
    edition: Ints, state: Ints, mind: Floats, moves: Ints, options: Ints, room: Floats
) -> int:
    """List what is worth trying with the die at hand; count it (R4, R5.1, R6.6)."""
    player, count, listed = own_block(edition, mind), list_uses(edition, state, moves, 0), 0
    first = 0
    while first < count and codes.kind_of(moves[first]) != codes.BUILD_TENT:
        options[first] = moves[first]
        first += 1
    if count - first <= MOST_BUILDS and state[player + at.SUPPLY_NOW]:
        for place in range(first, count):
            options[place] = moves[place]
        listed = count
    else:
        listed = first + _best_builds(
            edition, state, mind, shifted(moves, first), count - first, shifted(options, first),
            room,
        )  # fmt: skip
    held = player + at.GEMS
    clear, blue, red = int(state[held]), int(state[held + 1]), int(state[held + 2])
    for kind in range(edition[of.KINDS]):
        is_market = edition[of.EFFECT + kind] == of.MARKET
        if is_market and state[player + edition[of.HAND] + kind] and clear + blue + red:
            sold = clear << codes.CARD | blue
            options[listed] = codes.code_of(codes.PLAY_CARD, kind, sold, red)
            listed += 1
    if _has_tent(edition, state, player):
        sale = decisions.sale_for_tent(edition, state, mind)
        if sale != NO_MOVE:
            options[listed] = sale
            listed += 1
    for kind in range(edition[of.KINDS]):
        is_draw = edition[of.EFFECT + kind] == of.DRAW_STONES
        if is_draw and state[player + edition[of.HAND] + kind]:
            options[listed] = codes.code_of(codes.PLAY_CARD, kind, 0, 0)
            listed += 1
    return listed


def _has_tent(edition: Ints, state: Ints, player: int) -> bool:
    """Say whether there is a tent for the row of the die (R4.4, R9.1)."""
    die = int(state[at.DIE])
    if state[player + at.SUPPLY_NOW] or edition[of.PLAYERS] != 2 or die > edition[of.ROWS]:
        return bool(state[player + at.SUPPLY_NOW])
    own = space_at(edition, die, int(state[at.BOAT]))
    for space in range(edition[of.SPACES]):
        if state[player + edition[of.TENT] + space] and space != own:
            return True
    return False


def _best_builds(
    edition: Ints, state: Ints, mind: Floats, moves: Ints, count: int, options: Ints, room: Floats
) -> int:
    """List the best ways to build, one for each row and cards, the best first; count them."""
    listed = place = 0
    while place < count:
        best, most = moves[place], _build_gain(edition, state, mind, moves[place])
        while place + 1 < count and moves[place + 1] >> codes.PART == best >> codes.PART:
            place += 1
            gain = _build_gain(edition, state, mind, moves[place])
            if most < gain:
                best, most = moves[place], gain
        place += 1
        rank = listed
        while rank and room[GAINS + rank - 1] < most:
            options[rank], room[GAINS + rank] = options[rank - 1], room[GAINS + rank - 1]
            rank -= 1
        options[rank], room[GAINS + rank] = best, most
        listed = min(listed + 1, MOST_BUILDS)
    return listed


def _build_gain(edition: Ints, state: Ints, mind: Floats, move: int) -> float:
    """Estimate what a tent gains, its price aside (R4.4, R8.1, R9.1)."""
    row, pair, source = codes.part(move, 1), codes.part(move, 2), codes.part(move, 3)
    cards = int(codes.lower_card(pair) != codes.NO_CARD)
    cards += int(codes.higher_card(pair) != codes.NO_CARD)
    if source == codes.SUPPLY:
        gain = _hope(edition, state, mind, row)
    else:
        lost, left = worth.unscored(edition, state, source - 1), row_of(edition, source - 1)
        if left == row:
            gain = float(-lost)
        else:
            half = _hope(edition, state, mind, left) / 2
            gain = _hope(edition, state, mind, row) - half - lost
    return edition[of.ROW_VALUE + row - 1] + gain - HELPING_CARD * cards


def _hope(edition: Ints, state: Ints, mind: Floats, row: int) -> float:
    """Estimate the points of one more tent for a row's majority (R8.1)."""
    own, most = 0, 0
    for seat in range(edition[of.PLAYERS]):
        count = int(state[block(edition, seat) + edition[of.IN_ROW] + row - 1])
        if seat == int(mind[my.SEAT]):
            own = count
        else:
            most = max(most, count)
    lead = max(-2, min(3, own + 1 - most))
    return float(edition[of.MAJORITY + row - 1] * HOPES[lead + 2])


compile_module(__name__)
