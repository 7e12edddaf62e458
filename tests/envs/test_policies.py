"""Bots as policies, and agents as bots."""

import pytest

pytest.importorskip("pettingzoo")

from collections.abc import Callable
from random import Random
from typing import Any

from editions import PRINTED, new_game
from positions import give, table
from random_agents import first_choice

import livingstone as ls
from livingstone.envs import (
    ActionChoice,
    ActionKind,
    IllegalActionError,
    Layout,
    StepwiseActionSpace,
    as_bot,
    as_policy,
    livingstone_v0,
)

ACTIONS: list[ActionKind] = ["flat", "stepwise"]


@pytest.mark.parametrize("actions", ACTIONS)
def test_a_bot_plays_the_same_game_as_a_policy(actions: ActionKind) -> None:
    bot, rng = ls.load_player("greedy"), Random(3)
    state = ls.new_game(2, seed=7)
    while not state.is_over:
        state = ls.apply(state, bot.choose(ls.view(state, state.current_player), rng))
    game, policy = livingstone_v0.env(players=2, actions=actions), as_policy("greedy")
    game.reset(seed=7)
    for _ in game.agent_iter():
        _, _, ended, _, _ = game.last()
        game.step(None if ended else policy(game))
    assert game.unwrapped.game_state == state


@pytest.mark.parametrize("name", ["random", "ismcts:iterations=3"])
def test_a_policy_begins_anew_with_its_seed(name: str) -> None:
    game, policy = livingstone_v0.env(players=3, actions="stepwise"), as_policy(name, seed=5)
    games = []
    for _ in range(2):
        policy.reset()
        game.reset(seed=7)
        chosen = []
        for _ in range(12):
            chosen.append(policy(game))
            game.step(chosen[-1])
        games.append(chosen)
    assert games[0] == games[1]


@pytest.mark.parametrize("name", ["greedy", "ismcts:iterations=3", "random"])
def test_a_policy_goes_on_from_any_choice_that_another_began(name: str) -> None:
    """Where a die is taken, too, which `greedy` always wants to use first."""
    space, policy = StepwiseActionSpace(PRINTED, 2), as_policy(name)
    state = new_game(2, seed=7)
    for number in range(12):
        seen = ls.view(state, state.current_player)
        decision = space.choice_of(seen)
        for index in decision.indices:
            after = decision.choose(index)
            if isinstance(after, ActionChoice):
                assert policy.act(seen, after) in after.indices
        state = ls.apply(state, seen.legal_moves[number % len(seen.legal_moves)])


def test_agents_play_in_simulations_by_their_names() -> None:
    players = ["random_agents:flat_agent", "random_agents:stepwise_agent", "random"]
    report = ls.simulate(players, 3, seed=7)
    assert report.failures == {}
    again = ls.simulate(players, 3, seed=7)
    assert [bot.win for bot in report.bots] == [bot.win for bot in again.bots]


@pytest.mark.parametrize("actions", ACTIONS)
def test_an_agent_sees_what_the_environment_shows(actions: ActionKind) -> None:
    shown = list[dict[str, Any]]()

    def watching(seen: dict[str, Any], rng: Random) -> int:
        shown.append(seen)
        return first_choice(seen, rng)

    bot: ls.Bot = as_bot(watching, actions)
    game = livingstone_v0.raw_env(players=2, actions=actions)
    game.reset(seed=7)
    for _ in range(40):
        del shown[:]
        move = bot.choose(game.view, Random(1))
        for expected in shown:
            seen = game.observe(game.agent_selection)
            assert all((seen[key] == expected[key]).all() for key in seen)
            game.step(first_choice(seen, Random(1)))
        assert isinstance(move, ls.Move)


@pytest.mark.parametrize("wrong", [lambda seen, rng: 0, lambda seen, rng: None])
def test_an_agent_that_chooses_what_it_may_not_is_told(wrong: Callable[..., int]) -> None:
    with pytest.raises(IllegalActionError):
        as_bot(wrong).choose(ls.view(ls.new_game(2, seed=7), 0), Random(1))


def test_an_agent_plays_no_game_that_it_is_not_made_for() -> None:
    bot = as_bot(first_choice, fingerprint=Layout("printed", 2).fingerprint)
    assert bot.choose(ls.view(ls.new_game(2, seed=7), 0), Random(1)) == ls.TakeDie(2)
    for other in ls.new_game(3, seed=7), ls.new_game(2, seed=7, edition="bga"):
        with pytest.raises(ls.ArgumentError, match="belongs to another game"):
            bot.choose(ls.view(other, 0), Random(1))
    stepwise = as_bot(first_choice, "stepwise", fingerprint=Layout("printed", 2).fingerprint)
    with pytest.raises(ls.ArgumentError, match="belongs to another game"):
        stepwise.choose(ls.view(ls.new_game(2, seed=7), 0), Random(1))


def test_mistakes_are_told() -> None:
    with pytest.raises(ls.ArgumentError, match="no player"):
        as_policy("nonsense")
    with pytest.raises(ls.ArgumentError, match="seed"):
        as_policy("greedy", seed=-1)
    with pytest.raises(ls.ArgumentError, match='actions must be "flat" or "stepwise"'):
        as_bot(first_choice, "stepwsie")  # type: ignore[arg-type]
    with pytest.raises(ls.ArgumentError, match="no move to choose"):
        as_bot(first_choice).choose(ls.view(ls.new_game(2, seed=7), 1), Random(1))
    game = livingstone_v0.env(players=2)
    game.reset(seed=7)
    policy = as_policy("greedy")
    waiting = game.unwrapped.space.choice_of(ls.view(game.unwrapped.game_state, 1))
    with pytest.raises(ls.ArgumentError, match="no move to choose"):
        policy.act(ls.view(game.unwrapped.game_state, 1), waiting)


def test_nobody_chooses_after_a_game_was_cut_off() -> None:
    game = livingstone_v0.raw_env(players=2, max_moves=1)
    game.reset(seed=7)
    policy = as_policy("greedy")
    game.step(policy(game))
    assert all(game.truncations.values())
    with pytest.raises(ls.ArgumentError, match="no move to choose"):
        policy(game)


STATE = ls.new_game(2, seed=7)


def test_policies_of_other_seeds_choose_otherwise() -> None:
    view, space = ls.view(STATE, 0), Layout("printed", 2, "flat").space
    games = [
        [policy.act(view, space.choice_of(view)) for _ in range(20)]
        for policy in (as_policy("random", seed=1), as_policy("random", seed=2))
    ]
    assert games[0] != games[1]


def test_a_policy_whose_plan_another_replaced_makes_a_possible_choice() -> None:
    space = StepwiseActionSpace(PRINTED, 3)
    seen = ls.view(give(table(3, 2, 3), 0, coins=9, gems=ls.Gems(3, 3, 2)), 0)
    choice = space.choice_of(seen)
    for seed in range(10):
        policy = as_policy("random", seed=seed)
        for index in choice.indices:
            policy.act(seen, choice)
            after = choice.choose(index)
            if isinstance(after, ActionChoice):
                assert policy.act(seen, after) in after.indices
