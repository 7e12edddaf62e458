"""Invariants: sound states have no problems, and several corruptions are all named."""

import pytest
from editions import card_table, make_edition, new_game, tiny_board
from positions import give, play
from sound_states import OVER_TWO, ROLLED, SOUND, both, changed, player

from livingstone import (
    CardRevealed,
    DiceRolled,
    Dig,
    DrawCard,
    Gems,
    PlayCard,
    State,
    Stones,
    StonesDrawn,
    TakeDie,
    validate,
)


@pytest.mark.parametrize("state", SOUND.values(), ids=SOUND)
def test_a_sound_state_has_no_problems(state: State) -> None:
    assert validate(state) == []


def test_r4_7_a_gem_can_be_drawn_again_after_a_collapse() -> None:
    """More red gems are drawn in one turn than there are, by way of the bag (R6.11)."""
    stones = {
        "black": {"count": 0},
        "clear": {"count": 0, "value": 1},
        "blue": {"count": 0, "value": 3},
        "red": {"count": 1, "value": 5},
        "white": {"count": 1},
    }
    edition = make_edition(
        tiny_board(dice={"per_player": 3, "sides": 6, "donation": 1}, stones=stones),
        [
            card_table("more", "more_dice", dice=1),
            card_table("fall", "mine_collapse"),
            card_table("pick", "draw_stones", stones=1),
        ],
        "bga",
    )
    state = give(new_game(2, edition=edition, explicit_chance=True), 0, cards=["more"])
    state = play(
        state,
        DiceRolled((1, 2, 3, 4, 5, 6)),
        TakeDie(1),
        PlayCard("more"),
        Dig(),
        StonesDrawn(Stones(red=1)),
        TakeDie(2),
        DrawCard(),
        CardRevealed("fall"),
        CardRevealed("pick"),
        PlayCard("pick"),
        StonesDrawn(Stones(red=1)),
    )
    assert state.player.gems == Gems(red=1)


def test_a_threshold_is_a_sum_of_the_dice_of_the_edition() -> None:
    assert all(validate(OVER_TWO.changed(threshold=number)) == [] for number in range(4, 25))


def test_several_corruptions_are_all_named() -> None:
    state = both(changed(bank=0, dice=(3, 2)), player(1, supply=0, points=-3))(ROLLED)
    found = " ".join(validate(state))
    for rule in ("R1.7", "R2.1", "R1.8"):
        assert rule in found
    assert len(validate(state)) >= 4


def test_the_totals_are_those_of_the_edition() -> None:
    edition = make_edition(tiny_board(tents=3), [])
    state = new_game(2, edition=edition, seed=1)
    assert validate(state) == []
    assert validate(state.changed(bank=5)) == ["there are 7 coins, not 4 (R1.7)"]
