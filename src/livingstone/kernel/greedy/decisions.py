"""The choices of `greedy`: `livingstone.players.greedy`, `cards` and `sales`."""

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block
from livingstone.kernel.compiling import Floats, Ints, compiled
from livingstone.kernel.greedy import mind as my
from livingstone.kernel.greedy import worth
from livingstone.kernel.greedy.dice import best_die, best_gain, die_worth, use_worth
from livingstone.kernel.greedy.mind import begin, own_block, rounds_left
from livingstone.kernel.greedy.winning import win_share
from livingstone.kernel.rules import (
    cards,
    effects,
    ending,
    mine,
    money,
    rounds,
    scoring,
    tents,
    turn,
)

NO_MOVE = -1


@compiled
def decide(edition: Ints, state: Ints, mind: Floats, knows_pile: bool, moves: Ints) -> int:
    """Choose a legal move, by what things are worth to the player to move.

    `moves` is room for a list of moves.
    """
    begin(edition, state, mind, knows_pile)
    if turn.allows_free_actions(edition, state):
        play = _best_play(edition, state, mind, moves)
        if play != NO_MOVE:
            return play
    if state[at.DIE]:
        return _use_die(edition, state, mind, moves)
    last_die = int(state[own_block(edition, mind) + at.LAST_DIE])
    takeable = rounds.count_takeable(edition, state, last_die)
    if not state[at.DICE_LEFT] or not takeable:
        return _close_turn(edition, state, mind)
    if takeable == 1:
        return codes.code_of(codes.TAKE_DIE, rounds.highest_die(edition, state), 0, 0)
    return codes.code_of(codes.TAKE_DIE, best_die(edition, state, mind), 0, 0)


@compiled
def _best_play(edition: Ints, state: Ints, mind: Floats, moves: Ints) -> int:
    """Choose the card to play that gains the most, if any gains enough (R6)."""
    best, hand = NO_MOVE, own_block(edition, mind) + edition[of.HAND]
    best_gain = mind[my.PATIENCE] if rounds_left(edition, state) else 0.0
    for kind in range(edition[of.KINDS]):
        if not state[hand + kind]:
            continue
        effect, move = edition[of.EFFECT + kind], codes.code_of(codes.PLAY_CARD, kind, 0, 0)
        if effect == of.SECOND_TENT:
            best, best_gain = _best_second_tent(edition, state, mind, kind, moves, best, best_gain)
        elif effect == of.MARKET:
            gain = worth.market(edition, state, mind, kind)
            if gain > best_gain:
                best, best_gain = _sale_at_market(edition, state, mind, kind), gain
        elif effects.has_effect(edition, state, kind):
            gain = _play_gain(edition, state, mind, kind)
            if gain >= 0 and effect in (of.DRAW_STONES, of.GAIN_COINS):
                return move
            if gain > best_gain:
                best, best_gain = move, gain
    return best


@compiled
def _best_second_tent(
    edition: Ints, state: Ints, mind: Floats, kind: int, moves: Ints, best: int, best_gain: float
) -> tuple[int, float]:
    """Choose the second tent that gains the most, if it gains more than the best so far (R6.5)."""
    for place in range(effects.legal(edition, state, kind, moves, 0)):
        space, source = codes.second_part(moves[place]) - 1, codes.third_part(moves[place])
        gain = worth.second_tent(edition, state, mind, space, source)
        if gain > best_gain:
            best, best_gain = moves[place], gain
    return best, best_gain


@compiled
def _sale_at_market(edition: Ints, state: Ints, mind: Floats, kind: int) -> int:
    """Make the move of selling all gems of the colours that are to be sold (R6.6)."""
    gems, second, third = own_block(edition, mind) + at.GEMS, 0, 0
    if worth.is_sold(edition, state, mind, kind, 0):
        second = int(state[gems]) << codes.CARD
    if worth.is_sold(edition, state, mind, kind, 1):
        second |= int(state[gems + 1])
    if worth.is_sold(edition, state, mind, kind, 2):
        third = int(state[gems + 2])
    return codes.code_of(codes.PLAY_CARD, kind, second, third)


