"""The value of a state: its features, and a network with two layers that tells the shares of it.

Features are all that is known once the hidden cards are dealt; all are about 0 to 1. The shares of
the win are those of the players in turn order from the one to move, and of nobody (R8.5).
"""

from math import exp

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, column_of, copy, mark, points_of
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.greedy import memo as slot
from livingstone.kernel.greedy.worth import pending_points, wealth_of
from livingstone.kernel.rules import ending

COINS, POINTS, LEAD, CLOSE, TENTS, ROW_LEAD, GEMS, CARDS = 20.0, 60.0, 30.0, 8.0, 4.0, 3.0, 5.0, 3.0
"""Sizes by which figures are divided."""
FIGURES = 14
"""How many figures of a player there are, apart from rows, gems and cards."""
FIRST, SECOND = 256, 128
"""The units of the two layers."""


def size_of(edition: Ints) -> int:
    """Count the features of a state."""
    sides, kinds, rows = edition[of.SIDES], edition[of.KINDS], edition[of.ROWS]
    table = edition[of.COLUMNS] + 2 * sides + 3 + 5 + kinds + 1
    return table + edition[of.PLAYERS] * (1 + FIGURES + 3 + kinds + 4 * rows)


def describe(edition: Ints, state: Ints, memo: Floats, out: Floats, sees_all: bool) -> None:
    """Write the features of a state in which a player is to move.

    `memo` is that of `greedy`, which knows the probabilities of the donation roll. Unless it
    `sees_all`, the hands and chests of others are not looked at (R10.2).
    """
    players, mover = edition[of.PLAYERS], int(state[at.CURRENT_PLAYER])
    place = mark(out, 0, edition[of.COLUMNS], int(state[at.BOAT]) - 1)
    place = mark(out, place, edition[of.SIDES], int(state[at.DIE]) - 1)
    place = copy(state, at.DICE, edition[of.SIDES], out, place, 2.0)
    out[place] = add_up(state, at.DICE, edition[of.SIDES]) / edition[of.ROUND_DICE]
    out[place + 1] = state[at.DICE_LEFT]
    out[place + 2] = min(int(state[at.DICE_TAKEN]), 1)
    place = copy(state, at.BAG_NOW, 5, out, place + 3, 15.0)
    copy(state, edition[of.PILE], edition[of.KINDS], out, place, CARDS)
    for seat in range(0 if sees_all else players):
        if seat != mover:  # hidden cards may belong to the draw pile
            hand = block(edition, seat) + edition[of.HAND]
            for kind in range(edition[of.KINDS]):
                out[place + kind] += state[hand + kind] / CARDS
    place += edition[of.KINDS]
    out[place] = edition[of.FREE_ACTIONS_BEFORE_DIE]
    place = mark(out, place + 1, players, (int(state[at.STARTING_PLAYER]) - mover) % players)
    for number in range(players):
        seat = (mover + number) % players
        place = _describe_player(edition, state, memo, seat, out, place, sees_all)


def _describe_player(
    edition: Ints, state: Ints, memo: Floats, seat: int, out: Floats, place: int, sees_all: bool
) -> int:
    player = block(edition, seat)
    is_known = sees_all or seat == state[at.CURRENT_PLAYER]
    funds = int(state[player + at.COINS]) + int(state[player + at.CHEST])
    wealth = wealth_of(edition, state, seat)
    lead = _lead(edition, state, seat, sees_all)
    out[place] = state[player + at.COINS] / COINS if is_known else 0.0
    out[place + 1] = state[player + at.CHEST] / COINS if is_known else 0.0
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
    out[place + 13] = pending_points(edition, state, player) / COINS
    place = copy(state, player + at.GEMS, 3, out, place + FIGURES, GEMS)
    hand = player + edition[of.HAND]
    if is_known:
        copy(state, hand, edition[of.KINDS], out, place, CARDS)
    else:
        mark(out, place, edition[of.KINDS], -1)
        out[place] = add_up(state, hand, edition[of.KINDS]) / CARDS
    place += edition[of.KINDS]
    return _describe_rows(edition, state, seat, out, place)


