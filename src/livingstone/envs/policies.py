"""Bots as policies for environments, and agents as bots."""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol, TypeAlias

from attrs import frozen

import livingstone as ls
from livingstone.envs.actions import ActionChoice, ActionKind, check_kind
from livingstone.envs.observations import observer_of
from livingstone.support.arguments import seed_of

Agent: TypeAlias = Callable[[dict[str, Any], Random], int]
"""Chooses an action from a mapping with `"observation"` and `"action_mask"`, as PettingZoo's
environment gives it, and a source of random numbers."""


MOST_PLANS = 1000
"""The most moves that a policy remembers because they are chosen in part."""


class _Environment(Protocol):
    """The parts of an environment that a policy reads."""

    view: ls.View
    choice: ActionChoice


class BotPolicy:
    """A bot that chooses actions of an environment, in any seat, flat or stepwise."""

    def __init__(self, name: str, seed: int) -> None:
        """Take the bot's name and the seed of its random numbers."""
        self.name = name
        self._seed = seed
        self.reset()

    def __repr__(self) -> str:
        return f"as_policy({self.name!r}, seed={self._seed})"

    def reset(self) -> None:
        """Start over, with new bots and the same seed."""
        self._random = Random(self._seed)
        self._bots: dict[int | None, ls.Bot] = {}
        self._plans: dict[ls.View, ls.Move] = {}

    def __call__(self, env: Any) -> int:
        """Choose an action for the agent to act in a PettingZoo environment.

        Raises `ArgumentError` if nobody is to act.
        """
        environment: _Environment = env.unwrapped
        return self.act(environment.view, environment.choice)

    def act(self, view: ls.View, choice: ActionChoice) -> int:
        """Choose one of `choice.indices` for the seat of a view.

        The bot completes the move it has begun. If someone else began a move that the bot would not
        make, the policy picks one of the possible moves at random.

        Raises `ArgumentError` if there is nothing to choose.
        """
        moves = choice.moves
        if not moves:
            raise ls.ArgumentError("there is no move to choose")
        planned = self._plans.pop(view, None) if choice.chosen else None
        if planned not in moves:
            if view.seat not in self._bots:
                self._bots[view.seat] = ls.load_player(self.name)
            planned = self._bots[view.seat].choose(view, self._random)
            if choice.chosen and planned not in moves:
                planned = self._random.choice(moves)
        path = choice.space.path(planned)
        if len(path) > choice.depth + 1:
            if len(self._plans) >= MOST_PLANS:  # of games that were left
                self._plans.clear()
            self._plans[view] = planned
        return path[choice.depth]


def as_policy(name: str, seed: int = 0) -> BotPolicy:
    """Make a policy from the name of a player, as `load_player` takes it.

    Call the policy with a PettingZoo environment to get an action for the agent to act. Each seat
    has its own bot, which gets only the view of its seat.

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
    actions: ActionKind
    fingerprint: str | None
    """The fingerprint of the agent's layout; None to play any game."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Show the agent what the seat sees, until it has chosen a whole move.

        Raises `IllegalActionError` for an action outside the mask, `ArgumentError` for a game with
        another fingerprint and if there is no legal move.
        """
        observer = observer_of(view, self.actions)
        if self.fingerprint is not None:
            observer.layout.check(self.fingerprint)
        choice = observer.layout.space.choice_of(view)
        if not choice.indices:
            raise ls.ArgumentError("there is no move to choose in this view")
        while True:
            seen = {
                "observation": observer.observe(view, choice.chosen),
                "action_mask": choice.mask(),
            }
            after = choice.choose(self.agent(seen, rng))
            if not isinstance(after, ActionChoice):
                return after
            choice = after


def as_bot(
    agent: Agent, actions: ActionKind = "flat", *, fingerprint: str | None = None
) -> AgentBot:
    """Make a bot from an agent: a function of an observation with its mask and of a `Random`.

    With the `fingerprint` of the layout that the agent was trained with, the bot refuses to play
    any other game.

    >>> def lowest(seen, rng):
    ...     return int(seen["action_mask"].argmax())
    >>> bot = as_bot(lowest)
    >>> bot.choose(ls.view(ls.new_game(2, seed=7), 0), Random(1))
    TakeDie(value=2)

    Raises `ArgumentError` for an unknown kind of actions.
    """
    check_kind(actions)
    return AgentBot(agent, actions, fingerprint)
