"""Whole numbers of any kind are taken at every entrance, and are plain integers from there on."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from attrs import fields, has

import livingstone as ls
from livingstone.support.arguments import observer_of, seat_of, whole

TWO: Any = np.int64(2)
STATE = ls.new_game(3, seed=7)


def is_plain(value: object) -> bool:
    """Return whether all numbers within a value are plain integers or truth values."""
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


@pytest.mark.parametrize(("value", "fits"), [(0, False), (1, True), (5, True), (6, False)])
def test_both_ends_of_a_range_belong_to_it(value: int, fits: bool) -> None:
    if fits:
        assert whole("rows", value, 1, 5) == value
    else:
        with pytest.raises(ls.ArgumentError, match=f"rows must be .* from 1 to 5: {value}"):
            whole("rows", value, 1, 5)


def test_a_range_may_have_no_end() -> None:
    assert whole("depth", 10**9, 0) == 10**9
    with pytest.raises(ls.ArgumentError, match="depth must be a whole number, 0 or more: -1"):
        whole("depth", -1, 0)


def test_r1_1_seats_count_from_0() -> None:
    assert [seat_of("first", seat, 3) for seat in (0, 2)] == [0, 2]
    assert [observer_of(seat, 3) for seat in (0, 2, None)] == [0, 2, None]
    for wrong in (-1, 3, 10**5000):
        with pytest.raises(ls.ArgumentError, match="first must be a seat from 0 to 2"):
            seat_of("first", wrong, 3)
        with pytest.raises(ls.ArgumentError, match="seat must be from 0 to 2, or None"):
            ls.view(STATE, wrong)
