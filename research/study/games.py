"""Games side by side on the compiled kernel, and what the study notes of them."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import many
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from livingstone.kernel import Kernel, codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.search import policy
from livingstone.kernel.search.networks import Networks, NetworkWeights, shipped_networks

__all__ = ["BRAINS", "GROUPS", "KINDS", "PARTS", "PURSES", "ROUNDS", "USES", "Games", "play"]

BRAINS = {"greedy": 0, "policy": 0, "search": 64}
"""The players, and the tries of their searches: `policy` is `learned:tries=0`."""
ROUNDS = 10
"""Further rounds, which come by the card `boat_back`, are not noted one by one."""
PARTS = ("1 to 3", "4 to 7", "8 to 10")
"""Columns of the boat by which uses of dice are counted."""
PURSES = ("0 to 2", "3 to 5", "6 and more")
"""Coins of the player by which uses of dice are counted."""
USES = ("draw a card", "take coins", "dig", "build")
GROUPS = (6, len(PARTS), len(PURSES), len(USES))
"""The shape of the counts of uses: values of the die, columns, coins, uses."""
KINDS = ("rolls of a round", "stones", "cards", "donation roll")
"""Kinds of chance."""
FORBIDDEN = -1e9
"""Added to the score of a move that must not be chosen where there are others."""
FIRST = 1e6
"""Added to the score of a move that must be chosen before all others."""

States = NDArray[np.int16]
Moves = NDArray[np.int64]


class Games(NamedTuple):
    """Figures of games: a row for each game, mostly with a figure for each seat."""

    shares: NDArray[np.float64]
    """The part of the win that each seat has: 1, a part of it, or 0."""
    points: NDArray[np.float64]
    """The points that each seat collected, out or not: R8.6 would make editions incomparable."""
    donated: NDArray[np.float64]
    out: NDArray[np.bool_]
    """Whether each seat is out for donating too little (R8.4, R9.2)."""
    tents: NDArray[np.float64]
    """Tents on the board."""
    rounds: NDArray[np.int64]
    """By game."""
    moves: NDArray[np.int64]
    """By game."""
    purses: NDArray[np.float64]
    """Coins when each round begins; by round and seat, as the next three."""
    chests: NDArray[np.float64]
    scores: NDArray[np.float64]
    """Points."""
    chances: NDArray[np.float64]
    """The share of the win by the learned values; NaN if they are not asked."""
    uses: NDArray[np.int64]
    """How often a die was used, by the groups of `GROUPS`."""
    explained: NDArray[np.float64]
    """By kind (`KINDS`): what its luck explains of the variance of shares, all seats together."""


@frozen
class Habit:
    """What a player does not do, as long as it can do something else.

    It does not know this of itself: it takes a die for what it will not do with it.
    """

    low: int
    """The least code of the moves that it avoids."""
    high: int
    """The code after the last of them."""
    feature: int
    """A feature of all these moves, by which a policy leaves them out."""
    column: int | None = None
    """The only column in which it avoids them."""
    card: int | None = None
    """A kind of card that it does not see in its hand; then no moves are avoided."""

    @classmethod
    def named(cls, name: str, kernel: Kernel) -> "Habit":
        """Make the habit of a name, such as `die 1`, `row 3`, `column 10`, `use 3`, `card lion`."""
        what, _, which = name.partition(" ")
        if what == "card":
            kinds = [card for card, _ in kernel.edition.deck]
            return cls(0, 0, 0, card=kinds.index(which))
        number = int(which)
        build = codes.BUILD_TENT
        if what == "column":
            return cls(_code(build), _code(build + 1), build, column=number)
        if what == "row":
            return cls(_code(build, number), _code(build, number + 1), build)
        if what == "die":
            die = codes.TAKE_DIE
            feature = policy.VALUE + number - 1
            return cls(_code(die, number), _code(die, number + 1), feature)
        use = codes.DRAW_CARD + number
        return cls(_code(use), _code(use + 1), use)

    def is_broken_by(self, states: States, moves: Moves) -> NDArray[np.bool_]:
        """Say which moves it avoids."""
        avoided = (moves >= self.low) & (moves < self.high)
        return avoided if self.column is None else avoided & (states[:, at.BOAT] == self.column)


def _code(kind: int, first: int = 0) -> int:
    return (kind << codes.PART | first) << 2 * codes.PART


@frozen
class Player:
    """Chooses moves in many states at once."""

    brain: str
    habit: str = ""

    def choose(self, kernel: Kernel, states: States, seeds: NDArray[np.uint64]) -> Moves:
        """Choose the codes of moves, of those that the habit leaves if there are any."""
        networks = _networks(self.brain, kernel)
        tries = BRAINS[self.brain]
        if not self.habit:
            return many.choose(kernel, states, seeds, tries, networks)
        habit = Habit.named(self.habit, kernel)
        if habit.card is not None:
            hands = kernel.tables[of.PLAYER] + kernel.tables[of.HAND] + habit.card
            own = hands + states[:, at.CURRENT_PLAYER] * kernel.tables[of.PLAYER_SIZE]
            states[np.arange(len(states)), own] = 0
        moves = many.choose(kernel, states, seeds, tries, networks)
        broken = habit.is_broken_by(states, moves)
        if broken.any():
            others = networks._replace(policy=networks.policy.copy())
            others.policy[habit.feature - policy.MOVE_SIZE] += FORBIDDEN
            left = many.choose(kernel, states[broken], seeds[broken], 0, others)
            moves[broken] = left
        return moves


@cache
def _networks(brain: str, kernel: Kernel) -> Networks:
    """Give the networks of a player; for `greedy` a policy that scores moves as it does."""
    known = shipped_networks()[kernel.players]
    if brain != "greedy":
        return known
    weights = np.zeros_like(known.policy)
    direct = weights[-policy.MOVE_SIZE :]
    direct[policy.IS_GREEDY] = FIRST
    direct[policy.HOPE] = 1e3
    direct[policy.GAIN] = 1.0
    direct[[codes.PLAY_CARD, codes.SELL_GEMS, codes.DONATE]] = -1e4
    return Networks(known.values, weights)


def play(
    kernel: Kernel, lineups: NDArray[np.int64], players: Sequence[Player], deals: Sequence[int],
    seed: int, has_values: bool,
) -> Games:  # fmt: skip
    """Play a game for each row of `lineups` (by seat, the number of its player) and each deal.

    With `has_values` the learned values are asked at every move.
    """
    count = len(lineups)
    seats = lineups.shape[1]
    rng = np.random.default_rng(seed)
    games = np.arange(count)
    states = kernel.new_games(count)
    luck = kernel.luck(deals, fast=False)
    other_luck = kernel.luck(rng.integers(0, 2**63, count).tolist())
    figures = _Figures(kernel)
    notes = _empty(count, seats)
    rounds = notes.rounds
    moves = notes.moves
    chosen = np.full(count, -1)
    weights = shipped_networks()[seats].values if has_values else None
    squares = np.zeros((count, len(KINDS)))
    gains = np.zeros((count, len(KINDS), seats))
    while True:
        others = states.copy()
        start = states[:, at.STARTING_PLAYER].copy()
        kernel.step(states, chosen, luck)
        begun = (states[:, at.STARTING_PLAYER] != start) | (rounds == 0)
        begun &= states[:, at.IS_OVER] == 0
        rounds += begun
        now = np.full((count, seats), np.nan)
        if weights is not None:
            kernel.step(others, chosen, other_luck)
            now = _chances(kernel, states, weights)
            same = (states == others).all(axis=1)
            twin = np.where(same[:, None], now, _chances(kernel, others, weights))
            kind = _kinds_of_chance(chosen >> 3 * codes.PART, states)
            squares[games, kind] += ((now - twin) ** 2).sum(axis=1) / 2
            gains[games, kind] += now - twin
        rows = games[begun & (rounds <= ROUNDS)]
        place = rows, rounds[rows] - 1
        notes.purses[place] = figures.purses(states)[rows]
        notes.chests[place] = figures.chests(states)[rows]
        notes.scores[place] = figures.points(states)[rows]
        notes.chances[place] = now[rows]
        active = states[:, at.IS_OVER] == 0
        if not active.any():
            break
        moves += active
        mover = states[:, at.CURRENT_PLAYER]
        to_move = lineups[games, mover]
        seeds = rng.integers(0, 2**63, count, np.uint64)
        chosen = np.full(count, -1)
        for number, player in enumerate(players):
            rows = games[active & (to_move == number)]
            if len(rows):
                chosen[rows] = player.choose(kernel, states[rows], seeds[rows])
        _note_uses(notes.uses, states, chosen, figures.purses(states)[games, mover])
    # The luck of an outcome is the chances after it minus their mean over all outcomes. An
    # independent second outcome of the same event stands for the mean: differences from it are
    # right in the mean, and half of their squares is the variance.
    shares = kernel.shares(states)
    pulls = (gains * (shares - 1 / seats)[:, None]).sum(axis=2)
    chests = figures.chests(states)
    is_out = chests == chests.min(axis=1, keepdims=True)
    return notes._replace(
        shares=shares,
        points=figures.points(states),
        donated=chests,
        out=chests < states[:, at.THRESHOLD, None] if seats == 2 else is_out,
        tents=figures.tents(states),
        explained=2 * pulls - squares,
    )


def _empty(count: int, seats: int) -> Games:
    by_seat = np.zeros((count, seats))
    by_round = np.full((4, count, ROUNDS, seats), np.nan)
    by_game = np.zeros((2, count), np.int64)
    uses = np.zeros((count, *GROUPS), np.int64)
    return Games(
        by_seat, by_seat, by_seat, by_seat > 0, by_seat, by_game[0], by_game[1],
        by_round[0], by_round[1], by_round[2], by_round[3], uses, np.zeros((count, len(KINDS))),
    )  # fmt: skip


def _chances(kernel: Kernel, states: States, weights: NetworkWeights) -> NDArray[np.float64]:
    """Give the shares of the seats: estimated by the values, or those of the end."""
    found = kernel.shares(states)
    goes_on = states[:, at.IS_OVER] == 0
    found[goes_on] = many.estimate_shares(kernel, states[goes_on], weights)
    return found


def _kinds_of_chance(kinds: Moves, states: States) -> Moves:
    """Say which kind of chance may have followed moves of these kinds."""
    ended = states[:, at.IS_OVER] == 1
    digs, draws = (kinds == codes.DIG) | (kinds == codes.PLAY_CARD), kinds == codes.DRAW_CARD
    return np.select([digs, draws, ended], [1, 2, 3], 0)


def _note_uses(
    uses: NDArray[np.int64], states: States, chosen: Moves, coins: NDArray[np.float64]
) -> None:
    kinds = chosen >> 3 * codes.PART
    rows = np.flatnonzero((kinds >= codes.DRAW_CARD) & (kinds <= codes.BUILD_TENT))
    part = np.searchsorted([4, 8], states[rows, at.BOAT], side="right")
    purse = np.searchsorted([3, 6], coins[rows], side="right")
    die = states[rows, at.DIE] - 1
    uses[rows, die, part, purse, kinds[rows] - codes.DRAW_CARD] += 1


class _Figures:
    """Reads figures of the players from states, by seat."""

    def __init__(self, kernel: Kernel) -> None:
        first = int(kernel.tables[of.PLAYER])
        size = int(kernel.tables[of.PLAYER_SIZE])
        self._blocks = first + size * np.arange(kernel.players)
        self._rows = np.arange(kernel.tables[of.ROWS]) + kernel.tables[of.IN_ROW]

    def purses(self, states: States) -> NDArray[np.float64]:
        return states[:, self._blocks + at.COINS].astype(float)

    def chests(self, states: States) -> NDArray[np.float64]:
        return states[:, self._blocks + at.CHEST].astype(float)

    def points(self, states: States) -> NDArray[np.float64]:
        return states[:, self._blocks + at.POINTS].astype(float)

    def tents(self, states: States) -> NDArray[np.float64]:
        return np.asarray(states[:, self._blocks[:, None] + self._rows].sum(axis=2), float)
