"""What somebody means who points at a thing and chooses, and why it is not possible."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import at_die, give, play, sail, table

import livingstone as ls
from livingstone.game import Code
from livingstone.testing import states

DRY = give(table(3, 4), 0, coins=3)


def why(position: ls.State, target: str, seat: int | None = 0, **choices: Any) -> ls.Refusal:
    with pytest.raises(ls.RefusedError) as refused:
        ls.choose_move(ls.view(position, seat), target, **choices)
    return refused.value.reason


def told(state: ls.State, target: str, **choices: Any) -> str:
    reason = why(state, target, **choices)
    return ls.describe_refusal(reason, names=["Ann", "Ben", "Cem"], you=0, edition=state.edition)


@given(states())
def test_a_target_is_its_move_or_asks_for_a_choice(state: ls.State) -> None:
    view = ls.view(state, state.current_player)
    for group in ls.group_moves(view):
        if len(group.moves) == 1:
            assert ls.choose_move(view, group.target) == group.moves[0]
        elif not group.card_choices or group.source_choices:
            refused = why(state, group.target, view.seat)
            assert refused.code is Code.CHOICE_MISSING


@given(states(), st.text(max_size=12), st.integers(-2, 99), st.text(max_size=12))
def test_any_choice_is_a_legal_move_or_refused_with_words(
    state: ls.State, target: str, amount: int, card: str
) -> None:
    view = ls.view(state, state.current_player)
    targets = {target, "card-" + card, *(group.target for group in ls.group_moves(view))}
    for thing in sorted(targets):
        try:
            move = ls.choose_move(view, thing, amount=amount, cards=[card])
        except ls.RefusedError as error:
            ls.describe_refusal(error.reason, edition=state.edition)
        else:
            assert move in view.legal_moves


@pytest.mark.parametrize(
    "thing", ["deck", "purse", "bag", "end", "gem-blue", "die-6", "space-r6c1", "card-lion"]
)
def test_why_a_thing_cannot_be_used_is_what_its_move_is_refused_for(thing: str) -> None:
    assert why(ls.new_game(2, seed=7), thing).code not in (Code.NOT_A_MOVE, Code.CHOICE_MISSING)


def test_what_is_left_to_choose_is_told() -> None:
    assert told(DRY, "chest") == "Say how many: 1 to 3."
    rich = give(DRY, 0, gems=ls.Gems(2, 0, 1), cards=["market"])
    assert told(rich, "gem-clear") == "Say how many: 1 to 2."
    assert told(rich, "card-market") == "Say how many gems of each colour."


def test_r9_1_spaces_that_are_left_to_choose_are_told() -> None:
    moved = give(table(2, 3, 6), 0, cards=["second_tent"], scored=[(4, 1)] * 10 + [(1, 1)])
    state = play(sail(moved, 2), ls.TakeDie(3))
    assert told(state, "card-second_tent") == "Say where the second tent goes."
    assert told(state, "card-second_tent", space=ls.Space(1, 1)) == "Say where the tent comes from."


def test_a_wrong_choice_has_the_reason_of_its_move() -> None:
    assert told(DRY, "chest", amount=9) == "You have 3 coins and cannot donate 9 coins."
    rich = give(DRY, 0, gems=ls.Gems(2, 0, 1), cards=["market"])
    assert why(rich, "card-market", gems=ls.Gems(3)).code is Code.TOO_FEW_GEMS
    assert why(rich, "card-market", gems=ls.Gems()).rule == "R6.6"
    assert why(at_die(4), "space-r4c1", cards=["lion"]).code is Code.CARD_NOT_HELD


def test_r4_4_a_space_in_another_column_is_refused_with_the_boats() -> None:
    reason = why(DRY, "space-r4c7")
    assert (reason.code, dict(reason.facts)) == (Code.WRONG_COLUMN, {"column": 1})


def test_r2_2_whatever_another_seat_chooses_is_out_of_turn() -> None:
    for thing in ("chest", "space-r4c7", "nothing"):
        assert why(DRY, thing, seat=1).code is Code.NOT_YOUR_TURN
        assert why(DRY, thing, seat=None).code is Code.NOT_YOUR_TURN


def test_a_target_without_moves_is_not_a_move() -> None:
    spaces = ("space", "space-r0c1", "space-r1c1x", "space-r9999999c1", "r1c1")
    dice = ("die-", "die-0", "die-\u0661", "die-99999")
    for target in ("", "-", *spaces, *dice, "gem-black", "card-", "Chest", "chest-"):
        assert why(DRY, target).code is Code.NOT_A_MOVE, target
