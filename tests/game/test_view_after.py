"""`view_after`: the view after a move that reveals nothing."""

import tomllib

import pytest
from choice_effects import EDITION as CHOICES
from hypothesis import given
from hypothesis import strategies as st
from own_effects import CARDS, EFFECTS
from positions import at_die, give, last_turn, play, table

import livingstone as ls
from livingstone.game import Code
from livingstone.testing import states

DECK = tomllib.loads(ls.shipped_toml("cards") + CARDS)
HUNT = ls.load_edition("printed", cards=DECK, effects=EFFECTS)


def answer(state: ls.State, move: ls.Move) -> ls.View | Code:
    try:
        return ls.view_after(ls.view(state, state.current_player), move)
    except ls.RefusedError as error:
        return error.reason.code


@given(states())
def test_r10_3_a_move_without_chance_leads_to_the_view_of_the_next_state(state: ls.State) -> None:
    for move in ls.legal_moves(state)[:40]:
        after = ls.apply(ls.with_explicit_chance(state), move)
        hides = after.is_chance or after.is_over
        seen = Code.REVEALS if hides else ls.view(after, state.current_player)
        assert answer(state, move) == seen


@given(states(st.sampled_from([HUNT, CHOICES])))
def test_r10_3_own_cards_lead_there_or_are_refused(state: ls.State) -> None:
    for move in ls.legal_moves(state)[:40]:
        after = ls.apply(ls.with_explicit_chance(state), move)
        assert answer(state, move) in (Code.REVEALS, ls.view(after, state.current_player))


def hunting(*hand: str) -> ls.State:
    return give(give(table(2, 1, 2, edition=HUNT), 0, cards=["hunt", "gift"]), 1, cards=hand)


def test_r10_2_a_card_that_takes_from_a_hidden_hand_reveals_it() -> None:
    hunt, gift = ls.PlayCard("hunt"), ls.PlayCard("gift")
    assert answer(hunting("lion"), hunt) is Code.REVEALS
    assert answer(hunting("market"), hunt) is Code.REVEALS
    assert answer(hunting("lion"), gift) == ls.view(ls.apply(hunting("lion"), gift), 0)


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (at_die(4), ls.Dig()),
        (at_die(4), ls.DrawCard()),
        (give(at_die(4), 0, cards=["three_stones"]), ls.PlayCard("three_stones")),
        (play(at_die(4, left=()), ls.TakeCoins()), ls.EndTurn()),
        (play(last_turn(3), ls.TakeDie(6), ls.TakeCoins()), ls.EndTurn()),
        (play(last_turn(2), ls.TakeDie(6), ls.TakeCoins()), ls.EndTurn()),
    ],
)
def test_r10_3_a_move_that_reveals_something_is_refused_in_words(
    state: ls.State, move: ls.Move
) -> None:
    seen = ls.view(state, 0)
    with pytest.raises(ls.RefusedError) as caught:
        ls.view_after(seen, move)
    reason = caught.value.reason
    assert (reason.code, reason.rule) == (Code.REVEALS, "R10.3")
    edition = state.edition
    told = {ls.describe_refusal(reason, language=code, edition=edition) for code in ls.LANGUAGES}
    assert len(told) == len(ls.LANGUAGES)
    assert "What this move reveals is not known beforehand." in told


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_illegal_move_is_refused_as_why_illegal_says(seat: int | None) -> None:
    seen = ls.view(at_die(4), seat)
    move = ls.EndTurn()
    with pytest.raises(ls.RefusedError) as caught:
        ls.view_after(seen, move)
    assert caught.value.reason == ls.why_illegal(seen, move)
