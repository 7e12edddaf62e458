"""The states of OpenSpiel: what is asked of a position, in the words of OpenSpiel."""

import sys
from collections.abc import Callable
from typing import Protocol

import pyspiel

import livingstone as ls
from livingstone.envs.chances import chances_of
from livingstone.envs.decisions import IllegalActionError
from livingstone.envs.openspiel.positions import Position
from livingstone.envs.resampling import sample_history
from livingstone.envs.rewards import Reward, rewards_of, rewards_without_winner

__all__ = ["LivingstoneState"]

_SEED_BITS = 48
"""How many random bits of OpenSpiel's sampler a resampled game is drawn from."""


class _Game(Protocol):
    """What a state asks of its game."""

    start: Position
    reward: Reward
    longest: int

    def num_players(self) -> int: ...

    def new_initial_state(self) -> "LivingstoneState": ...


class LivingstoneState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of the game for OpenSpiel.

    A clone shares the position, which never changes.

    Actions that are not legal raise `IllegalActionError` and leave the state as it was.
    """

    def __init__(self, game: _Game) -> None:
        """Begin a game."""
        super().__init__(game)
        self.position: Position = game.start
        """Where the game stands."""
        self._actions_left = game.longest

    def current_player(self) -> int:
        """Give the seat to move, or `PlayerId.CHANCE` or `PlayerId.TERMINAL` as a number."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        state = self.position.state
        return int(pyspiel.PlayerId.CHANCE) if state.is_chance else state.current_player

    def is_terminal(self) -> bool:
        """Tell whether the game is over, or was ended after `max_game_length` actions."""
        return self.position.state.is_over or self._actions_left <= 0

    def returns(self) -> list[float]:
        """List the utilities by seat: all 0 until the end."""
        result = ls.result(self.position.state)
        game: _Game = self.get_game()
        if result is not None:
            return list(rewards_of(result, game.reward))
        if self.is_terminal():
            return list(rewards_without_winner(game.num_players(), game.reward))
        return [0.0] * game.num_players()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of chance, by their number, with the probability of each."""
        return list(enumerate(chances_of(self.position.state).probabilities))

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "LivingstoneState":
        """Draw a state, with its history, that looks the same to a player who forgets nothing.

        A state without a history, such as `as_bot` asks in, gives another one without.
        `probability_sampler` gives numbers from 0 to 1, as those of OpenSpiel do.
        """
        seed = int(probability_sampler() * (1 << _SEED_BITS))
        game: _Game = self.get_game()
        other = game.new_initial_state()
        other._actions_left = sys.maxsize
        if self.position.start.state == game.start.state:
            for action in sample_history(self.position.information(player_id), seed).actions:
                for number in other.position.numbers_of(action):
                    other.apply_action(number)
        else:
            drawn = ls.sample_state(ls.view(self.position.state, player_id), seed)
            other.position = Position(ls.with_explicit_chance(drawn), self.position.space)
        if player_id == self.position.state.current_player:
            for number in self.position.taken:
                other.apply_action(number)
        other._actions_left = self._actions_left  # hidden moves can take more steps, or fewer
        return other

    def __str__(self) -> str:
        """Show the position, secrets included."""
        return str(self.position)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # OpenSpiel's signature
        """List the integers that can be chosen, ascending; OpenSpiel asks for no other player."""
        return list(self.position.numbers)

    def _apply_action(self, action: int) -> None:
        """Go on to the next position; raises `IllegalActionError` for what is not possible."""
        if self.is_terminal():
            raise IllegalActionError(f"action {action} is not possible: the game has ended")
        position = self.position.after(action)
        self._actions_left -= not self.position.state.is_chance
        self.position = position

    def _action_to_string(self, player: int, action: int) -> str:
        """Name an action of a player, or an outcome of chance in the notation."""
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = chances_of(self.position.state).outcomes
            if not 0 <= action < len(outcomes):
                raise ls.ArgumentError(f"there is no outcome {action}")
            return ls.format_move(outcomes[action])
        return self.position.space.name(action)
