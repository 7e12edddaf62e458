"""The shares of the win when a round begins: `livingstone.players.evaluation`."""

from math import exp, sqrt
from typing import Any

import numpy as np

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, points_of
from livingstone.kernel.compiling import Floats, Ints, compile_module, shifted
from livingstone.kernel.greedy import mind as my
from livingstone.kernel.greedy.winning import add_up, chance_to_reach, dot, softmax
from livingstone.kernel.greedy.worth import pending_points, wealth
from livingstone.kernel.learning import write_rewards
from livingstone.kernel.rules import ending

FEATURES = 37
(
    TIME, IS_LAST, LEAD, MEAN_LEAD, SCORED, HOPE, SAFE, AHEAD, LEVEL, BEHIND, HAND_POINTS, CARDS,
) = range(12)  # fmt: skip
"""`SAFE` to `BEHIND` are the parts of all majorities by the lead there; `CARDS` are six numbers."""
(
    QUICK_CARDS, GEMS, COINS, CHEST, WEALTH, ENOUGH, MORE, MOST, GAP, CLOSE_GAP, DANGER, REACHED,
    SUPPLY, NO_SUPPLY, PAYABLE, LATE, TURN,
) = (17, 18, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 32, 33, 34, 35, 36)  # fmt: skip
INCOME = 1.6
LOWEST_EXPONENT = -30.0

# What the room to work in holds: the features of all seats, a number for each, then those of a seat
# with its hidden units, and as many again.
BY_SEAT = of.MOST_PLAYERS * FEATURES
STRENGTHS, VALUES = BY_SEAT + of.MOST_PLAYERS, BY_SEAT + 2 * of.MOST_PLAYERS + 1


def write_shares(
    edition: Ints, state: Ints, mind: Floats, network: Floats, units: int, room: Any, shares: Floats
) -> None:
    """Write the share of the win of each seat, at the beginning of a round or at the end."""
    if state[at.IS_OVER]:
        _write_final_shares(edition, state, mind, room, shares)
        return
    _describe(edition, state, mind, room)
    players, values, nobody = edition[of.PLAYERS], shifted(room, VALUES), 0.0
    products, biases = shifted(values, FEATURES + units), units * FEATURES
    strength = shifted(network, biases + units)
    for seat in range(players):
        for number in range(FEATURES):
            values[number] = room[seat * FEATURES + number]
        for unit in range(units):
            found = dot(shifted(network, unit * FEATURES), values, FEATURES, products)
            values[FEATURES + unit] = max(0.0, network[biases + unit] + found)
        count = FEATURES + units
        room[STRENGTHS + seat] = dot(strength, values, count, products)
        nobody += dot(shifted(strength, count), values, count, products)
    room[STRENGTHS + players] = nobody / players + strength[2 * (FEATURES + units)]
    softmax(room, STRENGTHS, players + 1, 1.0)
    for seat in range(players):
        shares[seat] = room[STRENGTHS + seat]


def _write_final_shares(
    edition: Ints, state: Ints, mind: Floats, room: Floats, shares: Floats
) -> None:
    """Write the shares at the end, with two players over all donation rolls (R8.5, R9.2)."""
    if edition[of.PLAYERS] > 2:
        write_rewards(edition, state, 0, shares)
        return
    first = int(state[block(edition, 0) + at.CHEST])
    second = int(state[block(edition, 1) + at.CHEST])
    shares[0], shares[1], reached = 0.0, 0.0, 0
    for chest in (min(first, second), max(first, second)):
        end = min(chest, edition[of.DONATION_DICE] * edition[of.SIDES]) + 1
        probability = add_up(mind, my.ROLL + reached, end - reached)
        reached = end
        if probability > 0:
            state[at.THRESHOLD] = chest
            write_rewards(edition, state, 0, room)
            shares[0], shares[1] = (
                shares[0] + probability * room[0],
                shares[1] + probability * room[1],
            )


def _describe(edition: Ints, state: Ints, mind: Floats, room: Floats) -> None:
    """Write the features of all seats (R7 to R9)."""
    players, columns = edition[of.PLAYERS], edition[of.COLUMNS]
    time = columns + 1 - int(state[at.BOAT])
    all_points = 0
    for row in range(edition[of.ROWS]):
        all_points += edition[of.MAJORITY + row]
    all_points = max(1, all_points)
    for seat in range(players):
        own = seat * FEATURES
        room[own + TIME] = time / columns
        room[own + IS_LAST] = 1.0 if time == 1 else 0.0
        room[own + TURN] = (seat - int(state[at.CURRENT_PLAYER])) % players / players
    _describe_rows(edition, state, room, all_points)
    _describe_points(edition, state, room, all_points)
    _describe_money(edition, state, mind, room, time)


def _top_two(room: Floats, players: int) -> tuple[float, float]:
    """Give the largest and the second largest of the numbers by seat."""
    best = second = -np.inf
    for seat in range(players):
        number = room[BY_SEAT + seat]
        if number > best:
            best, second = number, best
        elif number > second:
            second = number
    return best, second


