"""The shipped players: legal in every game, from what a seat may know, the same each time."""

import pickle
import random
from collections.abc import Callable

import pytest
from editions import new_game
from hypothesis import given, settings
from hypothesis import strategies as st

import livingstone as ls
from livingstone.players import Bot, GreedyBot, IsmctsBot, RandomBot
from livingstone.testing import (
    Game,
    editions,
    fold,
    games,
    numbers,
    pick_rare,
    starts,
    with_other_secrets,
)

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "ismcts": lambda: IsmctsBot(iterations=3),
}
QUICK = ["random", "greedy"]
MOST_MOVES = 3000
"""A game ends with probability 1, not surely (R2.7)."""


def play(state: ls.State, bots: list[Bot], seed: int, longest: int = MOST_MOVES) -> ls.State:
    """Play on until the end, each bot seeing a view of its own seat and nothing else."""
    rng = random.Random(seed)
    for _ in range(longest):
        if state.is_over:
            break
        seen = ls.view(state, state.current_player)
        move = bots[state.current_player].choose(seen, rng)
        assert move in seen.legal_moves
        state = ls.apply(state, move)
    return state


@pytest.mark.parametrize("name", QUICK)
@given(start=starts(editions(), explicit=False), seed=st.integers(0, 99))
def test_a_bot_plays_any_edition_to_the_end(name: str, start: Game, seed: int) -> None:
    state = start.last
    end = play(state, [BOTS[name]() for _ in state.players], seed)
    assert ls.validate(end) == []


@pytest.mark.parametrize("name", BOTS)
@settings(max_examples=15)
@given(data=st.data())
def test_a_bot_chooses_a_legal_move_anywhere(name: str, data: st.DataObject) -> None:
    """Also in positions that no player who thinks would come to."""
    start = data.draw(starts(editions(), explicit=False))
    state = fold(start.last, data.draw(numbers(80)), pick_rare).last
    play(state, [BOTS[name]() for _ in state.players], 0, longest=6)


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", QUICK)
def test_a_bot_plays_every_shipped_edition(name: str, players: int, edition: str) -> None:
    for seed in range(5):
        end = play(new_game(players, seed=seed, edition=edition), [BOTS[name]()] * players, seed)
        assert end.is_over


@pytest.mark.parametrize("name", BOTS)
@settings(max_examples=15)
@given(data=st.data())
def test_r10_2_what_a_bot_may_not_know_changes_nothing(name: str, data: st.DataObject) -> None:
    state = data.draw(games(explicit=False, longest=80)).last
    if state.is_over:
        return
    seat = state.current_player
    other = data.draw(with_other_secrets(state, seat))
    chosen = [
        BOTS[name]().choose(ls.view(secret, seat), random.Random(1)) for secret in (state, other)
    ]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", BOTS)
def test_the_same_random_numbers_give_the_same_game(name: str) -> None:
    ends = [play(new_game(2, seed=3), [BOTS[name]()] * 2, 5) for _ in range(2)]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_can_be_sent_to_another_process(name: str) -> None:
    bot = BOTS[name]()
    seen = ls.view(new_game(2, seed=9), 0)
    sent = pickle.loads(pickle.dumps(bot))
    assert sent.choose(seen, random.Random(2)) == bot.choose(seen, random.Random(2))
