"""Caches: what was found for one value is never given for another that only equals it."""

from typing import Any

import pytest
from attrs import evolve
from editions import new_game

import livingstone as ls
from livingstone.caching import LARGEST_CACHED, _Same, by_identity, cached_while_small
from livingstone.rules import effects

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


def test_long_results_are_not_kept() -> None:
    @cached_while_small(maxsize=4, size=lambda count: count)
    def numbers(count: int) -> range:
        return range(count)

    assert numbers(LARGEST_CACHED) is numbers(LARGEST_CACHED)
    assert numbers(LARGEST_CACHED + 1) is not numbers(LARGEST_CACHED + 1)


def test_r6_6_a_long_list_of_sales_at_the_market_is_not_kept() -> None:
    few, many = ls.Gems(3, 3, 3), ls.Gems(20, 20, 20)
    assert effects._markets("market", few) is effects._markets("market", few)
    assert effects._markets("market", many) is not effects._markets("market", many)


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
