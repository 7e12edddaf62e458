"""The choices of `greedy`: `livingstone.players.greedy`, `candidates` and `valuation`."""

from math import isnan

import numpy as np

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, mover, space_at
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.engine import list_uses
from livingstone.kernel.greedy import memo as slot
from livingstone.kernel.greedy import worth
from livingstone.kernel.greedy.memo import begin, own_block, rounds_left
from livingstone.kernel.greedy.winning import win_share
from livingstone.kernel.rules import cards, ending, money, rounds, tents

NO_COLOUR = -1
IMPOSSIBLE = -np.inf
"""The worth of what cannot be done."""


def decide(edition: Ints, state: Ints, memo: Floats, knows_pile: bool, moves: Ints) -> int:
    """Choose a legal move, by what things are worth to the player to move."""
    begin(edition, state, memo, knows_pile)
    if rounds.allows_free_actions(edition, state):
        play = _best_play(edition, state, memo, moves)
        if play != NO_MOVE:
            return play
    if state[at.DIE]:
        return _use_die(edition, state, memo, moves)
    last_die = int(state[own_block(edition, memo) + at.LAST_DIE])
    takeable = rounds.count_takeable(edition, state, last_die)
    if not state[at.DICE_LEFT] or not takeable:
        return _close_turn(edition, state, memo)
    if takeable == 1:
        return codes.code_of(codes.TAKE_DIE, rounds.highest_die(edition, state), 0, 0)
    return codes.code_of(codes.TAKE_DIE, best_die(edition, state, memo), 0, 0)


def _best_play(edition: Ints, state: Ints, memo: Floats, moves: Ints) -> int:
    """Choose the card to play that gains the most, if any gains enough (R6)."""
    best = NO_MOVE
    hand = own_block(edition, memo) + edition[of.HAND]
    best_gain = memo[slot.PATIENCE] if rounds_left(edition, state) else 0.0
    for kind in range(edition[of.KINDS]):
        if not state[hand + kind]:
            continue
        effect = edition[of.EFFECT + kind]
        move = codes.code_of(codes.PLAY_CARD, kind, 0, 0)
        if effect == of.SECOND_TENT:
            best, best_gain = _best_second_tent(edition, state, memo, kind, moves, best, best_gain)
        elif effect == of.MARKET:
            gain = worth.market(edition, state, memo, kind)
            if gain > best_gain:
                best, best_gain = _sale_at_market(edition, state, memo, kind), gain
        elif cards.has_effect(edition, state, kind):
            gain = 0.0
            if effect == of.MORE_DICE:
                gain = _dice_gain(edition, state, memo)
            elif effect != of.SCORE_POINTS:
                gain = worth.parts(edition, state, memo, kind)
                columns = int(edition[of.PART + 5 * kind + of.MOVE_BOAT])
                gain += _boat_gain(edition, state, memo, columns) if columns else 0.0
                if gain >= 0 and cards.is_at_once(edition, kind):
                    return move
            if gain > best_gain:
                best, best_gain = move, gain
    return best


def _best_second_tent(
    edition: Ints, state: Ints, memo: Floats, kind: int, moves: Ints, best: int, best_gain: float
) -> tuple[int, float]:
    """Choose the second tent that gains the most, if it gains more than the best so far (R6.5)."""
    for place in range(cards.legal_with(edition, state, kind, moves, 0)):
        space, source = codes.part(moves[place], 2) - 1, codes.part(moves[place], 3)
        gain = worth.second_tent(edition, state, memo, space, source)
        if gain > best_gain:
            best, best_gain = moves[place], gain
    return best, best_gain


def _sale_at_market(edition: Ints, state: Ints, memo: Floats, kind: int) -> int:
    """Make the move of selling all gems of the colours that are to be sold (R6.6)."""
    move = codes.code_of(codes.PLAY_CARD, kind, 0, 0)
    gems = own_block(edition, memo) + at.GEMS
    for colour, bits in enumerate((codes.PART + codes.CARD, codes.PART, 0)):
        if worth.is_sold(edition, state, memo, kind, colour):
            move |= int(state[gems + colour]) << bits
    return move


