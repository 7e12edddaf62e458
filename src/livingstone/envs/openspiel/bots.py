"""Bots of this library in OpenSpiel, and bots and policies of OpenSpiel as bots of this library."""

from functools import lru_cache
from random import Random
from typing import Any

import pyspiel

import livingstone as ls
from livingstone.envs.decisions import ActionKind
from livingstone.envs.openspiel.game import LivingstoneGame
from livingstone.envs.openspiel.positions import Position
from livingstone.envs.openspiel.state import LivingstoneState
from livingstone.envs.policies import BotPolicy, as_policy
from livingstone.envs.stepwise import check_kind
from livingstone.errors import shown

__all__ = ["OpenSpielBot", "ShippedBot", "as_bot", "as_openspiel_bot"]

_SEED_BITS = 63


class ShippedBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """A bot of this library that chooses actions of OpenSpiel, in any seat."""

    def __init__(self, policy: BotPolicy) -> None:
        """Remember what chooses."""
        super().__init__()
        self._policy = policy

    def restart(self) -> None:
        """Begin anew, as before the first game."""
        self._policy.reset()

    def step(self, state: LivingstoneState) -> int:
        """Choose an action for the player to move; the bot gets the view of that player alone.

        Raises `ArgumentError` if the game has ended.
        """
        if state.is_terminal():
            raise ls.ArgumentError("there is no move to choose: the game has ended")
        position = state.position
        view = ls.view(position.state, position.state.current_player)
        return self._policy.act(view, position.decision)


def as_openspiel_bot(name: str, seed: int = 0) -> ShippedBot:
    """Make a bot of OpenSpiel of a player, by the name that `load_player` takes.

    >>> game = pyspiel.load_game("python_livingstone(players=2)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(7)
    >>> state.action_to_string(as_openspiel_bot("greedy").step(state))
    'take 1'

    Raises `ArgumentError` for a name that leads to no bot, and for a seed that is no whole number
    from 0 to 2**128 - 1.
    """
    return ShippedBot(as_policy(name, seed))


class OpenSpielBot:
    """A bot that asks a bot or a policy of OpenSpiel."""

    def __init__(self, agent: Any, actions: ActionKind) -> None:
        """Remember what is asked, and which actions it chooses from."""
        self._agent, self._actions = agent, actions

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Ask in a state that fits the view, until a whole move is chosen.

        Raises `ArgumentError` if there is no legal move, `IllegalActionError` for an action that
        is not possible.
        """
        game = _game(view.edition, len(view.players), self._actions)
        drawn = ls.sample_state(view, rng.getrandbits(_SEED_BITS))
        state = game.new_initial_state()
        state.position = Position(ls.with_explicit_chance(drawn), game.space)
        while not isinstance(state.position.action, ls.Move):
            state.position = state.position.after(self._action(state, rng))
        return state.position.action

    def _action(self, state: LivingstoneState, rng: Random) -> int:
        if hasattr(self._agent, "step"):
            return int(self._agent.step(state))
        chances = self._agent.action_probabilities(state, state.current_player())
        return int(rng.choices([*chances], [*chances.values()])[0])


@lru_cache(maxsize=16)
def _game(edition: ls.Edition, players: int, actions: ActionKind) -> LivingstoneGame:
    return LivingstoneGame({"players": players, "actions": actions}, edition=edition)


def as_bot(agent: Any, actions: ActionKind = "flat") -> OpenSpielBot:
    """Make a bot of this library of a bot or a policy of OpenSpiel.

    The agent is asked in a state that was drawn anew to fit the view, so it learns nothing that
    its seat cannot know. That state has no history: its observations are those of the game, but
    information states and histories begin with the choice, and states that are resampled from it
    are drawn to fit what its seat sees now.

    >>> from open_spiel.python.policy import UniformRandomPolicy
    >>> game = pyspiel.load_game("python_livingstone(players=2)")
    >>> bot = as_bot(UniformRandomPolicy(game))
    >>> view = ls.view(ls.new_game(2, seed=7), 0)
    >>> bot.choose(view, Random(1)) in view.legal_moves
    True

    To play by its name in `simulate`, put the bot, or a function that makes it, into a module: its
    name is `"module:attribute"`.

    Raises `ArgumentError` for what has neither `step` nor `action_probabilities`, and for an
    unknown kind of actions.
    """
    check_kind(actions)
    if not (hasattr(agent, "step") or hasattr(agent, "action_probabilities")):
        raise ls.ArgumentError(f"a bot or a policy of OpenSpiel is needed, not {shown(agent)}")
    return OpenSpielBot(agent, actions)
