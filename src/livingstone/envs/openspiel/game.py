"""The game as OpenSpiel knows it: its name, its parameters, and the bounds of its figures."""

from math import inf
from typing import Any

import pyspiel

import livingstone as ls
from livingstone.envs.layout import Layout
from livingstone.envs.limits import limits_of
from livingstone.envs.observations import Observer
from livingstone.envs.openspiel.observer import LivingstoneObserver, is_offered
from livingstone.envs.openspiel.positions import Position
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
"""What a game can be loaded with, and the default of each.

`edition`, `board` and `cards` are as for `load_edition`, the latter two paths of TOML files;
`actions` is as for `actions_of`, `reward` as for `rewards_of`. After `max_game_length` actions of
players the game is ended, and counts as one that nobody won. The rules know no limit (R2.7), but
OpenSpiel asks for one.
"""

_LEAST, _MOST = 2, 20
"""The fewest and the most players of any edition; each edition allows some of these numbers."""

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

    Information states are texts (`InformationState.text`); they have no tensor, since a game has
    no bound on its length. Observations are tensors with the named pieces of `Layout`, and texts.

    The bounds of utilities are infinite for the reward `"margin"`, which has none.
    """

    def __init__(
        self, params: dict[str, Any] | None = None, edition: ls.Edition | None = None
    ) -> None:
        """Make the game of some of `PARAMETERS`.

        An edition may be given instead of its name; such a game cannot be copied or pickled.

        Raises `ArgumentError` for values that are not possible, `DataError` for files that are no
        edition.
        """
        given = {**PARAMETERS, **(params or {})}
        self._is_given = edition is not None
        if edition is None:
            edition = ls.load_edition(
                given["edition"], board=given["board"] or None, cards=given["cards"] or None
            )
        self.space = actions_of(given["actions"], edition, given["players"])
        """The space of actions, whose integers are those of the game."""
        check_reward(given["reward"])
        self.reward = given["reward"]
        """What utilities are."""
        self.longest = whole("max_game_length", given["max_game_length"], 1)
        """After how many actions of players the game is ended."""
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
        self.start = Position(start, self.space)
        """Where all games begin."""
        self._observer = Observer(Layout(edition, self.space.players, self.space.kind))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the game by its name and its parameters.

        Raises `ArgumentError` for a game of an edition that was given instead of its name.
        """
        if self._is_given:
            raise ls.ArgumentError("a game of a given edition cannot be copied or pickled")
        return pyspiel.load_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Give an upper bound of how often chance decides in a game.

        Dice are rolled before the first action. Each action is followed by at most as many outcomes
        as the deck has cards, and two more, since a card that is drawn may draw others (R6.12).
        """
        return 1 + self.longest * (self._most_cards + 2)

    def new_initial_state(self) -> LivingstoneState:
        """Give a new state at the start of the game."""
        return LivingstoneState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> LivingstoneObserver | None:
        """Make what turns states into observations or information states of a kind.

        `iig_obs_type` is an `IIGObservationType`; by default, the kind has no perfect recall. The
        answer is None for a kind that is not offered, as OpenSpiel has it.

        Raises `ArgumentError` for parameters, of which there are none.
        """
        if params:
            raise ls.ArgumentError(f"observations have no parameters: {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return LivingstoneObserver(self._observer, kind) if is_offered(kind) else None


pyspiel.register_game(_TYPE, LivingstoneGame)
