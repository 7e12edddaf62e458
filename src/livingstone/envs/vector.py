"""The game for Gymnasium, many games side by side on the compiled kernel."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple, Unpack

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.actions import IllegalActionError
from livingstone.envs.observations import Layout
from livingstone.envs.single import Options, Setting, space_of
from livingstone.kernel import Episodes, Kernel, UnsupportedEditionError
from livingstone.support.arguments import seed_of, whole

Array = NDArray[Any]
Info = dict[str, Any]


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
        **options: Unpack[Options],
    ) -> None:
        """Prepare games with `Options`; bots are `"greedy"` and `"random"`.

        A game is cut off after `max_episode_steps` of the learner's actions. Without `copy`,
        observations and masks are valid until the step after the next one.

        Raises `ArgumentError` for a value that is unknown or out of range, and for an edition or a
        bot that the kernel does not know.
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
        self._slices = [slice(*pair) for pair in pairwise(ends)]
        self._seen = np.zeros((2, num_envs, self.layout.size), np.float32)
        self._masks = np.zeros((2, num_envs, len(self.layout.space)), np.bool_)
        self._now, self._copies = 0, copy
        self._parts = [
            _Part(self.setting, max_episode_steps, self._seen[:, part], self._masks[:, part])
            for part in self._slices
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        """Start all games, with the seeds of a list, or `seed`, `seed + 1` and so on.

        Without a seed, the games follow that the last seeds determine. `options` has no effect.

        Raises `ArgumentError` for a seed that is not from 0 to 2**128 - 1.
        """
        del options
        seeds: list[int] | None = None
        if isinstance(seed, Sequence):
            seeds = [*map(seed_of, seed)]
        elif seed is not None:
            seeds = [seed_of(seed) + game for game in range(self.num_envs)]
        elif not self._parts[0].is_seeded:
            seeds = self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64).tolist()
        if seeds is not None and len(seeds) != self.num_envs:
            raise ls.ArgumentError(f"there are {self.num_envs} games, but {len(seeds)} seeds")
        super().reset(seed=None if seed is None or seeds is None else seeds[0])
        self._now ^= 1
        for part, own in zip(self._parts, self._slices, strict=True):
            part.reset(None if seeds is None else seeds[own])
            part.look(self._now)
        return self._shown(self._seen), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        """Carry out an action in each game, and the moves of the bots up to the next choice.

        Raises `IllegalActionError`, and changes nothing, unless illegal actions are replaced.
        """
        chosen = np.array(actions, np.int64)
        known = np.clip(chosen, 0, self._masks.shape[2] - 1)
        wrong = ~self._masks[self._now, np.arange(self.num_envs), known] | (known != chosen)
        wrong &= ~np.concatenate([part.waits for part in self._parts])
        if wrong.any() and not self.setting.replaces:
            game = int(wrong.argmax())
            raise IllegalActionError(
                f"action {chosen[game]} is not possible now in game {game}; {wrong.sum()} of"
                f" {self.num_envs} actions are illegal"
            )

        def play(part: _Part, own: slice) -> _Played:
            return part.step(chosen[own], wrong[own], self._now, self._is_same_step)

        run = self._pool.map if self._pool else map
        steps = run(play, self._parts, self._slices)
        played = _Played(*map(np.concatenate, zip(*steps, strict=True)))
        ended, cut_off = played.ended, played.cut_off
        self._now ^= 1
        info = self._info()
        over = np.flatnonzero(ended | cut_off)
        final = (
            self._of_games(np.flatnonzero(ended), rewards=played.all_rewards) if ended.any() else {}
        )
        if self._is_same_step and len(over):
            final |= self._of_games(over, action_mask=played.masks, seat=played.seats)
            last_seen = np.full(self.num_envs, None, object)
            last_seen[over] = [*played.seen]
            final = {"final_obs": last_seen, "final_info": final}
            final |= dict.fromkeys(("_final_obs", "_final_info"), ended | cut_off)
        return self._shown(self._seen), played.rewards, ended, cut_off, info | final

    def _shown(self, arrays: Array) -> Array:
        now: Array = arrays[self._now]
        return now.copy() if self._copies else now

    def _info(self) -> Info:
        seats = np.concatenate([part.episodes.learners for part in self._parts])
        shown = {"action_mask": self._shown(self._masks), "seat": seats}
        return shown | {f"_{key}": np.ones(self.num_envs, np.bool_) for key in shown}

    def _of_games(self, games: Array, **entries: Array) -> Info:
        """Make arrays of info from the entries of some games."""
        info: Info = {}
        for key, rows in entries.items():
            info[key] = np.zeros((self.num_envs, *rows.shape[1:]), rows.dtype)
            info[f"_{key}"] = np.zeros(self.num_envs, np.bool_)
            info[key][games], info[f"_{key}"][games] = rows, True
        return info

    def close_extras(self, **options: Any) -> None:
        """Stop the threads."""
        del options
        if self._pool:
            self._pool.shutdown()