def _dice_gain(edition: Ints, state: Ints, memo: Floats) -> float:
    """Estimate what one more die gains: the best that can be taken now, after the first (R6.4)."""
    if not state[at.DICE_TAKEN]:
        return 0.0
    best = IMPOSSIBLE
    last = int(state[own_block(edition, memo) + at.LAST_DIE])
    for value in range(last + 1, edition[of.SIDES] + 1):
        if state[at.DICE + value - 1]:
            best = max(best, die_worth(edition, state, memo, value))
    return best


def _boat_gain(edition: Ints, state: Ints, memo: Floats, columns: int) -> float:
    """Estimate in points what moving the boat gains over the best other player (R6.7).

    Columns that it goes back over are scored again. Where it goes on, with `columns` above 0, those
    that it passes are not scored.
    """
    seat = int(memo[slot.SEAT])
    own = 0
    best = -1
    boat = int(state[at.BOAT])
    for other in range(edition[of.PLAYERS]):
        points = 0
        for column in range(min(boat, boat + columns), max(boat, boat + columns)):
            player = block(edition, other)
            points += rounds.column_points(edition, state, player, column)
        if other == seat:
            own = points
        else:
            best = max(best, points)
    return float(own - best if columns < 0 else best - own)


def _use_die(edition: Ints, state: Ints, memo: Floats, moves: Ints) -> int:
    """Choose what to use the die for (R4); sell gems first if that pays for a better tent."""
    count = list_uses(edition, state, moves, 0)
    best, best_worth = moves[0], use_worth(edition, state, memo, moves[0])
    for place in range(1, count):
        gain = use_worth(edition, state, memo, moves[place])
        if gain > best_worth:
            best, best_worth = moves[place], gain
    sale = sale_for_tent(edition, state, memo)
    if sale != NO_MOVE:
        row = int(state[at.DIE])
        price = worth.coin(edition, state, memo) * tents.coins_due(edition, state, row)
        if best_gain(edition, state, memo, row) - price > best_worth:
            return sale
    return best


def sale_for_tent(edition: Ints, state: Ints, memo: Floats) -> int:
    """Choose the sale that covers best what lacks for the die's tent (R4.4, R5.1).

    That is the least of those that are enough, or else the largest one.
    """
    player = own_block(edition, memo)
    die = int(state[at.DIE])
    has_tent = state[player + at.SUPPLY_NOW] or edition[of.PLAYERS] == 2
    if not has_tent or die > edition[of.ROWS]:
        return NO_MOVE
    missing = tents.coins_due(edition, state, die) - state[player + at.COINS]
    price = money.gems_worth(edition, state, player + at.GEMS)
    if missing <= 0 or min(price, int(state[at.BANK])) < missing:
        return NO_MOVE
    best = NO_MOVE
    least = 0
    is_enough = False
    for colour in range(3):
        for number in range(1, state[player + at.GEMS + colour] + 1):
            over = number * edition[of.GEM_VALUE + colour] - missing
            is_better = (over >= 0) > is_enough or ((over >= 0) == is_enough and abs(over) < least)
            if best == NO_MOVE or is_better:
                best = codes.code_of(codes.SELL_GEMS, colour, number, 0)
                least = abs(over)
                is_enough = over >= 0
    return best


def _close_turn(edition: Ints, state: Ints, memo: Floats) -> int:
    """End the turn; if it may be the last one, sell gems and donate before (R5.1, R5.2)."""
    move = NO_MOVE
    if rounds_left(edition, state):
        move = _worthwhile_sale(edition, state, memo)
    elif not has_another_turn(edition, state):
        move = _last_sale(edition, state, memo)
        if move == NO_MOVE:
            coins = _donation(edition, state, memo)
            if coins > 0:
                move = codes.code_of(codes.DONATE, coins, 0, 0)
    return codes.code_of(codes.END_TURN, 0, 0, 0) if move == NO_MOVE else move


def _donation(edition: Ints, state: Ints, memo: Floats) -> int:
    """Choose how many coins to donate: all in the last turn, else what is needed (R8.4, R9.2)."""
    player = own_block(edition, memo)
    seat = int(memo[slot.SEAT])
    coins = int(state[player + at.COINS])
    chest = int(state[player + at.CHEST])
    if rounds.highest_die(edition, state) <= state[player + at.LAST_DIE]:
        return coins
    needed = edition[of.DONATION_DICE] * edition[of.SIDES]
    if edition[of.PLAYERS] > 2:
        worth.project(edition, state, memo)
        needed = coins + chest
        for other in range(edition[of.PLAYERS]):
            if other != seat:
                needed = min(needed, int(memo[slot.LIMIT + other]) + 1)
    return min(coins, needed - chest)


