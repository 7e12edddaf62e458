"""The network that judges positions, and the features that it judges by."""

import math
from random import Random

import pytest
from editions import new_game
from hypothesis import given
from positions import at_die, give, last_turn, play

import livingstone as ls
from livingstone.players.evaluation import (
    FEATURES,
    Evaluation,
    FeatureReader,
    Network,
    final_shares,
    network_for,
)
from livingstone.players.ismcts import search
from livingstone.testing import Game, games


def judged(state: ls.State) -> list[float]:
    players = len(state.players)
    return Evaluation(state.edition, players, network_for(players)).shares(state)


@given(games(explicit=False))
def test_shares_of_the_win_are_shares_on_any_board(game: Game) -> None:
    shares = judged(game.last)
    assert len(shares) == len(game.last.players)
    assert all(0 <= share <= 1 for share in shares)
    assert sum(shares) <= 1 + 1e-5


@given(games(explicit=False))
def test_features_are_as_many_as_the_network_takes(game: Game) -> None:
    state = game.last
    if not state.is_over:
        described = FeatureReader(state.edition, len(state.players)).read(state)
        assert [len(features) for features in described] == [FEATURES] * len(state.players)
        assert all(math.isfinite(value) for features in described for value in features)


def test_what_a_reader_remembers_changes_nothing() -> None:
    state = new_game(3, seed=5)
    reader = FeatureReader(state.edition, 3)
    for _ in range(60):
        state = ls.apply(state, ls.legal_moves(state)[0])
        assert reader.read(state) == FeatureReader(state.edition, 3).read(state)


def test_the_network_is_a_softmax_over_a_hidden_layer() -> None:
    """Worked out by hand: one hidden unit, which sees coins and is cut off at 0."""
    state = give(give(at_die(1, players=2), 0, coins=14), 1, coins=7)
    coins = FeatureReader(state.edition, 2).read(state)[0].index(1.0, 20)
    weights = [0.0] * FEATURES
    weights[coins] = 2.0
    nothing = [0.0] * FEATURES
    network = Network([weights], [-1.5], [*nothing, 3.0], [*nothing, 0.0], -1.0)
    parts = [math.exp(3 * (2 * 1.0 - 1.5)), math.exp(0), math.exp(-1)]
    expected = [part / sum(parts) for part in parts[:2]]
    assert Evaluation(state.edition, 2, network).shares(state) == pytest.approx(expected, abs=1e-6)


def test_a_search_judges_by_the_network_that_it_is_given() -> None:
    """What one network likes, its opposite does not."""
    seen = ls.view(ls.apply(new_game(2, seed=7), ls.TakeDie(4)), 0)
    networks = [
        Network([], [], [worth] * FEATURES, [0.0] * FEATURES, -3.0) for worth in (9.0, -9.0)
    ]
    found = [search(seen, Random(1), 40, network=network) for network in networks]
    assert next(iter(found[0])) != next(iter(found[1]))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_more_points_and_coins_are_better(players: int) -> None:
    even = new_game(players, seed=5)
    rich = give(even, 0, coins=3, points=20)
    assert judged(rich)[0] > judged(even)[0] + 0.1


def test_r8_5_at_the_end_of_a_game_the_shares_are_exact() -> None:
    state = give(last_turn(3), 1, chest=5, cards=["lion"])
    end = play(state, ls.TakeDie(6), ls.TakeCoins(), ls.EndTurn())
    assert judged(end) == [0.0, 1.0, 0.0]


def test_r9_2_with_two_players_the_donation_roll_is_averaged_over() -> None:
    """A donation of 4 suffices for a roll of four ones only; that of seat 1 for all."""
    state = give(give(last_turn(2), 1, chest=24), 0, chest=4, points=60)
    end = ls.apply(
        play(state, ls.TakeDie(6), ls.TakeCoins(), ls.EndTurn()), ls.DiceRolled((6,) * 4)
    )
    assert final_shares(end) == pytest.approx([1 / 6**4, 1 - 1 / 6**4], abs=1e-6)
