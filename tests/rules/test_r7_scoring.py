"""R7: scoring a column."""

import pytest
from positions import at_die, give, play, sail, table

import livingstone as ls


def score(state: ls.State, *, column: int) -> ls.State:
    """End a round with the boat in a column: seat 0 takes coins for the only die."""
    return play(sail(state, column), ls.TakeDie(6), ls.TakeCoins(), ls.EndTurn())


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5, 6])
def test_r7_1_a_tent_is_worth_its_row(row: int) -> None:
    state = score(give(table(3, 6), 1, points=7, tents=[(row, 4)]), column=4)
    assert [player.points for player in state.players] == [0, 7 + row, 0]


def test_r7_1_tents_that_share_a_space_all_count_in_full() -> None:
    state = give(table(3, 6), 0, tents=[(5, 2), (5, 2), (1, 2)])
    state = score(give(state, 2, tents=[(5, 2)]), column=2)
    assert [player.points for player in state.players] == [11, 0, 5]


def test_r7_1_a_tent_of_the_rounds_last_turn_counts() -> None:
    state = play(at_die(6, left=()), ls.BuildTent(6))
    assert state.players[0].points == 0
    assert not state.players[0].has_scored_tent_at(ls.Space(6, 1))
    state = play(state, ls.EndTurn())
    assert state.players[0].points == 6
    assert state.players[0].has_scored_tent_at(ls.Space(6, 1))


def test_r7_2_scored_belongs_to_the_player_whose_tent_stands_there() -> None:
    state = give(give(table(3, 6), 0, tents=[(5, 2)]), 1, tents=[(1, 2), (5, 3)])
    state = score(state, column=2)
    assert [player.scored for player in state.players] == [(ls.Space(5, 2),), (ls.Space(1, 2),), ()]


def test_r7_2_a_column_can_be_scored_again() -> None:
    state = give(table(3, 6), 0, scored=[(5, 2)], tents=[(1, 2)], points=5, cards=["boat_back"])
    state = score(play(sail(state, 3), ls.PlayCard("boat_back")), column=2)
    assert state.players[0].points == 11
    assert state.players[0].scored == (ls.Space(1, 2), ls.Space(5, 2))


def settled(*tents: tuple[int, int], scored: list[tuple[int, int]]) -> ls.State:
    """Give seat 0 of two players a 4 with the boat in column 5, and the tents left somewhere."""
    state = give(at_die(4, players=2), 0, coins=20, tents=tents, scored=scored)
    return sail(give(state, 0, coins=20, tents=[(6, 8)] * state.players[0].supply), 5)


def test_r7_2_a_space_stays_scored_while_any_own_tent_stands_there() -> None:
    state = settled(scored=[(5, 1), (5, 1)])
    state = play(state, ls.BuildTent(4, source=ls.Space(5, 1)))
    assert state.players[0].tents_at(ls.Space(5, 1)) == 1
    assert state.players[0].scored == (ls.Space(5, 1),)


def test_r7_2_a_space_left_and_entered_again_is_not_scored() -> None:
    state = give(settled(scored=[(4, 5), (2, 1)]), 0, coins=20, cards=["two_dice", "ignore_die"])
    state = play(state, ls.BuildTent(3, cards=("ignore_die",), source=ls.Space(4, 5)))
    assert state.players[0].scored == (ls.Space(2, 1),)
    state = give(state, 0, coins=20, cards=["ignore_die"])
    state = play(state, ls.PlayCard("two_dice"), ls.TakeDie(5))
    state = play(state, ls.BuildTent(4, cards=("ignore_die",), source=ls.Space(6, 8)))
    assert state.players[0].tents_at(ls.Space(4, 5)) == 1
    assert state.players[0].scored == (ls.Space(2, 1),)
