"""Games of a learner against bots, side by side: what environments for training step."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import entries
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.chance import SCRATCH_SIZE
from livingstone.kernel.entries import ALL_SEATS
from livingstone.kernel.greedy.weights import make_mind
from livingstone.kernel.kernel import Kernel
from livingstone.kernel.learning import REWARDS
from livingstone.kernel.streams import KEPT, SOURCE_SIZE
from livingstone.kernel.tables import UnsupportedEditionError
from livingstone.kernel.twister import TWISTER_SIZE
from livingstone.kernel.weights import weights_for

GREEDY, RANDOM = "greedy", "random"


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
        self._mind = make_mind(tables, weights_for(players))
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
        entries.begin(
            self._start, rows, seeds.byteswap(), words, self._source, self.states, self._luck,
            self._twisters,
        )  # fmt: skip
        self.step(rows, np.full(len(rows), -1))

    def step(self, rows: NDArray[np.int64], codes: NDArray[np.int64]) -> None:
        """Carry out these moves, which nothing checks, in the games of these rows, and play on."""
        entries.advance(
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
