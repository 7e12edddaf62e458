"""Estimate the shares of the win from a state, by a network.

For each seat, a network with one hidden layer turns its features into two numbers: the strength of
the seat, and how likely nobody wins (R8.5). A softmax turns these into shares.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, sqrt
from operator import mul
from typing import NamedTuple

from livingstone.edition.loading import shipped_bytes
from livingstone.edition.types import Edition
from livingstone.game.rules.ending import card_points, result
from livingstone.game.state import State
from livingstone.kernel.weights import sum_probabilities
from livingstone.players.projection import add_up, chance_to_reach, count_tents, softmax

FEATURES = 37
"""The number of features of a seat."""
INCOME = 1.6
"""Coins that an average player gains in a round."""
CARDS = ("no_cost_tent", "ignore_die", "more_dice", "second_tent", "market", "boat_back")
"""Kinds of effects whose cards are counted one by one, in the order that the networks know."""
QUICK_CARDS = ("draw_stones", "gain_coins", "parts")
"""Kinds whose cards are counted together."""
LOWEST_EXPONENT = -30.0
"""The least exponent of a weight: exp(-30) is 1e-13, which no share shows."""
PLACES = 6
"""The decimals of shares: so few that they do not depend on how a platform rounds sums."""


def features_of(state: State) -> list[list[float]]:
    """Return `FEATURES` numbers for each seat of a state in which a round begins."""
    columns = len(state.edition.board.columns)
    seats = len(state.players)
    time = columns + 1 - state.boat
    clock = [time / columns, 1.0 if time == 1 else 0.0]
    scores_and_money = zip(_scores(state), _money(state, time), strict=True)
    return [
        [*clock, *scores, *money, (seat - state.current_player) % seats / seats]
        for seat, (scores, money) in enumerate(scores_and_money)
    ]


def _scores(state: State) -> Iterator[list[float]]:
    """Describe points, gems, cards and rows (R7, R8)."""
    board = state.edition.board
    players = state.players
    stones = state.edition.board.stones
    most_gems = [max(1, kind.count) for kind in (stones.clear, stones.blue, stones.red)]
    all_points = max(1, sum(board.majorities))
    tents = [count_tents(player.tents, state.boat, board.row_values) for player in players]
    rows = _rows(state, [in_rows for in_rows, _ in tents], all_points)
    hands = [
        [in_hand, *_hand(state.edition, player.hand)]
        for in_hand, player in zip(card_points(state), players, strict=True)
    ]
    scored = [player.points + ahead for player, (_, ahead) in zip(players, tents, strict=True)]
    each = zip(scored, hands, players, rows, strict=True)
    final = [
        points + in_hand + player.gems.total + hope * all_points
        for points, (in_hand, *_), player, (hope, *_) in each
    ]
    total = sum(final)
    second, best = sorted(final)[-2:]
    for seat, (points, (in_hand, *cards)) in enumerate(zip(final, hands, strict=True)):
        yield [
            (points - (second if points == best else best)) / all_points,
            (points - (total - points) / (len(players) - 1)) / all_points,
            scored[seat] / all_points,
            *rows[seat],
            in_hand / all_points,
            *cards,
            *[held / most for held, most in zip(players[seat].gems, most_gems, strict=True)],
        ]


def _money(state: State, time: int) -> Iterator[list[float]]:
    """Describe coins, tents and the donation (R4.4, R8.4, R9), with some rounds to come."""
    board = state.edition.board
    players = state.players
    spread = sqrt(time)
    roll = board.dice.donation * (board.dice.sides + 1) / 2
    wealth = [player.funds + player.gems.worth(board.gem_values) for player in players]
    least, second = sorted(wealth)[:2]
    danger = [exp(max(LOWEST_EXPONENT, (least - coins) / (0.4 + 2 * spread))) for coins in wealth]
    reached = [(0.0, 0.0) for _ in wealth]
    if len(players) == 2:  # the chances, own and other, not to be out (R9.2)
        dice = board.dice.donation, board.dice.sides
        one, other = [
            chance_to_reach(round(2 * (coins + INCOME * time)) / 2, dice, 0.3 + 1.5 * spread)
            for coins in wealth
        ]
        reached = [(one, other), (other, one)]
    cost = board.costs[state.boat - 1] or 1
    for seat, player in enumerate(players):
        coins = wealth[seat]
        supply = player.supply
        gap = coins - (second if coins == least else least)
        yield [
            player.coins / roll,
            player.chest / roll,
            coins / roll,
            min(1.0, coins / roll),
            max(0.0, min(1.0, 2 * coins / roll - 2)),
            max(0.0, min(1.0, 1.5 * coins / roll - 2.25)),
            gap / roll,
            max(-1.0, min(1.0, gap / (2 + 3 * spread))),
            danger[seat] / add_up(danger),
            *reached[seat],
            supply / board.tents,
            0.0 if supply else 1.0,
            min(supply, player.coins // cost) / board.tents,
            time * supply / board.tents / len(board.columns),
        ]


def _hand(edition: Edition, hand: tuple[str, ...]) -> list[float]:
    """Count the cards of a hand by effect."""
    kinds = [edition.effects[card].kind for card in hand]
    return [
        *[kinds.count(kind) for kind in CARDS],
        sum([kinds.count(kind) for kind in QUICK_CARDS]),
    ]


def _rows(state: State, counts: list[tuple[int, ...]], all_points: int) -> list[list[float]]:
    """Return by seat five parts of the majority points (R8.1).

    The first is what the seat can expect; the next four are those of the rows in which its lead is
    at least 2, 1, 0 and -1 tents.
    """
    board = state.edition.board
    spread = 0.25 + 0.15 * sqrt(len(board.columns) - state.boat + 0.5)
    standing = [[0.0] * 5 for _ in counts]
    for majority, tents in zip(board.majorities, zip(*counts, strict=True), strict=True):
        part = majority / all_points
        second, most = sorted(tents)[-2:]
        hopes = [exp(max(LOWEST_EXPONENT, (count - most) / spread)) for count in tents]
        all_hopes = add_up(hopes)
        for seat, count in enumerate(tents):
            standing[seat][0] += part * hopes[seat] / all_hopes
            lead = count - (second if count == most else most)
            if lead >= -1 and most:
                standing[seat][3 - min(lead, 2)] += part
    return standing


class Network(NamedTuple):
    """The weights of a network with any number of hidden units and direct connections."""

    hidden: list[list[float]]
    """By hidden unit, then by feature."""
    biases: list[float]
    """By hidden unit."""
    strength: list[float]
    """The weights of features and hidden units for the strength of a seat."""
    nobody: list[float]
    """The weights of features and hidden units for the chance that nobody wins (R8.5)."""
    bias: float
    """The bias of that chance."""


@cache
def network_for(players: int) -> Network:
    """Return the shipped network for the nearest number of players."""
    tables = json.loads(shipped_bytes("networks.json"))
    return Network(**tables[min(tables, key=lambda number: abs(int(number) - players))])


def estimate_shares(state: State, network: Network) -> list[float]:
    """Estimate by seat the share of the win, from 0 to 1, when a round begins or at the end."""
    if state.is_over:
        return final_shares(state)
    strengths = list[float]()
    nobody = 0.0
    for features in features_of(state):
        units = [
            max(0.0, bias + add_up(map(mul, weights, features)))
            for weights, bias in zip(network.hidden, network.biases, strict=True)
        ]
        values = features + units
        strengths.append(add_up(map(mul, network.strength, values)))
        nobody += add_up(map(mul, network.nobody, values))
    *shares, _ = softmax([*strengths, nobody / len(strengths) + network.bias], spread=1.0)
    return _rounded(shares)


def final_shares(state: State) -> list[float]:
    """List by seat the share of the win at the end (R8.5), over all donation rolls (R9.2)."""
    if not state.is_two_player:
        return _rounded(_won(state))
    dice = state.edition.board.dice
    probabilities = sum_probabilities(dice.donation, dice.sides)
    shares = [0.0, 0.0]
    reached = -1
    for chest in sorted({player.chest for player in state.players}):
        probability = add_up(probabilities[reached + 1 : chest + 1])
        reached = chest
        if probability:  # for all rolls up to this donation, the same players are in
            won = _won(state.changed(threshold=chest))
            shares = [share + probability * more for share, more in zip(shares, won, strict=True)]
    return _rounded(shares)


def _won(state: State) -> Sequence[float]:
    ended = result(state)
    assert ended is not None
    return ended.shares


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(share, PLACES) for share in shares]