class _Played(NamedTuple):
    """What a step brought by game, then all rewards of ended games and the rest of stopped ones."""

    rewards: Array
    ended: Array
    cut_off: Array
    all_rewards: Array
    seen: Array
    masks: Array
    seats: Array


class _Part:
    """The games of a thread, which share their arrays of observations and masks with the others."""

    def __init__(self, setting: Setting, most: int | None, seen: Array, masks: Array) -> None:
        layout, count = setting.layout, seen.shape[1]
        try:
            self._kernel = Kernel.of(layout.edition, layout.players)
            self.episodes = Episodes(self._kernel, count, setting.opponents, setting.reward)
        except UnsupportedEditionError as error:
            advice = 'vectorization_mode="sync" plays it, more slowly'
            raise UnsupportedEditionError(f"{error}; {advice}") from None
        self._setting, self._seen, self._masks = setting, seen, masks
        self._most = np.iinfo(np.int64).max if most is None else most
        self._words, self._steps = np.zeros(count, np.uint64), np.zeros(count, np.int64)
        self._rows, self.waits = np.arange(count), np.zeros(count, np.bool_)
        self.is_seeded = False

    def reset(self, seeds: list[int] | None) -> None:
        self.is_seeded = True
        self.waits[:] = False
        if seeds is None:
            self._begin_next(self._rows)
        else:
            halves = np.array([divmod(seed, 2**64) for seed in seeds], np.uint64)
            self._begin(self._rows, self._setting.first_words(seeds), halves)

    def step(self, chosen: Array, wrong: Array, now: int, is_same_step: bool) -> _Played:
        if wrong.any():
            chosen[wrong] = self._replaced(wrong, self._masks[now, wrong])
        games, rows, movers = self.episodes, self._rows[~self.waits], self.episodes.learners
        games.step(rows, self._kernel.actions[chosen[rows]])
        self._steps[rows] += 1
        self._begin_next(np.flatnonzero(self.waits))
        ended = games.is_over
        cut_off = (self._steps >= self._most) & ~ended
        rewards = np.where(ended, games.rewards[self._rows, movers], 0.0)
        over = np.flatnonzero(ended | cut_off)
        all_rewards, states, seats = games.rewards[ended], games.states[over], games.learners[over]
        seen = self._kernel.observe(states, seats=seats.tolist())
        masks = self._kernel.legal_mask(states)
        if is_same_step:
            self._begin_next(over)
        else:
            self.waits = ended | cut_off
        self.look(now ^ 1)
        if not is_same_step:
            self._seen[now ^ 1, over] = seen
        return _Played(rewards, ended, cut_off, all_rewards, seen, masks, seats)

    def _replaced(self, wrong: Array, masks: Array) -> Array:
        places = self._setting.replacement(
            self._words[wrong], self._steps[wrong], masks.sum(axis=1)
        )
        return np.array((masks.cumsum(axis=1) > places[:, None]).argmax(axis=1))

    def _begin_next(self, rows: Array) -> None:
        words = self._setting.next_words(self._words[rows])
        self._begin(rows, words, np.stack([np.zeros_like(words), words], axis=1))

    def _begin(self, rows: Array, words: Array, seeds: Array) -> None:
        self._words[rows], self._steps[rows] = words, 0
        seats, bot_seeds = self._setting.seats(words), self._setting.bot_seeds(words)
        self.episodes.begin(rows, seeds, seats, bot_seeds)

    def look(self, now: int) -> None:
        self._kernel.legal_mask(self.episodes.states, self._masks[now])
        self._kernel.observe(self.episodes.states, self._seen[now])
