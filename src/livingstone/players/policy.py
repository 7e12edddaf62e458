"""A policy: a quick player that has learned from a search.

It chooses which die to take and what to use it for; other choices are those of `greedy`. For each
kind of choice, a network with one hidden layer scores the features of each move. There is a shipped
policy for some numbers of players.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from operator import mul
from typing import NamedTuple

from livingstone.edition.loading import shipped_bytes
from livingstone.game.engine import legal_moves
from livingstone.game.moves import (
    BuildTent,
    Dig,
    DrawCard,
    Move,
    PlayCard,
    SellGems,
    TakeCoins,
    TakeDie,
)
from livingstone.game.rules.price import is_free
from livingstone.game.state import Player, State
from livingstone.game.view import PlayerView
from livingstone.players.candidates import candidates
from livingstone.players.greedy import decide
from livingstone.players.valuation import Use, Valuation, best_gain, die_gains, hoped_for, use_gain

SCALE = 1e6
"""Scores are rounded to millionths: further decimals depend on how a platform rounds sums."""

DIE_FEATURES, USE_FEATURES, POSITION_FEATURES = 18, 17, 14
"""The numbers of features of a die to take, of a use of the die, and of a position."""

GAIN, LEAD, PURSE, HAND, COIN = 4.0, 20.0, 10.0, 4.0, 2.0
"""Typical sizes: the gain of a die, a lead in points, a purse, a hand, the value of a coin."""
DICE = 3.0
"""A typical number of dice that can still be taken."""
KINDS: tuple[type[Move], ...] = (DrawCard, TakeCoins, Dig, BuildTent, SellGems, PlayCard)
"""The moves while a die is in hand."""


class Scores(NamedTuple):
    """The weights of a network that scores moves."""

    hidden: list[list[float]]
    """By hidden unit: weights of the move's features, then of the position's."""
    biases: list[float]
    """By hidden unit."""
    direct: list[float]
    """The direct weights of the move's features for the score."""
    output: list[float]
    """The weights of the hidden units for the score."""

    def flat(self) -> list[float]:
        """List all weights, of moves before those of positions."""
        own = len(self.direct)
        hidden = [unit[:own] for unit in self.hidden] + [unit[own:] for unit in self.hidden]
        return [*chain.from_iterable([*hidden, self.biases, self.direct, self.output])]


class Choice(NamedTuple):
    """The features of a choice."""

    kind: str
    """`dice` or `uses`."""
    moves: list[list[float]]
    """By move."""
    position: list[float]


def describe(valuation: Valuation, moves: Sequence[Move]) -> Choice | None:
    """Describe a choice among moves; None for one that `greedy` makes."""
    if len(moves) == 1:
        return None
    if valuation.position.die is not None:
        return Choice("uses", use_features(valuation, moves), position_features(valuation))
    if any(isinstance(move, TakeDie) for move in moves):
        return Choice("dice", die_features(valuation, moves), position_features(valuation))
    return None


def position_features(valuation: Valuation) -> list[float]:
    """Describe the game so far and the player to move (R2, R4, R8, R9)."""
    state, seat, projection = valuation.position, valuation.seat, valuation.projection
    board, player = state.edition.board, valuation.player
    roll = board.dice.donation * (board.dice.sides + 1) / 2
    wealth, points = projection.wealth.copy(), projection.points.copy()
    funds, own = wealth.pop(seat) / roll, points.pop(seat)
    left = projection.rounds_left
    return [
        left / len(board.columns),
        1.0 if left == 0 else 0.0,
        1.0 if left == 1 else 0.0,
        valuation.coin / COIN,
        funds,
        max(0.0, 1 - funds),
        min(wealth) / roll,
        (own - max(points)) / LEAD,
        player.supply / board.tents,
        0.0 if player.supply else 1.0,
        len(valuation.own.hand) / HAND,
        state.bag.gems.total / max(1, state.bag.total),
        valuation.own.coins / PURSE,
        board.costs[state.boat - 1] / max(1, *board.costs),
    ]


