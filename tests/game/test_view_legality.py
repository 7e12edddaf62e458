"""Why a move is refused, asked of what one seat knows."""

import pytest
from hypothesis import given
from positions import at_die, finish, give, last_turn

import livingstone as ls
from livingstone.game import Code
from livingstone.testing import states

STATE = ls.new_game(3, seed=7)


@given(states())
def test_r10_2_the_seat_to_move_gets_the_answer_that_the_state_gives(state: ls.State) -> None:
    seen = ls.view(state, state.current_player)
    for move in (*ls.legal_moves(state)[:20], ls.EndTurn(), ls.Donate(10**6), ls.PlayCard("lion")):
        assert ls.why_illegal(seen, move) == ls.why_illegal(state, move)
        assert ls.is_legal(seen, move) == ls.is_legal(state, move)


@pytest.mark.parametrize("seat", [1, 2, None])
def test_r2_2_to_all_others_a_move_is_one_out_of_turn(seat: int | None) -> None:
    for move in ls.legal_moves(STATE):
        refusal = ls.why_illegal(ls.view(STATE, seat), move)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == (Code.NOT_YOUR_TURN, "R2.2")


def test_r10_3_no_seat_is_told_which_cards_can_come() -> None:
    state = ls.with_explicit_chance(give(at_die(4), 1, cards=["lion"]))
    state = ls.apply(state, ls.DrawCard())
    for card in ("lion", "market"):
        refusal = ls.why_illegal(ls.view(state, 0), ls.CardRevealed(card))
        assert refusal is not None
        assert refusal.code is Code.CHANCE_AWAITED


def test_r10_3_an_outcome_is_refused_in_a_view_as_in_the_state_when_none_is_awaited() -> None:
    outcome = ls.DiceRolled((1,))
    refusal = ls.why_illegal(ls.view(STATE, 0), outcome)
    assert refusal is not None
    assert refusal == ls.why_illegal(STATE, outcome)


def test_r2_7_when_the_game_is_over_it_is_nobodys_turn() -> None:
    over = finish(last_turn(3))
    assert over.is_over
    for seat in (0, 1, 2, None):
        told = ls.why_illegal(ls.view(over, seat), ls.EndTurn())
        assert told == ls.why_illegal(over, ls.EndTurn())
