"""What holds in every game: exactly the legal moves are accepted, and refusals have words."""

from collections.abc import Iterator
from random import Random

from candidates import foreign_things, universe
from editions import RULESETS, new_game
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.testing import Game, games, laws, options, pick_rare
from livingstone.testing.games import dealt

NAMES = ["Ann", "Ben", "Cem", "Dan", "Eve"]


@given(games(longest=120))
def test_each_listed_move_is_accepted(game: Game) -> None:
    for state in game.states:
        for action in laws.check_options(state)[:20]:
            laws.check_legality(state, action, is_listed=True)


@given(games(longest=200), st.integers(0, 2**16))
def test_exactly_the_legal_moves_are_accepted(game: Game, number: int) -> None:
    refusals_in(game.states[number % len(game.states)])


def refusals_in(state: ls.State) -> set[str]:
    """Check all moves that could be meant, and a refusal of each kind; return the kinds."""
    legal, candidates = set(options(state)), set(universe(state))
    assert legal <= candidates
    met = dict[str, ls.Refusal]()
    tried = [(action, action in legal) for action in candidates]
    for action, is_listed in [*tried, *((thing, False) for thing in foreign_things(state))]:
        refusal = laws.check_legality(state, action, is_listed=is_listed)
        if refusal is not None:
            met[f"{refusal.code.value} {refusal.rule}"] = refusal
    for refusal in met.values():
        for language in ls.LANGUAGES:
            words = ls.describe_refusal(
                refusal, NAMES, language=language, you=state.current_player, edition=state.edition
            )
            assert words.endswith(".")
            assert "{" not in words
    return {*met}


def late_positions(ruleset: str, players: int, random: Random) -> Iterator[ls.State]:
    """Yield states of a game from the middle on, and its last one."""
    state = new_game(players, edition=ruleset, explicit_chance=True)
    state = dealt(state, random.randbytes(random.choice([0, 30, 90])))
    probes = random.sample(range(300), 3)
    for step in range(300):
        if state.is_over:
            break
        if step in probes:
            yield state
        state = ls.apply(state, pick_rare(options(state), random.randrange(256)))
    yield state


def test_refusals_of_every_kind_are_met_late_in_games() -> None:
    met, random = set[str](), Random(7)
    for ruleset in RULESETS:
        for players in (2, 3, 5):
            for state in late_positions(ruleset, players, random):
                met |= refusals_in(state)
    assert len(met) > 20, sorted(met)
