"""Estimate the shares of the win from a state, by a network.

For each seat, a network with one hidden layer turns its features into two numbers: the strength of
the seat, and how likely nobody wins (R8.5). A softmax turns these into shares. There is a shipped
network for each number of players.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, sqrt
from operator import mul
from typing import NamedTuple

from livingstone.edition.loading import shipped_bytes
from livingstone.edition.types import Edition
from livingstone.game.rules.ending import result
from livingstone.game.state import State
from livingstone.kernel.weights import sum_probabilities
from livingstone.players.projection import pending_points
from livingstone.players.win_chances import chance_to_reach, softmax

FEATURES = 37
"""The number of features of a seat."""
INCOME = 1.6
"""Coins that an average player gains in a round."""
CARDS = ("no_cost_tent", "ignore_die", "more_dice", "second_tent", "market", "boat_back")
"""Kinds of effects whose cards are counted apart; those of `QUICK_CARDS` are counted together. The
networks have learned these features."""
QUICK_CARDS = ("draw_stones", "gain_coins")
LOWEST_EXPONENT = -30.0
"""Lower exponents make no visible difference."""


class _Rows(NamedTuple):
    """A seat's part of all majority points, from 0 to 1 (R8.1)."""

    hope: float
    """The expected part."""
    safe: float
    """In rows with a lead of two tents or more."""
    ahead: float
    """In rows with a lead of one tent."""
    level: float
    behind: float
    """In rows where the seat is one tent behind."""


