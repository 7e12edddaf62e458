"""Caches: what was found for one value is never given for another that only equals it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from attrs import evolve
from editions import new_game

import livingstone as ls
from livingstone.game.rules import effects
from livingstone.support.caching import _Same, by_identity, cached_up_to

STATE = new_game(2, seed=7)
EDITION = STATE.edition


def test_the_hash_of_an_edition_does_not_depend_on_what_was_hashed_before() -> None:
    before = ls.edition_hash(EDITION)
    odd: Any = True
    other = evolve(EDITION, board=evolve(EDITION.board, neighbour_fee=odd))
    assert other == EDITION
    assert ls.edition_hash(other) != before
    assert ls.edition_hash(EDITION) == before


def test_an_edition_that_only_equals_a_sound_one_is_not_sound() -> None:
    odd: Any = True
    other = evolve(EDITION, board=evolve(EDITION.board, neighbour_fee=odd))
    assert not ls.validate(STATE)
    assert ls.validate(evolve(STATE, edition=other))
    assert not ls.validate(STATE)


def test_r10_2_a_view_with_wrong_types_does_not_spoil_the_genuine_one() -> None:
    seen = ls.view(STATE, 0)
    odd: Any = 1.0
    with pytest.raises(ls.ArgumentError):
        ls.sample_state(evolve(seen, boat=odd), 1)
    assert ls.view(ls.sample_state(seen, 1), 0) == seen


def test_a_cache_by_identity_keeps_the_last_objects_alone() -> None:
    asked = list[object]()

    @by_identity(maxsize=2)
    def ask(value: object) -> None:
        asked.append(value)

    one, two, three = object(), object(), object()
    for value in (one, two, one, two, three, one):
        ask(value)
    assert asked == [one, two, three, one]


def test_keys_by_identity_are_equal_for_the_same_object_alone() -> None:
    assert _Same(STATE) == _Same(STATE)
    assert _Same(STATE) != _Same(new_game(2, seed=7))
    assert _Same(STATE) != STATE


def test_the_oldest_results_make_room_for_new_ones() -> None:
    asked = list[int]()

    @cached_up_to(entries=6)
    def numbers(count: int) -> range:
        asked.append(count)
        return range(count)

    for count in (1, 3, 1, 2, 3, 2, 4, 2, 4, 3):
        assert numbers(count) == range(count)
    assert asked == [1, 3, 2, 4, 3]


def test_a_result_without_room_is_not_kept_and_takes_none() -> None:
    @cached_up_to(entries=6)
    def numbers(count: int) -> range:
        return range(count)

    small = numbers(6)
    assert numbers(7) is not numbers(7)
    assert numbers(6) is small


def test_empty_results_take_room_too() -> None:
    @cached_up_to(entries=2)
    def nothing(count: int) -> list[int]:
        return []

    first = nothing(0)
    assert [nothing(1), nothing(0)] == [[], []]
    assert nothing(0) is first
    nothing(2)
    assert nothing(0) is not first


def test_one_result_is_kept_for_threads_that_ask_at_once() -> None:
    barrier = Barrier(2)

    @cached_up_to(entries=6)
    def numbers(count: int) -> range:
        barrier.wait(timeout=10)
        return range(count)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(numbers, (6, 6)))
    assert numbers(6) is numbers(6)


def test_r6_6_the_sales_at_the_market_that_are_kept_are_bounded_together() -> None:
    few = effects._markets("market", ls.Gems(3, 3, 3))
    assert effects._markets("market", ls.Gems(3, 3, 3)) is few
    for red in (30, 31):
        effects._markets("market", ls.Gems(40, 40, red))
    assert effects._markets("market", ls.Gems(3, 3, 3)) is not few


@pytest.mark.parametrize("players", [4, 5])
def test_r2_1_what_the_dice_of_a_round_can_show_is_worked_out_once(players: int) -> None:
    state = new_game(players, explicit_chance=True)
    assert ls.chance_outcomes(state) is ls.chance_outcomes(state)


def test_r6_a_card_that_only_equals_an_id_does_not_spoil_the_genuine_one() -> None:
    class Odd(str):
        __slots__ = ()

    lion = STATE.with_player(STATE.player.changed(hand=(Odd("lion"),)))
    ls.legal_moves(lion)
    held = STATE.with_player(STATE.player.changed(hand=("lion",)))
    assert ls.PlayCard("lion") in ls.legal_moves(held)


def test_an_edition_with_broken_parts_has_no_hash() -> None:
    nothing: Any = None
    broken = evolve(EDITION, board=nothing)
    with pytest.raises(ls.ArgumentError, match="a part of a wrong type"):
        ls.edition_hash(broken)
    assert repr(broken) == "Edition('printed', with a part of a wrong type)"
