"""Which moves a search tries."""

import pytest
from hypothesis import given
from positions import at_die, closing, give, leave_in_bank, play, sail

import livingstone as ls
from livingstone.players.candidates import candidates
from livingstone.testing import states


def tried(state: ls.State, kind: type[object] = object) -> list[ls.Move]:
    """List the moves of a kind that a search tries."""
    moves = candidates(state, ls.legal_moves(state))
    return [move for move in moves if isinstance(move, kind)]


@given(states(explicit=False))
def test_candidates_are_legal_and_none_comes_twice(state: ls.State) -> None:
    if not state.is_over:
        chosen = tried(state)
        assert chosen
        assert len(set(chosen)) == len(chosen)
        assert set(chosen) <= set(ls.legal_moves(state))


@pytest.mark.parametrize(
    ("left", "column", "coins", "moves"),
    [
        ((6, 6), 9, 8, [ls.EndTurn()]),  # R5.2: before the last round nobody donates
        ((), 10, 8, [ls.Donate(8)]),  # R5.2: in the last turn all coins are donated
        # R4.4: with another turn to come, the price of a tent, five, can be kept.
        ((6, 6), 10, 8, [ls.Donate(8), ls.Donate(3)]),
        ((6, 6), 10, 5, [ls.Donate(5), ls.EndTurn()]),
        ((6, 6), 10, 4, [ls.Donate(4)]),
        # R6.4: there is a die for everybody, but a card lets the others take more than one.
        ((6, 6, 6), 10, 8, [ls.Donate(8), ls.Donate(3), ls.EndTurn()]),
        ((6, 6, 6), 10, 0, [ls.EndTurn()]),
    ],
)
def test_a_turn_ends_with_the_donations_that_may_be_best(
    left: tuple[int, ...], column: int, coins: int, moves: list[ls.Move]
) -> None:
    assert tried(give(closing(*left, column=column), 0, coins=coins)) == moves


def test_r6_9_a_card_that_gains_nothing_by_waiting_is_played_at_once() -> None:
    state = give(at_die(1), 0, cards=["four_coins", "market"], gems=ls.Gems(1, 0, 0))
    assert tried(state) == [ls.PlayCard("four_coins")]


def test_r4_7_stones_are_drawn_later_or_never_where_gems_can_be_lost() -> None:
    """At every time of a turn with a second die (R6.4)."""
    state = give(at_die(4, edition="bga"), 0, cards=["three_stones", "two_dice"])
    assert tried(state) == [ls.PlayCard("three_stones")]
    stones = ls.Stones(clear=2, blue=1, red=1)
    state = play(state, ls.Dig(), ls.StonesDrawn(stones))
    second = play(state, ls.PlayCard("two_dice"))
    for position in (state, second, play(second, ls.TakeDie(5))):
        moves = tried(position)
        assert ls.PlayCard("three_stones") in moves
        assert len(moves) > 1


def test_r6_5_no_second_tent_is_tried_that_comes_from_the_same_row() -> None:
    state = sail(at_die(5, players=2), 4).changed(die=None)
    state = give(state, 0, cards=["second_tent"], scored=[(1, 1), *[(1, 2)] * 5, *[(1, 3)] * 5])
    assert ls.PlayCard("second_tent", space=ls.Space(1, 1), source=ls.Space(1, 2)) in (
        ls.legal_moves(state)
    )
    assert not tried(state, ls.PlayCard)


def test_r6_7_a_second_tent_is_best_where_the_boat_will_come_again() -> None:
    """Row 1 is worth as much on either side of the boat but for its points; row 6 is taken."""
    state = sail(at_die(5, players=2), 4).changed(die=None)
    state = give(state, 0, cards=["second_tent"], scored=[(6, 1), (6, 5)])
    state = give(state, 1, scored=[(6, 2)] * 6)
    assert tried(state, ls.PlayCard) == [ls.PlayCard("second_tent", space=ls.Space(6, 5))]


def test_r6_6_a_market_gets_all_gems() -> None:
    gems = ls.Gems(2, 1, 0)
    state = give(at_die(1), 0, cards=["market"], gems=gems)
    assert tried(state, ls.PlayCard) == [ls.PlayCard("market", gems=gems)]


def test_r5_1_all_gems_of_a_colour_can_be_sold_before_the_last_round() -> None:
    """That holds for clear ones, too, which bring no more than a point each (R8.2)."""
    state = play(at_die(1), ls.TakeCoins())
    state = give(state, state.current_player, gems=ls.Gems(2, 1, 0))
    assert tried(state, ls.SellGems) == [ls.SellGems("clear", 2), ls.SellGems("blue", 1)]
    assert ls.SellGems("clear", 2) in tried(leave_in_bank(state, 2, to=1))
    assert ls.SellGems("clear", 2) not in tried(leave_in_bank(state, 1, to=1))


def test_r5_1_gems_are_sold_for_the_tent_that_they_pay_for() -> None:
    state = give(sail(at_die(1), 7), 0, coins=1, gems=ls.Gems(2, 1, 1))
    assert tried(state, ls.SellGems) == [ls.SellGems("blue", 1)], "three coins are missing"


def test_r6_2_the_rows_that_promise_the_most_are_built_in() -> None:
    state = give(at_die(1), 0, coins=9, cards=["ignore_die", "no_cost_tent"])
    builds = tried(state, ls.BuildTent)
    assert len(builds) == 4
    assert ls.BuildTent(1) in builds


def test_r9_1_a_tent_is_moved_from_where_it_is_missed_least() -> None:
    """Eleven tents stand on the board; one of row 1, which is scored, is the least loss."""
    places = [(1, 1)] * 2 + [(6, 1)] + [(1, 4)] * 8
    state = give(sail(at_die(2, players=2, left=(5, 6)), 4), 0, coins=9, scored=places[:3])
    state = give(state, 0, tents=places[3:])
    assert tried(state, ls.BuildTent) == [ls.BuildTent(2, source=ls.Space(1, 1))]


@pytest.mark.parametrize("row", [1, 2, 6])
def test_r9_1_gems_and_coins_are_for_a_tent_that_is_moved_to_where_none_stands(row: int) -> None:
    """Nobody has a tent left; in column 4 one costs two coins, of which one is there."""
    state = give(sail(at_die(2, players=2, left=(5, 6)), 4), 0, coins=1, gems=ls.Gems(1, 1, 0))
    state = give(state, 0, coins=1, tents=[(row, 4)] * 11)
    assert (ls.SellGems("clear", 1) in tried(state)) == (row != 2)
    assert bool(tried(state, ls.SellGems)) == (row != 2)
    last = sail(play(at_die(1, players=2, left=(6, 6)), ls.TakeCoins()), 10)
    last = give(last, 0, coins=8, tents=[(row, 10 if row == 6 else 4)] * 11)
    assert (ls.Donate(3) in tried(last)) == (row != 6), "a tent costs five"
