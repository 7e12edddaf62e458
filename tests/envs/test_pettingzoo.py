"""The environment for PettingZoo: its own conformance suite, and what the suite does not ask."""

import pytest

pytest.importorskip("pettingzoo")

import copy
import importlib
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from positions import outcome

import livingstone as ls
from livingstone.envs import IllegalActionError, Reward, livingstone_v0, observe, rewards_of
from livingstone.envs.livingstone_v0 import raw_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of games of its own, if there are any
    zoo: Any = importlib.import_module("pettingzoo.test")  # which has no types

suite = pytest.mark.parametrize(
    ("players", "edition"), [(2, "printed"), (3, "bga"), (5, "printed"), (5, "bga")]
)

EXPECTED = (
    "Observation space for each agent probably should be",  # it is one of boxes, with a mask
    "Observation is not a NumPy array",  # for the same reason
    "Action mask numpy array is all zeros",  # after the end of a game there is nothing to choose
)


def quietly(test: Callable[[], object]) -> None:
    """Run a test of the suite; its warnings must be the expected ones."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        test()
    assert [str(w.message) for w in found if not str(w.message).startswith(EXPECTED)] == []


@suite
def test_the_suite_accepts_the_environment(players: int, edition: str) -> None:
    options: dict[str, Any] = {"players": players, "edition": edition}
    quietly(lambda: zoo.api_test(livingstone_v0.env(**options), num_cycles=120))
    quietly(lambda: zoo.api_test(livingstone_v0.env(**options, max_moves=9), num_cycles=30))
    quietly(lambda: zoo.seed_test(lambda: livingstone_v0.env(**options), num_cycles=40))
    quietly(lambda: zoo.parallel_api_test(livingstone_v0.parallel_env(**options), num_cycles=60))


def test_the_suite_accepts_the_render_modes(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {"svg": lambda picture: picture.startswith("<svg"), "ansi": lambda text: "Bank" in text}
    quietly(lambda: zoo.render_test(lambda **mode: livingstone_v0.env(players=2, **mode), drawn))
    assert "Bank" in capsys.readouterr().out


def play(game: Any, choose: Callable[[np.ndarray[Any, Any]], int], *, most: int = 10**6) -> None:
    """Play a game to its end, or for so many actions."""
    for agent in game.agent_iter(most):
        seen, _, ended, cut_off, _ = game.last()
        assert agent == game.agent_selection
        game.step(None if ended or cut_off else choose(seen["action_mask"]))


def lowest(mask: np.ndarray[Any, Any]) -> int:
    return int(mask.argmax())


def random_choice(random: Random) -> Callable[[np.ndarray[Any, Any]], int]:
    return lambda mask: random.choice(np.flatnonzero(mask).tolist())


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_rewards_come_at_the_end_of_a_game(reward: Reward) -> None:
    game = raw_env(players=3, reward=reward)
    game.reset(seed=7)
    choose, total = random_choice(Random(7)), dict.fromkeys(game.possible_agents, 0.0)
    while not any(game.terminations.values()):
        assert not any(game.rewards.values())
        game.step(choose(game.observe(game.agent_selection)["action_mask"]))
    for agent in game.agent_iter():
        total[agent] += game.last()[1]
        game.step(None)
    assert tuple(total.values()) == rewards_of(outcome(game.game_state), reward)
    assert game.agents == []


def test_r10_2_after_a_cut_off_all_agents_see_with_their_own_eyes_and_none_can_act() -> None:
    game = raw_env(players=3, max_moves=5)
    game.reset(seed=7)
    for _ in range(5):
        assert not any(game.truncations.values())
        game.step(lowest(game.observe(game.agent_selection)["action_mask"]))
    assert all(game.truncations.values())
    assert not any([*game.terminations.values(), *game.rewards.values()])
    for agent in game.agent_iter():
        view = ls.view(game.game_state, game.possible_agents.index(agent))
        seen = game.observe(agent)
        np.testing.assert_array_equal(seen["observation"], observe(view))
        assert not seen["action_mask"].any()
        game.step(None)
    assert game.agents == []


@pytest.mark.parametrize("make", [livingstone_v0.env, raw_env, livingstone_v0.parallel_env])
def test_a_reset_is_asked_for_before_a_step(make: Callable[[], Any]) -> None:
    game = make()
    with pytest.raises(ResetNeeded, match="call reset first"):
        game.step({"player_0": 1} if make is livingstone_v0.parallel_env else 1)


def test_an_illegal_action_is_told_and_changes_nothing() -> None:
    game: Any = livingstone_v0.env(players=2)
    game.reset(seed=7)
    before = game.unwrapped.game_state
    for wrong in (0, 10**9, -1, None, 1.0, "1"):
        with pytest.raises(IllegalActionError):
            game.step(wrong)
    assert game.unwrapped.game_state is before
    assert game.agent_selection == "player_0"
    play(game, lowest, most=30)


def test_a_seed_is_that_of_the_game() -> None:
    game = raw_env(players=3, edition="bga")
    game.reset(seed=11)
    assert game.game_state == ls.new_game(3, edition="bga", seed=11)
    followed = list[ls.State]()
    for seed in (11, None, None, 11, None, None):
        game.reset(seed=seed)
        followed.append(game.game_state)
    assert followed[:3] == followed[3:]
    assert len(set(followed)) == 3
    with pytest.raises(ls.ArgumentError, match="seed"):
        game.reset(seed=-1)
    assert game.game_state == followed[-1]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_goes_on_in_the_middle_of_a_game(copied: Callable[[raw_env], raw_env]) -> None:
    game = raw_env(players=4)
    game.reset(seed=7)
    play(game, lowest, most=20)
    twin = copied(game)
    play(game, lowest, most=20)
    play(twin, lowest, most=20)
    assert twin.game_state == game.game_state


def test_a_frame_has_one_size_and_shows_something() -> None:
    game = raw_env(players=5, render_mode="rgb_array")
    game.reset(seed=7)
    first = game.render()
    play(game, random_choice(Random(1)), most=200)
    second = game.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(second, np.ndarray)
    assert first.shape == second.shape == (1000, 900, 3)
    assert len({tuple(pixel) for row in first[::9, ::9] for pixel in row}) > 50
    assert (first != second).any()


def test_wrong_options_are_told() -> None:
    wrong = {"players": 6, "edition": "none", "reward": "luck", "max_moves": 0, "render_mode": "tv"}
    for option, value in wrong.items():
        options: dict[str, Any] = {option: value}
        with pytest.raises(ls.LivingstoneError, match=str(value)):
            livingstone_v0.env(**options)


def test_people_see_the_position_after_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    game = livingstone_v0.env(players=2, render_mode="human")
    game.reset(seed=7)
    seen, *_ = game.last()
    assert seen is not None
    game.step(int(seen["action_mask"].argmax()))
    shown = ls.text.board(game.unwrapped.game_state, names=game.possible_agents)
    assert capsys.readouterr().out == f"{shown}\n"
    silent = raw_env(players=2)
    silent.reset(seed=7)
    with pytest.raises(ls.ArgumentError, match="choose a mode"):
        silent.render()


def test_files_of_a_board_and_cards_are_taken_with_the_name_of_an_edition(tmp_path: Path) -> None:
    board, cards = tmp_path / "board.toml", tmp_path / "cards.toml"
    board.write_text(ls.shipped_toml("board").replace("tents = 11", "tents = 12"))
    cards.write_text(ls.shipped_toml("cards").replace("coins = 3", "coins = 2"))
    wanted = ls.load_edition("bga", board=board, cards=cards)
    options: dict[str, Any] = {"edition": "bga", "board": str(board), "cards": str(cards)}
    game: Any
    for game in (livingstone_v0.env(**options), livingstone_v0.parallel_env(**options)):
        game.reset(seed=7)
        assert game.unwrapped.game_state.edition == wanted
    with pytest.raises(ls.ArgumentError, match="an edition has its own board and cards"):
        livingstone_v0.env(edition=wanted, board=str(board))
    with pytest.raises(ls.LivingstoneError, match=r"nothing\.toml"):
        livingstone_v0.env(cards="nothing.toml")