def _describe_rows(edition: Ints, state: Ints, room: Floats, all_points: int) -> None:
    """Write the parts of all majorities that a seat hopes for, and by its lead there (R8.1)."""
    players, tents = edition[of.PLAYERS], BY_SEAT
    spread = 0.25 + 0.15 * sqrt(edition[of.COLUMNS] - int(state[at.BOAT]) + 0.5)
    for seat in range(players):
        for number in range(HOPE, BEHIND + 1):
            room[seat * FEATURES + number] = 0.0
    for row in range(edition[of.ROWS]):
        part = edition[of.MAJORITY + row] / all_points
        for seat in range(players):
            room[tents + seat] = state[block(edition, seat) + edition[of.IN_ROW] + row]
        most, second = _top_two(room, players)
        for seat in range(players):
            own, count = seat * FEATURES, room[tents + seat]
            lead = int(count - (second if count == most else most))
            if lead >= -1 and most > 0:
                room[own + LEVEL - min(lead, 2)] += part
            room[tents + seat] = exp(max(LOWEST_EXPONENT, (count - most) / spread))
        total = add_up(room, tents, players)
        for seat in range(players):
            room[seat * FEATURES + HOPE] += part * room[tents + seat] / total


def _describe_points(edition: Ints, state: Ints, room: Floats, all_points: int) -> None:
    """Write points, gems and cards (R7, R8)."""
    players, finals = edition[of.PLAYERS], BY_SEAT
    for seat in range(players):
        own, player = seat * FEATURES, block(edition, seat)
        scored = points_of(state, player) + pending_points(edition, state, player)
        in_hand = ending.card_points(edition, state, player)
        certain = scored + in_hand + ending.gems_held(state, player)
        room[finals + seat] = certain + room[own + HOPE] * all_points
        room[own + SCORED], room[own + HAND_POINTS] = scored / all_points, in_hand / all_points
        for number in range(CARDS, QUICK_CARDS + 1):
            room[own + number] = 0.0
        for kind in range(edition[of.KINDS]):
            effect = edition[of.EFFECT + kind]
            if effect <= of.GAIN_COINS:
                held = state[player + edition[of.HAND] + kind]
                room[own + CARDS + min(effect, of.DRAW_STONES)] += held
        for colour in range(3):
            held, stones = state[player + at.GEMS + colour], edition[of.BAG + 1 + colour]
            room[own + GEMS + colour] = held / max(1, stones)
    best, second = _top_two(room, players)
    total = add_up(room, finals, players)
    for seat in range(players):
        final = room[finals + seat]
        room[seat * FEATURES + LEAD] = (final - (second if final == best else best)) / all_points
        others = (total - final) / (players - 1)
        room[seat * FEATURES + MEAN_LEAD] = (final - others) / all_points


def _describe_money(edition: Ints, state: Ints, mind: Floats, room: Floats, time: int) -> None:
    """Write coins, tents and the donation (R4.4, R8.4, R9), with some rounds to come."""
    players, tents, spread = edition[of.PLAYERS], edition[of.TENTS], sqrt(time)
    roll = edition[of.DONATION_DICE] * (edition[of.SIDES] + 1) / 2
    cost = max(1, edition[of.COST + state[at.BOAT] - 1])
    for seat in range(players):
        own, player = seat * FEATURES, block(edition, seat)
        coins, chest = int(state[player + at.COINS]), int(state[player + at.CHEST])
        supply = int(state[player + at.SUPPLY_NOW])
        held = wealth(edition, state, seat)
        room[BY_SEAT + seat] = -held
        room[own + COINS], room[own + CHEST], room[own + WEALTH] = (
            coins / roll, chest / roll, held / roll,
        )  # fmt: skip
        room[own + ENOUGH] = min(1.0, held / roll)
        room[own + MORE] = max(0.0, min(1.0, 2 * held / roll - 2))
        room[own + MOST] = max(0.0, min(1.0, 1.5 * held / roll - 2.25))
        room[own + REACHED] = room[own + REACHED + 1] = 0.0
        room[own + SUPPLY], room[own + NO_SUPPLY] = supply / tents, 0.0 if supply else 1.0
        room[own + PAYABLE] = min(supply, coins // cost) / tents
        room[own + LATE] = time * supply / tents / edition[of.COLUMNS]
    least, second = _top_two(room, players)  # the poorest, below 0
    if players == 2:
        for seat in range(2):
            coins_then = np.rint(2 * (INCOME * time - room[BY_SEAT + seat])) / 2
            chance = chance_to_reach(edition, mind, coins_then, 0.3 + 1.5 * spread)
            room[seat * FEATURES + REACHED] = room[(1 - seat) * FEATURES + REACHED + 1] = chance
    for seat in range(players):
        own, poverty = seat * FEATURES, room[BY_SEAT + seat]
        gap = (second if poverty == least else least) - poverty
        room[own + GAP] = gap / roll
        room[own + CLOSE_GAP] = max(-1.0, min(1.0, gap / (2 + 3 * spread)))
        room[BY_SEAT + seat] = exp(max(LOWEST_EXPONENT, (poverty - least) / (0.4 + 2 * spread)))
    total = add_up(room, BY_SEAT, players)
    for seat in range(players):
        room[seat * FEATURES + DANGER] = room[BY_SEAT + seat] / total


compile_module(__name__)
