"""The game for OpenSpiel: its name, its parameters and its bounds."""

from math import inf
from typing import Any

import pyspiel

import livingstone as ls
from livingstone.envs.layout import Layout
from livingstone.envs.limits import limits_of
from livingstone.envs.observations import Observer
from livingstone.envs.openspiel.node import GameNode
from livingstone.envs.openspiel.observer import LivingstoneObserver, is_supported
from livingstone.envs.openspiel.state import LivingstoneState
from livingstone.envs.rewards import check_reward, reward_range
from livingstone.envs.stepwise import actions_of
from livingstone.support.arguments import whole

__all__ = ["NAME", "PARAMETERS", "LivingstoneGame"]

NAME = "python_livingstone"
"""The name by which `pyspiel.load_game` finds the game."""

PARAMETERS: dict[str, int | str] = {
    "players": 3,
    "edition": "printed",
    "board": "",
    "cards": "",
    "actions": "flat",
    "reward": "win",
    "max_game_length": 10_000,
}
"""The parameters of `pyspiel.load_game` with their defaults.

`edition`, `board` and `cards` are as for `load_edition`, the latter two as paths of TOML files;
`actions` is as for `actions_of`, `reward` as for `rewards_of`. A game ends without a winner after
`max_game_length` actions of players: OpenSpiel needs a limit, though the rules have none (R2.7).
"""

_LEAST, _MOST = 2, 20
"""The fewest and the most players of any edition."""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Livingstone",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_MOST,
    min_num_players=_LEAST,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class LivingstoneGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """Livingstone for OpenSpiel, with explicit chance and perfect recall.

    Information states are texts (`InformationState.text`), not tensors, since a game can be of any
    length. Observations are texts, and tensors whose named pieces are the parts of `Layout`.

    The bounds of utilities are infinite for the reward `"margin"`.
    """

    def __init__(
        self, params: dict[str, Any] | None = None, edition: ls.Edition | None = None
    ) -> None:
        """Make the game from some of `PARAMETERS`, or from an edition instead of its name.

        Raises `ArgumentError` for a value that is unknown or out of range, `DataError` for invalid
        files of an edition.
        """
        given = {**PARAMETERS, **(params or {})}
        self._is_given = edition is not None
        if edition is None:
            edition = ls.load_edition(
                given["edition"], board=given["board"] or None, cards=given["cards"] or None
            )
        self.space = actions_of(given["actions"], edition, given["players"])
        """The action space."""
        check_reward(given["reward"])
        self.reward = given["reward"]
        """The kind of utilities."""
        self.longest = whole("max_game_length", given["max_game_length"], 1)
        """The number of actions of players after which the game is ended."""
        limits, bounds = limits_of(edition, self.space.players), reward_range(self.reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.space),
            max_chance_outcomes=limits.outcomes,
            num_players=self.space.players,
            min_utility=-inf if bounds.least is None else bounds.least,
            max_utility=inf if bounds.most is None else bounds.most,
            max_game_length=self.longest,
        )
        super().__init__(_TYPE, info, params or {})
        self._most_cards = edition.deck.total
        start = ls.new_game(self.space.players, edition=edition, explicit_chance=True)
        self.start = GameNode(start, self.space)
        """The first node of all games."""
        self._observer = Observer(Layout(edition, self.space.players, self.space.kind))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the name and the parameters.

        Raises `ArgumentError` for a game that was made from an edition instead of its name.
        """
        if self._is_given:
            raise ls.ArgumentError("a game of a given edition cannot be copied or pickled")
        return pyspiel.load_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Bound the number of chance events in a game.

        Dice are rolled before the first action. After each action there are at most two more events
        than cards in the deck, since a drawn card may draw others (R6.12).
        """
        return 1 + self.longest * (self._most_cards + 2)

    def new_initial_state(self) -> LivingstoneState:
        """Return a new state at the start of the game."""
        return LivingstoneState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> LivingstoneObserver | None:
        """Make an observer of a kind, an `IIGObservationType`; None for an unsupported kind.

        By default, the observer has no perfect recall.

        Raises `ArgumentError` for any parameters.
        """
        if params:
            raise ls.ArgumentError(f"observations have no parameters: {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return LivingstoneObserver(self._observer, kind) if is_supported(kind) else None


pyspiel.register_game(_TYPE, LivingstoneGame)