@compiled
def _play_gain(edition: Ints, state: Ints, mind: Floats, kind: int) -> float:
    """Estimate what it gains to play a card without a choice now instead of keeping it (R6)."""
    effect = edition[of.EFFECT + kind]
    if effect in (of.DRAW_STONES, of.GAIN_COINS):
        return worth.card(edition, state, mind, kind)
    if effect == of.MORE_DICE:
        return _dice_gain(edition, state, mind)
    if effect == of.BOAT_BACK:
        return _boat_gain(edition, state, mind, edition[of.FIGURE + kind])
    return 0.0


@compiled
def _dice_gain(edition: Ints, state: Ints, mind: Floats) -> float:
    """Estimate what one more die gains: the best that can be taken now, after the first (R6.4)."""
    best = 0.0
    if state[at.DICE_TAKEN]:
        last, is_first = int(state[own_block(edition, mind) + at.LAST_DIE]), True
        for value in range(last + 1, edition[of.SIDES] + 1):
            if state[at.DICE + value - 1]:
                gain = die_worth(edition, state, mind, value)
                best = gain if is_first else max(best, gain)
                is_first = False
    return best


@compiled
def _boat_gain(edition: Ints, state: Ints, mind: Floats, columns: int) -> float:
    """Compare one's points in the columns to be scored again with the best other's (R6.7)."""
    seat, own, best, boat = int(mind[my.SEAT]), 0, -1, int(state[at.BOAT])
    for other in range(edition[of.PLAYERS]):
        points = 0
        for column in range(boat - columns, boat):
            player = block(edition, other)
            points += scoring.column_points(edition, state, player, column)
        if other == seat:
            own = points
        else:
            best = max(best, points)
    return float(own - best)


@compiled
def _use_die(edition: Ints, state: Ints, mind: Floats, moves: Ints) -> int:
    """Choose what to use the die for (R4); sell gems first if that pays for a better tent."""
    count = cards.legal_draw(edition, state, moves, 0)
    count = money.legal_coins(state, moves, count)
    count = mine.legal_dig(moves, count)
    count = tents.legal_builds(edition, state, moves, count)
    best, best_worth = moves[0], use_worth(edition, state, mind, moves[0])
    for place in range(1, count):
        gain = use_worth(edition, state, mind, moves[place])
        if gain > best_worth:
            best, best_worth = moves[place], gain
    sale = _sale_for_tent(edition, state, mind)
    if sale != NO_MOVE:
        row = int(state[at.DIE])
        price = worth.coin(edition, state, mind) * tents.coins_due(edition, state, row)
        if best_gain(edition, state, mind, row) - price > best_worth:
            return sale
    return best


@compiled
def _sale_for_tent(edition: Ints, state: Ints, mind: Floats) -> int:
    """Choose a sale towards the tent that the die can build (R4.4, R5.1).

    There is none if the coins suffice, and if they do not even with the price of all gems. Of the
    sales that bring enough, that which wastes the least is chosen, else that which lacks the least.
    """
    player, die = own_block(edition, mind), int(state[at.DIE])
    has_tent = state[player + at.SUPPLY_NOW] or edition[of.PLAYERS] == 2
    if not has_tent or die > edition[of.ROWS]:
        return NO_MOVE
    missing = tents.coins_due(edition, state, die) - state[player + at.COINS]
    price = money.gems_worth(edition, state, player + at.GEMS)
    if missing <= 0 or min(price, int(state[at.BANK])) < missing:
        return NO_MOVE
    best, least, is_enough = NO_MOVE, 0, False
    for colour in range(3):
        for number in range(1, state[player + at.GEMS + colour] + 1):
            over = number * edition[of.GEM_VALUE + colour] - missing
            is_better = (over >= 0) > is_enough or ((over >= 0) == is_enough and abs(over) < least)
            if best == NO_MOVE or is_better:
                best, least, is_enough = (
                    codes.code_of(codes.SELL_GEMS, colour, number, 0),
                    abs(over),
                    over >= 0,
                )
    return best


@compiled
def _close_turn(edition: Ints, state: Ints, mind: Floats) -> int:
    """End the turn; if it may be the last one, sell gems and donate before (R5.1, R5.2)."""
    move = NO_MOVE
    if rounds_left(edition, state):
        move = _worthwhile_sale(edition, state, mind)
    elif not _has_another_turn(edition, state, mind):
        move = _last_sale(edition, state, mind)
        if move == NO_MOVE:
            coins = _donation(edition, state, mind)
            if coins > 0:
                move = codes.code_of(codes.DONATE, coins, 0, 0)
    return codes.code_of(codes.END_TURN, 0, 0, 0) if move == NO_MOVE else move


