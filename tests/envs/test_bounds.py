"""Rewards."""

import pytest
from attrs import evolve
from hypothesis import given
from positions import finish, last_turn, outcome

import livingstone as ls
from livingstone.envs import rewards_of
from livingstone.testing import Game, games


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
def test_wins_and_ranks_are_rewarded_from_0_to_1(game: Game) -> None:
    result = ls.result(game.last)
    if result is None:
        return
    for reward in ("win", "rank"):
        given_out = rewards_of(result, reward)
        assert 0 <= min(given_out) <= max(given_out) <= 1


def test_unknown_rewards_are_refused() -> None:
    with pytest.raises(ls.ArgumentError, match="win, rank, margin"):
        rewards_of(outcome(finish(last_turn(3))), "luck")  # type: ignore[arg-type]
