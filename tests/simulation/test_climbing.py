"""SPSA by itself: it climbs, and stays within the range of weights."""

from math import log

import pytest

from livingstone.players import Weights
from livingstone.simulation.spsa import Climb, Trial


def test_a_climb_comes_to_what_plays_best() -> None:
    """What is best here: a rivalry of 3, everything else as it is."""

    def goodness(weights: Weights) -> float:
        return -((log(weights.rivalry) - log(3)) ** 2)

    climb = Climb.of(Weights(rivalry=1.0))
    for iteration in range(3000):
        trial = climb.trial(iteration, iteration)
        gain = goodness(trial.plus) - goodness(trial.minus)
        climb.step(iteration, trial, gain, counts=iteration >= 2000)
    assert climb.mean().rivalry == pytest.approx(3, rel=0.1)


def test_a_trial_changes_all_weights_to_opposite_sides_and_stays_within_their_range() -> None:
    start = Weights(rivalry=1000.0, late=0.001)
    trial = Climb.of(start).trial(0, seed=5)
    assert set(trial.signs) == {1, -1}
    assert trial.plus.patience / start.patience == pytest.approx(
        start.patience / trial.minus.patience
    )
    assert 1000.0 in (trial.plus.rivalry, trial.minus.rivalry)
    assert Climb.of(start).trial(0, seed=5) == trial != Climb.of(start).trial(0, seed=6)


def test_steps_do_not_leave_the_range_of_weights() -> None:
    """So a weight comes back at once when its slope turns."""
    climb = Climb.of(Weights(rivalry=1000.0))
    trial = Trial(Weights(), Weights(), (1,) * len(climb.logarithms), 0.01)
    climb.step(0, trial, 1.0, counts=False)
    assert max(climb.logarithms) == log(1000)
