"""What holds in every game: it ends, and it ends well."""

from itertools import product
from random import Random

import pytest
from editions import RULESETS, new_game
from hypothesis import given
from hypothesis import strategies as st

from livingstone import Edition, PlayCard, State, apply, result, validate
from livingstone.edition.loading import check_edition
from livingstone.effects import BoatBack, Parts
from livingstone.testing import PICKS, Game, Pick, custom_editions, fold, options, pick_rare, starts

MOST_MOVES = 5000
"""No random game with the shipped cards comes near it; the rules know no limit (R2.7)."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_r2_7_random_games_end(ruleset: str, players: int) -> None:
    for seed, pick in enumerate(PICKS):
        state = new_game(players, seed=seed, edition=ruleset)
        assert_ends_well(play_out(state, seed, pick))


@given(starts(custom_editions()), st.integers(0, 2**32), st.sampled_from(PICKS))
def test_r2_7_random_games_of_any_edition_end(start: Game, seed: int, pick: Pick) -> None:
    midway = play_out(start.last, seed, pick, moves=300)
    assert_ends_well(play_without_boat_back(midway, seed))


def play_out(state: State, seed: int, pick: Pick, moves: int = MOST_MOVES) -> State:
    random = Random(seed)
    return fold(state, [random.randrange(256) for _ in range(moves)], pick).last


def play_without_boat_back(state: State, seed: int) -> State:
    """Play on without the effects that can go on for ever."""
    effects, random = state.edition.effects, Random(seed)
    for _ in range(MOST_MOVES):
        if state.is_over:
            break
        moves = [
            move
            for move in options(state)
            if not (isinstance(move, PlayCard) and isinstance(effects[move.card], BoatBack | Parts))
        ]
        state = apply(state, pick_rare(moves, random.randrange(256)))
    return state


def assert_ends_well(state: State) -> None:
    assert state.is_over
    assert validate(state) == []
    assert options(state) == ()
    ending = result(state)
    assert ending is not None
    assert len(ending.standings) == len(state.players)
    for seat, (player, standing) in enumerate(zip(state.players, ending.standings, strict=True)):
        parts = (standing.round_points, *standing.majorities)
        assert sum(parts) + standing.gem_points + standing.card_points == player.points
        assert min(*parts, standing.gem_points, standing.card_points) >= 0
        hidden = standing.is_out and state.edition.ruleset.out_scores_zero
        assert standing.points == (0 if hidden else player.points)
        assert standing.donated == player.chest
        assert (seat in ending.winners) == (standing.rank == 1 and not standing.is_out)
    for row, rated in enumerate(state.edition.board.rows):
        shares = [standing.majorities[row] for standing in ending.standings]
        assert sum(shares) <= rated.majority
        assert len(set(shares) - {0}) <= 1
    chests = [player.chest for player in state.players]
    enough = min(chests) + 1 if state.threshold is None else state.threshold
    assert [standing.is_out for standing in ending.standings] == [c < enough for c in chests]
    for one, other in product(ending.standings, repeat=2):
        if not one.is_out and (other.is_out or one.points > other.points):
            assert one.rank < other.rank
    assert bool(ending.winners) == any(not s.is_out for s in ending.standings)


@given(custom_editions())
def test_generated_editions_can_be_played_by_everyone_they_say(edition: Edition) -> None:
    assert check_edition(edition) == []
    range_ = edition.board.players
    for players in range(range_.least, range_.most + 1):
        assert len(new_game(players, seed=1, edition=edition).players) == players
