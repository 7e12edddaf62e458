"""The networks that judge positions can be learned again by one command."""

import json
from pathlib import Path

import pytest
from editions import new_game
from programs import ROOT, run_python

from livingstone.players.evaluation import Evaluation, Network
from livingstone.players.features import FEATURES

SHIPPED = ROOT / "data" / "networks.json"


def train(work: Path, games: int) -> tuple[str, str]:
    """Learn for two players; give the networks and the games of the second generation."""
    out = work / "networks.json"
    numbers = f"--players 2 --generations 2 --games {games} --hidden 2".split()
    done = run_python("docs/training/train.py", "--work", str(work), "--out", str(out), *numbers)
    assert (done.returncode, done.stderr) == (0, "")
    return out.read_text("utf-8"), (work / "2-1.jsonl").read_text("utf-8")


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("training")


def test_what_is_learned_judges_positions(work: Path) -> None:
    networks, _ = train(work, games=1)
    network = Network(**json.loads(networks)["2"])
    assert [len(unit) for unit in network.hidden] == [FEATURES] * 2
    state = new_game(2, seed=1)
    assert sum(Evaluation(state.edition, 2, network).shares(state)) <= 1


def test_training_goes_on_with_the_games_that_are_there(work: Path) -> None:
    first = train(work, games=1)
    assert train(work, games=1) == first
    assert train(work, games=2)[1].splitlines()[0] == first[1].strip()


def test_there_is_a_network_for_each_number_of_players_as_the_training_writes_it() -> None:
    text = SHIPPED.read_text("utf-8")
    networks = json.loads(text)
    assert list(networks) == ["2", "3", "4", "5"]
    for table in networks.values():
        hidden = len(table["biases"])
        assert [len(unit) for unit in table["hidden"]] == [FEATURES] * hidden
        assert len(table["strength"]) == len(table["nobody"]) == FEATURES + hidden
