"""Names that are members of an enumeration, or texts of numpy: they stand for the plain texts."""

import random
from decimal import Decimal
from enum import StrEnum

import numpy as np
import pytest
from editions import new_game

import livingstone as ls
from livingstone.players import IsmctsBot, Weights
from livingstone.support.arguments import plain_float


class Name(StrEnum):
    """Names, as a program of a user may keep them."""

    BGA = "bga"
    RANDOM = "random"
    GREEDY = "greedy"


@pytest.mark.parametrize("name", [Name.BGA, np.str_("bga")])
def test_an_edition_is_the_same_by_any_text(name: str) -> None:
    edition = ls.load_edition(name)
    assert type(edition.id) is str
    assert list(ls.validate(ls.new_game(2, seed=1, edition=name))) == []


def test_a_batch_is_the_same_by_any_texts() -> None:
    plain = ls.simulate(["random", "greedy"], 4, seed=1, edition="bga")
    named = ls.simulate([Name.RANDOM, Name.GREEDY], 4, seed=1, edition=Name.BGA)
    assert named.to_json() == plain.to_json()
    assert all(type(name) is str for name in named.lineup)


def test_bots_in_processes_of_their_own_are_found_by_any_text() -> None:
    limited = ls.simulate([Name.RANDOM, Name.RANDOM], 2, seed=1, seconds_per_move=9)
    assert limited.games == 2
    assert not limited.failures


def test_a_comparison_and_a_tournament_name_bots_by_plain_texts() -> None:
    compared = ls.compare(Name.RANDOM, Name.GREEDY, against=[Name.RANDOM], games=2, seed=1)
    rated = ls.tournament([Name.RANDOM, Name.GREEDY], games=2, seed=1)
    names = [compared.a, compared.b, *compared.against, *(own.bot for own in rated.ratings)]
    assert {type(name) for name in names} == {str}


@pytest.mark.parametrize("number", [2, Decimal(2), np.float32(2), np.int64(2)])
def test_a_number_of_any_kind_becomes_a_plain_one(number: float) -> None:
    values = (
        plain_float(number),
        IsmctsBot(seconds=number).seconds,
        Weights(rivalry=number).rivalry,
    )
    assert {type(value) for value in values} == {float}
    assert set(values) == {2.0}


@pytest.mark.parametrize(
    "value", [None, True, "2", 1j, Decimal("nan"), 10**400, np.ones(1), np.True_]
)
def test_what_is_no_finite_number_becomes_none(value: object) -> None:
    assert plain_float(value) is None


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), True])
def test_a_search_refuses_a_limit_that_is_none(seconds: float) -> None:
    seen = ls.view(new_game(2, seed=7), 0)
    with pytest.raises(ls.ArgumentError, match="seconds must be a number above 0"):
        IsmctsBot(iterations=2).choose(seen, random.Random(1), seconds=seconds)
