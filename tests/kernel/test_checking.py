"""Which arrays hold a state: those that `validate` finds no problem in, and no others."""

from itertools import product
from random import Random

import pytest

pytest.importorskip("numba")

import numpy as np
from positions import balance

import livingstone as ls
from livingstone.kernel import Kernel, layout
from livingstone.kernel.bridge import Bridge, StateArray
from livingstone.testing import fold, pick_rare

TWO = 2


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_an_array_with_one_figure_changed_is_refused_as_validate_says(edition: str) -> None:
    rng, kernel = Random(1), Kernel.of(edition, TWO)
    start = ls.new_game(TWO, edition=edition, explicit_chance=True)
    positions = fold(start, rng.choices(range(256), k=300), pick_rare).states
    refused = 0
    for state in rng.sample(positions, 4):
        array = kernel.encode(state)
        for place, change in product(range(len(array)), (-1, 1)):
            other = array.copy()
            other[place] += change
            try:
                found = kernel.decode(other)
            except ls.ArgumentError:
                refused += 1
                assert not is_sound(kernel, other)
            else:
                assert ls.validate(found) == []
    assert refused > len(array)


def test_r4_3_one_player_can_hold_all_gems_and_step_on() -> None:
    start = ls.new_game(TWO, explicit_chance=True)
    turn = start.changed(die=None, dice=(), dice_taken=1, dice_left=0, pending=None)
    gems = ls.Gems(start.bag.clear, start.bag.blue, start.bag.red)
    state = balance(turn.with_player(start.player.changed(gems=gems)))
    kernel = Kernel.of("printed", TWO)
    rows = kernel.encode(state)[None]
    sale = ls.SellGems("red", 1)
    kernel.step(rows, np.array([kernel.code(sale)]), kernel.luck([1]))
    assert kernel.decode(rows[0]) == ls.apply(state, sale)


def is_sound(kernel: Kernel, array: StateArray) -> bool:
    """Return whether the figures are those of a valid state, by the engine."""
    if (np.delete(array, layout.THRESHOLD) < 0).any():
        return False
    found = Bridge.decode(kernel, array)
    return ls.validate(found) == [] and bool((Bridge.encode(kernel, found) == array).all())
