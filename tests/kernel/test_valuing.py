"""Rollouts with chance in common: `roll_out_shares`."""

import pytest

pytest.importorskip("numba")

import numpy as np
from reviewed_games import game, mean_and_error

import livingstone as ls
from livingstone.kernel import Kernel, roll_out_shares, valuing

SEEDS = np.arange(300, dtype=np.uint64)
ROWS = np.zeros(300, np.int64)


@pytest.mark.parametrize(("edition", "players"), [("printed", 2), ("bga", 3)])
def test_neither_threads_nor_order_nor_blocks_change_a_rollout(
    monkeypatch: pytest.MonkeyPatch, edition: str, players: int
) -> None:
    kernel = Kernel.of(edition, players)
    states = kernel.encode(ls.new_game(players, seed=7, edition=edition))[None]
    one = roll_out_shares(kernel, states, ROWS, SEEDS)
    assert (roll_out_shares(kernel, states, ROWS, SEEDS, threads=3) == one).all()
    assert (roll_out_shares(kernel, states, ROWS, SEEDS[::-1]) == one[::-1]).all()
    monkeypatch.setattr(valuing, "_AT_ONCE", 3)
    assert (roll_out_shares(kernel, states, ROWS, SEEDS, threads=2) == one).all()
    assert set(np.unique(one.sum(axis=1))) <= {0.0, 1.0}


def test_an_awaited_event_is_drawn_by_its_probabilities() -> None:
    """The mean before a roll is that over all rolls (R9.2)."""
    kernel = Kernel.of("printed", 2)
    *_, before, _ = game(2, 6, errors=(0.2, 0.2)).states()
    assert isinstance(before.pending, ls.DonationRoll)
    exact = 0.0
    for outcome, probability in ls.chance_outcomes(before).items():
        ended = ls.result(ls.apply(before, outcome))
        assert ended is not None
        exact += float(probability) * (0 in ended.winners) / max(1, len(ended.winners))
    seeds = np.arange(20_000, dtype=np.uint64)
    states, rows = kernel.encode(before)[None], np.zeros(20_000, np.int64)
    found = roll_out_shares(kernel, states, rows, seeds)
    assert abs(found[:, 0].mean() - exact) < 0.015


def test_greedy_plays_as_in_games_of_the_kernel() -> None:
    kernel = Kernel.of("printed", 2)
    rows = np.zeros(4000, np.int64)
    shares = roll_out_shares(kernel, kernel.new_games(1), rows, np.arange(4000))
    played = kernel.play([["greedy"] * 2] * 4000, range(4000), [[0, 0]] * 4000).states
    means = [mean_and_error(own[:, 0].tolist()) for own in (shares, kernel.shares(played))]
    assert abs(means[0][0] - means[1][0]) < 4 * (means[0][1] + means[1][1])


def test_the_number_of_rolls_before_decides_the_next_one() -> None:
    """So a position can be compared with a later one of the same game."""
    kernel = Kernel.of("printed", 2)
    states = kernel.encode(ls.new_game(2, seed=7))[None]
    one, other = (
        roll_out_shares(kernel, states, ROWS, SEEDS, counts=[[rounds, 0, 0, 0]])
        for rounds in (1, 500)
    )
    assert (one != other).any()
    assert set(np.unique(other)) >= {0.0, 1.0}, "however many, a rollout plays on"
