"""What things are worth to the player to move: `livingstone.players.valuation` and `projection`."""

from math import isnan

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, column_of, points_of, row_of
from livingstone.kernel.codes import SUPPLY
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.greedy import memo as slot
from livingstone.kernel.greedy import winning
from livingstone.kernel.greedy.memo import own_block, rounds_left
from livingstone.kernel.greedy.winning import add_up, majority_gain
from livingstone.kernel.rules import ending, money, rounds


def unscored(edition: Ints, state: Ints, space: int) -> int:
    """Look up the points that a tent on a space is still to score (R6.7, R7.1)."""
    if column_of(edition, space) < state[at.BOAT]:
        return 0
    return edition[of.ROW_VALUE + row_of(edition, space) - 1]


def pending_points(edition: Ints, state: Ints, player: int) -> int:
    """Sum the points of a player's tents that are still to be scored (R7.1)."""
    points = 0
    boat = int(state[at.BOAT])
    columns = edition[of.COLUMNS]
    for row in range(edition[of.ROWS]):
        first = player + edition[of.TENT] + row * columns
        tents = 0
        for place in range(first + boat - 1, first + columns):
            tents += int(state[place])
        points += tents * edition[of.ROW_VALUE + row]
    return points


def wealth_of(edition: Ints, state: Ints, seat: int) -> int:
    """Add up a player's coins in purse and chest and for all gems (R5.1)."""
    player = block(edition, seat)
    funds = int(state[player + at.COINS]) + int(state[player + at.CHEST])
    return funds + money.gems_worth(edition, state, player + at.GEMS)


def project(edition: Ints, state: Ints, memo: Floats) -> None:
    """Estimate the points and coins that each player will have at the end."""
    if not isnan(memo[slot.PROJECTED]):
        return
    memo[slot.PROJECTED] = 1.0
    winning.list_majority_points(edition, state, memo)
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        points = points_of(state, player) + ending.gems_held(state, player)
        points += pending_points(edition, state, player)
        memo[slot.POINTS + seat] = points + memo[slot.FIRST + seat]
        held = wealth_of(edition, state, seat)
        own = held + _pace(edition, memo, held) * memo[slot.TIME]
        memo[slot.LIMIT + seat] = _limit(edition, state, seat, held)
        if not rounds_left(edition, state):
            own = min(own, memo[slot.LIMIT + seat])
        memo[slot.COINS + seat] = own


def _pace(edition: Ints, memo: Floats, wealth: int) -> float:
    """Estimate how many coins a player's wealth grows by in a round."""
    if edition[of.PLAYERS] == 2:
        return memo[slot.INCOME]
    known = memo[slot.ACQUAINTANCE]
    elapsed = edition[of.COLUMNS] - memo[slot.TIME]
    grown = wealth - edition[of.START_COINS]
    return (grown + known * memo[slot.INCOME]) / (elapsed + known)


def _limit(edition: Ints, state: Ints, seat: int, wealth: int) -> int:
    """Estimate the most that a player can donate in the last round (R2.3, R10.2)."""
    player = block(edition, seat)
    highest = rounds.highest_die(edition, state)
    if seat == state[at.CURRENT_PLAYER] or highest > state[player + at.LAST_DIE]:
        return wealth + edition[of.SIDES]
    return int(state[player + at.CHEST_LIMIT])


def coin(edition: Ints, state: Ints, memo: Floats) -> float:
    """Estimate what a coin is worth, spent or donated."""
    if isnan(memo[slot.COIN]):
        project(edition, state, memo)
        memo[slot.COIN] = min(memo[slot.DEAREST_COIN], winning.coin_worth(edition, state, memo))
    return memo[slot.COIN]


def gem_kept(edition: Ints, state: Ints, memo: Floats, colour: int) -> float:
    """Estimate what a gem brings without a card: its point, or its price (R5.1, R8.2)."""
    if isnan(memo[slot.GEM_KEPT + colour]):
        price = coin(edition, state, memo) * edition[of.GEM_VALUE + colour]
        memo[slot.GEM_KEPT + colour] = max(1.0, price)
    return memo[slot.GEM_KEPT + colour]


def _gem_each(edition: Ints, state: Ints, memo: Floats, colour: int) -> float:
    """Estimate what a gem is worth, kept or sold (R5.1, R6.6, R8.2)."""
    if isnan(memo[slot.GEM_EACH + colour]):
        each = gem_kept(edition, state, memo, colour)
        hand = own_block(edition, memo)
        hand += edition[of.HAND]
        for kind in range(edition[of.KINDS]):
            if state[hand + kind] and edition[of.EFFECT + kind] == of.MARKET:
                price = 3 * kind + colour
                brings = coin(edition, state, memo) * edition[of.MARKET_COINS + price]
                each = max(each, brings + edition[of.MARKET_POINTS + price])
        memo[slot.GEM_EACH + colour] = each
    return memo[slot.GEM_EACH + colour]


