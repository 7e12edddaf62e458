"""How likely each player is to win: worked out by hand where that can be done."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livingstone.kernel.weights import Assumptions, sum_probabilities
from livingstone.players.projection import chance_to_reach, coin_worth, win_shares

ASSUMPTIONS = Assumptions()
ROLL = (4, 6)


@given(
    st.lists(st.integers(-50, 10**6), min_size=2, max_size=5),
    st.lists(st.integers(0, 10**6), min_size=5, max_size=5),
    st.floats(0, 100),
)
def test_shares_of_several_sum_to_one_and_no_coin_is_worth_less_than_nothing(
    points: list[int], funds: list[int], time: float
) -> None:
    shares = win_shares(points, funds[: len(points)], time, ROLL, ASSUMPTIONS)
    assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares)
    if len(points) > 2 and (time or len({*funds[: len(points)]}) > 1):
        assert sum(shares) == pytest.approx(1, abs=1e-5)
    else:
        assert sum(shares) <= 1 + 1e-9
    assert 0 <= coin_worth(0, points, funds[: len(points)], time, ROLL, ASSUMPTIONS) < inf


@pytest.mark.parametrize(
    ("points", "coins", "time", "roll", "shares"),
    [
        # R9.2: one die; the first is in from 1 to 4, the second always, and ahead or behind.
        ([10, 20], [4, 6], 0, (1, 6), [0, 1]),
        ([20, 10], [4, 6], 0, (1, 6), [4 / 6, 2 / 6]),
        # R8.4: all who donated least are out; also a leader who will be out.
        ([50, 45, 10], [5, 9, 12], 0, ROLL, [0, 1, 0]),
        ([50, 45, 10], [5, 5, 12], 0, ROLL, [0, 0, 1]),
        ([50, 45, 10], [9, 5, 5], 0, ROLL, [1, 0, 0]),
        ([50, 45, 10], [7, 7, 7], 0, ROLL, [0, 0, 0]),
        ([90, 20, 10], [0, 30, 30], 0.1, ROLL, [0, 1, 0]),
        # R8.5: with equal points the larger donation wins.
        ([30, 30, 10], [9, 8, 2], 0, ROLL, [1, 0, 0]),
    ],
)
def test_shares_of_the_win_are_those_worked_out_by_hand(
    points: list[float], coins: list[float], time: float, roll: tuple[int, int], shares: list[float]
) -> None:
    found = win_shares(points, coins, time, roll, ASSUMPTIONS)
    assert found == pytest.approx(shares, abs=0.01 if time else 1e-4)


def test_r9_2_chances_of_the_donation_roll_sum_to_one() -> None:
    """As many coins as the mean of the roll suffice more often than not."""
    assert sum(sum_probabilities(4, 6)) == pytest.approx(1)
    assert sum_probabilities(4, 6)[14] == pytest.approx(146 / 6**4)
    assert 0.51 < chance_to_reach(14, (4, 6), 1.8) < 0.6