class FeatureReader:
    """Describes the states of one search, and keeps what they share."""

    def __init__(self, edition: Edition, seats: int) -> None:
        """Take the figures from an edition."""
        self._edition, self._board = edition, edition.board
        dice, stones = edition.board.dice, edition.board.stones
        self._others = seats - 1
        self._roll = dice.donation * (dice.sides + 1) / 2
        self._points = max(1, sum(row.majority for row in edition.board.rows))
        self._gems = [max(1, kind.count) for kind in (stones.clear, stones.blue, stones.red)]
        self._hands = dict[tuple[str, ...], tuple[int, list[float]]]()
        self._tents = dict[int, tuple[object, list[int]]]()
        self._rows = dict[tuple[int, ...], list[_Rows]]()

    def read(self, state: State) -> list[list[float]]:
        """Return `FEATURES` numbers for each seat of a state in which a round begins."""
        columns, seats = len(self._board.columns), len(state.players)
        time = columns + 1 - state.boat
        clock = [time / columns, 1.0 if time == 1 else 0.0]
        return [
            [*clock, *score, *money, (seat - state.current_player) % seats / seats]
            for seat, (score, money) in enumerate(
                zip(self._read_scores(state), self._read_money(state, time), strict=True)
            )
        ]

    def _read_scores(self, state: State) -> Iterator[list[float]]:
        """Describe points, gems, cards and rows (R7, R8)."""
        all_points, others, gems = self._points, self._others, self._gems
        standing = self._stand(state)
        hands = [self._hand(player.hand) for player in state.players]
        values, boat = self._board.row_values, state.boat
        scored = [
            player.points + pending_points(player.tents, boat, values) for player in state.players
        ]
        final = [
            points + hand[0] + player.gems.total + rows.hope * all_points
            for points, hand, player, rows in zip(
                scored, hands, state.players, standing, strict=True
            )
        ]
        total, (second, best) = sum(final), sorted(final)[-2:]
        for seat, player in enumerate(state.players):
            own, held = final[seat], player.gems
            yield [
                (own - (second if own == best else best)) / all_points,
                (own - (total - own) / others) / all_points,
                scored[seat] / all_points,
                *standing[seat],
                hands[seat][0] / all_points,
                *hands[seat][1],
                held.clear / gems[0],
                held.blue / gems[1],
                held.red / gems[2],
            ]

    def _read_money(self, state: State, time: int) -> Iterator[list[float]]:
        """Describe coins, tents and the donation (R4.4, R8.4, R9), with some rounds to come."""
        values, tents, roll = self._board.gem_values, self._board.tents, self._roll
        players, spread = state.players, sqrt(time)
        wealth = [player.chest + player.coins + player.gems.worth(values) for player in players]
        least, second = sorted(wealth)[:2]
        danger = [exp(max(LOWEST_EXPONENT, (least - own) / (0.4 + 2 * spread))) for own in wealth]
        all_danger = sum(danger)
        reached = self._reached(wealth, time)
        cost = self._board.costs[state.boat - 1] or 1
        for seat, player in enumerate(players):
            own, supply = wealth[seat], player.supply
            gap = own - (second if own == least else least)
            yield [
                player.coins / roll,
                player.chest / roll,
                own / roll,
                min(1.0, own / roll),
                max(0.0, min(1.0, 2 * own / roll - 2)),
                max(0.0, min(1.0, 1.5 * own / roll - 2.25)),
                gap / roll,
                max(-1.0, min(1.0, gap / (2 + 3 * spread))),
                danger[seat] / all_danger,
                *reached[seat],
                supply / tents,
                0.0 if supply else 1.0,
                min(supply, player.coins // cost) / tents,
                time * supply / tents / len(self._board.columns),
            ]

    def _reached(self, wealth: Sequence[int], time: int) -> list[tuple[float, float]]:
        """Estimate the chances of two players, own and other, not to be out (R9.2)."""
        if self._others > 1:
            return [(0.0, 0.0) for _ in wealth]
        dice = self._board.dice.donation, self._board.dice.sides
        first, second = [
            chance_to_reach(round(2 * (own + INCOME * time)) / 2, dice, 0.3 + 1.5 * sqrt(time))
            for own in wealth
        ]
        return [(first, second), (second, first)]

    def _hand(self, hand: tuple[str, ...]) -> tuple[int, list[float]]:
        """Sum the points of a hand (R8.3), and count its other cards by effect."""
        if known := self._hands.get(hand):
            return known
        effects = [self._edition.effects[card] for card in hand]
        points = sum([effect.points_in_hand for effect in effects])
        kinds = [effect.kind for effect in effects]
        counts = [float(kinds.count(kind)) for kind in CARDS]
        quick = float(sum([kinds.count(kind) for kind in QUICK_CARDS]))
        self._hands[hand] = points, [*counts, quick]
        return self._hands[hand]

    def _stand(self, state: State) -> list[_Rows]:
        left = len(self._board.columns) - state.boat
        key = (left, *[id(player.tents) for player in state.players])
        if known := self._rows.get(key):
            return known
        counts = [self._count(player.tents) for player in state.players]
        spread = 0.25 + 0.15 * sqrt(left + 0.5)
        standing = [[0.0] * len(_Rows._fields) for _ in counts]
        for row, tents in zip(self._board.rows, zip(*counts, strict=True), strict=True):
            part, (second, most) = row.majority / self._points, sorted(tents)[-2:]
            hopes = [exp(max(LOWEST_EXPONENT, (count - most) / spread)) for count in tents]
            all_hopes = sum(hopes)
            for seat, count in enumerate(tents):
                standing[seat][0] += part * hopes[seat] / all_hopes
                lead = count - (second if count == most else most)
                if lead >= -1 and most:
                    standing[seat][3 - min(lead, 2)] += part
        self._rows[key] = [_Rows(*parts) for parts in standing]
        return self._rows[key]

    def _count(self, tents: tuple[tuple[int, ...], ...]) -> list[int]:
        # Kept with its tents, so that no other tents can have their id.
        known = self._tents.get(id(tents))
        if known is None:
            known = self._tents[id(tents)] = tents, [sum(row) for row in zip(*tents, strict=True)]
        return known[1]


PLACES = 6
"""The decimals of shares: fewer than those that depend on how a platform rounds sums."""


class Network(NamedTuple):
    """The weights of a network with any number of hidden units and direct connections."""

    hidden: list[list[float]]
    """By hidden unit, then by feature."""
    biases: list[float]
    """By hidden unit."""
    strength: list[float]
    """The weights of features and hidden units for the strength of a seat."""
    nobody: list[float]
    """The weights of features and hidden units for the chance that nobody wins."""
    bias: float
    """The bias of that chance."""


@cache
def _networks() -> dict[int, Network]:
    tables = json.loads(shipped_bytes("networks.json"))
    return {int(players): Network(**table) for players, table in tables.items()}


def network_for(players: int) -> Network:
    """Return the shipped network for the nearest number of players."""
    known = _networks()
    return known[min(known, key=lambda number: abs(number - players))]


class Evaluation:
    """Evaluates the states of one search."""

    def __init__(self, edition: Edition, players: int, network: Network) -> None:
        """Take a network."""
        self._reader = FeatureReader(edition, players)
        self._hidden = list(zip(network.hidden, network.biases, strict=True))
        self._strength, self._nobody, self._bias = network.strength, network.nobody, network.bias

    def shares(self, state: State) -> list[float]:
        """Estimate by seat the share of the win, from 0 to 1, when a round begins or at the end."""
        if state.is_over:
            return final_shares(state)
        strengths, nobody = list[float](), 0.0
        for features in self._reader.read(state):
            units = [
                max(0.0, bias + sum(map(mul, weights, features))) for weights, bias in self._hidden
            ]
            values = features + units
            strengths.append(sum(map(mul, self._strength, values)))
            nobody += sum(map(mul, self._nobody, values))
        *shares, _ = softmax([*strengths, nobody / len(strengths) + self._bias], spread=1.0)
        return [round(share, PLACES) for share in shares]


def final_shares(state: State) -> list[float]:
    """List by seat the share of the win at the end (R8.5), over all donation rolls (R9.2)."""
    if not state.is_two_player:
        return [round(share, PLACES) for share in _won(state)]
    dice = state.edition.board.dice
    probabilities = sum_probabilities(dice.donation, dice.sides)
    shares, reached = [0.0, 0.0], -1
    for chest in sorted({player.chest for player in state.players}):
        probability = sum(probabilities[reached + 1 : chest + 1])
        reached = chest
        if probability:  # for all rolls up to this donation, the same players are in
            won = _won(state.changed(threshold=chest))
            shares = [own + probability * more for own, more in zip(shares, won, strict=True)]
    return [round(share, PLACES) for share in shares]


def _won(state: State) -> list[float]:
    ended = result(state)
    assert ended is not None
    return list(ended.shares)
