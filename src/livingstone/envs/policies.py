"""Bots as policies for environments, and agents as bots."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from attrs import frozen
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.observations import observer_for
from livingstone.support.arguments import seed_of

Agent: TypeAlias = Callable[[dict[str, NDArray[Any]], Random], int]
"""Chooses an action from PettingZoo's observation and mask, and a source of random numbers."""


class BotPolicy:
    """A bot that chooses actions of an environment, in any seat."""

    def __init__(self, name: str, seed: int) -> None:
        self._name = name
        self._seed = seed
        self.reset()

    def reset(self) -> None:
        """Start over, with new bots and the same seed."""
        self._random = Random(self._seed)
        self._bots: dict[int | None, ls.Bot] = {}

    def __call__(self, env: Any) -> int:
        """Choose an action for who acts in PettingZoo or Gymnasium; raises `ArgumentError`."""
        return self.act(env.unwrapped.view)

    def act(self, view: ls.View) -> int:
        """Choose an action for the seat of a view; raises `ArgumentError` if there is none."""
        if not view.legal_moves:
            raise ls.ArgumentError("there is no move to choose")
        if view.seat not in self._bots:
            self._bots[view.seat] = ls.load_player(self._name)
        move = self._bots[view.seat].choose(view, self._random)
        return observer_for(view.edition, len(view.players)).layout.space.index(move)


def as_policy(name: str, seed: int = 0) -> BotPolicy:
    """Make a policy from the name of a player, as `load_player` takes it.

    Call the policy with an environment to get an action. Each seat has its own bot, which gets only
    the view of its seat.

    >>> from livingstone.envs import livingstone_v0
    >>> game, policy = livingstone_v0.env(players=2), as_policy("greedy")
    >>> game.reset(seed=7)
    >>> game.unwrapped.space.name(policy(game))
    'take 2'

    Raises `ArgumentError` for an unknown player and for a seed that is not from 0 to 2**128 - 1.
    """
    ls.load_player(name)
    return BotPolicy(name, seed_of(seed))


@frozen
class AgentBot:
    """A bot that asks an agent."""

    agent: Agent
    """What is asked for each action."""
    fingerprint: str | None
    """The fingerprint of the agent's layout; None to play any game."""

    def choose(self, view: ls.View, rng: Random) -> "ls.Move":
        """Ask the agent what to do.

        Raises `IllegalActionError` for an action outside the mask, `ArgumentError` for a game with
        another fingerprint and if there is no legal move.
        """
        observer = observer_for(view.edition, len(view.players))
        space = observer.layout.space
        if self.fingerprint is not None:
            observer.layout.check(self.fingerprint)
        if not view.legal_moves:
            raise ls.ArgumentError("there is no move to choose")
        seen: dict[str, NDArray[Any]] = {
            "observation": observer.observe(view),
            "action_mask": space.mask(view),
        }
        return space.choose(view, self.agent(seen, rng))


def as_bot(agent: Agent, *, fingerprint: str | None = None) -> AgentBot:
    """Make a bot from an agent: a function of an observation with its mask and of a `Random`.

    With the `fingerprint` of the layout that the agent was trained with, the bot refuses to play
    any other game.

    >>> def lowest(seen, rng):
    ...     return int(seen["action_mask"].argmax())
    >>> bot = as_bot(lowest)
    >>> bot.choose(ls.view(ls.new_game(2, seed=7), 0), Random(1))
    TakeDie(value=2)
    """
    return AgentBot(agent, fingerprint)
