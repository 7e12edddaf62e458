"""Bots as policies for environments, and agents of environments as bots."""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol, TypeAlias

import livingstone as ls
from livingstone.envs.decisions import ActionKind, Decision
from livingstone.envs.observations import observer_of
from livingstone.envs.stepwise import check_kind
from livingstone.support.arguments import seed_of

__all__ = ["Agent", "AgentBot", "BotPolicy", "as_bot", "as_policy"]

Agent: TypeAlias = Callable[[dict[str, Any], Random], int]
"""Chooses an action: it gets what PettingZoo's environment shows, a mapping of `"observation"` and
`"action_mask"`, and a source of random numbers."""


MOST_PLANS = 1000
"""So many moves that are chosen in part are remembered at most, one for each view."""


class _Deciding(Protocol):
    """What a policy reads of an environment."""

    view: ls.View
    decision: Decision


class BotPolicy:
    """A bot that chooses actions of an environment, in any seat, flat or stepwise."""

    def __init__(self, name: str, seed: int) -> None:
        """Remember the bot's name, and the seed of what it leaves to luck."""
        self.name = name
        self._seed = seed
        self.reset()

    def __repr__(self) -> str:
        """Show how to make the policy again."""
        return f"as_policy({self.name!r}, seed={self._seed})"

    def reset(self) -> None:
        """Begin anew, as before the first game: with new bots, and with the seed."""
        self._random = Random(self._seed)
        self._bots: dict[int | None, ls.Bot] = {}
        self._plans: dict[ls.View, ls.Move] = {}

    def __call__(self, env: Any) -> int:
        """Choose an action for the agent that is to act in an environment of PettingZoo.

        Raises `ArgumentError` if nobody is to act, and whatever the bot raises.
        """
        deciding: _Deciding = env.unwrapped
        return self.act(deciding.view, deciding.decision)

    def act(self, view: ls.View, decision: Decision) -> int:
        """Choose one of a decision's indices for the seat of a view.

        If a part of the move is chosen already, the bot keeps to what it has begun. If that was
        chosen by another, and what the bot would do is not possible any more, any of the moves that
        still are is taken, each as likely as any other.

        Raises `ArgumentError` if there is nothing to choose, and whatever the bot raises.
        """
        moves = decision.moves
        if not moves:
            raise ls.ArgumentError("there is no move to choose")
        planned = self._plans.pop(view, None) if decision.chosen else None
        if planned not in moves:
            if view.seat not in self._bots:
                self._bots[view.seat] = ls.load_player(self.name)
            planned = self._bots[view.seat].choose(view, self._random)
            if decision.chosen and planned not in moves:
                planned = self._random.choice(moves)
        path = decision.space.path(planned)
        if len(path) > decision.depth + 1:
            if len(self._plans) >= MOST_PLANS:  # of games that were left
                self._plans.clear()
            self._plans[view] = planned
        return path[decision.depth]


def as_policy(name: str, seed: int = 0) -> BotPolicy:
    """Make a policy of a player, by the name that `load_player` takes.

    The policy is called with an environment of PettingZoo, and gives an action for the agent that
    is to act. It has a bot of its own for each seat, which gets the view of its seat alone.

    >>> from livingstone.envs import livingstone_v0
    >>> game, policy = livingstone_v0.env(players=2), as_policy("greedy")
    >>> game.reset(seed=7)
    >>> game.unwrapped.space.name(policy(game))
    'take 2'

    Raises `ArgumentError` for a name that leads to no bot, and for a seed that is no whole number
    from 0 to 2**128 - 1.
    """
    ls.load_player(name)
    return BotPolicy(name, seed_of(seed))


class AgentBot:
    """A bot that asks an agent of an environment."""

    def __init__(self, agent: Agent, actions: ActionKind, fingerprint: str | None) -> None:
        """Remember the agent, which actions it chooses from, and for which games it is made."""
        self._agent, self._actions, self._fingerprint = agent, actions, fingerprint

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Show the agent what the seat sees, until it has chosen a whole move.

        Raises `IllegalActionError` for an action that the agent's mask does not have,
        `ArgumentError` in a game that the agent is not made for and if there is no legal move.
        """
        observer = observer_of(view, self._actions)
        if self._fingerprint is not None:
            observer.layout.check(self._fingerprint)
        decision = observer.layout.space.decide(view)
        if not decision.indices:
            raise ls.ArgumentError("there is no move to choose in this view")
        while True:
            seen = {
                "observation": observer.observe(view, decision.chosen),
                "action_mask": decision.mask(),
            }
            after = decision.choose(self._agent(seen, rng))
            if not isinstance(after, Decision):
                return after
            decision = after


def as_bot(
    agent: Agent, actions: ActionKind = "flat", *, fingerprint: str | None = None
) -> AgentBot:
    """Make a bot of an agent, which plays wherever bots play.

    The agent is a function of what PettingZoo's environment shows and of a `random.Random`; it
    gives an action. To play by its name in `simulate`, put the bot, or a function that makes it,
    into a module: its name is `"module:attribute"`. With the `fingerprint` of the layout that the
    agent was trained with, the bot refuses to play any other game.

    >>> def lowest(seen, rng):
    ...     return int(seen["action_mask"].argmax())
    >>> bot = as_bot(lowest)
    >>> bot.choose(ls.view(ls.new_game(2, seed=7), 0), Random(1))
    TakeDie(value=2)

    Raises `ArgumentError` for an agent that cannot be called, and for an unknown kind of actions.
    """
    check_kind(actions)
    if not callable(agent):
        raise ls.ArgumentError(f"an agent is a function, not a {type(agent).__name__}")
    return AgentBot(agent, actions, fingerprint)
