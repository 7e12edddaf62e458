"""What the networks see of a position: figures of each player, and how likely a roll is reached."""

import pytest
from positions import give, table

import livingstone as ls
from livingstone.players.evaluation import features_of
from livingstone.players.projection import chance_to_reach

LEAD, CARD_POINTS, GAP = 2, 10, 27
"""The columns of the figures."""


def column(state: ls.State, number: int) -> list[float]:
    """Read one figure of each player."""
    return [seat[number] for seat in features_of(state)]


def test_the_lead_is_that_before_the_best_other_player() -> None:
    first, second, third = column(give(give(table(3, 2, 5), 0, points=10), 1, points=4), LEAD)
    assert first == pytest.approx(-second)
    assert first > 0 > second > third


def test_r8_4_the_gap_is_that_to_the_poorest_other_player() -> None:
    state = give(give(give(table(3, 2, 5), 0, coins=2), 1, coins=6), 2, coins=9)
    first, second, third = column(state, GAP)
    assert first == pytest.approx(-second)
    assert first < 0 < second < third


def test_r8_3_points_on_cards_are_those_of_the_hand() -> None:
    state = give(table(3, 2, 5), 0, cards=["lion"])
    assert [points > 0 for points in column(state, CARD_POINTS)] == [True, False, False]


def test_r9_2_as_many_coins_as_the_mean_of_the_roll_suffice_more_often_than_not() -> None:
    assert 0.51 < chance_to_reach(14, (4, 6), 1.8) < 0.6
