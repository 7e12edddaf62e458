"""What holds in every game: exactly the legal moves are accepted."""

from random import Random

import pytest
from candidates import foreign_things, universe
from editions import RULESETS, new_game
from hypothesis import given
from hypothesis import strategies as st

from livingstone import (
    Code,
    IllegalMoveError,
    State,
    apply,
    is_legal,
    legal_moves,
    why_illegal,
)
from livingstone.game.moves import Action
from livingstone.testing import Game, games, options, pick_rare


@given(games())
def test_whoever_is_to_move_can_move(game: Game) -> None:
    for state in game.states:
        moves = legal_moves(state)
        assert bool(moves) == (not state.is_chance and not state.is_over)
        assert len(set(moves)) == len(moves)


@given(games(longest=120))
def test_every_legal_move_is_accepted(game: Game) -> None:
    for state in game.states:
        for action in options(state)[:50]:
            assert is_legal(state, action)
            assert why_illegal(state, action) is None
        if not state.is_over:
            apply(state, options(state)[-1])


@given(games(longest=200), st.integers(0, 2**16))
def test_exactly_the_legal_moves_are_accepted(game: Game, number: int) -> None:
    state = game.states[number % len(game.states)]
    assert_only_legal_moves_are_accepted(state)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_exactly_the_legal_moves_are_accepted_late_in_a_game(ruleset: str, players: int) -> None:
    random = Random(players)
    state = new_game(players, seed=players, edition=ruleset)
    probes = set(random.sample(range(300), 3))
    for step in range(300):
        if state.is_over:
            break
        if step in probes:
            assert_only_legal_moves_are_accepted(state)
        state = apply(state, pick_rare(legal_moves(state), random.randrange(256)))
    assert_only_legal_moves_are_accepted(state)


def assert_only_legal_moves_are_accepted(state: State) -> None:
    legal = set(options(state))
    candidates = set(universe(state))
    assert legal <= candidates
    for action in candidates:
        assert_agreed(state, action, legal=action in legal)
    for thing in foreign_things(state):
        assert_agreed(state, thing, legal=False)


def assert_agreed(state: State, action: Action, *, legal: bool) -> None:
    assert is_legal(state, action) == legal, action
    refusal = why_illegal(state, action)
    if legal:
        assert refusal is None
        apply(state, action)
        return
    assert refusal is not None
    assert isinstance(refusal.code, Code)
    assert refusal.rule.startswith("R")
    assert refusal.sentence
    with pytest.raises(IllegalMoveError) as error:
        apply(state, action)
    assert error.value.reason == refusal
    assert error.value.state is state
    assert error.value.move is action
