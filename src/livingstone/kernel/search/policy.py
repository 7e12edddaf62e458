"""The plans worth trying, and the policy: a network that scores moves.

A plan is a move, or a die with its use. As in `livingstone.players.candidates`, most legal moves
are left out because another one is always as good: a card that gains nothing by waiting is played
at once, all gems of a colour are sold together, coins are donated in the last round, and point
cards stay in hand.

The policy was trained on the choices of searches and on what moves earned. Its features are what
the player to move knows, and the choice of `greedy`. It has one hidden layer over the position and
the move, and adds a linear term in the features of the move.
"""

from math import exp

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, mover
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.compiling import Floats, Ints, Words, compile_module, shifted
from livingstone.kernel.engine import list_moves
from livingstone.kernel.greedy import decisions, worth
from livingstone.kernel.greedy import memo as slot
from livingstone.kernel.greedy.memo import rounds_left
from livingstone.kernel.rules import cards, money, rounds, tents
from livingstone.kernel.search.features import add_rows, describe, size_of
from livingstone.kernel.streams import below
from livingstone.kernel.workspace import Player, Search

MOST_PLANS = 256
"""The most plans of a search; further ones are left out."""
MOST_BUILDS = 4
"""The most tents to build with a die that are tried: the best ones."""
MOST_SECOND_TENTS = 2
"""The most second tents (R6.5) that are tried: the best ones."""
UNITS = 64
"""The units of the layer."""
MOST_SCORED = 24
"""The most moves that are scored; further ones are never chosen."""
# The features of a move. The shipped policies were trained with these places. The first nine mark
# the kind of the move, by its number in `codes`.
IS_GREEDY = 9  # whether `greedy` would choose the move
GAIN = 10  # what `greedy` expects it to gain
HOPE = 11  # the same with the dice that can be taken later, or of a second tent
VALUE = 12  # one of six marks the value of the die
SIDES = 6
ABOVE = 18  # dice on the table above the one to take
RIVALS = 19  # dice that another player can take
SAME = 20  # whether another die shows the same value
PRICE = 21  # of the tent
CAN_PAY = 22  # 1 with all gems sold, 2 with coins alone
MAJORITY = 23  # what the tent gains for its row's majority
ROW = 24  # the points of the tent's row
CARDS = 25  # how many cards are played with the tent
IS_FREE = 26  # whether a card pays for the tent
IS_MOVED = 27  # whether the tent comes from another space
COINS = 28  # how many coins the move brings or costs
LEFT = 29  # coins in the purse after it
IS_BROKE = 30  # whether that is none
GEMS = 31  # how many gems are sold
EFFECT = 32  # one of ten marks the effect of the card, by its number in `tables`
MOVE_SIZE = 42
"""How many features a move has."""
SIZE = 4.0
"""The points, dice or gems by which features are divided."""
PURSE = 10.0
"""The coins by which features are divided."""


def prefer(search: Search, state: Ints, player: Player, knows_pile: bool, heat: float) -> int:
    """Choose by the policy at a temperature, or as `greedy` does where there are no networks."""
    if not player.has_networks:
        work = search.work
        return decisions.decide(work.edition, state, search.memo, knows_pile, work.moves)
    count = list_options(search, state, knows_pile)
    place = 0
    if count > 1:
        _score_options(search, state, player.policy, count)
        place = choose_softly(search.scores, count, heat, search.luck)
    return int(search.options[2 * place])


def choose_softly(gains: Floats, count: int, temperature: float, luck: Words) -> int:
    """Return the place of the best gain, or at a temperature above 0 a random place.

    The probabilities are those of the softmax function of the gains divided by the temperature.
    """
    best = 0
    total = 0.0
    for place in range(1, count):
        if gains[place] > gains[best]:
            best = place
    if temperature <= 0:
        return best
    for place in range(count):
        total += exp((gains[place] - gains[best]) / temperature)
    rest = below(luck, 1 << 30) / 2**30 * total
    for place in range(count):
        rest -= exp((gains[place] - gains[best]) / temperature)
        if rest < 0:
            return place
    return best


