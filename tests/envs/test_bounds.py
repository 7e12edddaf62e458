"""Limits, chances and rewards: the numbers that frameworks ask for."""

from math import isclose

import pytest
from attrs import evolve
from editions import PRINTED, board_table, make_edition, new_game
from hypothesis import given
from positions import finish, last_turn, outcome, play, table

import livingstone as ls
from livingstone.envs import chances_of, limits_of, reward_range, rewards_of
from livingstone.testing import Game, games


@given(games(explicit=True, longest=60))
def test_no_position_is_beyond_the_limits(game: Game) -> None:
    limits = limits_of(game.last.edition, len(game.last.players))
    for state in game.states:
        if state.is_chance and limits.outcomes < 500:
            assert len(ls.chance_outcomes(state)) <= limits.outcomes


def test_the_most_outcomes_of_each_kind_are_reached() -> None:
    limits = limits_of(PRINTED, 2)
    start = new_game(2, explicit_chance=True)
    assert len(ls.chance_outcomes(start)) == limits.round_rolls
    ended = ls.with_explicit_chance(finish(last_turn(2)))
    assert len(ls.chance_outcomes(ended)) == limits.donation_rolls
    digging = play(table(2, 6), ls.TakeDie(6), ls.Dig())
    assert len(ls.chance_outcomes(digging)) == limits.stone_draws
    drawing = play(table(2, 6), ls.TakeDie(6), ls.DrawCard())
    assert len(ls.chance_outcomes(drawing)) == limits.card_draws
    assert limits_of(PRINTED, 3).donation_rolls == 0


def test_without_cards_none_is_drawn() -> None:
    assert limits_of(make_edition(board_table(), []), 3).card_draws == 0


def test_chances_are_the_exact_ones_in_their_order() -> None:
    for state in (
        new_game(2, explicit_chance=True),
        play(table(2, 3), ls.TakeDie(3), ls.Dig()),
        play(table(2, 2), ls.TakeDie(2), ls.Dig()),
        play(table(2, 6), ls.TakeDie(6), ls.DrawCard()),
        ls.with_explicit_chance(finish(last_turn(2))),
    ):
        exact = ls.chance_outcomes(state)
        chances = chances_of(state)
        assert chances.outcomes == tuple(exact)
        assert chances.probabilities == tuple(map(float, exact.values()))
        assert isclose(sum(chances.probabilities), 1)
    assert chances_of(table(2, 3)) == ((), ())


def result_with(*standings: tuple[int, int, bool]) -> ls.Result:
    """Make a result of points, ranks and who is out; the first of all ranks wins."""
    real = outcome(finish(last_turn(3)))
    return evolve(
        real,
        winners=tuple(
            seat for seat, (_, rank, is_out) in enumerate(standings) if rank == 1 and not is_out
        ),
        standings=tuple(
            evolve(real.standings[0], points=points, rank=rank, is_out=is_out)
            for points, rank, is_out in standings
        ),
    )


def test_rewards_are_as_documented() -> None:
    plain = result_with((20, 2, False), (30, 1, False), (40, 3, True))
    assert rewards_of(plain, "win") == (0, 1, 0)
    assert rewards_of(plain, "rank") == (0.5, 1, 0)
    assert rewards_of(plain, "margin") == (-10, 10, -30)
    shared = result_with((30, 1, False), (30, 1, False), (9, 3, False))
    assert rewards_of(shared, "win") == (0.5, 0.5, 0)
    assert rewards_of(shared, "rank") == (0.75, 0.75, 0)
    assert rewards_of(shared, "margin") == (0, 0, -21)
    nobody = result_with((30, 1, True), (20, 1, True), (10, 1, True))
    assert rewards_of(nobody, "win") == (0, 0, 0)
    assert rewards_of(nobody, "rank") == (0.5, 0.5, 0.5)
    assert rewards_of(nobody, "margin") == (0, 0, 0)


@given(games(longest=200))
def test_rewards_are_within_their_ranges(game: Game) -> None:
    result = ls.result(game.last)
    if result is None:
        return
    for reward in ("win", "rank", "margin"):
        given_out = rewards_of(result, reward)
        least, most = reward_range(reward)
        assert least is None or least <= min(given_out)
        assert most is None or max(given_out) <= most


def test_unknown_rewards_are_refused() -> None:
    with pytest.raises(ls.ArgumentError, match="win, rank, margin"):
        reward_range("luck")  # type: ignore[arg-type]
