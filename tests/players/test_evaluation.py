"""The network that judges positions, and the features that it judges by."""

import math
from random import Random

import pytest
from editions import new_game
from hypothesis import given
from positions import at_die, give, last_turn, play, sail, table

import livingstone as ls
from livingstone.players.evaluation import (
    FEATURES,
    Network,
    estimate_shares,
    features_of,
    final_shares,
    network_for,
)
from livingstone.players.ismcts import search
from livingstone.players.projection import chance_to_reach
from livingstone.testing import Game, games


def judged(state: ls.State) -> list[float]:
    return estimate_shares(state, network_for(len(state.players)))


@given(games(explicit=False))
def test_shares_of_the_win_are_shares_and_features_are_finite_on_any_board(game: Game) -> None:
    state, players = game.last, len(game.last.players)
    shares = judged(state)
    assert len(shares) == players
    assert all(0 <= share <= 1 for share in shares)
    assert sum(shares) <= 1 + 1e-5
    if not state.is_over:
        described = features_of(state)
        assert [len(features) for features in described] == [FEATURES] * players
        assert all(math.isfinite(value) for features in described for value in features)


def test_the_network_is_a_softmax_over_a_hidden_layer() -> None:
    """Worked out by hand: one hidden unit, which sees coins and is cut off at 0."""
    state = give(give(at_die(1, players=2), 0, coins=14), 1, coins=7)
    coins = features_of(state)[0].index(1.0, 20)
    weights = [0.0] * FEATURES
    weights[coins] = 2.0
    nothing = [0.0] * FEATURES
    network = Network([weights], [-1.5], [*nothing, 3.0], [*nothing, 0.0], -1.0)
    parts = [math.exp(3 * (2 * 1.0 - 1.5)), math.exp(0), math.exp(-1)]
    expected = [part / sum(parts) for part in parts[:2]]
    assert estimate_shares(state, network) == pytest.approx(expected, abs=1e-6)


def test_a_search_judges_by_the_network_that_it_is_given() -> None:
    """What one network likes, its opposite does not."""
    seen = ls.view(ls.apply(new_game(2, seed=7), ls.TakeDie(4)), 0)
    nothing = [0.0] * FEATURES
    networks = [Network([], [], [worth] * FEATURES, nothing, -3.0) for worth in (9.0, -9.0)]
    found = [search(seen, Random(1), 40, network=network) for network in networks]
    assert next(iter(found[0])) != next(iter(found[1]))


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


def test_the_features_of_a_seat_are_its_share_of_what_there_is() -> None:
    """Worked out by hand, in round 7 of 10; all majorities are 42 points, a roll is 14 coins."""
    state = sail(table(3, 1, 2), 7)
    state = give(
        state, 0, coins=9, chest=4, points=10, gems=ls.Gems(2, 1, 1),
        cards=["lion", "ignore_die", "ignore_die", "four_coins"],
        tents=[(1, 7), (2, 8)], scored=[(1, 1), (1, 2)],
    )  # fmt: skip
    state = give(state, 1, coins=5, points=20, scored=[(1, 3), (2, 4)])
    state = give(state, 2, coins=0, points=5, scored=[(1, 5), (1, 6), (6, 1)])
    first, second, third = features_of(state)
    assert first[:2] == second[:2] == third[:2] == [4 / 10, 0.0]

    spread = 0.25 + 0.15 * math.sqrt(3.5)

    def hope(*tents: int) -> float:
        parts = [math.exp((own - tents[0]) / spread) for own in tents]
        return 1 / sum(parts)

    hopes = [
        12 * hope(3, 1, 2) + 10 * hope(1, 1, 0) + 18 / 3 + 2 * hope(0, 0, 1),
        12 * hope(1, 3, 2) + 10 * hope(1, 1, 0) + 18 / 3 + 2 * hope(0, 0, 1),
        12 * hope(2, 3, 1) + 10 * hope(0, 1, 1) + 18 / 3 + 2 * hope(1, 0, 0),
    ]
    scored = [10 + 1 + 2, 20, 5]
    final = [scored[0] + 4 + 4 + hopes[0], scored[1] + hopes[1], scored[2] + hopes[2]]
    others = [(final[1] + final[2]) / 2, (final[0] + final[2]) / 2, (final[0] + final[1]) / 2]
    for seat, told in enumerate((first, second, third)):
        rivals = [own for number, own in enumerate(final) if number != seat]
        assert told[2] == pytest.approx((final[seat] - max(rivals)) / 42)
        assert told[3] == pytest.approx((final[seat] - others[seat]) / 42)
        assert told[4] == scored[seat] / 42
        assert told[5] == pytest.approx(hopes[seat] / 42)
    assert first[6:10] == pytest.approx([0, 12 / 42, 10 / 42, 2 / 42])
    assert second[6:10] == pytest.approx([0, 0, 10 / 42, 2 / 42])
    assert third[6:10] == pytest.approx([0, 2 / 42, 0, (12 + 10) / 42])
    assert first[10:18] == [4 / 42, 0, 2, 0, 0, 0, 0, 1]
    assert second[10:18] == [0.0] * 8
    assert first[18:21] == [2 / 15, 1 / 10, 1 / 5]

    wealth = [9 + 4 + 2 + 3 + 5, 5, 0]
    dangers = [math.exp(max(-30, -own / (0.4 + 2 * 2))) for own in wealth]
    gaps = [23, 5, -5]
    for seat, told in enumerate((first, second, third)):
        own, coins, chest = wealth[seat], state.players[seat].coins, state.players[seat].chest
        supply = state.players[seat].supply
        assert told[21:24] == [coins / 14, chest / 14, own / 14]
        assert told[24:27] == [
            min(1, own / 14),
            max(0, min(1, own / 7 - 2)),
            max(0, min(1, own / 14 * 1.5 - 2.25)),
        ]
        assert told[27:29] == pytest.approx([gaps[seat] / 14, max(-1, min(1, gaps[seat] / 8))])
        assert told[29] == pytest.approx(dangers[seat] / sum(dangers))
        assert told[30:32] == [0, 0]
        assert told[32:36] == pytest.approx(
            [supply / 11, 0, min(supply, coins // 4) / 11, 4 * supply / 110]
        )
        assert told[36] == seat / 3


def test_r9_2_two_players_have_features_of_the_donation_roll() -> None:
    """In the last round, with all tents built by seat 0; a win is sure with more than 24 coins."""
    state = give(give(last_turn(2), 0, coins=40), 1, coins=10, chest=3)
    built = [(row, column) for row in (1, 2) for column in range(1, 7)][:11]
    first, second = features_of(give(state, 0, coins=40, scored=built))
    assert first[1] == second[1] == 1
    assert first[24:27] == [1, 1, 1]
    assert second[24:27] == [13 / 14, 0, 0]
    low, high = (chance_to_reach(held, (4, 6), 1.8) for held in (14.5, 41.5))
    assert (*first[30:32], *second[30:32]) == (high, low, low, high)
    assert first[27:29] == [27 / 14, 1]
    assert second[27:29] == [-27 / 14, -1]
    assert first[32:36] == [0, 1, 0, 0]
    assert second[32:36] == [1, 0, 2 / 11, 1 / 10]
