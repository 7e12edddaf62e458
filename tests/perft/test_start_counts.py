"""Exhaustive counts: golden numbers from the start, and what counting is.

A golden number says nothing about which rule broke, but it sees every rule at once.
"""

from functools import reduce

import pytest
from counting import before_the_end, count_by_levels
from editions import new_game
from hypothesis import assume, given
from hypothesis import strategies as st

from livingstone import (
    ArgumentError,
    Perft,
    State,
    apply,
    divide,
    legal_moves,
    perft,
    with_explicit_chance,
)
from livingstone.testing import options, states

pytestmark = pytest.mark.no_cover  # it takes long, and other tests cover the same lines

# The official game from its start


START: dict[tuple[str, int], list[tuple[int, int, int]]] = {
    ("printed", 2): [(0, 126, 126), (714, 126, 714), (4452, 126, 3738), (18522, 22862, 36806)],
    ("printed", 3): [(0, 462, 462), (2898, 462, 2898), (19404, 462, 16506)],
    ("printed", 4): [(0, 1287, 1287), (8613, 1287, 8613)],
    ("printed", 5): [(0, 3003, 3003), (21021, 3003, 21021)],
    ("bga", 2): [(0, 126, 126), (336, 126, 336), (2688, 126, 2352), (10920, 22862, 30968)],
    ("bga", 3): [(0, 462, 462), (1512, 462, 1512), (12096, 462, 10584)],
    ("bga", 4): [(0, 1287, 1287), (4752, 1287, 4752)],
    ("bga", 5): [(0, 3003, 3003), (12012, 3003, 12012)],
}
"""By edition and players, for depths from 1: decisions, outcomes, leaves; nothing ends so soon.

Some can be had by hand. Two players roll four dice: 9 over 4 = 126 outcomes. In each, a value can
be taken that occurs: 6 x (8 over 3) = 336 in all; in `printed` there are also 3 donations:
336 + 126 x 3 = 714. A player who took a die then has 4 actions and 3 donations: 336 x 7 = 2352.
"""


@pytest.mark.parametrize(("edition", "players"), START)
def test_golden_counts_from_the_start(edition: str, players: int) -> None:
    state = new_game(players, edition=edition, explicit_chance=True)
    for depth, (decisions, outcomes, leaves) in enumerate(START[edition, players], 1):
        golden = Perft(decisions, outcomes, 0, leaves)
        assert perft(state, depth) == golden
        if leaves < 20_000:
            assert count_by_levels(state, depth) == golden


# What counting is


@given(states(), st.integers(1, 2))
def test_the_parts_of_divide_sum_to_the_whole_anywhere(state: State, depth: int) -> None:
    explicit = with_explicit_chance(state)
    assume(not explicit.is_over and len(options(explicit)) < 50)
    parts = divide(state, depth)
    assert tuple(parts) == options(explicit)
    assert reduce(Perft.plus, parts.values()) == perft(state, depth)


@given(states())
def test_both_ways_to_count_agree_anywhere(state: State) -> None:
    explicit = with_explicit_chance(state)
    assert perft(state, 0) == Perft(terminals=int(state.is_over), leaves=1)
    assert perft(state, 1) == count_by_levels(state, 1)
    assume(len(options(explicit)) < 50)
    assert perft(state, 2) == count_by_levels(state, 2)


def test_a_seed_does_not_matter() -> None:
    assert perft(new_game(2, seed=7), 3) == perft(with_explicit_chance(new_game(2, seed=7)), 3)


def test_a_finished_game_counts_once() -> None:
    state = before_the_end(3, "printed")
    over = apply(state, legal_moves(state)[-1])
    assert over.is_over
    assert perft(over, 5) == Perft(terminals=1, leaves=1)
    assert divide(over, 5) == {}


def test_a_depth_is_not_negative() -> None:
    state = new_game(2, seed=7)
    with pytest.raises(ArgumentError, match="depth"):
        perft(state, -1)
    with pytest.raises(ArgumentError, match="depth"):
        divide(state, -1)
    with pytest.raises(ArgumentError, match="depth"):
        divide(state, 0)
