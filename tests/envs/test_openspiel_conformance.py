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

import pyspiel
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.tests import games_sim_test

from livingstone.envs.openspiel import NAME

SMALL = Path(__file__).parents[1] / "simulation" / "small-board.toml"
"""Games of a few rounds: OpenSpiel replays the history of each state that it serializes."""
GAMES = {
    "two": f"{NAME}(players=2,edition=printed,history=400)",
    "five": f"{NAME}(players=5,edition=bga,history=10)",
    "small, two": f"{NAME}(players=2,edition=bga,history=10,board={SMALL})",
    "small, three": f"{NAME}(players=3,edition=printed,history=400,board={SMALL})",
    "small, four": f"{NAME}(players=4,edition=bga,history=400,board={SMALL})",
}
PLAYTHROUGH = Path("envs", "playthroughs", "two_players.txt")
"""A whole game with the editions of the tests, as `playthrough` of OpenSpiel writes it."""


@pytest.mark.parametrize("name", GAMES.values(), ids=list(GAMES))
def test_random_games_are_simulated_with_states_serialized_cloned_and_pickled(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
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
    folder = Path(__file__).parents[1]
    monkeypatch.chdir(folder)
    flags.FLAGS.mark_as_parsed()
    recorded, played = generate_playthrough.replay(str(PLAYTHROUGH))
    assert played.replace(f"{folder}/", "") == recorded  # a game's string has whole paths