def _gems(edition: Ints, state: Ints, memo: Floats, first: int) -> float:
    """Return what gems are worth: their numbers by colour begin at `first` of the state."""
    total = 0.0
    for colour in range(3):
        total += state[first + colour] * _gem_each(edition, state, memo, colour)
    return total


def stones(edition: Ints, state: Ints, memo: Floats, count: int) -> float:
    """Estimate the worth of drawing stones: less where the white one takes all (R4.7)."""
    total = money.stones_in_bag(state)
    if isnan(memo[slot.STONE]):
        memo[slot.STONE] = _gems(edition, state, memo, at.BAG_NOW + money.CLEAR) / total
    count = min(count, total)
    worth = memo[slot.STONE] * count
    if edition[of.WHITE_STONE_SELLS]:
        return worth
    gems = own_block(edition, memo) + at.GEMS
    drawn = 0.0
    for colour in range(3):
        lost = min(state[gems + colour], state[at.GEMS_DRAWN + colour])
        drawn += lost * _gem_each(edition, state, memo, colour)
    return worth - (worth + drawn) * count / total


def coins(edition: Ints, state: Ints, memo: Floats, count: int) -> float:
    """Estimate the worth of taking coins, as far as the bank holds them (R1.7, R4.2)."""
    return coin(edition, state, memo) * min(count, int(state[at.BANK]))


def tents_worth(edition: Ints, state: Ints, memo: Floats, row: int, more: int) -> float:
    """Estimate what one own tent more or less in a row, from 0, is worth for its majority (R8.1).

    `more` is 1 or -1. What the others lose by it counts as `RIVALRY` says.
    """
    known = (slot.GAIN if more > 0 else slot.LOSS) + row
    if isnan(memo[known]):
        alone = majority_gain(edition, state, memo, row, more)
        memo[known] = alone * (1 + memo[slot.RIVALRY] / (edition[of.PLAYERS] - 1))
    return memo[known]


def reserved_tent(edition: Ints, state: Ints, memo: Floats) -> float:
    """Estimate what keeping a tent is worth: the more, the fewer are left for the dice to come."""
    if isnan(memo[slot.RESERVED_TENT]):
        dice = edition[of.DICE_PER_PLAYER] * memo[slot.TIME]
        lacking = max(0.0, dice - state[own_block(edition, memo) + at.SUPPLY_NOW])
        memo[slot.RESERVED_TENT] = memo[slot.SCARCE_TENT] * lacking / max(dice, 1.0)
    return memo[slot.RESERVED_TENT]


def tent(edition: Ints, state: Ints, memo: Floats, points: int, row: int, source: int) -> float:
    """Estimate what a tent that scores these points gains, without its price (R7.1, R8.1, R9.1)."""
    left = source - 1
    if source != SUPPLY and row_of(edition, left) == row:
        return float(points - unscored(edition, state, left))
    with_row = points + tents_worth(edition, state, memo, row - 1, 1)
    if source == SUPPLY:
        return with_row - reserved_tent(edition, state, memo)
    loss = tents_worth(edition, state, memo, row_of(edition, left) - 1, -1)
    return with_row - (unscored(edition, state, left) - loss)


def second_tent(edition: Ints, state: Ints, memo: Floats, space: int, source: int) -> float:
    """Estimate what a second tent on a scored space gains (R6.5, R6.7, R8.1)."""
    points = unscored(edition, state, space)
    return tent(edition, state, memo, points, row_of(edition, space), source)


def is_sold(edition: Ints, state: Ints, memo: Floats, kind: int, colour: int) -> bool:
    """Return whether the gems of a colour are to be sold at a market (R6.6)."""
    held = state[own_block(edition, memo) + at.GEMS + colour]
    return bool(held and _sale_gain(edition, state, memo, kind, colour) > 0)


def _sale_gain(edition: Ints, state: Ints, memo: Floats, kind: int, colour: int) -> float:
    """Estimate what selling a gem at a market gains over keeping it (R6.6)."""
    price = 3 * kind + colour
    brings = edition[of.MARKET_COINS + price] * coin(edition, state, memo)
    with_points = brings + edition[of.MARKET_POINTS + price]
    return with_points - gem_kept(edition, state, memo, colour)


def market(edition: Ints, state: Ints, memo: Floats, kind: int) -> float:
    """Estimate what selling the best gems at a market gains over keeping them (R6.6)."""
    total = 0.0
    gems = own_block(edition, memo) + at.GEMS
    for colour in range(3):
        if is_sold(edition, state, memo, kind, colour):
            total += _sale_gain(edition, state, memo, kind, colour) * state[gems + colour]
    return total


