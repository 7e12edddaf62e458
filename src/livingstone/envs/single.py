"""The game for Gymnasium: one learner, against bots that play between its choices."""

from random import Random
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.layout import Layout
from livingstone.envs.observations import Observation, Observer
from livingstone.envs.rendering import RENDER_MODES, RenderMode, render
from livingstone.envs.rewards import rewards_of
from livingstone.envs.setting import Options, Setting, space_of
from livingstone.support.arguments import one_of, seed_of

Info = dict[str, Any]


class LivingstoneEnv(gymnasium.Env[Observation, int]):
    """One learner against bots: `gymnasium.make("livingstone/Livingstone-v0")`.

    An observation is what the learner's seat may know, a `float32` array of `Layout.size` numbers.
    `info` has `"action_mask"`, an `int8` array with 1 for each possible action, and `"seat"`, the
    number of the learner's seat. The reward comes at the end of a game (`rewards_of`).

    >>> import gymnasium
    >>> game = gymnasium.make("livingstone/Livingstone-v0", players=3, opponents=("greedy",))
    >>> seen, info = game.reset(seed=7)
    >>> ended = False
    >>> while not ended:
    ...     action = game.action_space.sample(info["action_mask"])
    ...     seen, reward, ended, cut_off, info = game.step(action)
    >>> sorted(info)
    ['action_mask', 'rewards', 'seat']
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012  # as Gymnasium's

    def __init__(
        self, *, render_mode: RenderMode | None = None, **options: Unpack[Options]
    ) -> None:
        """Prepare games with `Options`; `render_mode` is as for `livingstone_v0.raw_env`.

        Raises `ArgumentError` for a value that is unknown or out of range.
        """
        one_of("render_mode", render_mode or "ansi", RENDER_MODES)
        self.setting = Setting.of(options)
        """The options, checked."""
        self.layout: Layout = self.setting.layout
        """The parts of an observation."""
        self.render_mode: RenderMode | None = render_mode
        self.observation_space: Any = space_of(self.layout)
        self.action_space: Any = Discrete(len(self.layout.space))
        self._observer = Observer(self.layout)
        self._words: NDArray[np.uint64] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start a game, with a seed that of `livingstone.new_game` with this seed.

        Without a seed, the game follows that the last seed determines. `options` has no effect.

        Raises `ArgumentError` for a seed that is not from 0 to 2**128 - 1.
        """
        del options
        seed = None if seed is None else seed_of(seed)
        super().reset(seed=seed)
        if seed is not None:
            self._words = self.setting.first_words([seed])
        elif self._words is None:
            self._words = self.np_random.integers(2**64, size=1, dtype=np.uint64)
        else:
            self._words = self.setting.next_words(self._words)
        words, setting = self._words, self.setting
        game_seed = int(words[0]) if seed is None else seed
        learner = int(setting.seats(words)[0])
        self._learners = {learner} if setting.opponents else set(range(self.layout.players))
        seeds = setting.bot_seeds(words)[0].tolist()
        self._bots = {}
        for place, name in enumerate(setting.opponents, learner + 1):
            seat = place % self.layout.players
            self._bots[seat] = ls.load_player(name), Random(seeds[seat])
        self._steps = 0
        self._go_to(ls.new_game(self.layout.players, edition=self.layout.edition, seed=game_seed))
        return self._seen()

    def _go_to(self, state: ls.State) -> None:
        """Let the bots play until the learner is to move; a bot with one move is not asked."""
        while not (state.is_over or state.current_player in self._learners):
            seen = ls.view(state, state.current_player)
            bot, rng = self._bots[state.current_player]
            one = len(seen.legal_moves) == 1
            state = ls.apply(state, seen.legal_moves[0] if one else bot.choose(seen, rng))
        self.game_state = state
        """The state of the game, with all secrets; do not show it to the learner."""
        own = state.current_player if len(self._learners) > 1 else min(self._learners)
        self.view: ls.View = ls.view(state, own)
        """The view of the learner's seat."""

    def _seen(self) -> tuple[Observation, Info]:
        mask = self.layout.space.mask(self.view)
        return self._observer.observe(self.view), {"action_mask": mask, "seat": self.view.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Carry out an action, and the moves of the bots up to the next choice.

        Raises `IllegalActionError`, and changes nothing, unless an illegal action is replaced.
        """
        seat, space = self.view.seat, self.layout.space
        legal = space.legal_indices(self.view)
        if self.setting.replaces and legal and action not in legal:
            assert self._words is not None
            action = legal[int(self.setting.replacement(self._words, self._steps, len(legal))[0])]
        move = space.choose(self.view, action)
        self._steps += 1
        self._go_to(ls.apply(self.game_state, move))
        if self.render_mode == "human":
            self.render()
        seen, info = self._seen()
        result = ls.result(self.game_state)
        if result is None:
            return seen, 0.0, False, False, info
        rewards = rewards_of(result, self.setting.reward)
        assert seat is not None
        return seen, rewards[seat], True, False, {**info, "rewards": np.array(rewards)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the possible actions, as MaskablePPO of sb3-contrib asks for it."""
        return self.layout.space.mask(self.view).astype(bool)

    def render(self) -> Any:
        """Show the position as a spectator sees it, as `livingstone_v0.raw_env.render` does."""
        names = [f"player_{seat}" for seat in range(self.layout.players)]
        return render(self.game_state, names, self.render_mode)
