"""R11.1: whose move the last one is, at a table that takes a game over in its middle."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from positions import at_die, play

import livingstone as ls


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


def test_if_all_agree_the_last_moves_of_several_players_are_taken_back() -> None:
    table = ls.Table(at_die(4))
    table.play(ls.TakeCoins())
    table.play(ls.EndTurn())
    before = table.state
    table.play(ls.TakeDie(before.dice[0]))
    assert not table.can_undo(1)
    assert table.undo(1, agreed=True) == before
    table.play(ls.TakeDie(before.dice[0]))
    assert table.undo(0, agreed=True).current_player == 0
    assert table.journal[-1] == "p0 undo agreed"
    assert ls.Table.from_journal(table.start, table.journal) == table


@given(seed=st.integers(0, 2**32))
def test_r11_2_nothing_that_was_revealed_is_taken_back_even_if_all_agree(seed: int) -> None:
    table, luck = ls.Table(ls.new_game(3, explicit_chance=True), dealer=ls.deal), Random(seed)
    while not table.state.is_over:
        table.play(luck.choice(ls.legal_moves(table.state)))
        for seat in range(3):
            if table.can_undo(seat, agreed=True):
                after = table.state
                before = table.undo(seat, agreed=True)
                assert secrets_of(before) == secrets_of(after)
                while table.can_redo:
                    table.redo()
                assert table.state == after


def secrets_of(state: ls.State) -> tuple[object, ...]:
    """Return what only chance or a player's hand changes."""
    hands = tuple(player.hand for player in state.players)
    return state.bag, state.draw_pile, state.played, hands, state.boat, state.is_over
