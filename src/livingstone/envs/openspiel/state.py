"""OpenSpiel's interface to a node of the game tree."""

import sys
from collections.abc import Callable
from typing import Protocol

import pyspiel

import livingstone as ls
from livingstone.envs.chances import chances_of
from livingstone.envs.choices import IllegalActionError
from livingstone.envs.openspiel.node import GameNode
from livingstone.envs.resampling import sample_history
from livingstone.envs.rewards import Reward, rewards_of, rewards_without_winner

__all__ = ["LivingstoneState"]

_SEED_BITS = 48
"""The random bits of OpenSpiel's sampler that decide a resampled game."""


class _Game(Protocol):
    """What a state needs from its game."""

    start: GameNode
    reward: Reward
    longest: int

    def num_players(self) -> int: ...

    def new_initial_state(self) -> "LivingstoneState": ...


class LivingstoneState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state for OpenSpiel; illegal actions raise `IllegalActionError` and change nothing."""

    def __init__(self, game: _Game) -> None:
        """Start a game."""
        super().__init__(game)
        self.node: GameNode = game.start
        """The current node, which clones share."""
        self._actions_left = game.longest

    def current_player(self) -> int:
        """Return the seat to move, or `PlayerId.CHANCE` or `PlayerId.TERMINAL` as a number."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        state = self.node.state
        return int(pyspiel.PlayerId.CHANCE) if state.is_chance else state.current_player

    def is_terminal(self) -> bool:
        """Return whether the game is over, or was ended after `max_game_length` actions."""
        return self.node.state.is_over or self._actions_left <= 0

    def returns(self) -> list[float]:
        """Return the utilities by seat: all 0 until the end."""
        result = ls.result(self.node.state)
        game: _Game = self.get_game()
        if result is not None:
            return list(rewards_of(result, game.reward))
        if self.is_terminal():
            return list(rewards_without_winner(game.num_players(), game.reward))
        return [0.0] * game.num_players()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the indices of the chance outcomes with their probabilities."""
        return list(enumerate(chances_of(self.node.state).probabilities))

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "LivingstoneState":
        """Draw a state, with its history, that has the same information state for a player.

        For a state without a history, such as those of `as_bot`, the result has none either.
        `probability_sampler` returns numbers from 0 to 1.
        """
        seed = int(probability_sampler() * (1 << _SEED_BITS))
        game: _Game = self.get_game()
        other = game.new_initial_state()
        other._actions_left = sys.maxsize
        if self.node.start.state == game.start.state:
            for action in sample_history(self.node.information(player_id), seed).actions:
                for number in other.node.numbers_of(action):
                    other.apply_action(number)
        else:
            drawn = ls.sample_state(ls.view(self.node.state, player_id), seed)
            other.node = GameNode(ls.with_explicit_chance(drawn), self.node.space)
        if player_id == self.node.state.current_player:
            for number in self.node.taken:
                other.apply_action(number)
        other._actions_left = self._actions_left  # hidden moves can take more or fewer steps
        return other

    def __str__(self) -> str:
        """Show the node, secrets included."""
        return str(self.node)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # OpenSpiel's signature
        """List the legal integers, ascending; OpenSpiel asks only for the player to move."""
        return list(self.node.numbers)

    def _apply_action(self, action: int) -> None:
        """Move to the next node; raises `IllegalActionError` for an illegal action."""
        if self.is_terminal():
            raise IllegalActionError(f"action {action} is not possible: the game has ended")
        node = self.node.after(action)
        self._actions_left -= not self.node.state.is_chance
        self.node = node

    def _action_to_string(self, player: int, action: int) -> str:
        """Name an action of a player, or a chance outcome in the notation."""
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = chances_of(self.node.state).outcomes
            if not 0 <= action < len(outcomes):
                raise ls.ArgumentError(f"there is no outcome {action}")
            return ls.format_move(outcomes[action])
        return self.node.space.name(action)