def list_options(search: Search, state: Ints, knows_pile: bool) -> int:
    """Write the moves to score to `search.options`, that of `greedy` first; count them."""
    edition = search.work.edition
    memo = search.memo
    moves = search.work.moves
    best = decisions.decide(edition, state, memo, knows_pile, moves)
    found = list_candidates(edition, state, memo, moves, search.options, 0, best)
    return min(found, MOST_SCORED)


def _score_options(search: Search, state: Ints, weights: Floats, count: int) -> None:
    """Write the scores of the options.

    `search.inputs` has the features of the state, then the units of the layer, then the features
    of one move.
    """
    edition = search.work.edition
    memo = search.memo
    inputs = search.inputs
    size = size_of(edition)
    units = shifted(inputs, size)
    features = shifted(inputs, size + UNITS)
    describe(edition, state, memo, inputs, False)
    biases = size * UNITS
    scored_by = shifted(weights, (size + 1) * UNITS)
    for unit in range(UNITS):
        units[unit] = weights[biases + unit]
    add_rows(weights, UNITS, size, inputs, units, search.places)
    begin_moves(edition, state, memo)
    for place in range(count):
        describe_move(edition, state, memo, search.options[2 * place], place == 0, features)
        search.scores[place] = _score(scored_by, units, features, search.places)


def _score(weights: Floats, units: Floats, features: Floats, places: Ints) -> float:
    """Score a move.

    `weights` are those from its features to the units, from the units to the score, and from its
    features straight to the score.
    """
    own = shifted(features, MOVE_SIZE)
    outputs = MOVE_SIZE * UNITS
    direct = (MOVE_SIZE + 1) * UNITS
    first = second = third = fourth = 0.0
    for unit in range(UNITS):
        own[unit] = units[unit]
    add_rows(weights, UNITS, MOVE_SIZE, features, own, places)
    for unit in range(UNITS):
        own[unit] = max(own[unit], own[unit] * 0) * weights[outputs + unit]
    for unit in range(0, UNITS, 4):  # four sums: each addition to a single one waits for the last
        first += own[unit]
        second += own[unit + 1]
        third += own[unit + 2]
        fourth += own[unit + 3]
    for number in range(MOVE_SIZE):
        first += float(features[number] * weights[direct + number])
    return first + second + third + fourth


def begin_moves(edition: Ints, state: Ints, memo: Floats) -> None:
    """Fill the lists of `greedy` that `describe_move` reads for dice to take."""
    if not state[at.DIE]:
        decisions.best_die(edition, state, memo)


def describe_move(
    edition: Ints, state: Ints, memo: Floats, move: int, is_greedy: bool, out: Floats
) -> None:
    """Write the features of a move."""
    for number in range(MOVE_SIZE):
        out[number] = 0.0
    kind = codes.kind_of(move)
    coins = int(state[mover(edition, state) + at.COINS])
    out[kind] = 1.0
    out[IS_GREEDY] = is_greedy
    after = coins
    if kind == codes.TAKE_DIE:
        _describe_die(edition, state, memo, codes.part(move, 1), out)
    elif kind == codes.BUILD_TENT:
        after -= _describe_tent(edition, state, memo, move, out)
    elif kind == codes.TAKE_COINS:
        after += min(int(state[at.DIE]), int(state[at.BANK]))
    elif kind == codes.SELL_GEMS:
        out[GEMS] = codes.part(move, 2) / SIZE
        after += codes.part(move, 2) * edition[of.GEM_VALUE + codes.part(move, 1)]
        if state[at.DIE]:
            die = int(state[at.DIE])
            price = worth.coin(edition, state, memo) * tents.coins_due(edition, state, die)
            out[GAIN] = (decisions.best_gain(edition, state, memo, die) - price) / SIZE
    elif kind == codes.DONATE:
        after -= codes.part(move, 1)
    elif kind == codes.PLAY_CARD:
        card = codes.part(move, 1)
        # `Parts` came after the policies were trained, so it shares the mark of the last effect.
        out[EFFECT + min(edition[of.EFFECT + card], of.MINE_COLLAPSE)] = 1.0
        out[GAIN] = worth.card(edition, state, memo, card) / SIZE
        if edition[of.EFFECT + card] == of.SECOND_TENT:
            space, source = codes.part(move, 2) - 1, codes.part(move, 3)
            out[HOPE] = worth.second_tent(edition, state, memo, space, source) / SIZE
    if state[at.DIE] and codes.DRAW_CARD <= kind <= codes.BUILD_TENT:
        out[GAIN] = decisions.use_worth(edition, state, memo, move) / SIZE
        out[VALUE + min(int(state[at.DIE]), SIDES) - 1] = 1.0
    out[COINS] = (after - coins) / PURSE
    out[LEFT] = after / PURSE
    out[IS_BROKE] = after == 0


