"""How well the players play, counted over games with seats rotated; figures are in `benchmarks`."""

import random
from fractions import Fraction

import pytest
from positions import outcome

import livingstone as ls
from livingstone.players import Bot, GreedyBot, IsmctsBot, RandomBot

pytestmark = [
    pytest.mark.no_cover,  # other tests cover the same lines
    pytest.mark.slow,
]


def wins(bot: Bot, others: list[Bot], games: int) -> Fraction:
    """Count the games won by the first, a shared win in part; it changes seats within a seed."""
    seats, won = len(others) + 1, Fraction(0)
    for game in range(games):
        seat, rng = game % seats, random.Random(game)
        table = [*others[:seat], bot, *others[seat:]]
        state = ls.new_game(seats, seed=game // seats)
        while not state.is_over:
            player = state.current_player
            state = ls.apply(state, table[player].choose(ls.view(state, player), rng))
        winners = outcome(state).winners
        won += Fraction(seat in winners, len(winners) or 1)
    return won


@pytest.mark.parametrize(("players", "least"), [(2, 27), (3, 18), (5, 16)])
def test_greedy_beats_random_players(players: int, least: int) -> None:
    assert wins(GreedyBot(), [RandomBot()] * (players - 1), 30) >= least


def test_the_search_beats_greedy() -> None:
    assert wins(IsmctsBot(iterations=20), [GreedyBot()], 12) >= 8
