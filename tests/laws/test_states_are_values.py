"""What holds in every game: no move changes a state, and equal states are alike."""

import copy
import pickle
from itertools import pairwise
from typing import Any

import pytest
from attrs import fields, has
from hypothesis import given

from livingstone import SellGems, State, apply, legal_moves, validate
from livingstone.testing import PICKS, Game, editions, fold, games, numbers, options, starts, states


@given(games(longest=100))
def test_no_move_changes_the_state_it_is_made_in(game: Game) -> None:
    for state in game.states:
        before, copied = snapshot(state), copy.deepcopy(state)
        for action in options(state)[:20]:
            apply(state, action)
        validate(state)
        assert snapshot(state) == before
        assert state == copied


def snapshot(state: State) -> bytes:
    """Write all fields but the edition, whose tables are made when they are first used."""
    return pickle.dumps({name: value for name, value in vars(state).items() if name != "edition"})


@given(games(longest=150))
def test_the_order_of_two_sales_does_not_matter(game: Game) -> None:
    for state in game.states:
        colours = {move.gem: move for move in legal_moves(state) if isinstance(move, SellGems)}
        for one, other in pairwise(colours.values()):
            # A bank that runs out pays the first sale and not the second, but the sum is the same.
            ways = apply(apply(state, one), other), apply(apply(state, other), one)
            assert ways[0] == ways[1]
            assert hash(ways[0]) == hash(ways[1])


@given(starts(editions(), explicit=False), numbers())
def test_equal_states_have_equal_hashes(start: Game, picks: list[int]) -> None:
    seen: dict[State, int] = {}
    for pick in PICKS:
        for state in fold(start.last, picks, pick).states:
            seen.setdefault(state, hash(state))
            assert seen[state] == hash(state)


@given(states())
def test_nothing_in_a_state_can_be_changed(state: State) -> None:
    assert_frozen("state", state)


def assert_frozen(path: str, value: object) -> None:
    """Walk through fields and items; cached tables are no fields."""
    if value is None or type(value) in (int, str, bool):
        return
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            assert_frozen(f"{path}[{index}]", item)
        return
    assert has(type(value)), f"{path} is a {type(value).__name__}"
    hash(value)
    for name in names_of_fields(value):
        inner = getattr(value, name)
        with pytest.raises(AttributeError):
            setattr(value, name, inner)
        assert_frozen(f"{path}.{name}", inner)


def names_of_fields(value: Any) -> list[str]:
    return [field.name for field in fields(type(value))]


@given(states())
def test_a_state_keeps_nothing_but_its_fields(state: State) -> None:
    for value in (state, *state.players):
        assert sorted(vars(value)) == sorted(names_of_fields(value))