def _describe_die(edition: Ints, state: Ints, memo: Floats, value: int, out: Floats) -> None:
    """Describe a die to take: what it and the dice after it gain (R2.3, R3.1)."""
    out[GAIN] = decisions.die_worth(edition, state, memo, value) / SIZE
    out[HOPE] = decisions.hope(edition, state, memo, value, int(memo[slot.DICE])) / SIZE
    out[VALUE + min(value, SIDES) - 1] = 1.0
    own = 0
    rivals = 0
    last = least_last_die(edition, state)
    for other in range(1, edition[of.SIDES] + 1):
        left = int(state[at.DICE + other - 1]) - (other == value)
        own += left if other > value else 0
        rivals += left if other > last else 0
    out[ABOVE] = own / SIZE
    out[RIVALS] = rivals / SIZE
    out[SAME] = state[at.DICE + value - 1] > 1
    if value <= edition[of.ROWS]:
        _describe_row(edition, state, memo, value, out)


def _describe_row(edition: Ints, state: Ints, memo: Floats, row: int, out: Floats) -> int:
    """Describe a tent in a row; return its price (R4.4, R8.1)."""
    player = mover(edition, state)
    price = int(tents.coins_due(edition, state, row))
    funds = int(state[player + at.COINS]) + money.gems_worth(edition, state, player + at.GEMS)
    out[PRICE] = price / SIZE
    out[CAN_PAY] = int(price <= state[player + at.COINS]) + int(price <= funds)
    out[MAJORITY] = worth.tents_worth(edition, state, memo, row - 1, 1) / SIZE
    out[ROW] = edition[of.ROW_VALUE + row - 1] / SIZE
    return price


def _describe_tent(edition: Ints, state: Ints, memo: Floats, move: int, out: Floats) -> int:
    """Describe a way to build a tent; return the coins that it costs (R6.1, R6.2, R9.1)."""
    price = _describe_row(edition, state, memo, codes.part(move, 1), out)
    for card in codes.cards_of(codes.part(move, 2)):
        if card != codes.NO_CARD:
            out[CARDS] += 1.0
            if edition[of.EFFECT + card] == of.NO_COST_TENT:
                out[IS_FREE] = 1.0
                price = 0
    out[IS_MOVED] = codes.part(move, 3) != codes.SUPPLY
    return price


def least_last_die(edition: Ints, state: Ints) -> int:
    """Return the least last die of the others: what is above it they can take (R2.3)."""
    least = edition[of.SIDES]
    for seat in range(edition[of.PLAYERS]):
        if seat != state[at.CURRENT_PLAYER]:
            least = min(least, int(state[block(edition, seat) + at.LAST_DIE]))
    return least


