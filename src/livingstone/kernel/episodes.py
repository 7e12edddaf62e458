"""Games of a learner against bots, side by side: environments for training are made of them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from livingstone.errors import ArgumentError, shown
from livingstone.kernel import entries, playing
from livingstone.kernel import layout as at
from livingstone.kernel.arrays import codes_of, integers, words
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.entries import ALL_SEATS
from livingstone.kernel.kernel import MOST_GAMES, Kernel, refuse, seeded_lucks
from livingstone.kernel.observing import REWARDS
from livingstone.kernel.streams import KEPT
from livingstone.kernel.tables import UnsupportedEditionError
from livingstone.kernel.twister import TWISTER_SIZE
from livingstone.kernel.workspace import make_memo, make_workspace
from livingstone.support.arguments import one_of, whole

KINDS = {"greedy": playing.GREEDY, "random": playing.RANDOM}


class Episodes:
    """Games of a learner against bots, which play on until the learner is to move."""

    def __init__(self, kernel: Kernel, count: int, bots: Sequence[str], reward: str) -> None:
        """Make room for games; `bots` sit clockwise after the learner, who plays alone if none do.

        Raises `UnsupportedEditionError` for a bot that is not compiled, and `ArgumentError` for
        another number of bots, for no games and for an unknown reward.
        """
        if not isinstance(kernel, Kernel):
            raise TypeError(f"a kernel is needed, not {shown(kernel)}")
        one_of("reward", reward, REWARDS)
        count = whole("count", count, 1, MOST_GAMES)
        if len(bots) not in (0, kernel.players - 1):
            raise ArgumentError(f"there must be {kernel.players - 1} bots, or none: {len(bots)}")
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
            states=self.states,
            lucks=np.zeros((count, KEPT), np.uint64),
            twisters=np.zeros((count, twisters, TWISTER_SIZE), np.uint32),
            seats=self.seats,
            rewards=self.rewards,
            # the first one stands for the learner
            kinds=np.array([playing.GREEDY, *(KINDS[bot] for bot in bots)]),
            memo=make_memo(kernel.tables),
            reward=REWARDS.index(reward),
        )
        self._kernel = kernel
        self._start = self.states[0].copy()
        self._work = make_workspace(kernel.tables)

    def begin(
        self, rows: "NDArray[np.int64]", seeds: "NDArray[np.uint64]", seats: "NDArray[np.int64]",
        bot_seeds: "NDArray[np.uint64]",
    ) -> None:  # fmt: skip
        """Begin the games of these rows, up to the learner's first choice.

        `rows` ascend. `seeds` has the high and the low 64 bits of each seed, `seats` the learner's
        seats (-1 if it plays all), and `bot_seeds` a seed of `random.Random` for each seat, all
        with a row for each of `rows`.

        Raises `ArgumentError` for arrays of other shapes and for numbers that are out of range.
        """
        rows = codes_of("rows", rows, np.size(rows))
        self._check_rows(rows)
        count = len(rows)
        players = self._kernel.players
        alone = len(self._games.kinds) == 1  # then the learner has all seats, and else one
        bounds = (ALL_SEATS, ALL_SEATS) if alone else (0, players - 1)
        given = integers("seats", seats, (count,), *bounds)
        halves = words("seeds", seeds, (count, 2))
        of_bots = words("bot_seeds", bot_seeds, (count, players))
        self.seats[rows] = given
        keys = np.zeros((count, players, 4), np.uint32)
        keys[:, :, 0] = of_bots & np.uint64(2**32 - 1)
        keys[:, :, 1] = of_bots >> np.uint64(32)
        entries.seed_bots(self._games.twisters, rows, keys)
        self._games.lucks[rows] = seeded_lucks(halves.byteswap())
        self.states[rows] = self._start
        self._advance(rows, np.full(count, NO_MOVE))

    def step(self, rows: NDArray[np.int64], codes: NDArray[np.int64]) -> None:
        """Carry out moves, given by their codes, in the games of these rows, and play on.

        `rows` ascend. Raises `IllegalMoveError` for an illegal move, and `ArgumentError` as `begin`
        and for a number that is no code; then no game changes.
        """
        count = np.size(rows)
        games = codes_of("rows", rows, count)
        chosen = codes_of("codes", codes, count)
        number = self._advance(games, chosen) if (chosen >= 0).all() else int(chosen.argmin())
        if number != entries.NO_ROW:
            self._check_rows(games)
            refuse(self._kernel, self.states[games[number]], int(chosen[number]))

    def _check_rows(self, rows: NDArray[np.int64]) -> None:
        """Raise `ArgumentError` unless rows are numbers of games and ascend."""
        integers("rows", rows, rows.shape, 0, len(self.states) - 1)
        if (rows[1:] <= rows[:-1]).any():
            raise ArgumentError("rows must be in ascending order")

    def _advance(self, rows: NDArray[np.int64], codes: NDArray[np.int64]) -> int:
        """Carry out moves and play on; return the first number of an illegal one, if any."""
        return entries.advance(self._work, self._games, rows, codes)

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Whether each game is over."""
        return np.not_equal(self.states[:, at.IS_OVER], 0)

    @property
    def learners(self) -> NDArray[np.int64]:
        """The learner's seat in each game: the one to move if it plays all."""
        to_move = self.states[:, at.CURRENT_PLAYER].astype(np.int64)
        return np.where(self.seats == ALL_SEATS, to_move, self.seats)
