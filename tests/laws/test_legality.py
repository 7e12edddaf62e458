"""What holds in every game: exactly the legal moves are accepted, and refusals have words."""

from itertools import product

from candidates import foreign_things, universe
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.testing import Game, games, laws, options

NAMES = ["Ann", "Ben", "Cem", "Dan", "Eve"]


@given(games(longest=120))
def test_each_listed_move_is_accepted(game: Game) -> None:
    for state in game.states:
        for action in laws.check_options(state)[:20]:
            laws.check_legality(state, action, is_listed=True)


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