def card(edition: Ints, state: Ints, memo: Floats, kind: int) -> float:
    """Estimate the worth of a card in hand (R6)."""
    return effect(edition, state, memo, edition[of.EFFECT + kind], kind)


def effect(edition: Ints, state: Ints, memo: Floats, effect: int, kind: int) -> float:
    """Estimate the worth of an effect, whose figures are those of a kind of card (R6)."""
    late = 1.0 if rounds_left(edition, state) else memo[slot.LATE]
    figure = edition[of.FIGURE + kind]
    if effect == of.NO_COST_TENT:
        costs = 0
        columns = edition[of.COLUMNS] - state[at.BOAT] + 1
        for column in range(state[at.BOAT] - 1, edition[of.COLUMNS]):
            costs += edition[of.COST + column]
        return late * coin(edition, state, memo) * costs / columns
    if effect == of.IGNORE_DIE:
        return late * memo[slot.IGNORED_DIE]
    if effect == of.MORE_DICE:
        return late * memo[slot.EXTRA_DIE] * figure
    if effect == of.SECOND_TENT:
        hope = _best_row(edition, state, memo) * memo[slot.SECOND_TENT_PART]
        return late * max(memo[slot.SECOND_TENT_HOPE], hope)
    if effect == of.MARKET:
        return late * (market(edition, state, memo, kind) + memo[slot.MARKET_HOPE])
    if effect == of.BOAT_BACK:
        return late * memo[slot.MOVED_BOAT]
    if effect == of.MINE_COLLAPSE:
        return _collapse(edition, state, memo)
    total = parts(edition, state, memo, kind)
    if effect != of.PARTS:
        return total
    boat = edition[of.PART + 5 * kind + of.MOVE_BOAT]
    if state[at.BOAT] + boat > edition[of.COLUMNS]:
        return 0.0
    if boat:
        total += late * memo[slot.MOVED_BOAT]
    return max(total, 0.0)


def parts(edition: Ints, state: Ints, memo: Floats, kind: int) -> float:
    """Estimate the worth of what a card without a choice does now, without moving the boat."""
    part = of.PART + 5 * kind
    total = float(edition[part + of.SCORE])
    if edition[part + of.PAY_COINS]:
        total -= coin(edition, state, memo) * edition[part + of.PAY_COINS]
    if edition[part + of.TAKE_COINS]:
        total += coins(edition, state, memo, edition[part + of.TAKE_COINS])
    if edition[part + of.DRAW]:
        total += stones(edition, state, memo, edition[part + of.DRAW])
    return total


def _best_row(edition: Ints, state: Ints, memo: Floats) -> float:
    """Return the most that a tent more gains for a majority, of all rows."""
    if isnan(memo[slot.BEST_ROW]):
        best = tents_worth(edition, state, memo, 0, 1)
        for row in range(1, edition[of.ROWS]):
            best = max(best, tents_worth(edition, state, memo, row, 1))
        memo[slot.BEST_ROW] = best
    return memo[slot.BEST_ROW]


def _collapse(edition: Ints, state: Ints, memo: Floats) -> float:
    """Estimate the worth of a mine collapse: all gems go back into the bag (R6.11)."""
    count = 0
    seat = int(memo[slot.SEAT])
    for other in range(edition[of.PLAYERS]):
        if other != seat:
            gems = block(edition, other) + at.GEMS
            memo[slot.LIST + count] = _gems(edition, state, memo, gems)
            count += 1
    others = add_up(memo, slot.LIST, count)
    own = _gems(edition, state, memo, block(edition, seat) + at.GEMS)
    return memo[slot.RIVALRY] * others / (edition[of.PLAYERS] - 1) - own


def draw(edition: Ints, state: Ints, memo: Floats) -> float:
    """Estimate what drawing a card is worth on average (R4.1)."""
    if isnan(memo[slot.DRAW]):
        total = 0.0
        cards = 0
        has_pile = False
        for kind in range(edition[of.KINDS]):
            has_pile = has_pile or state[edition[of.PILE] + kind] > 0
        for kind in range(edition[of.KINDS]):
            count = _unseen(edition, state, memo, kind, has_pile)
            if count:
                total += count * card(edition, state, memo, kind)
                cards += count
        memo[slot.DRAW] = total / max(cards, 1)
    return memo[slot.DRAW]


def _unseen(edition: Ints, state: Ints, memo: Floats, kind: int, has_pile: bool) -> int:
    """Count the cards of a kind that can come: without a draw pile, those that lie open (R4.1)."""
    if not has_pile:
        return int(state[edition[of.PLAYED] + kind])
    if memo[slot.KNOWS_PILE]:
        return int(state[edition[of.PILE] + kind])
    seen = state[edition[of.PLAYED] + kind]
    seen += state[own_block(edition, memo) + edition[of.HAND] + kind]
    return int(edition[of.CARD_COUNT + kind] - seen)


compile_module(__name__)
