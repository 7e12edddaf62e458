"""The move that somebody means who points at a thing, legal or not."""

import pytest
from hypothesis import given

import livingstone as ls
from livingstone.testing import states


@given(states())
def test_what_is_meant_has_the_target_that_was_pointed_at(state: ls.State) -> None:
    for group in ls.group_moves(ls.view(state, state.current_player)):
        move = ls.move_at(group.target, state.boat)
        assert move is not None
        assert ls.target_of(move, state.boat) == group.target
        assert type(move) is type(group.moves[0])


def test_why_a_thing_cannot_be_used_is_told_for_all_that_pictures_show() -> None:
    seen = ls.view(ls.new_game(2, seed=7), 0)
    things = ["deck", "purse", "bag", "end", "gem-blue", "die-6", "space-r6c1", "card-lion"]
    for thing in things:
        assert ls.why_illegal(seen, ls.move_at(thing, seen.boat)) is not None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "target",
    [
        "-",
        "space",
        "space-r1c2",
        "space-r0c1",
        "space-r1c1x",
        "space-r99999c1",
        "die-",
        "die-0",
        "die-\u0661",
        "die-99999",
        "gem-black",
        "card-",
        "Chest",
        "chest-",
    ],
)
def test_what_is_the_target_of_no_move_means_none(target: str) -> None:
    assert ls.move_at(target, 1) is None
