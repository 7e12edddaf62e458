"""A policy learns from kept games what a search chose there."""

import json
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from imitation import Choices, Weights, _forward, _gradient, agreement, by_kind, imitate
from lessons import GREEDY, choices_of, play_games
from train import written

from livingstone.players.policy import Choice, Policy

UNITS = 4


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Choice, int]]:
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    play_games(2, 60, 0, file, GREEDY._replace(explorations=(0.0,)))
    return list(choices_of(file, 60))


@pytest.fixture(scope="module")
def choices(made: list[tuple[Choice, int]]) -> dict[str, Choices]:
    return by_kind(made)


def loss(weights: Weights, choices: Choices) -> float:
    probabilities, *_ = _forward(weights, choices)
    return float(-np.log(probabilities[choices.starts + choices.chosen]).mean())


def test_choices_of_one_kind_are_put_together(
    made: list[tuple[Choice, int]], choices: dict[str, Choices]
) -> None:
    assert {kind: len(each.sizes) for kind, each in choices.items()} == Counter(
        choice.kind for choice, _ in made
    )
    for kind, each in choices.items():
        of_kind = [pair for pair in made if pair[0].kind == kind]
        for start, size, chosen, position, (choice, move) in zip(
            each.starts, each.sizes, each.chosen, each.positions, of_kind, strict=True
        ):
            assert each.moves[start : start + size] == pytest.approx(np.array(choice.moves))
            assert position == pytest.approx(np.array(choice.position))
            assert (size, chosen) == (len(choice.moves), move)


def test_some_choices_are_taken_with_all_of_their_moves(choices: dict[str, Choices]) -> None:
    dice = choices["dice"]
    some = dice.taken(np.array([5, 0, 7]))
    for number, which in enumerate([5, 0, 7]):
        start, taken, size = dice.starts[which], some.starts[number], dice.sizes[which]
        assert some.sizes[number] == size
        assert (some.moves[taken : taken + size] == dice.moves[start : start + size]).all()
        assert (some.positions[number] == dice.positions[which]).all()
        assert some.chosen[number] == dice.chosen[which]


def test_gradients_are_the_slopes_of_the_loss(choices: dict[str, Choices]) -> None:
    """Tried on the weight of each kind whose slope is the steepest."""
    dice, step = choices["dice"], 0.02
    weights = imitate(dice, UNITS, 0)
    for array, slopes in zip(weights.arrays(), _gradient(weights, dice).arrays(), strict=True):
        steepest = np.unravel_index(np.abs(slopes).argmax(), slopes.shape)
        losses = list[float]()
        for change in (step, -2 * step, step):
            array[steepest] += change
            losses.append(loss(weights, dice))
        slope = (losses[0] - losses[1]) / (2 * step)
        assert slopes[steepest] == pytest.approx(slope, rel=0.05, abs=1e-4)


def fits(weights: Weights, choices: Choices, made: list[tuple[Choice, int]]) -> Iterator[bool]:
    """Tell whether the player gives the highest score where the learner does."""
    probabilities, *_ = _forward(weights, choices)
    network = Policy({"dice": weights.scores()})._networks["dice"]
    for start, size, (choice, _) in zip(choices.starts, choices.sizes, made, strict=True):
        scores = network.scores(choice)
        yield scores.index(max(scores)) == probabilities[start : start + size].argmax()


def test_what_was_learned_is_what_is_played(
    made: list[tuple[Choice, int]], choices: dict[str, Choices]
) -> None:
    """But for the decimals of the weights."""
    weights = imitate(choices["dice"], UNITS, 0)
    dice = [pair for pair in made if pair[0].kind == "dice"]
    told = list(fits(weights, choices["dice"], dice))
    assert sum(told) > 0.98 * len(told)


def test_a_policy_comes_to_choose_as_the_player_that_it_imitates(
    choices: dict[str, Choices],
) -> None:
    rng = np.random.default_rng(1)
    for each in choices.values():
        begun = Weights.at_random(each.moves.shape[1], each.positions.shape[1], UNITS, rng)
        learned = imitate(each, UNITS, 0)
        assert loss(learned, each) < loss(begun, each) - 0.1
        assert agreement(learned, each) > max(0.6, agreement(begun, each))
        assert imitate(each, UNITS, 0).scores() == learned.scores()


def test_tables_are_written_so_that_they_can_be_read() -> None:
    table = {"2": {"dice": {"hidden": [[0.5, 1.0], [2.0, -0.25]], "biases": [1.5]}, "bias": 3.0}}
    text = written(table)
    assert json.loads(text) == table
    assert text.splitlines()[4] == "        [0.5, 1.0],"
    assert text.endswith("}\n")
