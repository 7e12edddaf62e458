"""The values of `learned` can be learned again by one command."""

import json
from pathlib import Path

import pytest

pytest.importorskip("numba")

import learn_policy
import numpy as np
import policy_network
from learn_policy import Lessons, earned
from programs import run_python
from value_games import Player, Positions, match, play
from value_network import _derive, _parts, begin, descend, foreseen, loss, shares, with_nobody

from livingstone.kernel import Kernel
from livingstone.kernel.search.networks import inputs_of, read_networks
from livingstone.kernel.search.policy import MOVE_SIZE

INPUTS = inputs_of(Kernel.of("printed", 2).tables)


def learn(work: Path, players: int = 2, rounds: int = 1) -> None:
    """Learn from few games."""
    numbers = ["--players", str(players), "--scale", "0.0001", "--rounds", str(rounds)]
    numbers += ["--tries", "2"]
    out = str(work / "values.npz")
    done = run_python(
        "research/values/learn_values.py", "--work", str(work), "--out", out, *numbers
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interrupted_run_is_continued_by_the_same_command(tmp_path: Path) -> None:
    learn(tmp_path)
    log = (tmp_path / "log.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["round"] for line in log] == [0, 1]
    network = read_networks((tmp_path / "values.npz").read_bytes())[2]
    (tmp_path / "log.jsonl").write_text(log[0] + "\n", "utf-8")
    (tmp_path / "2-1.npz").unlink()
    learn(tmp_path)
    assert (tmp_path / "log.jsonl").read_text("utf-8").splitlines() == log
    again = read_networks((tmp_path / "values.npz").read_bytes())[2]
    assert (network.values == again.values).all()
    assert (network.policy == again.policy).all()


def test_with_more_players_the_values_learn_from_games_of_the_policy_too(tmp_path: Path) -> None:
    learn(tmp_path, players=3, rounds=2)
    files = {file.name for file in tmp_path.glob("3-*policy.npz")}
    assert files == {"3-2-policy.npz"}  # the first round brings the policy


def test_a_policy_learns_what_moves_earn_and_the_values_who_wins_its_games(tmp_path: Path) -> None:
    out = tmp_path / "values.npz"
    out.write_bytes(Path("data/values.npz").read_bytes())
    command = ["research/values/learn_policy.py", "--work", str(tmp_path), "--out", str(out)]
    command += ["--players", "2", "--scale", "0.0001", "--rounds", "1", "--epochs", "1"]
    done = run_python(*command)
    assert (done.returncode, done.stderr) == (0, "")
    log = (tmp_path / "log.jsonl").read_text("utf-8")
    told = json.loads(log)
    assert told["choices"] > 0
    assert 0 < told["earned_after"] < 1
    assert told["loss_after"] > 0
    assert run_python(*command).stdout == ""  # the round is known
    assert (tmp_path / "log.jsonl").read_text("utf-8") == log


def test_a_policy_climbs_what_moves_earn() -> None:
    rng = np.random.default_rng(1)
    count = 600
    inputs = 8
    options = rng.random((count, 3, MOVE_SIZE)).astype(np.float16)
    values = (options[:, :, 0] / 2).astype(np.float32)
    seen = rng.random((count, inputs)).astype(np.float16)
    lessons = Lessons(seen, options, np.full(count, 3, np.uint8), values)
    weights = policy_network.begin(inputs, rng)
    after = learn_policy.learn(weights, lessons, 150, rng)
    assert earned(after, lessons) > earned(weights, lessons) + 0.03
    assert earned(after, lessons) <= values.max(axis=1).mean()


def game(lengths: list[int], seats: list[int], explored: list[bool]) -> Positions:
    rng = np.random.default_rng(1)
    return Positions(
        rng.random((len(seats), INPUTS)).astype(np.float16),
        np.array(seats, np.uint8),
        np.array(explored),
        np.array(lengths),
        np.array([[1.0, 0.0]] * len(lengths), np.float32),
    )


def test_the_last_position_of_a_game_learns_who_won() -> None:
    weights = begin(INPUTS, 2, np.random.default_rng(2))
    positions = game([2, 1], [0, 1, 1], [False] * 3)
    wanted = foreseen(weights, positions)
    assert wanted[1].tolist() == [0, 1, 0]  # in turn order from seat 1
    assert wanted[2].tolist() == [0, 1, 0]
    said = shares(weights, positions.features, 2)[1]
    before = 0.8 * np.array([1, 0]) + 0.2 * said[[1, 0]]
    assert wanted[0][:2] == pytest.approx(before, abs=1e-5)


def test_what_follows_an_exploring_move_is_not_learned_by_the_positions_before() -> None:
    weights = begin(INPUTS, 2, np.random.default_rng(2))
    positions = game([2], [0, 0], [False, True])
    wanted = foreseen(weights, positions)
    said = shares(weights, positions.features, 2)
    assert wanted[0][:2] == pytest.approx(said[1][:2], abs=1e-5)


def test_the_slope_is_that_of_the_loss() -> None:
    rng = np.random.default_rng(3)
    weights = begin(INPUTS, 2, rng).astype(np.float64)
    features = rng.random((5, INPUTS))
    wanted = with_nobody(np.array([[1, 0], [0, 1], [0, 0], [0.5, 0.5], [1, 0]]))
    gradient = np.zeros_like(weights)
    slopes = _parts(gradient, INPUTS, 2)  # type: ignore[arg-type]
    _derive(_parts(weights, INPUTS, 2), features, wanted, slopes)  # type: ignore[arg-type]
    for place in rng.integers(0, len(weights), 20).tolist():
        around = []
        for change in (1e-5, -1e-5):
            moved = weights.copy()
            moved[place] += change
            first, second = _parts(moved, INPUTS, 2)[:2]  # type: ignore[arg-type]
            units = np.maximum(features @ first + second, 0)
            third, fourth, fifth, sixth = _parts(moved, INPUTS, 2)[2:]  # type: ignore[arg-type]
            outputs = np.maximum(units @ third + fourth, 0) @ fifth + sixth
            given = np.exp(outputs) / np.exp(outputs).sum(axis=1, keepdims=True)
            around.append(loss(given, wanted))
        assert gradient[place] == pytest.approx((around[0] - around[1]) / 2e-5, abs=1e-5)


def test_learning_lowers_the_loss() -> None:
    rng = np.random.default_rng(4)
    lineups = np.zeros((40, 2), np.int64)
    played, _ = play("printed", lineups, [Player()], 5, surprise=True, most_positions=96)
    wanted = with_nobody(played.turned(played.shares[played.of_game]))
    weights = begin(INPUTS, 2, rng)
    learned = descend(weights, played.features, wanted, 40, 1e-3, rng)
    before, after = (loss(shares(w, played.features, 2), wanted) for w in (weights, learned))
    assert after < before - 0.05


def test_a_match_of_equal_players_is_even() -> None:
    assert match(Player(), Player(), 2, 1000, 1).mean() == pytest.approx(0.5, abs=0.06)


def test_a_policy_learns_what_searches_choose() -> None:
    rng = np.random.default_rng(6)
    lineups = np.zeros((60, 2), np.int64)
    searches = [Player(8)]
    _, choices = play("printed", lineups, searches, 5, most_choices=100)
    policy = policy_network.begin(INPUTS, rng)
    before, _ = policy_network.agreement(policy, choices)
    after, _ = policy_network.agreement(
        policy_network.learn(policy, choices, 40, 2e-3, rng), choices
    )
    assert after > before + 0.2


def test_the_compiled_policy_chooses_what_scores_best_in_numpy() -> None:
    policy = policy_network.begin(INPUTS, np.random.default_rng(7))
    lineups = np.zeros((5, 2), np.int64)
    chooses = [Player(policy=policy)]
    _, choices = play("printed", lineups, chooses, 5, most_choices=100)
    parts = policy_network.parts_of(policy, INPUTS)
    inputs, options = (array.astype(np.float32) for array in choices[:2])
    scores, _ = policy_network.scores(parts, inputs, options)
    scores = np.where(np.arange(scores.shape[1]) < choices.counts[:, None], scores, -np.inf)
    chosen = scores[np.arange(len(scores)), choices.chosen]
    assert len(chosen) > 50
    assert (chosen >= scores.max(axis=1) - 0.02).all()
