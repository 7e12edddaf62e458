"""What holds in every game: exactly the legal moves are accepted, and refusals have words."""

from itertools import product

import pytest
from candidates import foreign_things, universe
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.testing import Game, games, laws, options, states

NAMES = ["Ann", "Ben", "Cem", "Dan", "Eve"]


@given(games(longest=120))
def test_each_listed_move_is_accepted(game: Game) -> None:
    for state in game.states:
        for action in laws.check_options(state)[:20]:
            laws.check_legality(state, action, is_listed=True)


@given(states())
def test_an_illegal_move_is_an_error_that_has_the_move_the_state_and_the_reason(
    state: ls.State,
) -> None:
    for move in foreign_things(state):
        with pytest.raises(ls.IllegalMoveError) as caught:
            ls.apply(state, move)
        error = caught.value
        assert isinstance(error, ValueError)
        assert (error.move, error.state) == (move, state)
        assert error.reason == ls.why_illegal(state, move)
        assert str(error.reason) in str(error)
        # By their text, since 4.0 equals 4 and True equals 1.
        assert repr(move) not in map(repr, ls.legal_moves(state))


@given(games(longest=200), st.integers(0, 2**16))
def test_exactly_the_legal_moves_are_accepted_and_refusals_have_words(
    game: Game, number: int
) -> None:
    """All moves that could be meant are tried, and a refusal of each kind is told."""
    state = game.states[number % len(game.states)]
    legal, candidates = set(options(state)), set(universe(state))
    assert legal <= candidates
    met = dict[str, ls.Refusal]()
    tried = [(action, action in legal) for action in candidates]
    for action, is_listed in [*tried, *((thing, False) for thing in foreign_things(state))]:
        if refusal := laws.check_legality(state, action, is_listed=is_listed):
            met[f"{refusal.code.value} {refusal.rule}"] = refusal
    names = NAMES[: len(state.players)]
    for refusal, language in product(met.values(), ls.LANGUAGES):
        words = ls.describe_refusal(
            refusal, names=names, language=language, you=state.current_player, edition=state.edition
        )
        assert words.endswith(".")
        assert "{" not in words
