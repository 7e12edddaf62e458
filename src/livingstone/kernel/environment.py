"""Games of a learner against bots, side by side: the compiled part of environments for training."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, points_of
from livingstone.kernel.chance import SCRATCH_SIZE, settle
from livingstone.kernel.compiling import Floats, Ints, compiled, entry, pointer_to, shifted
from livingstone.kernel.engine import carry_out, list_moves
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.greedy.mind import make_mind, shipped_weights
from livingstone.kernel.kernel import Kernel
from livingstone.kernel.rules.ending import is_out, rank_of
from livingstone.kernel.streams import KEPT, SOURCE_SIZE, seed_streams
from livingstone.kernel.tables import UnsupportedEditionError
from livingstone.kernel.twister import TWISTER_SIZE, below, seed_twister

GREEDY, RANDOM = "greedy", "random"
REWARDS = ("win", "rank", "margin")
"""The kinds of rewards, those of `livingstone.envs.rewards_of`."""
ALL_SEATS = -1
"""The learner plays all seats."""


@entry
def begin(
    start: Any, rows: Any, seeds: Any, bot_seeds: Any, source: Any, states: Any, lucks: Any,
    twisters: Any,
) -> None:  # fmt: skip
    """Begin the games of some rows; `seeds` and `bot_seeds` have a row for each of these."""
    chance = pointer_to(source)
    for number in range(len(rows)):
        game = rows[number]
        states[game] = start
        seed_streams(chance, seeds[number, 0], seeds[number, 1])
        lucks[game] = source[:KEPT]
        for seat in range(twisters.shape[1]):
            seed_twister(pointer_to(twisters[game, seat]), pointer_to(bot_seeds[number, seat]))


@entry
def advance(
    edition: Any, rows: Any, codes: Any, seats: Any, bots: Any, mind: Any, kind: int, source: Any,
    moves: Any, scratch: Any, states: Any, lucks: Any, twisters: Any, rewards: Any,
) -> None:  # fmt: skip
    """Carry out a move in each of some games, and let the bots play until a learner is to move.

    A code below 0 is no move. `bots` says of each seat, counted on from the learner's, whether its
    bot is random. A game that ends writes its row of `rewards`.
    """
    table, chance, room = pointer_to(edition), pointer_to(source), pointer_to(moves)
    for number in range(len(rows)):
        game = rows[number]
        state = pointer_to(states[game])
        luck, learner = pointer_to(lucks[game]), int(seats[game])
        for place in range(KEPT):
            chance[place] = luck[place]
        if codes[number] >= 0:
            carry_out(table, state, codes[number])
        settle(table, state, chance, pointer_to(scratch))
        plays_all = learner == ALL_SEATS
        while not (state[at.IS_OVER] or plays_all or state[at.CURRENT_PLAYER] == learner):
            seat = int(state[at.CURRENT_PLAYER])
            if bots[(seat - learner) % table[of.PLAYERS]]:
                twister = shifted(pointer_to(twisters[game]), seat * TWISTER_SIZE)
                move = _any_move(table, state, twister, room)
            else:
                move = decide(table, state, pointer_to(mind), False, room)
            carry_out(table, state, move)
            settle(table, state, chance, pointer_to(scratch))
        for place in range(KEPT):
            luck[place] = chance[place]
        if state[at.IS_OVER]:
            _write_rewards(table, state, kind, pointer_to(rewards[game]))


@compiled
def _any_move(edition: Ints, state: Ints, twister: Any, moves: Ints) -> int:
    """Choose uniformly, as the player `random` does; nothing is drawn for a single move."""
    count = list_moves(edition, state, moves)
    return moves[below(twister, count)] if count > 1 else moves[0]


@compiled
def _write_rewards(edition: Ints, state: Ints, kind: int, rewards: Floats) -> None:
    """Write the reward of each seat for a game that is over (R8.5)."""
    players, winners = edition[of.PLAYERS], 0
    for seat in range(players):
        winners += int(rank_of(edition, state, seat) == 1 and not is_out(edition, state, seat))
    for seat in range(players):
        own, behind, best = rank_of(edition, state, seat), 0.0, -1
        for other in range(players):
            if other != seat:
                rank = rank_of(edition, state, other)
                behind += 1.0 if own < rank else 0.5 if own == rank else 0.0
                best = max(best, _counted_points(edition, state, other))
        if kind == 1:
            rewards[seat] = behind / (players - 1)
        elif kind == 2:
            rewards[seat] = _counted_points(edition, state, seat) - best
        else:
            won = own == 1 and not is_out(edition, state, seat)
            rewards[seat] = 1.0 / winners if won else 0.0


@compiled
def _counted_points(edition: Ints, state: Ints, seat: int) -> int:
    """Give the points of a player; 0 for one who is out."""
    return 0 if is_out(edition, state, seat) else points_of(state, block(edition, seat))


class Episodes:
    """Games of a learner against bots, which play on until the learner is to move."""

    def __init__(self, kernel: Kernel, count: int, bots: Sequence[str], reward: str) -> None:
        """Make room for games; `bots` sit clockwise after the learner, who plays alone if none do.

        Raises `UnsupportedEditionError` for a bot that is not compiled.
        """
        for bot in bots:
            if bot not in (GREEDY, RANDOM):
                raise UnsupportedEditionError(f"the compiled kernel has no bot {bot!r}")
        tables, players = kernel._tables, kernel.players
        self.states = kernel.new_games(count)
        """The states, a row for each game; write nothing there."""
        self.seats = np.full(count, ALL_SEATS)
        """The seat of the learner in each game; -1 if it plays all."""
        self.rewards = np.zeros((count, players))
        """The rewards of all seats, for each game that is over."""
        self._kernel, self._kind, self._start = kernel, REWARDS.index(reward), self.states[0].copy()
        self._bots = np.array([False, *(bot == RANDOM for bot in bots)])
        self._mind = make_mind(tables, shipped_weights(players))
        self._luck = np.zeros((count, KEPT), np.uint64)
        twisters = players if RANDOM in bots else 0
        self._twisters = np.zeros((count, twisters, TWISTER_SIZE), np.uint32)
        self._source, self._scratch = np.zeros(SOURCE_SIZE, np.uint64), np.zeros(SCRATCH_SIZE, int)
        self._moves = np.empty(tables[of.MOVES], np.int64)

    def begin(
        self,
        rows: NDArray[np.int64],
        seeds: NDArray[np.uint64],
        seats: NDArray[np.int64],
        bot_seeds: NDArray[np.uint64],
    ) -> None:
        """Begin the games of these rows, up to the learner's first choice.

        `seeds` has the high and the low 64 bits of each seed, `seats` the learner's seats, and
        `bot_seeds` a seed of `random.Random` for each seat, all with a row for each of `rows`.
        """
        self.seats[rows] = seats
        words = np.zeros((*bot_seeds.shape, 4), np.uint32)
        words[:, :, 0] = bot_seeds & np.uint64(2**32 - 1)
        words[:, :, 1] = bot_seeds >> np.uint64(32)
        begin(
            self._start, rows, seeds.byteswap(), words, self._source, self.states, self._luck,
            self._twisters,
        )  # fmt: skip
        self.step(rows, np.full(len(rows), -1))

    def step(self, rows: NDArray[np.int64], codes: NDArray[np.int64]) -> None:
        """Carry out these moves, which nothing checks, in the games of these rows, and play on."""
        advance(
            self._kernel._tables, rows, codes, self.seats, self._bots, self._mind, self._kind,
            self._source, self._moves, self._scratch, self.states, self._luck, self._twisters,
            self.rewards,
        )  # fmt: skip

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Whether each game is over."""
        return np.not_equal(self.states[:, at.IS_OVER], 0)

    @property
    def learners(self) -> NDArray[np.int64]:
        """The learner's seat in each game: the one to move if it plays all."""
        to_move = self.states[:, at.CURRENT_PLAYER].astype(np.int64)
        return np.where(self.seats == ALL_SEATS, to_move, self.seats)
