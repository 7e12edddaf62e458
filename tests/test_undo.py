"""R11.1: whose move the last one is, at a table that takes a game over in its middle."""

from inspect import signature

from positions import at_die, play

import livingstone as ls
from livingstone.table.news import BEGINNING


def test_r11_1_the_second_move_at_a_table_belongs_to_who_made_it() -> None:
    """The first move ends the turn of seat 0, the second is made by seat 1."""
    table = ls.Table(play(at_die(4), ls.TakeCoins()))
    table.play(ls.EndTurn())
    table.play(ls.Donate(1))
    assert table.can_undo(1)
    assert not table.can_undo(0)


def test_r11_1_the_first_move_at_a_table_belongs_to_who_was_to_move() -> None:
    table = ls.Table(at_die(4))
    table.play(ls.TakeCoins())
    assert table.can_undo(0)
    assert not table.can_undo(1)


def test_nothing_was_taken_back_at_a_fresh_table() -> None:
    news = ls.Table(at_die(4)).news(None)
    assert not news.is_anew
    assert news.version == BEGINNING == (0, 0)


def test_a_table_is_made_of_a_state_and_a_dealer_alone() -> None:
    assert list(signature(ls.Table).parameters) == ["start", "dealer"]
