"""Observations of the kernel are those of the environments."""

import pytest

pytest.importorskip("numba")

import numpy as np
from hypothesis import given

import livingstone as ls
from livingstone.envs import Layout, observe
from livingstone.kernel import Kernel
from livingstone.testing import states


@given(states(explicit=True))
def test_r10_each_seat_and_a_spectator_observe_what_the_environments_show(state: ls.State) -> None:
    players = len(state.players)
    kernel, observers = Kernel.of(state.edition, players), [*range(players), None]
    rows = np.tile(kernel.encode(state), (len(observers), 1))
    seen = kernel.observe(rows, seats=observers)
    assert seen.dtype == np.float32
    assert seen.shape == (len(observers), Layout(state.edition, players).size)
    for row, seat in zip(seen, observers, strict=True):
        assert row.tolist() == observe(ls.view(state, seat)).tolist()


def test_observations_of_the_player_to_move_are_written_over_old_ones() -> None:
    kernel = Kernel.of("bga", 3)
    game = kernel.play([["greedy", "random", "random"]], [7], [[1, 2, 3]])
    state = ls.new_game(3, seed=7, edition="bga")
    while state.current_player != 1:
        state = ls.apply(state, ls.legal_moves(state)[-1])
    rows = np.stack([kernel.encode(state), game.states[0]])
    out = np.full((2, Layout("bga", 3).size), np.nan, np.float32)
    assert kernel.observe(rows, out) is out
    views = [ls.view(state, 1), ls.view(kernel.decode(rows[1]), int(rows[1, 0]))]
    assert (out == [observe(view) for view in views]).all()
    for wrong in (out.astype(float), out[:1], out[:, :-1], out[:, ::2]):
        with pytest.raises(ls.ArgumentError, match="must be a contiguous array"):
            kernel.observe(rows, wrong)
    with pytest.raises(ls.ArgumentError, match="seat"):
        kernel.observe(rows, seats=[0, 3])
