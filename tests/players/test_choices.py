"""What the policy sees of the dice and of their uses."""

import pytest
from positions import at_die, play, table

import livingstone as ls
from livingstone.players import policy as choices
from livingstone.players.valuation import Valuation

RIVALS, HIGHER = 4, 8
"""The columns of the numbers of a die, and of a use."""


def test_r2_3_who_has_taken_a_die_cannot_take_an_equal_one() -> None:
    state = play(table(2, 3, 3, 5), ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn())
    (numbers,) = choices.die_features(Valuation.of_state(state), [ls.TakeDie(5)])
    assert numbers[RIVALS] == 0


def test_r2_3_a_further_die_is_higher_than_the_one_that_was_taken() -> None:
    state = at_die(4, players=2, left=(4, 6))
    (numbers,) = choices.use_features(Valuation.of_state(state), [ls.TakeCoins()])
    assert numbers[HIGHER] == pytest.approx(1 / 3)
