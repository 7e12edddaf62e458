"""Exhaustive counts: every game of tiny editions, and a second way to count."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from editions import Table, card_table, make_edition, market_table, new_game, tiny_board

from livingstone import Perft, State, apply, chance_outcomes, legal_moves, perft, result, validate

pytestmark = pytest.mark.no_cover  # it takes long, and other tests cover the same lines


def tiny(cards: list[Table], changes: Table, ruleset: str) -> State:
    edition = make_edition(tiny_board(**changes), cards, ruleset)
    return new_game(2, edition=edition, explicit_chance=True)


LION_AND_COLLAPSE = [
    card_table("lion", "score_points", points=2),
    card_table("fall", "mine_collapse"),
]


MARKET_AND_COLLAPSE = [market_table("market"), card_table("fall", "mine_collapse")]


ONE_ROW: Table = {
    "columns": [{"cost": 1}, {"cost": 1}],
    "rows": [{"value": 1, "majority": 3}],
    "tents": 1,
    "start_coins": 0,
    "coins": [{"value": 1, "count": 1}],
    "stones": tiny_board()["stones"] | {"black": {"count": 0}},
}


one_column = partial(tiny, LION_AND_COLLAPSE, {"start_coins": 0})


two_columns = partial(tiny, MARKET_AND_COLLAPSE, ONE_ROW)


without_cards = partial(tiny, [], {"start_coins": 0, "coins": [{"value": 1, "count": 1}]})


TREES: list[tuple[Callable[[str], State], str, int, Perft]] = [
    (without_cards, "printed", 420, Perft(272, 303, 222, 222)),
    (without_cards, "bga", 420, Perft(260, 287, 212, 212)),
    (one_column, "printed", 3538, Perft(3156, 3711, 3026, 3026)),
    (one_column, "bga", 2690, Perft(2366, 2741, 2236, 2236)),
    (two_columns, "printed", 2882, Perft(44507, 49510, 33440, 33440)),
    (two_columns, "bga", 3040, Perft(32988, 36499, 24816, 24816)),
]
"""Tiny games, the different states in them, and all ways through them."""
MANY_WAYS = 10_000
"""A tree with more games than this takes a second."""


@pytest.mark.parametrize(
    ("make", "ruleset", "states", "golden"),
    [
        pytest.param(*tree, marks=[pytest.mark.slow] if tree[-1].leaves > MANY_WAYS else [])
        for tree in TREES
    ],
    ids=[f"tree {number}" for number in range(len(TREES))],
)
def test_the_complete_tree_of_a_tiny_game(
    make: Callable[[str], State], ruleset: str, states: int, golden: Perft
) -> None:
    start = make(ruleset)
    reached, certain = Counter[State](), Counter({start: 1})
    chances: dict[State, Fraction] = {start: Fraction(1)}
    level, total, ended = {start}, Perft(), Fraction(0)
    while level:
        reached.update(level)
        following, paths_to = set[State](), Counter[State]()
        chance_of: dict[State, Fraction] = {}
        for state in level:
            paths, chance = certain[state], chances[state]
            steps = shares(state)
            if state.is_over:
                assert validate(state) == []
                assert steps == {}
                assert result(state) is not None
                total = total.plus(Perft(terminals=paths, leaves=paths))
                ended += chance
                continue
            assert sum(steps.values()) == 1
            made = paths * len(steps)
            total = total.plus(Perft(outcomes=made) if state.is_chance else Perft(decisions=made))
            for action, share in steps.items():
                after = apply(state, action)
                following.add(after)
                paths_to[after] += paths
                chance_of[after] = chance_of.get(after, Fraction(0)) + chance * share
        level, certain, chances = following, paths_to, chance_of
    assert ended == 1, "what random players come to, all together"
    assert len(reached) == states
    assert total == golden
    assert perft(start, 1000) == golden


def shares(state: State) -> dict[Any, Fraction]:
    """Weigh what can happen next: by chance, or each move of a random player alike."""
    if state.is_chance:
        return dict(chance_outcomes(state))
    moves = legal_moves(state)
    return {move: Fraction(1, len(moves)) for move in moves}