def _worthwhile_sale(edition: Ints, state: Ints, memo: Floats) -> int:
    """Choose gems to sell before the last round: those worth more as coins than kept (R5.1)."""
    best, most = NO_MOVE, 0
    gems = own_block(edition, memo) + at.GEMS
    for colour in range(3):
        price = edition[of.GEM_VALUE + colour]
        held = int(state[gems + colour])
        if held and price * worth.coin(edition, state, memo) > memo[slot.KEPT_GEM]:
            number = min(held, state[at.BANK] // price)
            if number > most:
                best, most = codes.code_of(codes.SELL_GEMS, colour, number, 0), number
    return best


def has_another_turn(edition: Ints, state: Ints) -> bool:
    """Return whether a die is left for the mover if the others take one each (R2.2)."""
    last = int(state[mover(edition, state) + at.LAST_DIE])
    return add_up(state, at.DICE + last, edition[of.SIDES] - last) >= edition[of.PLAYERS]


def _last_sale(edition: Ints, state: Ints, memo: Floats) -> int:
    """Choose the first of the sales that add most to the share of the win (R5.1, R8.2).

    The dearest gems are sold first.
    """
    player = own_block(edition, memo)
    held = ending.gems_held(state, player)
    hand = ending.card_points(edition, state, player)
    if not held:
        return NO_MOVE
    worth.project(edition, state, memo)
    all_coins = money.gems_worth(edition, state, player + at.GEMS)
    best = 0
    brings = 0
    bank = int(state[at.BANK])
    best_share = win_share(edition, state, memo, -all_coins, hand)
    for sold in range(1, held + 1):
        brings += edition[of.GEM_VALUE + colour_sold(edition, state, player, sold)]
        share = win_share(edition, state, memo, min(brings, bank) - all_coins, hand - sold)
        if share > best_share:
            best, best_share = sold, share
    if not best:
        return NO_MOVE
    colour = colour_sold(edition, state, player, 1)
    number = min(best, int(state[player + at.GEMS + colour]))
    return codes.code_of(codes.SELL_GEMS, colour, number, 0)


def colour_sold(edition: Ints, state: Ints, player: int, number: int) -> int:
    """Return the colour of the n-th gem sold, from 1, if the dearest gems are sold first."""
    for colour in range(3):
        price = edition[of.GEM_VALUE + colour]
        first = 1
        for other in range(3):
            dearer = edition[of.GEM_VALUE + other] - price
            if dearer > 0 or (dearer == 0 and other < colour):
                first += int(state[player + at.GEMS + other])
        if first <= number < first + state[player + at.GEMS + colour]:
            return colour
    return NO_COLOUR


def use_worth(edition: Ints, state: Ints, memo: Floats, move: int) -> float:
    """Estimate in points what the die at hand gains if it is used for this move (R4)."""
    kind = codes.kind_of(move)
    die = int(state[at.DIE])
    if kind == codes.DRAW_CARD:
        return worth.draw(edition, state, memo)
    if kind == codes.TAKE_COINS:
        return worth.coins(edition, state, memo, die)
    if kind == codes.BUILD_TENT:
        return _tent_worth(edition, state, memo, move)
    return worth.stones(edition, state, memo, die)


def _tent_worth(edition: Ints, state: Ints, memo: Floats, move: int) -> float:
    """Estimate what a tent gains, less the cards that are played with it, or its price (R4.4)."""
    row = codes.part(move, 1)
    is_free = False
    points = edition[of.ROW_VALUE + row - 1]
    gain = worth.tent(edition, state, memo, points, row, codes.part(move, 3))
    for card in codes.cards_of(codes.part(move, 2)):
        if card != codes.NO_CARD:
            is_free = is_free or edition[of.EFFECT + card] == of.NO_COST_TENT
            gain -= worth.card(edition, state, memo, card)
    if is_free:
        return gain
    return gain - worth.coin(edition, state, memo) * tents.coins_due(edition, state, row)


def die_worth(edition: Ints, state: Ints, memo: Floats, die: int) -> float:
    """Estimate in points what a die on the table gains if it is taken and used in the best way."""
    if not isnan(memo[slot.USE + die]):
        return memo[slot.USE + die]
    best = max(worth.draw(edition, state, memo), worth.coins(edition, state, memo, die))
    best = max(best, worth.stones(edition, state, memo, die))
    player = own_block(edition, memo)
    coin = worth.coin(edition, state, memo)
    coins = int(state[player + at.COINS])
    if die <= edition[of.ROWS]:
        gain = best_gain(edition, state, memo, die)
        if gain > best:
            price = tents.coins_due(edition, state, die)
            if price <= coins + money.gems_worth(edition, state, player + at.GEMS):
                best = max(best, gain - coin * price)
            if tents.has_card_for(edition, state, player, of.NO_COST_TENT):
                best = max(best, gain - worth.effect(edition, state, memo, of.NO_COST_TENT, 0))
    if tents.has_card_for(edition, state, player, of.IGNORE_DIE):
        ignored = worth.effect(edition, state, memo, of.IGNORE_DIE, 0)
        for row in range(1, edition[of.ROWS] + 1):
            price = tents.coins_due(edition, state, row)
            if price <= coins:
                gain = best_gain(edition, state, memo, row) - coin * price - ignored
                best = max(best, gain)
    memo[slot.USE + die] = best
    return best


def best_gain(edition: Ints, state: Ints, memo: Floats, row: int) -> float:
    """Estimate what a tent in a row gains without its price; minus infinity if there is none."""
    player = own_block(edition, memo)
    points = edition[of.ROW_VALUE + row - 1]
    if state[player + at.SUPPLY_NOW]:
        return worth.tent(edition, state, memo, points, row, codes.SUPPLY)
    best = IMPOSSIBLE
    if edition[of.PLAYERS] == 2:
        own = space_at(edition, row, int(state[at.BOAT]))
        for space in range(edition[of.SPACES]):
            if state[player + edition[of.TENT] + space] and space != own:
                best = max(best, worth.tent(edition, state, memo, points, row, space + 1))
    return best


def best_die(edition: Ints, state: Ints, memo: Floats) -> int:
    """Choose the value of a die by its best use and by what can be taken after it (R2.2, R2.3)."""
    last = int(state[own_block(edition, memo) + at.LAST_DIE])
    sides = edition[of.SIDES]
    dice = int(memo[slot.DICE])
    higher = 0
    best, best_hope = 0, IMPOSSIBLE
    for value in range(sides, last, -1):
        if state[at.DICE + value - 1]:
            _sort_higher(edition, state, memo, value, higher)
            total = hope(edition, state, memo, value, dice)
            if total >= best_hope:  # the lowest of equals
                best, best_hope = value, total
            higher += int(state[at.DICE + value - 1])
    return best


def _sort_higher(edition: Ints, state: Ints, memo: Floats, value: int, higher: int) -> None:
    """List for a die what each higher value gains if it is taken later, the best first.

    `higher` dice on the table show one of these values.
    """
    first = slot.SORTED + value * of.MOST_SIDES
    count = 0
    for further in range(value + 1, edition[of.SIDES] + 1):
        if state[at.DICE + further - 1]:
            gain = hope(edition, state, memo, further, higher)
            place = first + count
            while place > first and memo[place - 1] < gain:
                memo[place] = memo[place - 1]
                place -= 1
            memo[place] = gain
            count += 1
    memo[first + count] = IMPOSSIBLE  # the end of the list


def hope(edition: Ints, state: Ints, memo: Floats, value: int, dice: int) -> float:
    """Estimate what a die gains now, and what the higher ones may gain later (R2.3).

    The others take a die each before, so a higher one is left with some probability.
    """
    use = die_worth(edition, state, memo, value)
    left = dice - edition[of.PLAYERS]
    place = slot.SORTED + value * of.MOST_SIDES
    if left <= 0 or memo[place] == IMPOSSIBLE:
        return use
    stays = left / (dice - 1)
    total = 0.0
    still_open = memo[slot.FURTHER_DICE]
    while memo[place] != IMPOSSIBLE:
        total += still_open * stays * memo[place]
        still_open *= 1 - stays
        place += 1
    return use + total


compile_module(__name__)
