"""What a die is worth, and which one to take: `livingstone.players.valuation`."""

import numpy as np

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import space_at
from livingstone.kernel.compiling import Floats, Ints, compiled
from livingstone.kernel.greedy import mind as my
from livingstone.kernel.greedy import worth
from livingstone.kernel.greedy.mind import is_unknown, own_block
from livingstone.kernel.rules.money import gems_worth
from livingstone.kernel.rules.tents import coins_due, has_card_for

IMPOSSIBLE = -np.inf


@compiled
def use_worth(edition: Ints, state: Ints, mind: Floats, move: int) -> float:
    """Estimate in points what it gains to use the die at hand in this way (R4)."""
    kind, die = codes.kind_of(move), int(state[at.DIE])
    if kind == codes.DRAW_CARD:
        return worth.draw(edition, state, mind)
    if kind == codes.TAKE_COINS:
        return worth.coins(edition, state, mind, die)
    if kind == codes.BUILD_TENT:
        return _tent_worth(edition, state, mind, move)
    return worth.stones(edition, state, mind, die)


@compiled
def _tent_worth(edition: Ints, state: Ints, mind: Floats, move: int) -> float:
    """Estimate what a tent gains, less the cards that are played with it, or its price (R4.4)."""
    row, pair, is_free = codes.first_part(move), codes.second_part(move), False
    gain = worth.gain(edition, state, mind, row, codes.third_part(move))
    for card in (codes.lower_card(pair), codes.higher_card(pair)):
        if card != codes.NO_CARD:
            is_free = is_free or edition[of.EFFECT + card] == of.NO_COST_TENT
            gain -= worth.card(edition, state, mind, card)
    if is_free:
        return gain
    return gain - worth.coin(edition, state, mind) * coins_due(edition, state, row)


@compiled
def die_worth(edition: Ints, state: Ints, mind: Floats, die: int) -> float:
    """Estimate in points what a die on the table gains if it is taken and used in the best way."""
    if is_unknown(mind[my.USE + die]):
        mind[my.USE + die] = _die_worth(edition, state, mind, die)
    return mind[my.USE + die]


@compiled
def _die_worth(edition: Ints, state: Ints, mind: Floats, die: int) -> float:
    best = max(worth.draw(edition, state, mind), worth.coins(edition, state, mind, die))
    best = max(best, worth.stones(edition, state, mind, die))
    player, coin = own_block(edition, mind), worth.coin(edition, state, mind)
    coins = int(state[player + at.COINS])
    if die <= edition[of.ROWS]:
        gain = best_gain(edition, state, mind, die)
        if gain > best:
            price = coins_due(edition, state, die)
            if price <= coins + gems_worth(edition, state, player + at.GEMS):
                best = max(best, gain - coin * price)
            if has_card_for(edition, state, player, of.NO_COST_TENT):
                free = worth.effect(edition, state, mind, of.NO_COST_TENT, 0)
                best = max(best, gain - free)
    if has_card_for(edition, state, player, of.IGNORE_DIE):
        ignored = worth.effect(edition, state, mind, of.IGNORE_DIE, 0)
        for row in range(1, edition[of.ROWS] + 1):
            price = coins_due(edition, state, row)
            if price <= coins:
                gain = best_gain(edition, state, mind, row) - coin * price - ignored
                best = max(best, gain)
    return best


@compiled
def best_gain(edition: Ints, state: Ints, mind: Floats, row: int) -> float:
    """Estimate what a tent in a row gains, its price aside, from where it is missed the least.

    It is minus infinity if the player has no tent to build with (R4.4, R9.1).
    """
    player = own_block(edition, mind)
    if state[player + at.SUPPLY_NOW]:
        return worth.gain(edition, state, mind, row, codes.SUPPLY)
    best = IMPOSSIBLE
    if edition[of.PLAYERS] == 2:
        own = space_at(edition, row, int(state[at.BOAT]))
        for space in range(edition[of.SPACES]):
            if state[player + edition[of.TENT] + space] and space != own:
                best = max(best, worth.gain(edition, state, mind, row, space + 1))
    return best


@compiled
def best_die(edition: Ints, state: Ints, mind: Floats) -> int:
    """Choose the value of a die by its best use and by what can be taken after it (R2.2, R2.3)."""
    last, sides = int(state[own_block(edition, mind) + at.LAST_DIE]), edition[of.SIDES]
    dice, higher, best, best_hope = int(mind[my.DICE]), 0, 0, IMPOSSIBLE
    for value in range(sides, last, -1):
        if state[at.DICE + value - 1]:
            _sort_higher(edition, state, mind, value, higher)
            hope = _hope(edition, state, mind, value, dice)
            if hope >= best_hope:  # the lowest of equals
                best, best_hope = value, hope
            higher += int(state[at.DICE + value - 1])
    return best


@compiled
def _sort_higher(edition: Ints, state: Ints, mind: Floats, value: int, higher: int) -> None:
    """List what each value above a die's gains after it, the best first.

    `higher` is how many dice on the table show these values.
    """
    first = my.SORTED + value * of.MOST_SIDES
    count = 0
    for further in range(value + 1, edition[of.SIDES] + 1):
        if state[at.DICE + further - 1]:
            gain, place = _hope(edition, state, mind, further, higher), first + count
            while place > first and mind[place - 1] < gain:
                mind[place] = mind[place - 1]
                place -= 1
            mind[place] = gain
            count += 1
    mind[first + count] = IMPOSSIBLE  # the end of the list


@compiled
def _hope(edition: Ints, state: Ints, mind: Floats, value: int, dice: int) -> float:
    """Estimate what a die gains, and the higher ones that can be taken after it (R2.3).

    It is one of so many dice; the other players leave each with some probability.
    """
    use, left = die_worth(edition, state, mind, value), dice - edition[of.PLAYERS]
    place = my.SORTED + value * of.MOST_SIDES
    if left <= 0 or mind[place] == IMPOSSIBLE:
        return use
    stays, hope, still_open = left / (dice - 1), 0.0, mind[my.FURTHER_DICE]
    while mind[place] != IMPOSSIBLE:
        hope += still_open * stays * mind[place]
        still_open *= 1 - stays
        place += 1
    return use + hope
