"""What environments with one learner have in common: the table, its bots, and what a seed decides.

The seed of a game decides its dice, stones and cards, as in `livingstone.new_game`, and all else
that is drawn: the learner's seat, the random numbers of the bots, the next game's seed.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, get_args

import numpy as np
from attrs import frozen
from gymnasium.spaces import Box
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.actions import KINDS
from livingstone.envs.layout import Layout
from livingstone.envs.rewards import REWARDS, Reward
from livingstone.support.arguments import one_of, whole

Illegal = Literal["error", "replace"]

Words = NDArray[np.uint64]
"""The part of a seed from which the other things are drawn, for each of some games."""

_NEXT, _SEAT, _BOTS, _REPLACED = 1, 2, 3, 100
"""Indices into the sequence of a seed; bots and replaced actions take those that follow too."""


class Options(TypedDict, total=False):
    """The options of an environment with one learner."""

    players: int
    """The number of players; 2 by default."""
    opponents: str | Sequence[str]
    """Names of bots, as `livingstone.load_player` takes them, clockwise from the learner; one name
    is enough for all, `("greedy",)` by default. Without any the learner plays all seats: `"seat"`
    of `info` tells which one is to move, and a reward is that of the seat that moved."""
    seat: int | Literal["random"]
    """The learner's seat, from 0, or `"random"`, the default, which draws one for each game."""
    edition: str | ls.Edition
    """An edition, or the name of one; `"printed"` by default."""
    reward: Reward
    """`"win"`, the default, `"rank"` or `"margin"` (`rewards_of`)."""
    actions: str
    """`"flat"`, the only action space."""
    illegal: Illegal
    """What becomes of an illegal action: `"error"`, the default, or `"replace"` by a legal one,
    drawn from the seed."""


@frozen
class Setting:
    """A learner's table, checked."""

    layout: Layout
    opponents: tuple[str, ...]
    """The names of the bots, clockwise from the learner; none if it plays all seats."""
    seat: int | None
    """The learner's seat; None if it is drawn for each game."""
    reward: Reward
    replaces: bool
    """Whether an illegal action is replaced."""

    @classmethod
    def of(cls, options: Options) -> "Setting":
        """Check the options; raises `ArgumentError` for a value that is unknown or out of range."""
        reward, illegal = options.get("reward", "win"), options.get("illegal", "error")
        one_of("reward", reward, REWARDS)
        one_of("actions", options.get("actions", "flat"), KINDS)
        one_of("illegal", illegal, get_args(Illegal))
        layout = Layout(options.get("edition", "printed"), options.get("players", 2))
        named = options.get("opponents", "greedy")
        names = (named,) if isinstance(named, str) else tuple(named)
        if len(names) == 1:
            names *= layout.players - 1
        if len(names) not in (0, layout.players - 1):
            raise ls.ArgumentError(
                f"opponents must be none, one, or {layout.players - 1} names of bots: {names}"
            )
        for name in names:
            ls.load_player(name)
        seat = options.get("seat", "random")
        if isinstance(seat, str):
            one_of("seat", seat, ("random",))
        own = None if seat == "random" else whole("seat", seat, 0, layout.players - 1)
        return cls(layout, names, own, reward, illegal == "replace")

    def seats(self, words: Words) -> NDArray[np.int64]:
        """Return the learner's seat in each game; -1 if it plays all."""
        if not self.opponents:
            return np.full(len(words), -1)
        if self.seat is not None:
            return np.full(len(words), self.seat)
        return (_drawn(words, _SEAT) % np.uint64(self.layout.players)).astype(np.int64)

    def bot_seeds(self, words: Words) -> Words:
        """Return the seed of the random numbers of each seat, a row for each game."""
        return np.stack([_drawn(words, _BOTS + seat) for seat in range(self.layout.players)], 1)

    @staticmethod
    def first_words(seeds: Sequence[int]) -> Words:
        """Return the words of seeds, each from 0 to 2**128 - 1."""
        return np.array([seed % 2**64 ^ seed >> 64 for seed in seeds], np.uint64)

    @staticmethod
    def next_words(words: Words) -> Words:
        """Return the seeds of the games that come next, each the word of its own game."""
        return _drawn(words, _NEXT)

    @staticmethod
    def replacement(words: Words, steps: Any, counts: Any) -> NDArray[np.int64]:
        """Draw which of the legal actions, ascending, replaces an illegal one at a step from 0."""
        numbers = np.asarray(steps, np.uint64) + np.uint64(_REPLACED)
        return (_drawn(words, numbers) % np.asarray(counts, np.uint64)).astype(np.int64)


def _drawn(words: Words, number: Any) -> Words:
    """Draw a number of the sequence that each word begins, with SplitMix64."""
    step = np.asarray([0x9E3779B97F4A7C15], np.uint64)
    mixed = words + step * np.asarray(number, np.uint64)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def space_of(layout: Layout) -> Box:
    """Make the space of observations."""
    high = np.full(layout.size, np.finfo(np.float32).max, np.float32)
    for part in layout.parts:
        if part.most is not None:
            high[part.where] = max(part.most, 1)
    return Box(np.zeros_like(high), high, dtype=np.float32)
