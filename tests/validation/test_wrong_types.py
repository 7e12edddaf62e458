"""Invariants: a wrong type anywhere in a state is named, and nothing fails."""

from typing import Any

import pytest
from attrs import evolve, fields
from hypothesis import given
from hypothesis import strategies as st
from sound_states import HOLDING, LION, ROLLED, START, player

from livingstone import Player, Space, State, Stones, validate, with_seed
from livingstone.game.moves import RoundRoll
from livingstone.game.state import Streams
from livingstone.testing import states
from livingstone.values import CardPile


def test_anything_can_be_validated() -> None:
    things: list[Any] = [None, 3, "state", (), {}, [START], State, START.players[0], object()]
    for thing in things:
        (problem,) = validate(thing)
        assert problem.startswith("state has a wrong type")


WRONG: list[Any] = [None, True, 1.5, "text", [], {}, (), (1,), object(), START, Stones(), LION]


@pytest.mark.parametrize("name", [field.name for field in fields(State)])
def test_a_wrong_type_in_any_field_of_a_state_is_named(name: str) -> None:
    right = (type(getattr(HOLDING, name)), *ALLOWED.get(name, ()))
    for wrong in WRONG:
        if type(wrong) not in right:
            problems = validate(evolve(HOLDING, **{name: wrong}))
            assert any(problem.startswith(f"state.{name}") for problem in problems), wrong


ALLOWED: dict[str, tuple[type, ...]] = {
    "die": (type(None),),
    "pending": (type(None),),
    "threshold": (int, type(None)),
    "streams": (type(None),),
    "hand": (),
    "scored": (),
}


@pytest.mark.parametrize(
    "streams", [Streams(-1), Streams(2**128), Streams(1, -1), Streams(1, 0, 0, 0, -1)], ids=str
)
def test_streams_that_cannot_be_are_named(streams: Streams) -> None:
    assert validate(with_seed(ROLLED, 1).changed(streams=streams))


@pytest.mark.parametrize("name", [field.name for field in fields(Player)])
def test_a_wrong_type_in_any_field_of_a_player_is_named(name: str) -> None:
    for wrong in WRONG:
        if type(wrong) is not type(getattr(HOLDING.players[1], name)):
            problems = validate(player(1, **{name: wrong})(HOLDING))
            path = f"state.players[1].{name}"
            assert any(problem.startswith(path) for problem in problems), wrong


@pytest.mark.parametrize(
    ("state", "path"),
    [
        (HOLDING.changed(dice=(True,)), "state.dice[0]"),
        (HOLDING.changed(dice=(1, "2")), "state.dice[1]"),  # type: ignore[arg-type]
        (HOLDING.changed(players=(None,) * 3), "state.players[0]"),  # type: ignore[arg-type]
        (HOLDING.changed(bag=Stones(29, 15, 10, 5, True)), "state.bag[4]"),
        (HOLDING.changed(bag=tuple.__new__(Stones, (1, 2))), "state.bag has 2 entries, not 5"),
        (HOLDING.changed(played=CardPile([])), "state.played.items"),  # type: ignore[arg-type]
        (HOLDING.changed(played=CardPile((("lion",),))), "state.played.items[0] has 1"),  # type: ignore[arg-type]
        (HOLDING.changed(played=CardPile(((1, 1),))), "state.played.items[0][0]"),  # type: ignore[arg-type]
        (START.changed(pending=RoundRoll("6")), "state.pending.count"),  # type: ignore[arg-type]
        (with_seed(HOLDING, 1).changed(streams=Streams(1, 0.5)), "state.streams[1]"),  # type: ignore[arg-type]
        (player(0, hand=(1,))(HOLDING), "state.players[0].hand[0]"),
        (player(0, tents=((0.5,),))(HOLDING), "state.players[0].tents[0][0]"),
        (player(0, scored=((1, 1),))(HOLDING), "state.players[0].scored[0]"),
        (player(0, scored=(Space(1, None),))(HOLDING), "state.players[0].scored[0][1]"),  # type: ignore[arg-type]
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_type_deep_inside_is_named(state: State, path: str) -> None:
    assert any(problem.startswith(path) for problem in validate(state)), validate(state)


FIGURES = ("bank", "boat", "current_player", "starting_player", "dice_taken", "dice_left")


@given(
    states(),
    st.sampled_from(FIGURES),
    st.one_of(st.integers(-3, 300), st.integers(), st.text(max_size=2), st.none(), st.booleans()),
)
def test_validate_never_fails(state: State, name: str, value: Any) -> None:
    problems = validate(evolve(state, **{name: value}))
    assert all(type(problem) is str for problem in problems)
    if type(value) is not int:
        assert problems


@pytest.mark.parametrize("broken", [{"board": None}, {"cards": []}, {"cards": (1,)}, {"id": "X"}])
def test_an_edition_made_by_hand_of_anything_is_named(broken: dict[str, Any]) -> None:
    edition = evolve(ROLLED.edition, **broken)
    problems = validate(evolve(ROLLED, edition=edition))
    assert problems == ["state.edition is not one that can be loaded"]