def die_features(valuation: Valuation, moves: Sequence[Move]) -> list[list[float]]:
    """Describe dice to take (R2.3, R3.1) or other moves."""
    table, board = valuation.position.dice, valuation.position.edition.board
    gains = die_gains(valuation)
    last = min(other.last_die for other in _others(valuation))
    described = list[list[float]]()
    for move in moves:
        if not isinstance(move, TakeDie):
            described.append([1.0] + [0.0] * (DIE_FEATURES - 1))
            continue
        value = move.value
        place = table.index(value)
        rest = table[:place] + table[place + 1 :]
        own = [gains[die] for die in rest if die > value]
        rivals = [gains[die] for die in rest if die > last]
        has_row = value <= len(board.rows)
        price = valuation.price(value) if has_row else 0
        described.append(
            [
                0.0,
                hoped_for(valuation, gains, value) / GAIN,
                gains[value] / GAIN,
                len(own) / DICE,
                len(rivals) / DICE,
                1.0 if value in rest else 0.0,
                max(own, default=0.0) / GAIN,
                max(rivals, default=0.0) / GAIN,
                sum(rivals) / GAIN / DICE,
                price / max(1, *board.costs),
                1.0 if has_row and price <= valuation.own.coins else 0.0,
                valuation.majority_gains[value - 1] / GAIN if has_row else 0.0,
                *[1.0 if value == shown else 0.0 for shown in range(1, 7)],
            ]
        )
    return described


def use_features(valuation: Valuation, moves: Sequence[Move]) -> list[list[float]]:
    """Describe uses of the die (R4) or other moves."""
    board, die = valuation.position.edition.board, valuation.position.die or 0
    table = valuation.position.dice
    left = [
        die / board.dice.sides,
        sum([value > die for value in table]) / DICE,
        max([sum([value > other.last_die for value in table]) for other in _others(valuation)])
        / DICE,
        valuation.reserved_tent,
    ]
    return [
        [
            *[1.0 if type(move) is kind else 0.0 for kind in KINDS],
            _gain(valuation, move) / GAIN,
            *left,
            *_tent(valuation, move),
        ]
        for move in moves
    ]


def _others(valuation: Valuation) -> list[PlayerView | Player]:
    return [
        other for seat, other in enumerate(valuation.projection.players) if seat != valuation.seat
    ]


def _gain(valuation: Valuation, move: Move) -> float:
    """Estimate the gain of a use; for a sale, of the tent it pays for (R5.1)."""
    if isinstance(move, Use):
        return use_gain(valuation, move)
    if isinstance(move, SellGems):
        row = valuation.position.die or 0
        return best_gain(valuation, row) - valuation.coin * valuation.price(row)
    return 0.0


def _tent(valuation: Valuation, move: Move) -> list[float]:
    """Describe a tent and its price; zeros for other moves (R4.4, R6.1, R6.2, R9.1)."""
    if not isinstance(move, BuildTent):
        return [0.0] * 6
    board = valuation.position.edition.board
    pays = is_free(valuation.position.edition, move.cards)
    return [
        move.row / len(board.rows),
        valuation.majority_gains[move.row - 1] / GAIN,
        0.0 if pays else valuation.price(move.row) / max(1, *board.costs),
        len(move.cards),
        1.0 if pays else 0.0,
        1.0 if move.source else 0.0,
    ]


class Policy:
    """A player that sees what its seat sees, and the draw pile."""

    def __init__(self, networks: Mapping[str, Scores]) -> None:
        """Take a network for each kind of choice."""
        self.weights = {kind: scores.flat() for kind, scores in networks.items()}
        self._networks = {kind: _Network(scores) for kind, scores in networks.items()}

    def choose(self, state: State) -> Move:
        """Choose the move with the highest score, the first of equals."""
        legal, valuation = legal_moves(state), Valuation.of_state(state)
        moves = candidates(state, legal)
        choice = describe(valuation, moves)
        if choice is None:
            return decide(valuation, legal)
        scores = self._networks[choice.kind].scores(choice)
        return moves[scores.index(max(scores))]


class _Network:
    """A network that weighs the features of the position once for all moves."""

    def __init__(self, scores: Scores) -> None:
        own = len(scores.direct)
        self._own = [unit[:own] for unit in scores.hidden]
        self._shared = [
            (unit[own:], bias) for unit, bias in zip(scores.hidden, scores.biases, strict=True)
        ]
        self._direct, self._output = scores.direct, scores.output

    def scores(self, choice: Choice) -> list[int]:
        shared = [bias + sum(map(mul, weights, choice.position)) for weights, bias in self._shared]
        scores = list[int]()
        for move in choice.moves:
            score = sum(map(mul, self._direct, move))
            for weights, base, worth in zip(self._own, shared, self._output, strict=True):
                unit = base + sum(map(mul, weights, move))
                if unit > 0:
                    score += unit * worth
            scores.append(round(score * SCALE))
        return scores


@cache
def _shipped() -> dict[int, Policy]:
    tables = json.loads(shipped_bytes("policies.json"))
    return {
        int(players): Policy({kind: Scores(**parts) for kind, parts in networks.items()})
        for players, networks in tables.items()
    }


def policy_for(players: int) -> Policy | None:
    """Return the shipped policy for a number of players, if there is one."""
    return _shipped().get(players)
