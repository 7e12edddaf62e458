"""The value of a state: its features, and a network of two layers that estimates the win shares.

The features describe a state whose hidden cards have been dealt. The outputs are the shares of the
players, in turn order from the one to move, and the share of nobody, since all can be out (R8.5).
"""

from math import exp

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, copy, mark, points_of
from livingstone.kernel.compiling import LANES, Floats, Ints, add_lanes, compile_module, shifted
from livingstone.kernel.greedy import memo as slot
from livingstone.kernel.greedy.worth import pending_points, wealth_of
from livingstone.kernel.rules import ending

# Each figure is divided by a usual size of its kind, so that features are about 0 to 1. The shipped
# networks were trained with these sizes: other ones need other networks.
COINS = 20.0
POINTS = 60.0
LEAD = 30.0  # of points over the best other player
CLOSE = 8.0  # a lead in points that the end of the game can still turn
TENTS = 4.0  # of a player in a row
ROW_LEAD = 3.0  # of tents in a row
GEMS = 5.0  # of a colour
CARDS = 3.0  # of a kind
DICE = 2.0  # of a value, on the table
STONES = 15.0  # of a colour, in the bag
FIGURES = 15
"""How many figures of a player there are, apart from rows, gems and cards."""
FIRST = 256
"""The units of the first layer."""
SECOND = 128
"""The units of the second layer."""


def size_of(edition: Ints) -> int:
    """Count the features of a state."""
    sides = edition[of.SIDES]
    kinds = edition[of.KINDS]
    rows = edition[of.ROWS]
    table = edition[of.COLUMNS] + 2 * sides + 3 + 5 + kinds + 1
    return table + edition[of.PLAYERS] * (1 + FIGURES + 3 + kinds + 4 * rows)


def describe(edition: Ints, state: Ints, memo: Floats, out: Floats, sees_all: bool) -> None:
    """Write the features of a state in which a player is to move.

    `memo` holds the values of `greedy`, among them the probabilities of the donation roll. Without
    `sees_all` the features show no hand and no chest of another player (R10.2).
    """
    players = edition[of.PLAYERS]
    mover = int(state[at.CURRENT_PLAYER])
    place = mark(out, 0, edition[of.COLUMNS], int(state[at.BOAT]) - 1)
    place = mark(out, place, edition[of.SIDES], int(state[at.DIE]) - 1)
    place = copy(state, at.DICE, edition[of.SIDES], out, place, DICE)
    out[place] = add_up(state, at.DICE, edition[of.SIDES]) / edition[of.ROUND_DICE]
    out[place + 1] = state[at.DICE_LEFT]
    out[place + 2] = min(int(state[at.DICE_TAKEN]), 1)
    place = copy(state, at.BAG_NOW, 5, out, place + 3, STONES)
    copy(state, edition[of.PILE], edition[of.KINDS], out, place, CARDS)
    for seat in range(0 if sees_all else players):
        if seat != mover:  # the mover cannot tell the hands of others from the draw pile
            hand = block(edition, seat) + edition[of.HAND]
            for kind in range(edition[of.KINDS]):
                out[place + kind] += state[hand + kind] / CARDS
    place += edition[of.KINDS]
    out[place] = edition[of.FREE_ACTIONS_BEFORE_DIE]
    place = mark(out, place + 1, players, (int(state[at.STARTING_PLAYER]) - mover) % players)
    _sum_points(edition, state, memo, sees_all)
    _describe_leads(edition, state, memo, out, place)
    for number in range(players):
        seat = (mover + number) % players
        place = _describe_player(edition, state, memo, seat, out, place, sees_all)


def _describe_player(
    edition: Ints, state: Ints, memo: Floats, seat: int, out: Floats, place: int, sees_all: bool
) -> int:
    """Write the features of a player; return the place after them."""
    player = block(edition, seat)
    is_known = sees_all or seat == state[at.CURRENT_PLAYER]
    chest = int(state[player + at.CHEST])
    funds = int(state[player + at.COINS]) + chest
    wealth = wealth_of(edition, state, seat)
    lead = _lead(edition, memo, seat)
    out[place] = state[player + at.COINS] / COINS if is_known else 0.0
    out[place + 1] = chest / COINS if is_known else 0.0
    out[place + 2] = wealth / COINS
    out[place + 3] = _safety(edition, state, memo, seat, funds)
    out[place + 4] = _safety(edition, state, memo, seat, wealth)
    out[place + 5] = state[player + at.SUPPLY_NOW] / edition[of.TENTS]
    out[place + 6] = state[player + at.LAST_DIE] / edition[of.SIDES]
    values = dice = 0
    for value in range(int(state[player + at.LAST_DIE]), edition[of.SIDES]):
        values += int(state[at.DICE + value] > 0)
        dice += int(state[at.DICE + value])
    out[place + 7] = values / edition[of.SIDES]
    out[place + 8] = dice / edition[of.ROUND_DICE]
    out[place + 9] = state[player + at.DONATIONS] > 0
    out[place + 10] = points_of(state, player) / POINTS
    out[place + 11] = lead / LEAD
    out[place + 12] = min(max(lead, -CLOSE), CLOSE) / CLOSE
    out[place + 13] = memo[slot.SECOND + seat] / COINS
    out[place + 14] = _safety(edition, state, memo, seat, chest) if is_known else 0.0
    place = copy(state, player + at.GEMS, 3, out, place + FIGURES, GEMS)
    hand = player + edition[of.HAND]
    if is_known:
        copy(state, hand, edition[of.KINDS], out, place, CARDS)
    else:
        mark(out, place, edition[of.KINDS], -1)
        out[place] = add_up(state, hand, edition[of.KINDS]) / CARDS
    place += edition[of.KINDS] + 2 * edition[of.ROWS]
    return _describe_rows(edition, state, seat, out, place)


