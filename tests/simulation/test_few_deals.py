"""Few deals prove little: p-values and intervals of who never, or always, won."""

from math import comb

import pytest

from livingstone.simulation import DealCount, difference_of


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_small_p_values_are_as_rare_as_they_say(players: int) -> None:
    """Computed exactly, for a seat that wins as often as others, in one game of each deal."""
    for deals in (*range(2, 61), 100, 200):
        p_values = [
            difference_of(
                {DealCount(1, players, 1): won, DealCount(1, 0, 1): deals - won},
                players,
                -1 / players,
                1 - 1 / players,
            ).p_value
            for won in range(deals + 1)
        ]
        chances = [
            comb(deals, won) * (players - 1) ** (deals - won) / players**deals
            for won in range(deals + 1)
        ]
        for level in (0.01, 0.001, 1e-4, 1e-5):
            found = zip(p_values, chances, strict=True)
            assert sum(chance for p_value, chance in found if p_value <= level) <= 1.2 * level


@pytest.mark.parametrize("deals", [10, 100, 1000])
def test_who_never_won_may_win_three_or_four_times_in_as_many_games(deals: int) -> None:
    """The rule of three: 0 of n games leave chances up to 3 / n (Hanley and Lippman-Hand 1983)."""
    never = difference_of({DealCount(1, 0, 1): deals}, 4, -0.25, 0.75)
    assert 2.7 / deals < never.high + 0.25 < 4 / deals
    always = difference_of({DealCount(1, 4, 3): deals}, 4, -0.75, 0.25)
    assert always.low == pytest.approx(-never.high)
    assert always.p_value == pytest.approx(never.p_value)


def test_what_can_only_be_more_is_tested_as_well() -> None:
    told = difference_of({DealCount(1, 1, 0): 30, DealCount(1, 0, 0): 30}, 1, 0, 1)
    assert (told.low > 0, told.p_value < 0.001) == (True, True)
    assert difference_of({DealCount(1, 1, 0): 100}, 1, 0, 1).p_value < 0.001
    assert difference_of({DealCount(1, 0, 0): 100}, 1, 0, 1).p_value == 1


def test_a_bound_that_was_rounded_holds() -> None:
    told = difference_of({DealCount(1, 0, 1): 30_000}, 3, -0.3333, 0.6667)
    assert (told.value, told.low) == (-0.3333, -0.3333)


def test_none_of_ten_wins_of_four_seats_is_no_finding() -> None:
    """It happens to an average seat with a probability of 0.75 ** 10, which is 0.056."""
    assert difference_of({DealCount(1, 0, 1): 10}, 4, -0.25, 0.75).p_value > 0.05
    assert difference_of({DealCount(1, 0, 1): 20}, 4, -0.25, 0.75).p_value < 0.05