@compiled
def _donation(edition: Ints, state: Ints, mind: Floats) -> int:
    """Choose how many coins to donate at the end of what may be the last turn (R8.4, R8.5, R9.2).

    All coins, if no die is left that the player can take. Otherwise what is not needed is kept.
    """
    player, seat = own_block(edition, mind), int(mind[my.SEAT])
    coins = int(state[player + at.COINS])
    if rounds.highest_die(edition, state) <= state[player + at.LAST_DIE]:
        return coins
    needed = edition[of.DONATION_DICE] * edition[of.SIDES]
    if edition[of.PLAYERS] > 2:
        worth.project(edition, state, mind)
        needed = NO_MOVE
        for other in range(edition[of.PLAYERS]):
            limit = int(mind[my.LIMIT + other])
            if other != seat and (needed == NO_MOVE or limit + 1 < needed):
                needed = limit + 1
    return min(coins, needed - int(state[player + at.CHEST]))


@compiled
def _worthwhile_sale(edition: Ints, state: Ints, mind: Floats) -> int:
    """Choose gems whose coins are worth more than keeping them, before the last round (R5.1)."""
    best, most, gems = NO_MOVE, 0, own_block(edition, mind) + at.GEMS
    for colour in range(3):
        price, held = edition[of.GEM_VALUE + colour], int(state[gems + colour])
        if held and price * worth.coin(edition, state, mind) > mind[my.KEPT_GEM]:
            number = min(held, state[at.BANK] // price)
            if number > most:
                best, most = codes.code_of(codes.SELL_GEMS, colour, number, 0), number
    return best


@compiled
def _has_another_turn(edition: Ints, state: Ints, mind: Floats) -> bool:
    """Say whether a die will be left for this player if the others take one each (R2.2)."""
    dice, last = 0, int(state[own_block(edition, mind) + at.LAST_DIE])
    for value in range(last, edition[of.SIDES]):
        dice += int(state[at.DICE + value])
    return bool(dice >= edition[of.PLAYERS])


@compiled
def _last_sale(edition: Ints, state: Ints, mind: Floats) -> int:
    """Choose a sale of the last turn, if selling adds to the share of the win (R5.1, R8.2).

    As many gems as are best are sold, those with the highest price first. What is to be expected
    includes the coins for all gems held, which this turn alone can bring.
    """
    player, hand = own_block(edition, mind), worth.points_in_hand(edition, state, mind)
    held = ending.gems_held(state, player)
    if not held:
        return NO_MOVE
    worth.project(edition, state, mind)
    all_coins = money.gems_worth(edition, state, player + at.GEMS)
    first, second, third = _dearest_first(edition)
    best, brings, bank = 0, 0, int(state[at.BANK])
    best_share = win_share(edition, state, mind, -all_coins, hand)
    for sold in range(1, held + 1):
        brings += edition[of.GEM_VALUE + _colour_sold(state, player, sold, first, second, third)]
        share = win_share(edition, state, mind, min(brings, bank) - all_coins, hand - sold)
        if share > best_share:
            best, best_share = sold, share
    if not best:
        return NO_MOVE
    colour = _colour_sold(state, player, 1, first, second, third)
    return codes.code_of(
        codes.SELL_GEMS, colour, min(best, int(state[player + at.GEMS + colour])), 0
    )


@compiled
def _dearest_first(edition: Ints) -> tuple[int, int, int]:
    """Sort the colours by their price, the dearest first; equals stay in order."""
    first, second, third = 0, 1, 2
    if edition[of.GEM_VALUE + second] > edition[of.GEM_VALUE + first]:
        first, second = second, first
    if edition[of.GEM_VALUE + third] > edition[of.GEM_VALUE + second]:
        second, third = third, second
    if edition[of.GEM_VALUE + second] > edition[of.GEM_VALUE + first]:
        first, second = second, first
    return first, second, third


@compiled
def _colour_sold(state: Ints, player: int, number: int, first: int, second: int, third: int) -> int:
    """Give the colour of a gem, from 1, where all are sold in this order of colours."""
    if number <= state[player + at.GEMS + first]:
        return first
    both = state[player + at.GEMS + first] + state[player + at.GEMS + second]
    return second if number <= both else third
