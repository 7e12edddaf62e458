"""What tents and sales are taken to gain."""

from math import inf

from positions import at_die, give, leave_in_bank, sail, table

import livingstone as ls
from livingstone.players.candidates import _gain
from livingstone.players.greedy import _worthwhile_sale
from livingstone.players.valuation import Valuation, best_gain


def test_r9_1_a_tent_that_is_put_back_where_it_stands_gains_nothing() -> None:
    state = table(2, 4, 5)
    worth = Valuation.of_state(give(state, 0, tents=[(4, 1)] * state.players[0].supply))
    assert best_gain(worth, 4) == -inf
    assert best_gain(worth, 5) > -inf


def test_r9_1_a_tent_that_is_not_scored_yet_costs_its_points_when_it_is_moved() -> None:
    state = sail(give(table(2, 4, 5), 0, scored=[(1, 1)], tents=[(1, 2)]), 2)
    lost = _gain(state, 6, ls.Space(1, 1)) - _gain(state, 6, ls.Space(1, 2))
    assert lost == state.edition.board.rows[0].value


def test_r5_1_a_gem_is_not_sold_to_a_bank_that_cannot_pay_for_it() -> None:
    state, sale = give(at_die(4), 0, gems=ls.Gems(red=1)), ls.SellGems("red", 1)
    assert _worthwhile_sale(Valuation.of_state(state), [sale]) == sale
    assert _worthwhile_sale(Valuation.of_state(leave_in_bank(state, 1, to=1)), [sale]) is None
