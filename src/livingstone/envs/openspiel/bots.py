"""Bots of this library for OpenSpiel, and OpenSpiel's bots and policies as bots."""

from functools import lru_cache
from random import Random
from typing import Any

import pyspiel

import livingstone as ls
from livingstone.envs.choices import ActionKind
from livingstone.envs.openspiel.game import LivingstoneGame
from livingstone.envs.openspiel.node import GameNode
from livingstone.envs.openspiel.state import LivingstoneState
from livingstone.envs.policies import BotPolicy, as_policy
from livingstone.envs.stepwise import check_kind

__all__ = ["OpenSpielBot", "ShippedBot", "as_bot", "as_openspiel_bot"]

_SEED_BITS = 63


class ShippedBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """A bot of this library that chooses actions of OpenSpiel, in any seat."""

    def __init__(self, policy: BotPolicy) -> None:
        """Take the policy that chooses."""
        super().__init__()
        self._policy = policy

    def restart(self) -> None:
        """Start over with the same seed."""
        self._policy.reset()

    def step(self, state: LivingstoneState) -> int:
        """Choose an action for the player to move, whose view is all that the bot gets.

        Raises `ArgumentError` if the game has ended.
        """
        if state.is_terminal():
            raise ls.ArgumentError("there is no move to choose: the game has ended")
        node = state.node
        return self._policy.act(ls.view(node.state, node.state.current_player), node.choice)


def as_openspiel_bot(name: str, seed: int = 0) -> ShippedBot:
    """Make an OpenSpiel bot from the name of a player, as `load_player` takes it.

    >>> game = pyspiel.load_game("python_livingstone(players=2)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(7)
    >>> state.action_to_string(as_openspiel_bot("greedy").step(state))
    'take 1'

    Raises `ArgumentError` for an unknown player and for a seed that is not from 0 to 2**128 - 1.
    """
    return ShippedBot(as_policy(name, seed))


class OpenSpielBot:
    """A bot that asks an OpenSpiel bot or policy."""

    def __init__(self, agent: Any, actions: ActionKind) -> None:
        """Take the agent and the kind of its actions."""
        self._agent, self._actions = agent, actions

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Ask in a state that fits the view, until a whole move is chosen.

        Raises `ArgumentError` if there is no legal move, `IllegalActionError` for an illegal
        action.
        """
        game = _game(view.edition, len(view.players), self._actions)
        drawn = ls.sample_state(view, rng.getrandbits(_SEED_BITS))
        state = game.new_initial_state()
        state.node = GameNode(ls.with_explicit_chance(drawn), game.space)
        while not isinstance(state.node.action, ls.Move):
            state.node = state.node.after(self._action(state, rng))
        return state.node.action

    def _action(self, state: LivingstoneState, rng: Random) -> int:
        if hasattr(self._agent, "step"):
            return int(self._agent.step(state))
        chances = self._agent.action_probabilities(state, state.current_player())
        return int(rng.choices([*chances], [*chances.values()])[0])


@lru_cache(maxsize=16)
def _game(edition: ls.Edition, players: int, actions: ActionKind) -> LivingstoneGame:
    return LivingstoneGame({"players": players, "actions": actions}, edition=edition)


def as_bot(agent: Any, actions: ActionKind = "flat") -> OpenSpielBot:
    """Make a bot from an OpenSpiel bot or policy.

    The agent is asked in a state that is drawn to fit the view, so it learns nothing that its seat
    cannot know. That state has no history: its information state starts with this choice, and
    states resampled from it fit only what the seat sees now.

    >>> from open_spiel.python.policy import UniformRandomPolicy
    >>> game = pyspiel.load_game("python_livingstone(players=2)")
    >>> bot = as_bot(UniformRandomPolicy(game))
    >>> view = ls.view(ls.new_game(2, seed=7), 0)
    >>> bot.choose(view, Random(1)) in view.legal_moves
    True

    Raises `ArgumentError` for an unknown kind of actions.
    """
    check_kind(actions)
    return OpenSpielBot(agent, actions)
