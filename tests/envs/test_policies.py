"""Bots as policies, and agents as bots."""

import pytest

pytest.importorskip("pettingzoo")

from random import Random
from typing import Any

import livingstone as ls
from livingstone.envs import IllegalActionError, Layout, as_bot, as_policy, livingstone_v0


def first_choice(seen: dict[str, Any], rng: Random) -> int:
    return int(seen["action_mask"].argmax())


def test_a_bot_plays_the_same_game_as_a_policy() -> None:
    bot, rng = ls.load_player("greedy"), Random(3)
    state = ls.new_game(2, seed=7)
    while not state.is_over:
        state = ls.apply(state, bot.choose(ls.view(state, state.current_player), rng))
    game, policy = livingstone_v0.env(players=2), as_policy("greedy")
    game.reset(seed=7)
    for _ in game.agent_iter():
        _, _, ended, _, _ = game.last()
        game.step(None if ended else policy(game))
    assert game.unwrapped.game_state == state


@pytest.mark.parametrize("name", ["random", "ismcts:iterations=3"])
def test_a_policy_is_reset_to_its_seed(name: str) -> None:
    game, policy = livingstone_v0.env(players=3), as_policy(name, seed=5)
    games = []
    for one in (policy, policy, as_policy(name, seed=6)):
        one.reset()
        game.reset(seed=7)
        chosen = []
        for _ in range(12):
            chosen.append(one(game))
            game.step(chosen[-1])
        games.append(chosen)
    assert games[0] == games[1]
    assert (games[0] != games[2]) or name != "random"


def test_an_agent_sees_the_observations_of_the_environment() -> None:
    game = livingstone_v0.raw_env(players=2)

    def watching(seen: dict[str, Any], rng: Random) -> int:
        expected = game.observe(game.agent_selection)
        assert all((seen[key] == expected[key]).all() for key in expected)
        return first_choice(seen, rng)

    bot: ls.Bot = as_bot(watching)
    game.reset(seed=7)
    for _ in range(40):
        game.step(game.space.index(bot.choose(game.view, Random(1))))


def test_an_agent_plays_no_game_that_it_is_not_made_for() -> None:
    bot = as_bot(first_choice, fingerprint=Layout("printed", 2).fingerprint)
    assert bot.choose(ls.view(ls.new_game(2, seed=7), 0), Random(1)) == ls.TakeDie(2)
    for other in ls.new_game(3, seed=7), ls.new_game(2, seed=7, edition="bga"):
        with pytest.raises(ls.ArgumentError, match="belongs to another game"):
            bot.choose(ls.view(other, 0), Random(1))


def test_mistakes_are_told() -> None:
    with pytest.raises(ls.ArgumentError, match="no player"):
        as_policy("nonsense")
    with pytest.raises(ls.ArgumentError, match="seed"):
        as_policy("greedy", seed=-1)
    answers: list[Any] = [lambda *_: 0, lambda *_: None]
    for wrong in answers:
        with pytest.raises(IllegalActionError):
            as_bot(wrong).choose(ls.view(ls.new_game(2, seed=7), 0), Random(1))
    with pytest.raises(ls.ArgumentError, match="no move to choose"):
        as_bot(first_choice).choose(ls.view(ls.new_game(2, seed=7), 1), Random(1))
    game = livingstone_v0.env(players=2)
    game.reset(seed=7)
    with pytest.raises(ls.ArgumentError, match="no move to choose"):
        as_policy("greedy").act(ls.view(game.unwrapped.game_state, 1))