def list_candidates(
    edition: Ints, state: Ints, memo: Floats, moves: Ints, plans: Ints, count: int, best: int
) -> int:
    """Add the legal moves worth trying to the plans, `best` first; return the new count.

    The caller has called `begin` of `greedy.memo` for this state.
    """
    legal = list_moves(edition, state, moves)
    first = count
    count = _add(plans, count, best)
    builds = tried_tents = 0
    sale = decisions.sale_for_tent(edition, state, memo) if state[at.DIE] else NO_MOVE
    for place in range(legal):
        move = moves[place]
        kind = codes.kind_of(move)
        if kind == codes.BUILD_TENT:
            builds = _note_best(edition, state, memo, move, moves, builds, MOST_BUILDS)
        elif kind == codes.PLAY_CARD and edition[of.EFFECT + codes.part(move, 1)] == of.SECOND_TENT:
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
    """Add a plan of one move, if there is room; return the new count."""
    if count == MOST_PLANS:
        return count
    plans[2 * count] = move
    plans[2 * count + 1] = NO_MOVE
    return count + 1


def _note_best(
    edition: Ints, state: Ints, memo: Floats, move: int, moves: Ints, count: int, most: int
) -> int:
    """Keep the best tents, each from its best source (R9.1); return how many there are.

    They overwrite the beginning of `moves`, which the caller has read already.
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
    card = codes.part(move, 1)
    drawn = 0
    for colour in range(3):
        drawn += int(state[at.GEMS_DRAWN + colour])
    can_lose = edition[of.PART + 5 * card + of.DRAW] and drawn
    return cards.is_at_once(edition, card) and not can_lose


def _is_worth_trying(edition: Ints, state: Ints, move: int) -> bool:
    """Return whether a move that builds no tent is worth trying."""
    kind = codes.kind_of(move)
    is_closing = state[at.DICE_TAKEN] and not state[at.DIE]
    if kind == codes.PLAY_CARD:
        return _is_card_worth_trying(edition, state, move, bool(is_closing))
    if kind == codes.SELL_GEMS:
        colour, number = codes.part(move, 1), codes.part(move, 2)
        is_all = number == state[mover(edition, state) + at.GEMS + colour]
        is_paid = number * edition[of.GEM_VALUE + colour] <= state[at.BANK]
        return bool(is_closing and is_all and is_paid)
    if kind == codes.DONATE:
        is_last = not rounds_left(edition, state)
        return bool(is_closing) and is_last and _is_good_donation(edition, state, move)
    if kind == codes.END_TURN and not rounds_left(edition, state):
        has_coins = state[mover(edition, state) + at.COINS] > 0
        return decisions.has_another_turn(edition, state) or not has_coins
    return True


def _is_card_worth_trying(edition: Ints, state: Ints, move: int, is_closing: bool) -> bool:
    """Return whether playing a card without a tent is worth trying at this point of the turn."""
    card = codes.part(move, 1)
    effect = edition[of.EFFECT + card]
    if effect == of.MARKET:
        held = mover(edition, state) + at.GEMS
        second = codes.part(move, 2)
        sells_all = second == int(state[held]) << codes.CARD | int(state[held + 1])
        is_in_time = is_closing or state[at.DIE] > 0
        return bool(is_in_time and sells_all and codes.part(move, 3) == state[held + 2])
    if edition[of.PART + 5 * card + of.MOVE_BOAT]:
        return not state[at.DIE]
    if effect == of.MORE_DICE:
        return is_closing
    return effect in (of.DRAW_STONES, of.GAIN_COINS, of.PARTS)


def _is_good_donation(edition: Ints, state: Ints, move: int) -> bool:
    """Return whether all coins are donated, or all but the price of a tent (R4.4, R8.4, R9.2)."""
    player = mover(edition, state)
    rows = edition[of.ROWS]
    kept = int(state[player + at.COINS]) - codes.part(move, 1)
    if not kept:
        return True
    highest = min(rounds.highest_die(edition, state), rows)
    for die in range(int(state[player + at.LAST_DIE]) + 1, highest + 1):
        if state[at.DICE + die - 1] and tents.coins_due(edition, state, die) == kept:
            return True
    return False


compile_module(__name__)
