"""What is given in place of integers that were chosen, or of a list of them, is refused clearly."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from editions import PRINTED, new_game

import livingstone as ls
from livingstone.envs import ActionSpace, Layout, Observer, StepwiseActionSpace

VIEW = ls.view(new_game(2, seed=7), 0)
FLAT, STEPS = ActionSpace(PRINTED, 2), StepwiseActionSpace(PRINTED, 2)
OBSERVER = Observer(Layout(PRINTED, 2, "stepwise"))

TAKES: dict[str, Callable[[Any], object]] = {
    "legal_indices": lambda given: STEPS.legal_indices(VIEW, given),
    "mask": lambda given: STEPS.mask(VIEW, given),
    "mask_of": STEPS.mask_of,
    "observe": lambda given: OBSERVER.observe(VIEW, given),
}


@pytest.mark.parametrize("name", ["mask_of", "observe"])
@pytest.mark.parametrize("given", [(10**6,), (-1,), (len(STEPS),)])
def test_integers_that_stand_for_no_action_are_refused(name: str, given: object) -> None:
    with pytest.raises(ls.ArgumentError, match=f"from 0 to {len(STEPS) - 1}: "):
        TAKES[name](given)


def test_in_the_flat_space_nothing_is_chosen_before_the_move() -> None:
    with pytest.raises(ls.ArgumentError, match="in the flat space, nothing is chosen"):
        Observer(Layout(PRINTED, 2)).observe(VIEW, [FLAT.legal_indices(VIEW)[0]])


def test_arrays_and_iterators_of_integers_are_lists_of_them() -> None:
    [donate] = [index for index in STEPS.legal_indices(VIEW) if STEPS.name(index) == "donate"]
    for take in TAKES.values():
        expected = np.array(take((donate,))).tolist()
        for given in (np.array([donate]), iter([donate])):
            assert np.array(take(given)).tolist() == expected
