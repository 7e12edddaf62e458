"""The game for Gymnasium, many games side by side on the compiled kernel."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple, Unpack

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.actions import IllegalActionError
from livingstone.envs.observations import Layout
from livingstone.envs.single import EnvironmentOptions, Info, Setting, space_of
from livingstone.kernel import Episodes, Kernel, UnsupportedEditionError
from livingstone.support.arguments import seed_of, whole

Array = NDArray[Any]
_MOST = 2**63 - 1
"""The most steps that can be counted."""


class LivingstoneVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games of a learner side by side, each the game of `LivingstoneEnv` with its seed.

    Make it with `gymnasium.make_vec("livingstone/Livingstone-v0", num_envs=1024,
    vectorization_mode="vector_entry_point")`. `info` has `"action_mask"`, a bool array with a row
    for each game, and `"seat"`. A game that has ended begins again in the same step; then `info`
    has `"final_obs"` and `"final_info"`.

    >>> import gymnasium
    >>> games = gymnasium.make_vec(
    ...     "livingstone/Livingstone-v0", 3, "vector_entry_point", opponents=["random"]
    ... )
    >>> seen, info = games.reset(seed=7)
    >>> seen.shape, info["action_mask"].shape
    ((3, 342), (3, 6370))
    >>> seen, rewards, ended, cut_off, info = games.step(info["action_mask"].argmax(axis=1))
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = False,
        threads: int = 1,
        **options: Unpack[EnvironmentOptions],
    ) -> None:
        """Prepare games with `EnvironmentOptions`; bots are `"greedy"` and `"random"`.

        A game is cut off after `max_episode_steps` of the learner's actions. Without `copy`,
        observations and masks are valid until the step after the next one.

        Raises `ArgumentError` for a value, an edition or a bot that is unknown or out of range.
        """
        self.setting = Setting(options)
        self.layout: Layout = self.setting.layout
        """The parts of an observation."""
        if (mode := AutoresetMode(autoreset_mode)) is AutoresetMode.DISABLED:
            raise ls.ArgumentError("ended games begin again: autoreset_mode cannot be disabled")
        self.metadata = {"autoreset_mode": mode}
        self._is_same_step = mode is AutoresetMode.SAME_STEP
        self.num_envs = whole("num_envs", num_envs, 1, 1 << 20)
        self.single_observation_space = space_of(self.layout)
        self.single_action_space: Any = Discrete(len(self.layout.space))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        threads = min(whole("threads", threads, 1), num_envs)
        ends = [num_envs * part // threads for part in range(threads + 1)]
        self._rows_of_groups = [slice(*pair) for pair in pairwise(ends)]
        self._seen = np.zeros((2, num_envs, self.layout.size), np.float32)
        self._masks = np.zeros((2, num_envs, len(self.layout.space)), np.bool_)
        self._now = 0
        self._copies = copy
        counts = [rows.stop - rows.start for rows in self._rows_of_groups]
        most = _MOST if max_episode_steps is None else max_episode_steps
        most = whole("max_episode_steps", most, 1, _MOST)
        self._groups = [_Group(self.setting, most, count) for count in counts]
        self._is_begun = False
        self._pool: ThreadPoolExecutor | None = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_pool": None}

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | NDArray[np.integer[Any]] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, Info]:
        """Start games, with the seeds of a list or an array, or `seed`, `seed + 1` and so on.

        Without a seed, or with None in the list, a game is the next one that its last seed
        determines.
        `options={"reset_mask": mask}`, with an array of bool, starts the games of the mask alone.

        Raises `ArgumentError` for a seed or a mask that is out of range, and Gymnasium's
        `ResetNeeded` for a mask before the first reset.
        """
        mask = self._mask_of((options or {}).get("reset_mask"))
        seeds = self._seeds_of(seed)
        super().reset(seed=seeds[0])
        if not self._is_begun:
            drawn = self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64).tolist()
            pairs = zip(seeds, drawn, strict=True)
            seeds = [other if given is None else given for given, other in pairs]
        self._is_begun = True
        self._now ^= 1
        for group, rows in zip(self._groups, self._rows_of_groups, strict=True):
            group.reset(mask[rows].nonzero()[0], seeds[rows])
            group.write_views(*self._arrays(rows))
        return self._shown(self._seen), self._info()

    def _mask_of(self, given: Any) -> NDArray[np.bool_]:
        """Check a mask of games to reset; without one, all are."""
        if given is None:
            return np.ones(self.num_envs, np.bool_)
        mask: NDArray[np.bool_] = np.asarray(given)
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            raise ls.ArgumentError(f"reset_mask must be {self.num_envs} bools, one of them True")
        if not self._is_begun:
            raise ResetNeeded("reset all games first")
        return mask

    def _seeds_of(self, seed: Any) -> list[int | None]:
        """Return the seed of each game; None for the game that follows."""
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, Sequence | np.ndarray) or np.ndim(seed) == 0:
            return [seed_of(seed) + game for game in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ls.ArgumentError(f"there are {self.num_envs} games, but {len(seed)} seeds")
        return [None if given is None else seed_of(given) for given in seed]

    def _arrays(self, rows: slice) -> tuple[Array, Array]:
        """Return the observations and masks of some games."""
        return self._seen[self._now, rows], self._masks[self._now, rows]

    def step(self, actions: "Array") -> "tuple[Array, Array, Array, Array, Info]":
        """Carry out an action in each game, and the moves of the bots up to the next choice.

        Raises `IllegalActionError`, and changes nothing, unless illegal integers are replaced, and
        Gymnasium's `ResetNeeded` before the first reset.
        """
        chosen = self._integers(actions)
        masks = self._masks[self._now]
        in_range = np.clip(chosen, 0, masks.shape[1] - 1)
        wrong = ~masks[np.arange(self.num_envs), in_range] | (in_range != chosen)
        wrong &= ~np.concatenate([group.waits for group in self._groups])
        if wrong.any() and not self.setting.replaces:
            game = int(wrong.argmax())
            raise IllegalActionError(
                f"action {chosen[game]} is not possible now in game {game}; {wrong.sum()} of"
                f" {self.num_envs} actions are illegal"
            )
        self._now ^= 1

        def play(group: _Group, rows: slice) -> _Played:
            arrays = self._arrays(rows)
            return group.step(chosen[rows], wrong[rows], masks[rows], arrays, self._is_same_step)

        if len(self._groups) > 1 and self._pool is None:
            self._pool = ThreadPoolExecutor(len(self._groups))
        run = self._pool.map if self._pool else map
        steps = run(play, self._groups, self._rows_of_groups)
        played = _Played(*map(np.concatenate, zip(*steps, strict=True)))
        ended = played.ended
        cut_off = played.cut_off
        info = self._info()
        final = Info()
        over = np.flatnonzero(ended | cut_off)
        if ended.any():
            final = self._of_games(np.flatnonzero(ended), rewards=played.all_rewards)
        if self._is_same_step and len(over):
            final |= self._of_games(over, action_mask=played.masks, seat=played.seats)
            last_seen = np.full(self.num_envs, None, object)
            last_seen[over] = [*played.seen]
            final = {"final_obs": last_seen, "final_info": final}
            final |= dict.fromkeys(("_final_obs", "_final_info"), ended | cut_off)
        return self._shown(self._seen), played.rewards, ended, cut_off, info | final

    def _integers(self, actions: Array) -> Array:
        """Return the actions of a step; raises as `step` for other types and shapes."""
        if not self._is_begun:
            raise ResetNeeded("call reset first: the games have not begun")
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise IllegalActionError(
                f"actions must be {self.num_envs} integers, not an array of {given.dtype} of the"
                f" shape {given.shape}"
            )
        return given.astype(np.int64)

    def _shown(self, arrays: Array) -> Array:
        now: Array = arrays[self._now]
        return now.copy() if self._copies else now

    def _info(self) -> Info:
        seats = np.concatenate([group.episodes.learners for group in self._groups])
        info = {"action_mask": self._shown(self._masks), "seat": seats}
        return info | {f"_{key}": np.ones(self.num_envs, np.bool_) for key in info}

    def _of_games(self, games: Array, **entries: Array) -> Info:
        """Make arrays of info from the entries of some games."""
        info: Info = {}
        for key, rows in entries.items():
            info[key] = np.zeros((self.num_envs, *rows.shape[1:]), rows.dtype)
            info[f"_{key}"] = np.zeros(self.num_envs, np.bool_)
            info[key][games] = rows
            info[f"_{key}"][games] = True
        return info

    def close_extras(self, **options: Any) -> None:
        """Stop the threads."""
        del options
        if self._pool:
            self._pool.shutdown()


class _Played(NamedTuple):
    """What a step brought in the games of a group."""

    rewards: Array
    """By game, like the next two."""
    ended: Array
    cut_off: Array
    all_rewards: Array
    """By ended game and seat."""
    seen: Array
    """The last observations by game that ended or was cut off, like the next two."""
    masks: Array
    seats: Array


class _Group:
    """The games that a thread plays."""

    def __init__(self, setting: Setting, most: int, count: int) -> None:
        layout = setting.layout
        try:
            self._kernel = Kernel.of(layout.edition, layout.players)
            self.episodes = Episodes(self._kernel, count, setting.opponents, setting.reward)
        except UnsupportedEditionError as error:
            advice = 'vectorization_mode="sync" plays it, more slowly'
            raise UnsupportedEditionError(f"{error}; {advice}") from None
        self._setting = setting
        self._most = most
        self._words = np.zeros(count, np.uint64)
        self._steps = np.zeros(count, np.int64)
        self._rows = np.arange(count)
        self.waits = np.zeros(count, np.bool_)

    def reset(self, rows: Array, seeds: list[int | None]) -> None:
        """Start some games, with the seeds of all; None starts the game that follows."""
        self.waits[rows] = False
        given = {row: seed for row in rows.tolist() if (seed := seeds[row]) is not None}
        self._begin_next(rows[[row not in given for row in rows.tolist()]])
        halves = np.array([divmod(seed, 2**64) for seed in given.values()], np.uint64)
        words = self._setting.first_words([*given.values()])
        self._begin(np.array([*given], np.int64), words, halves.reshape(-1, 2))

    def step(
        self,
        chosen: Array,
        wrong: Array,
        legal: Array,
        arrays: tuple[Array, Array],
        is_same_step: bool,
    ) -> _Played:
        """Play a step, and write what the learners see then and their masks to `arrays`."""
        if wrong.any():
            masks = legal[wrong]
            words = self._words[wrong]
            steps = self._steps[wrong]
            places = self._setting.replacement(words, steps, masks.sum(axis=1))
            chosen[wrong] = (masks.cumsum(axis=1) > places[:, None]).argmax(axis=1)
        games = self.episodes
        rows = self._rows[~self.waits]
        movers = self.episodes.learners
        games.step(rows, self._kernel.actions[chosen[rows]])
        self._steps[rows] += 1
        self._begin_next(np.flatnonzero(self.waits))
        ended = games.is_over
        cut_off = (self._steps >= self._most) & ~ended
        rewards = np.where(ended, games.rewards[self._rows, movers], 0.0)
        over = np.flatnonzero(ended | cut_off)
        all_rewards = games.rewards[ended]
        states = games.states[over]
        seats = games.learners[over]
        seen = self._kernel.observe(states, seats=seats.tolist())
        masks = self._kernel.legal_mask(states)
        if is_same_step:
            self._begin_next(over)
        else:
            self.waits = ended | cut_off
        self.write_views(*arrays)
        if not is_same_step:
            arrays[0][over] = seen
        return _Played(rewards, ended, cut_off, all_rewards, seen, masks, seats)

    def _begin_next(self, rows: Array) -> None:
        words = self._setting.next_words(self._words[rows])
        self._begin(rows, words, np.stack([np.zeros_like(words), words], axis=1))

    def _begin(self, rows: Array, words: Array, seeds: Array) -> None:
        self._words[rows] = words
        self._steps[rows] = 0
        seats = self._setting.seats(words)
        bot_seeds = self._setting.bot_seeds(words)
        self.episodes.begin(rows, seeds, seats, bot_seeds)

    def write_views(self, seen: Array, masks: Array) -> None:
        """Write what the learners see, and the masks of their actions."""
        self._kernel.legal_mask(self.episodes.states, masks)
        self._kernel.observe(self.episodes.states, seen)
