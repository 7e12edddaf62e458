"""Games of a learner against bots, side by side: what environments for training step."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import entries, playing
from livingstone.kernel import layout as at
from livingstone.kernel.entries import ALL_SEATS
from livingstone.kernel.kernel import Kernel, seeded_lucks
from livingstone.kernel.observing import REWARDS
from livingstone.kernel.streams import KEPT
from livingstone.kernel.tables import UnsupportedEditionError
from livingstone.kernel.twister import TWISTER_SIZE
from livingstone.kernel.workspace import make_memo, make_workspace

KINDS = {"greedy": playing.GREEDY, "random": playing.RANDOM}


class Episodes:
    """Games of a learner against bots, which play on until the learner is to move."""

    def __init__(self, kernel: Kernel, count: int, bots: Sequence[str], reward: str) -> None:
        """Make room for games; `bots` sit clockwise after the learner, who plays alone if none do.

        Raises `UnsupportedEditionError` for a bot that is not compiled.
        """
        for bot in bots:
            if bot not in KINDS:
                raise UnsupportedEditionError(f"the compiled kernel has no bot {bot!r}")
        self.states = kernel.new_games(count)
        """The states, a row for each game; write nothing there."""
        self.seats = np.full(count, ALL_SEATS)
        """The seat of the learner in each game; -1 if it plays all."""
        self.rewards = np.zeros((count, kernel.players))
        """The rewards of all seats, for each game that is over."""
        twisters = kernel.players if "random" in bots else 0
        self._games = entries.Episodes(
            self.states, np.zeros((count, KEPT), np.uint64),
            np.zeros((count, twisters, TWISTER_SIZE), np.uint32), self.seats, self.rewards,
        )  # fmt: skip
        self._start, self._reward = self.states[0].copy(), REWARDS.index(reward)
        self._kinds = np.array([playing.GREEDY, *(KINDS[bot] for bot in bots)])
        self._memo, self._work = make_memo(kernel.tables), make_workspace(kernel.tables)

    def begin(
        self, rows: NDArray[np.int64], seeds: NDArray[np.uint64], seats: NDArray[np.int64],
        bot_seeds: NDArray[np.uint64],
    ) -> None:  # fmt: skip
        """Begin the games of these rows, up to the learner's first choice.

        `seeds` has the high and the low 64 bits of each seed, `seats` the learner's seats, and
        `bot_seeds` a seed of `random.Random` for each seat, all with a row for each of `rows`.
        """
        self.seats[rows] = seats
        words = np.zeros((*bot_seeds.shape, 4), np.uint32)
        words[:, :, 0] = bot_seeds & np.uint64(2**32 - 1)
        words[:, :, 1] = bot_seeds >> np.uint64(32)
        entries.seed_bots(self._games.twisters, rows, words)
        self._games.lucks[rows] = seeded_lucks(seeds.byteswap())
        self.states[rows] = self._start
        self.step(rows, np.full(len(rows), -1))

    def step(self, rows: NDArray[np.int64], codes: NDArray[np.int64]) -> None:
        """Carry out these moves, which nothing checks, in the games of these rows, and play on."""
        entries.advance(self._work, self._games, rows, codes, self._kinds, self._memo, self._reward)

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Whether each game is over."""
        return np.not_equal(self.states[:, at.IS_OVER], 0)

    @property
    def learners(self) -> NDArray[np.int64]:
        """The learner's seat in each game: the one to move if it plays all."""
        to_move = self.states[:, at.CURRENT_PLAYER].astype(np.int64)
        return np.where(self.seats == ALL_SEATS, to_move, self.seats)
