"""What the search knows can be learned again by one command."""

import json
from argparse import Namespace
from pathlib import Path
from random import Random

import numpy as np
import pytest
import train as training
from editions import new_game
from learning import Weights, _foreseen, _forward, _gradient, correct, learn, loss
from lessons import (
    Lessons,
    Played,
    _sells_cheaply,
    lessons_of,
    round_begins,
)
from programs import ROOT, run_python
from train import _keep, _split

import livingstone as ls
from livingstone.players.evaluation import FEATURES, Network, estimate_shares

SHIPPED = ROOT / "data" / "networks.json"


def train(work: Path, games: int) -> None:
    """Learn for two players."""
    numbers = f"--players 2 --games {games} --search-games 1 {games} --hidden 2".split()
    folders = "--work", str(work), "--out", str(work)
    done = run_python("research/training/train.py", *folders, *numbers)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    train(folder, games=2)
    return folder


def test_what_is_learned_judges_positions(work: Path) -> None:
    network = Network(**json.loads((work / "networks.json").read_text("utf-8"))["2"])
    assert [len(unit) for unit in network.hidden] == [FEATURES] * 2
    state = new_game(2, seed=1)
    assert sum(estimate_shares(state, network)) <= 1


def test_training_goes_on_with_the_games_that_are_there(work: Path) -> None:
    files = work / "2.jsonl", work / "2-2.jsonl"
    kept = [file.read_text("utf-8").splitlines() for file in files]
    train(work, games=3)
    for file, before in zip(files, kept, strict=True):
        *first, _ = file.read_text("utf-8").splitlines()
        assert first == before
    assert len((work / "2-1.jsonl").read_text("utf-8").splitlines()) == 1


def judging() -> Network:
    """Give the network for two players that is shipped."""
    return Network(**json.loads(SHIPPED.read_text("utf-8"))["2"])


@pytest.fixture(scope="module")
def lessons(work: Path) -> Lessons:
    return lessons_of(work / "2.jsonl", 2)


def test_the_weights_of_a_network_make_the_same_network() -> None:
    network = judging()
    assert Weights.of(network).network() == network


def test_gradients_are_the_slopes_of_the_loss(lessons: Lessons) -> None:
    """Tried on the weight of each kind whose slope is the steepest."""
    weights = Weights.of(judging())
    step = 0.002
    for array, slopes in zip(weights.arrays(), _gradient(weights, lessons).arrays(), strict=True):
        steepest = np.unravel_index(np.abs(slopes).argmax(), slopes.shape)
        losses = list[float]()
        for change in (step, -2 * step, step):
            array[steepest] += change
            losses.append(loss(weights, lessons))
        slope = (losses[0] - losses[1]) / (2 * step)
        assert slope == pytest.approx(float(slopes[steepest]), rel=0.05, abs=1e-4)


def test_shares_are_foreseen_from_the_positions_that_follow(lessons: Lessons) -> None:
    """A half comes from what the network says of the next one; after the last, the game is over."""
    weights = Weights.of(judging())
    shares = lessons.shares.copy()
    said = _forward(weights, lessons.features)[0][:, :2]
    ends = [*lessons.is_last.nonzero()[0]]
    assert len(ends) == 2
    assert ends[-1] == len(shares) - 1
    for position in reversed(range(len(shares))):
        if position not in ends:
            shares[position] = (said[position + 1] + shares[position + 1]) / 2
    assert _foreseen(weights, lessons).shares == pytest.approx(shares, abs=1e-6)


def test_what_is_learned_judges_better_than_what_it_began_with(lessons: Lessons) -> None:
    begun = Weights.at_random(FEATURES, 4, np.random.default_rng(3))
    assert loss(learn(lessons, 4, 3), lessons) < loss(begun, lessons)


def test_later_stages_learn_from_the_games_of_earlier_ones_too(
    lessons: Lessons, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned_from = list[Lessons]()

    def remember(network: Network, learned: Lessons, seed: int) -> Weights:
        learned_from.append(learned)
        return Weights.of(network)

    monkeypatch.setattr(training, "_play", lambda *_: lessons)
    monkeypatch.setattr(training, "correct", remember)
    training.train(2, Namespace(games=2, search_games=[1, 1], hidden=2, seed=0))
    once, twice = learned_from
    assert once.features.shape == _split(lessons)[0].features.shape
    assert (twice.features[: len(lessons.features)] == lessons.features).all()
    assert len(twice.features) == len(_split(lessons.joined(lessons))[0].features)


def test_a_correction_brings_a_network_nearer_to_the_games(lessons: Lessons) -> None:
    network = judging()
    corrected = correct(network, lessons, 0)
    assert loss(corrected, lessons) < loss(Weights.of(network), lessons)
    assert correct(network, lessons, 0).network() == corrected.network()


def test_what_was_learned_for_others_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "networks.json"
    for players in (3, 2, 3):
        _keep(file, players, {"bias": float(players)})
    assert json.loads(file.read_text("utf-8")) == {"2": {"bias": 2.0}, "3": {"bias": 3.0}}
    assert file.read_text("utf-8").index('"2"') < file.read_text("utf-8").index('"3"')


def test_players_who_explore_seldom_sell_gems_for_no_more_than_their_points() -> None:
    """They do so in the last round, and with a die in hand (R4.4, R5.1, R8.2)."""
    told = set[tuple[bool, bool, str, bool]]()
    for seed in range(20):
        state = new_game(3, seed=seed)
        rng = Random(seed)
        while not state.is_over:
            moves = ls.legal_moves(state)
            for move in moves:
                cheap = _sells_cheaply(state, move)
                if isinstance(move, ls.SellGems):
                    told.add((state.boat == 10, state.die is not None, move.gem, cheap))
                else:
                    assert not cheap
            state = ls.apply(state, rng.choice(moves))
    assert {case[:3] for case in told if case[3]} == {(False, False, "clear")}
    assert len(told) == 12, "a case did not come up, or is told in two ways"


def test_each_beginning_of_a_round_is_learned_from_once(tmp_path: Path) -> None:
    """That holds also where cards are played before the first die (R6)."""
    games = list[str]()
    rounds = 0
    early = 0
    for seed in range(10):
        rng = Random(seed)
        moves = list[int]()
        state = ls.new_game(2, seed=seed)
        while not state.is_over:
            legal = ls.legal_moves(state)
            plays = [move for move in legal if isinstance(move, ls.PlayCard)]
            early += bool(plays) and state.dice_taken == 0 and round_begins(state)
            move = rng.choice(plays or legal)
            moves.append(legal.index(move))
            state = ls.apply(state, move)
        assert state.streams is not None
        rounds += state.streams.rounds
        games.append(json.dumps(Played(edition="printed", seed=seed, moves=moves, shares=[0, 1])))
    assert early, "no card could be played before the first die"
    file = tmp_path / "2.jsonl"
    file.write_text("\n".join(games), encoding="utf-8")
    assert len(lessons_of(file, len(games)).features) == rounds


def test_there_is_a_network_for_each_number_of_players() -> None:
    text = SHIPPED.read_text("utf-8")
    networks = json.loads(text)
    assert list(networks) == ["2", "3", "4", "5"]
    for table in networks.values():
        hidden = len(table["biases"])
        assert [len(unit) for unit in table["hidden"]] == [FEATURES] * hidden
        assert len(table["strength"]) == len(table["nobody"]) == FEATURES + hidden
