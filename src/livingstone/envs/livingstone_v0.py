"""The game as a PettingZoo environment in which agents act in turn (AEC)."""

from random import Random
from typing import Any, TypedDict, Unpack, cast

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

import livingstone as ls
from livingstone.envs.actions import REWARDS, ActionSpace, Reward, rewards_of
from livingstone.envs.observations import Layout, Observer
from livingstone.envs.single import (
    RENDER_MODES,
    Positioned,
    RenderMode,
    agent_names,
    edition_with,
    space_of,
)
from livingstone.support.arguments import one_of, seed_of, whole
from livingstone.support.helping import explain

__all__ = ["RenderMode", "env", "parallel_env", "raw_env"]

Seen = dict[str, NDArray[Any]]


class _Options(TypedDict, total=False):
    players: int
    edition: str | ls.Edition
    board: str | None
    cards: str | None
    reward: Reward
    max_moves: int
    render_mode: RenderMode | None


class _Ordered(wrappers.OrderEnforcingWrapper[str, Seen, int | None]):
    @property
    def unwrapped(self) -> "raw_env":
        assert isinstance(self.env, raw_env)
        return self.env

    def step(self, action: int | None) -> None:
        self.unwrapped.started()
        super().step(action)


class _Parallel(turn_based_aec_to_parallel_wrapper[str, Seen, int]):
    def step(self, actions: dict[str, int | None]) -> Any:
        self.unwrapped.started()
        return super().step(actions)  # type: ignore[no-untyped-call]


def env(**options: Unpack[_Options]) -> _Ordered:
    """Make the environment, with PettingZoo's wrapper that checks the order of calls.

    The options are those of `raw_env`. An illegal action raises `IllegalActionError` and changes
    nothing.

    >>> game = env(players=3, edition="printed")
    >>> game.reset(seed=7)
    >>> for agent in game.agent_iter():
    ...     seen, reward, ended, cut_off, info = game.last()
    ...     choice = None if ended or cut_off else int(seen["action_mask"].argmax())
    ...     game.step(choice)

    Raises as `raw_env` does.
    """
    return _Ordered(raw_env(**options))


def parallel_env(**options: Unpack[_Options]) -> ParallelEnv[str, Seen, int]:
    """Make the environment with the parallel interface, by PettingZoo's converter.

    All agents give an action at each step, but only the action of the agent to act counts. The
    options are those of `raw_env`.

    >>> sorted(parallel_env(players=2).reset(seed=7)[0])
    ['player_0', 'player_1']
    """
    # All agents end together, so that no agent needs None as its action.
    return cast("ParallelEnv[str, Seen, int]", _Parallel(env(**options)))


class raw_env(Positioned, AECEnv[str, Seen, int | None]):  # noqa: N801  # the name PettingZoo asks for
    """The environment without wrappers.

    Agents are called `player_0`, `player_1` and so on, by seat. An agent may act several times in a
    row. Each agent gets a dict: `"observation"` is what its seat may know, a `float32` array of
    `Layout.size` numbers; `"action_mask"` is an `int8` array with 1 for each possible action, all 0
    for an agent that is not to act. Rewards come at the end of a game (`rewards_of`); all get 0 for
    a game that is cut off. An environment can be copied and pickled in the middle of a game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo's
        "name": "livingstone_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": True,
        "render_fps": 2,
    }
    """What PettingZoo and its wrappers ask of an environment."""

    def __init__(
        self,
        players: int = 3,
        edition: str | ls.Edition = "printed",
        reward: Reward = "win",
        max_moves: int = 10_000,
        render_mode: RenderMode | None = None,
        *,
        board: str | None = None,
        cards: str | None = None,
    ) -> None:
        """Prepare games, each cut off after `max_moves` moves: the rules have no limit (R2.7).

        `board` and `cards` are files of your own, as for `load_edition`, with the edition's name.

        Raises `ArgumentError` for a value that is unknown or out of range, and `DataError` for a
        file that cannot be used.
        """
        super().__init__()  # type: ignore[no-untyped-call]
        one_of("reward", reward, REWARDS)
        one_of("render_mode", render_mode or "ansi", RENDER_MODES)
        self.layout: Layout = Layout(edition_with(edition, board, cards), players)
        """The parts of an observation."""
        self.space: ActionSpace = self.layout.space
        """The action space."""
        self.render_mode = render_mode
        self._reward: Reward = reward
        self._max_moves = whole("max_moves", max_moves, 1)
        self._observer = Observer(self.layout)
        self._random = Random()
        agents = agent_names(self.layout.players)
        self.possible_agents: list[str] = agents
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(agents)}
        seen = space_of(self.layout)
        count = len(self.space)
        self.observation_spaces: dict[str, Any] = {
            agent: Dict({"observation": seen, "action_mask": Box(0, 1, (count,), np.int8)})
            for agent in agents
        }
        self.action_spaces: dict[str, Any] = {agent: Discrete(count) for agent in agents}
        self._secrets = slice(self.layout["purse"].start, None)
        high = np.concatenate([seen.high, *[seen.high[self._secrets]] * (len(agents) - 1)])
        low = np.concatenate([seen.low, *[seen.low[self._secrets]] * (len(agents) - 1)])
        self.state_space = Box(low, high, dtype=np.float32)
        """The space of `state`."""

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the game of `new_game` with this seed, or one after it; `options` have no effect.

        Raises `ArgumentError` for a seed that is not from 0 to 2**128 - 1.
        """
        del options
        if seed is None:
            seed = self._random.getrandbits(64)
        else:
            self._random = Random(seed_of(seed))
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._moves = 0
        self._go_to(ls.new_game(self.layout.players, edition=self.layout.edition, seed=seed))

    def _go_to(self, state: ls.State) -> None:
        self._position = state, ls.view(state, state.current_player)
        self.agent_selection: str = self.possible_agents[state.current_player]

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent to act, or None of one whose game has ended.

        Raises `IllegalActionError` for an action outside the mask; nothing changes then. Raises
        Gymnasium's `ResetNeeded` before the first reset.
        """
        view = self.view
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self.space.choose(view, action)  # type: ignore[arg-type]  # it refuses None
        self._moves += 1
        self._go_to(ls.apply(self.game_state, move))
        result = ls.result(self.game_state)
        if result is not None:
            rewards = rewards_of(result, self._reward)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._moves >= self._max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
            self._position = self.game_state, ls.view(self.game_state, None)  # nobody can act now
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """Return what an agent may know, and the mask of the actions that it can choose now."""
        seat = self._seats[agent]
        view = self.view if seat == self.view.seat else ls.view(self.game_state, seat)
        mask = self.space.mask(view)
        if self.view.seat is None:
            mask = np.zeros_like(mask)
        return {"observation": self._observer.observe(view), "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """Return what seat 0 sees, then the parts `purse`, `chest` and `hand` of the others."""
        views = (ls.view(self.game_state, seat) for seat in self._seats.values())
        first, *others = map(self._observer.observe, views)
        return np.concatenate([first, *(seen[self._secrets] for seen in others)])


explain(raw_env)