def _describe_rows(edition: Ints, state: Ints, seat: int, out: Floats, place: int) -> int:
    """Write tents in the boat's column, and whether a space elsewhere is scored, by row."""
    player = block(edition, seat)
    columns = edition[of.COLUMNS]
    rows = edition[of.ROWS]
    for row in range(rows):
        first = row * columns
        here = row * columns + int(state[at.BOAT]) - 1
        scored = add_up(state, player + edition[of.SCORED] + first, columns)
        out[place + row] = state[player + edition[of.TENT] + here] / 2
        out[place + rows + row] = scored > state[player + edition[of.SCORED] + here]
    return place + 2 * rows


def _sum_points(edition: Ints, state: Ints, memo: Floats, sees_all: bool) -> None:
    """Work out each player's points if the game ended after this round (R7, R8.2, R8.3).

    Write the points by seat to the list `FIRST` of `memo`, without majorities, and those of tents
    still to be scored to the list `SECOND`.
    """
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        pending = pending_points(edition, state, player)
        points = points_of(state, player) + ending.gems_held(state, player) + pending
        if sees_all or seat == state[at.CURRENT_PLAYER]:
            points += ending.card_points(edition, state, player)
        memo[slot.FIRST + seat] = points
        memo[slot.SECOND + seat] = pending


def _describe_leads(edition: Ints, state: Ints, memo: Floats, out: Floats, place: int) -> None:
    """Write tents and leads by player and row; add the majority points to `FIRST` (R8.1)."""
    players = edition[of.PLAYERS]
    rows = edition[of.ROWS]
    mover = int(state[at.CURRENT_PLAYER])
    size = (size_of(edition) - place) // players
    first = place + FIGURES + 3 + edition[of.KINDS]
    for row in range(rows):
        most = second = sharing = 0
        for seat in range(players):
            own = int(state[block(edition, seat) + edition[of.IN_ROW] + row])
            if own > most:
                second = most
                most = own
                sharing = 1
            elif own == most:
                second = own
                sharing += 1
            else:
                second = max(second, own)
        for seat in range(players):
            own = int(state[block(edition, seat) + edition[of.IN_ROW] + row])
            if own == most and own:
                memo[slot.FIRST + seat] += edition[of.MAJORITY + row] // sharing
            lead = own - (second if own == most else most)
            number = first + (seat - mover + players) % players * size + row
            out[number] = own / TENTS
            out[number + rows] = min(max(lead, -ROW_LEAD), ROW_LEAD) / ROW_LEAD


def _lead(edition: Ints, memo: Floats, seat: int) -> float:
    """Return the lead of a player over the best other one."""
    best = -1.0
    for other in range(edition[of.PLAYERS]):
        if other != seat:
            best = max(best, memo[slot.FIRST + other])
    return float(memo[slot.FIRST + seat] - best)


def _safety(edition: Ints, state: Ints, memo: Floats, seat: int, coins: int) -> float:
    """Return the chance to reach the roll (R9.2), or the lead over who has the least (R8.4)."""
    if edition[of.PLAYERS] == 2:
        chance = 0.0
        for total in range(min(coins, edition[of.DONATION_DICE] * edition[of.SIDES]) + 1):
            chance += memo[slot.ROLL + total]
        return chance
    least = -1
    for other in range(edition[of.PLAYERS]):
        if other != seat:
            player = block(edition, other)
            funds = int(state[player + at.COINS]) + int(state[player + at.CHEST])
            least = funds if least < 0 else min(least, funds)
    return min(max(coins - least, -COINS), COINS) / COINS


def forward(
    weights: Floats, inputs: int, players: int, features: Floats, places: Ints, shares: Floats
) -> None:
    """Write the shares of the win for features; the array has room for all units behind them."""
    room = shifted(features, inputs)
    second = shifted(weights, (inputs + 1) * FIRST)
    outputs = FIRST * SECOND
    for unit in range(FIRST):
        room[unit] = weights[inputs * FIRST + unit]
    add_rows(weights, FIRST, inputs, features, room, places)
    units = shifted(room, FIRST)
    for unit in range(FIRST):
        room[unit] = max(room[unit], room[unit] * 0)  # a zero of float32, so that no cast is needed
    for unit in range(SECOND):
        units[unit] = second[outputs + unit]
    add_rows(second, SECOND, FIRST, room, units, places)
    _write_shares(shifted(second, outputs + SECOND), players, units, shares)


def add_rows(
    weights: Floats, size: int, count: int, features: Floats, sums: Floats, places: Ints
) -> None:
    """Add each row of weights, times its feature, to the sums.

    Most features are 0. A branch in the inner loop would be mispredicted often, so the places of
    the others are listed first, without a branch, in `places`.
    """
    some = 0
    for number in range(count):
        places[some] = number
        some += int(features[number] != 0)
    for which in range(some):
        number = places[which]
        row = number * size
        for place in range(0, size, LANES):
            add_lanes(shifted(sums, place), shifted(weights, row + place), features[number])


def _write_shares(weights: Floats, players: int, units: Floats, shares: Floats) -> None:
    """Turn the units of the second layer into shares of the win, by the softmax function."""
    outputs = players + 1
    most = -1e30
    total = 0.0
    for output in range(outputs):
        shares[output] = weights[SECOND * outputs + output]
    for unit in range(SECOND):
        value = units[unit]
        if value > 0:
            for output in range(outputs):
                shares[output] += float(value * weights[unit * outputs + output])
    for output in range(outputs):
        most = max(most, shares[output])
    for output in range(outputs):
        shares[output] = exp(shares[output] - most)
        total += shares[output]
    for output in range(outputs):
        shares[output] /= total


compile_module(__name__)
