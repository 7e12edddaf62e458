"""Arguments that are whole numbers, seats or seeds."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import livingstone as ls
from livingstone import ArgumentError
from livingstone.support.arguments import (
    SEED_LIMIT,
    observer_of,
    plain_int,
    seat_of,
    seed_of,
    whole,
)


class Odd:
    """Has an `__index__` that fails."""

    def __index__(self) -> int:
        raise RuntimeError("no")


class Three(int):
    """A kind of integer of its own."""


def test_a_whole_number_of_any_kind_becomes_a_plain_one() -> None:
    assert (type(plain_int(Three(3))), plain_int(Three(3))) == (int, 3)


@pytest.mark.parametrize("wrong", [True, 3.0, "3", None, Odd(), [3]])
def test_anything_else_is_no_whole_number(wrong: Any) -> None:
    assert plain_int(wrong) is None


@pytest.mark.parametrize(("value", "fits"), [(0, False), (1, True), (5, True), (6, False)])
def test_both_ends_of_a_range_belong_to_it(value: int, fits: bool) -> None:
    if fits:
        assert whole("rows", value, 1, 5) == value
    else:
        with pytest.raises(
            ArgumentError, match=f"rows must be a whole number from 1 to 5: {value}"
        ):
            whole("rows", value, 1, 5)


def test_a_range_may_have_no_end() -> None:
    assert whole("depth", 10**9, 0) == 10**9
    with pytest.raises(ArgumentError, match="depth must be a whole number, 0 or more: -1"):
        whole("depth", -1, 0)


def test_r1_1_seats_count_from_0() -> None:
    assert [seat_of("first", seat, 3) for seat in (0, 2)] == [0, 2]
    assert [observer_of(seat, 3) for seat in (0, 2, None)] == [0, 2, None]
    for wrong in (-1, 3, None, True):
        with pytest.raises(ArgumentError, match="first must be a seat from 0 to 2"):
            seat_of("first", wrong, 3)
    for other in (-1, 3, False, "0"):
        with pytest.raises(ArgumentError, match="seat must be from 0 to 2, or None"):
            observer_of(other, 3)


@pytest.mark.parametrize("wrong", [1, None, "yes", numpy.array([True, False])], ids=repr)
def test_chance_is_explicit_or_not(wrong: Any) -> None:
    with pytest.raises(ArgumentError, match="explicit_chance must be True or False"):
        ls.new_game(2, explicit_chance=wrong)


def test_seeds_have_128_bits() -> None:
    assert [seed_of(seed) for seed in (0, SEED_LIMIT - 1)] == [0, SEED_LIMIT - 1]
    for wrong in (-1, SEED_LIMIT, None, True):
        with pytest.raises(ArgumentError, match="seed must be a whole number from 0 to"):
            seed_of(wrong)


@pytest.mark.parametrize(
    "use",
    [
        lambda nothing: ls.dumps_all(nothing),
        lambda nothing: ls.Record.of(ls.new_game(2, seed=7), nothing),
        lambda nothing: ls.Record.of(ls.new_game(2, seed=7), players=nothing),
        lambda nothing: ls.Table.from_journal(ls.new_game(2, seed=7), nothing),
        lambda nothing: ls.price_of(ls.new_game(2, seed=7), 1, nothing),
    ],
)
def test_an_array_of_numpy_in_place_of_a_list_is_told(use: Callable[[Any], object]) -> None:
    """One without dimensions says that it can be gone through, and cannot."""
    with pytest.raises(ArgumentError, match=r"must be|is a list"):
        use(numpy.array(3))