def _describe_rows(edition: Ints, state: Ints, seat: int, out: Floats, place: int) -> int:
    """Write tents, leads, tents in the boat's column and scored spaces elsewhere, by row."""
    player, columns, rows = block(edition, seat), edition[of.COLUMNS], edition[of.ROWS]
    boat = int(state[at.BOAT])
    for row in range(rows):
        own = int(state[player + edition[of.IN_ROW] + row])
        most, is_scored = 0, 0
        for other in range(edition[of.PLAYERS]):
            if other != seat:
                tents = int(state[block(edition, other) + edition[of.IN_ROW] + row])
                most = max(most, tents)
        for space in range(row * columns, row * columns + columns):
            if state[player + edition[of.SCORED] + space] and column_of(edition, space) != boat:
                is_scored = 1
        out[place + row] = own / TENTS
        out[place + rows + row] = min(max(own - most, -ROW_LEAD), ROW_LEAD) / ROW_LEAD
        tents = state[player + edition[of.TENT] + row * columns + boat - 1]
        out[place + 2 * rows + row] = tents / 2
        out[place + 3 * rows + row] = is_scored
    return place + 4 * rows


def _standing(edition: Ints, state: Ints, seat: int, sees_all: bool) -> int:
    """Sum the points of a player if the game ended after this round (R7, R8.1 to R8.3)."""
    player = block(edition, seat)
    points = points_of(state, player) + ending.gems_held(state, player)
    points += pending_points(edition, state, player)
    if sees_all or seat == state[at.CURRENT_PLAYER]:
        points += ending.card_points(edition, state, player)
    for row in range(1, edition[of.ROWS] + 1):
        points += ending.majority_share(edition, state, seat, row)
    return points


def _lead(edition: Ints, state: Ints, seat: int, sees_all: bool) -> float:
    """Return the lead of a player over the best other one."""
    best = -1
    for other in range(edition[of.PLAYERS]):
        if other != seat:
            best = max(best, _standing(edition, state, other, sees_all))
    return float(_standing(edition, state, seat, sees_all) - best)


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
    weights: Floats, inputs: int, players: int, features: Floats, room: Floats, shares: Floats
) -> None:
    """Write the shares for features; `room` holds the units. What is 0 takes no time."""
    place = inputs * FIRST
    for unit in range(FIRST):
        room[unit] = weights[place + unit]
    for number in range(inputs):
        feature = features[number]
        if feature != 0:
            row = number * FIRST
            for unit in range(FIRST):
                room[unit] += feature * weights[row + unit]
    first, place = place + FIRST, place + FIRST + FIRST * SECOND
    for unit in range(SECOND):
        room[FIRST + unit] = weights[place + unit]
    for number in range(FIRST):
        value = room[number]
        if value > 0:
            row = first + number * SECOND
            for unit in range(SECOND):
                room[FIRST + unit] += value * weights[row + unit]
    _write_shares(weights, place + SECOND, players, room, shares)


def _write_shares(weights: Floats, place: int, players: int, room: Floats, shares: Floats) -> None:
    """Turn the outputs of the second layer's units into shares, by the softmax function."""
    biases = place + SECOND * (players + 1)
    most = -1e30
    for output in range(players + 1):
        total = float(weights[biases + output])
        for unit in range(SECOND):
            value = room[FIRST + unit]
            if value > 0:
                total += value * weights[place + unit * (players + 1) + output]
        shares[output] = total
        most = max(most, total)
    total = 0.0
    for output in range(players + 1):
        shares[output] = exp(shares[output] - most)
        total += shares[output]
    for output in range(players + 1):
        shares[output] /= total


compile_module(__name__)
