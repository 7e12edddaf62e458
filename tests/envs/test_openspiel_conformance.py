"""OpenSpiel's own suites accept the game.

Not run are the C++ bots: in OpenSpiel 2.0.2 its `MCTSBot` and `ISMCTSBot` end the process with a
segmentation fault on every game written in Python, `python_kuhn_poker` of OpenSpiel included.
"""

import pytest

pytest.importorskip("pyspiel")

from collections.abc import Iterator
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import numpy as np
import pyspiel
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.tests import games_sim_test

from livingstone.envs.openspiel import NAME

GAMES = [
    f"{NAME}(players={players},edition={edition},history={history})"
    for players in (2, 3, 5)
    for edition, history in (("printed", 400), ("bga", 10))
]
PLAYTHROUGH = Path("envs", "playthroughs", "two_players.txt")
"""A whole game with the editions of the tests, as `playthrough` of OpenSpiel writes it."""


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_simulated_and_serialized(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_states_are_cloned_and_pickled_in_simulations(name: str) -> None:
    games_sim_test.GamesSimTest("sim_game").sim_game(pyspiel.load_game(name))


class TestApi(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # it has no types
    """What `api_test` asks of all games that cannot be searched as a whole."""

    game_name = NAME
    game = pyspiel.load_game(f"{NAME}(players=2)")

    @pytest.fixture(autouse=True)
    def keep_expected_errors_to_oneself(self) -> Iterator[None]:
        with redirect_stderr(StringIO()):
            yield


def test_a_recorded_playthrough_is_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[1])
    flags.FLAGS.mark_as_parsed()
    recorded, played = generate_playthrough.replay(str(PLAYTHROUGH))
    assert played == recorded


@pytest.mark.parametrize("name", GAMES[:3])
@pytest.mark.parametrize("bot", ["MCTSBot", "ISMCTSBot"])
def test_bots_of_openspiel_play(name: str, bot: str) -> None:
    game, random = pyspiel.load_game(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    if bot == "MCTSBot":
        player = mcts.MCTSBot(game, 2, 3, evaluator, random_state=random)
    else:
        player = ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=random)
    state = game.new_initial_state()
    state.apply_action(0)
    for _ in range(3):
        state.apply_action(player.step(state))
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
