"""Whole numbers of any kind are taken at every entrance, and are plain integers from there on."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from attrs import fields, has

import livingstone as ls

TWO: Any = np.int64(2)
STATE = ls.new_game(3, seed=7)


def is_plain(value: object) -> bool:
    """Say whether all numbers within a value are plain integers or truth values."""
    cls: Any = type(value)
    if has(cls):
        return all(is_plain(getattr(value, field.name)) for field in fields(cls))
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    return value is None or type(value) in (int, bool, str)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16, np.array], ids=lambda k: k.__name__)
def test_a_game_of_numpy_numbers_is_the_game_of_plain_ones(kind: Callable[[int], Any]) -> None:
    state = ls.new_game(kind(3), seed=kind(7), first=kind(0))
    assert state == STATE
    assert is_plain(state)
    assert ls.with_seed(state, kind(9)) == ls.with_seed(state, 9)
    assert ls.view(state, kind(0)) == ls.view(state, 0)
    assert type(ls.view(state, kind(0)).seat) is int
    assert ls.perft(state, kind(1)) == ls.perft(state, 1)


MOVES: list[tuple[ls.Action, ls.Action]] = [
    (ls.TakeDie(TWO), ls.TakeDie(2)),
    (ls.BuildTent(TWO, source=(TWO, TWO)), ls.BuildTent(2, source=ls.Space(2, 2))),
    (ls.BuildTent(2, source=ls.Space(TWO, 2)), ls.BuildTent(2, source=ls.Space(2, 2))),
    (ls.PlayCard("market", gems=ls.Gems(TWO)), ls.PlayCard("market", gems=ls.Gems(2))),
    (ls.PlayCard("second_tent", space=ls.Space(TWO, 2)), ls.PlayCard("second_tent", space=(2, 2))),
    (ls.SellGems("red", TWO), ls.SellGems("red", 2)),
    (ls.Donate(TWO), ls.Donate(2)),
    (ls.DiceRolled((TWO, TWO)), ls.DiceRolled((2, 2))),
    (ls.StonesDrawn(ls.Stones(black=TWO)), ls.StonesDrawn(ls.Stones(black=2))),
]


@pytest.mark.parametrize(("given", "wanted"), MOVES, ids=lambda move: type(move).__name__)
def test_moves_and_outcomes_keep_plain_numbers(given: ls.Action, wanted: ls.Action) -> None:
    assert given == wanted
    assert repr(given) == repr(wanted)
    assert is_plain(given)


def test_a_move_of_numpy_numbers_leads_to_a_plain_state() -> None:
    state = ls.apply(STATE, ls.Donate(TWO))
    assert state == ls.apply(STATE, ls.Donate(2))
    assert is_plain(state)


@pytest.mark.parametrize("wrong", [True, 2.0, np.float64(2), np.bool_(True), "2", None, 2 + 0j])
def test_what_only_equals_a_whole_number_is_none(wrong: Any) -> None:
    for call in (
        lambda: ls.new_game(wrong),
        lambda: ls.new_game(3, first=wrong),
        lambda: ls.with_seed(STATE, wrong),
        lambda: ls.perft(STATE, wrong),
    ):
        with pytest.raises(ls.ArgumentError):
            call()


@pytest.mark.parametrize("wrong", [2.0, True, "2", None, [2], object()])
def test_r5_2_what_is_not_legal_is_not_among_the_legal_moves(wrong: Any) -> None:
    """`in` and `is_legal` agree, although 2.0 equals 2 and True equals 1."""
    for move in (
        ls.Donate(wrong),
        ls.TakeDie(wrong),
        ls.BuildTent(wrong),
        ls.SellGems("red", wrong),
    ):
        assert move not in ls.legal_moves(STATE)
        assert not ls.is_legal(STATE, move)
        assert move != ls.Donate(2)


def test_values_of_wrong_types_are_shown_as_they_are() -> None:
    wrong: Any = 2.0
    assert repr(ls.Donate(wrong)) == "Donate(coins=2.0)"
    assert ls.Donate(wrong) != ls.Donate(wrong)


def test_numbers_beyond_all_bounds_are_no_state() -> None:
    problems = ls.validate(STATE.changed(boat=10**5000))
    assert problems == ["state.boat is a huge number, beyond all numbers of a game"]
