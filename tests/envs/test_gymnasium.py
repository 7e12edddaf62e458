"""One learner against bots: Gymnasium's and Stable-Baselines3's checks, and the engine's games."""

import pytest

pytest.importorskip("gymnasium")

import importlib
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
from editions import card_table
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from hidden_cards import ScoreTents
from positions import outcome

import livingstone as ls
from livingstone.envs import ActionSpace, IllegalActionError, as_policy, observe, rewards_of

NAME = "livingstone/Livingstone-v0"


def make(**options: Any) -> Any:
    return gymnasium.make(NAME, **options)


def any_action(info: dict[str, Any], rng: Random) -> int:
    return rng.choice(np.flatnonzero(info["action_mask"]).tolist())


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 5, "edition": "bga", "reward": "margin", "render_mode": "ansi"},
        {"players": 3, "opponents": ("random", "greedy"), "seat": 1, "reward": "rank"},
        {"players": 4, "opponents": ()},
    ],
)
def test_the_checks_of_gymnasium_and_stable_baselines_pass(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(illegal="replace", **options).unwrapped)
    checker: Any = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(make(illegal="replace", **options))


def turns(state: ls.State, seat: int) -> Iterator[ls.State]:
    """Let greedy play the other seats, and a learner the lowest of three moves."""
    greedy, rng = ls.load_player("greedy"), Random(1)
    while not state.is_over:
        seen = ls.view(state, state.current_player)
        if state.current_player == seat:
            yield state
            state = ls.apply(state, seen.legal_moves[:3][-1])
        else:
            state = ls.apply(state, greedy.choose(seen, rng))
    yield state


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize(("players", "reward"), [(2, "win"), (3, "rank"), (5, "margin")])
def test_games_are_those_of_the_engine_with_greedy(edition: str, players: int, reward: Any) -> None:
    game = make(players=players, opponents=("greedy",), edition=edition, reward=reward)
    space = ActionSpace(edition, players)
    for seed in range(3):
        seen, info = game.reset(seed=seed)
        seat, total, ended = info["seat"], 0.0, False
        for state in turns(ls.new_game(players, seed=seed, edition=edition), seat):
            view = ls.view(state, seat)
            assert (seen == observe(view)).all()
            for mask in info["action_mask"], game.unwrapped.action_masks():
                assert (mask == space.mask(view)).all()
            assert ended == state.is_over
            if not ended:
                assert total == 0
                action = space.legal_indices(view)[:3][-1]
                seen, total, ended, cut_off, info = game.step(action)
                assert not cut_off
        assert info["rewards"].tolist() == list(rewards_of(outcome(state), reward))
        assert total == info["rewards"][seat]


def test_a_seed_decides_the_games_that_follow_and_seats_are_drawn_evenly() -> None:
    game, runs = make(players=4), list[list[tuple[int, bytes]]]()
    for _ in range(2):
        seen, info = game.reset(seed=5)
        runs.append([(info["seat"], seen.tobytes())])
        for _ in range(200):
            seen, info = game.reset()
            runs[-1].append((info["seat"], seen.tobytes()))
    assert runs[0] == runs[1]
    assert len({seen for _, seen in runs[0]}) > 180
    counts = np.bincount([seat for seat, _ in runs[0]])
    assert counts.min() > 25
    assert {make(players=4, seat=2).reset(seed=n)[1]["seat"] for n in range(9)} == {2}


def test_a_learner_alone_plays_all_seats_and_gets_the_reward_of_the_seat_that_moved() -> None:
    game, policy = make(players=3, opponents=(), reward="rank"), as_policy("greedy")
    _, info = game.reset(seed=3)
    state, seat, ended = ls.new_game(3, seed=3), 0, False
    while not ended:
        seat = info["seat"]
        assert seat == state.current_player
        action = policy(game)
        state = ls.apply(state, game.unwrapped.layout.space.move(action))
        _, reward, ended, _, info = game.step(action)
    assert reward == rewards_of(outcome(state), "rank")[seat]


def test_an_illegal_action_is_told_or_replaced_by_one_that_the_seed_draws() -> None:
    game = make(players=2)
    _, info = game.reset(seed=7)
    wrong = int((info["action_mask"] == 0).argmax())
    for number in (wrong, -1, 10**9):
        with pytest.raises(IllegalActionError):
            game.step(number)
    game.step(any_action(info, Random(1)))
    for illegal in ("error", "replace"):
        game = make(players=2, illegal=illegal)
        game.reset(seed=7)
        for action in (None, "x", 0.9, float("nan"), np.array([1, 2])):
            with pytest.raises(IllegalActionError, match="an action is an integer, not"):
                game.unwrapped.step(action)
    runs = list[list[bytes]]()
    for seed in (7, 7, 8):
        game = make(players=2, illegal="replace")
        game.reset(seed=seed)
        runs.append([game.step(wrong)[0].tobytes() for _ in range(20)])
    assert runs[0] == runs[1] != runs[2]


def test_a_reset_is_asked_for_before_anything_else() -> None:
    game = make(render_mode="ansi").unwrapped
    for call in (game.action_masks, game.render, lambda: game.step(0), lambda: game.game_state):
        with pytest.raises(ResetNeeded, match="call reset first"):
            call()


def test_files_of_a_board_and_cards_are_arguments_that_a_spec_can_keep(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text(ls.shipped_toml("board").replace("tents = 11", "tents = 12"))
    spec = make(edition="bga", board=str(board)).spec
    game: Any = gymnasium.make(EnvSpec.from_json(spec.to_json()))
    game.reset(seed=7)
    assert game.unwrapped.game_state.edition == ls.load_edition("bga", board=board)
    with pytest.raises(ls.ArgumentError, match="an edition has its own board and cards"):
        make(edition=ls.load_edition("bga"), board=str(board))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"opponents": ("nobody",)}, "there is no player 'nobody'"),
        ({"opponents": ("greedy",) * 3}, "opponents must be none, one, or 1 names of bots"),
        ({"seat": 2}, "seat must be a whole number from 0 to 1: 2"),
        ({"seat": "first"}, "seat must be one of random: 'first'"),
        ({"players": 9}, "players must be a whole number from 2 to 5: 9"),
        ({"edition": "foo"}, "the edition must be one of printed, bga: 'foo'"),
        ({"reward": "money"}, "reward must be one of win, rank, margin: 'money'"),
        ({"illegal": "ignore"}, "illegal must be one of error, replace: 'ignore'"),
        ({"render_mode": "radio"}, "render_mode must be one of"),
    ],
)
def test_wrong_options_are_told(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ls.ArgumentError) as error:
        importlib.import_module("livingstone.envs.single").LivingstoneEnv(**options)
    assert str(error.value).startswith(told)
    with pytest.raises(ls.ArgumentError, match="seed"):
        make().reset(seed=-1)


def test_r8_3_points_below_zero_are_in_the_space_of_editions_that_can_take_them() -> None:
    rent = card_table("rent", "score_tents", 12, points=-9)
    taking = ls.load_edition("printed", cards={"cards": [rent]}, effects=[ScoreTents])
    lowest = set[float]()
    for seed in range(6):
        env = make(edition=taking, opponents=("random",))
        _, info = env.reset(seed=seed)
        rng, is_over = Random(seed), False
        while not is_over:
            seen, _, is_over, _, info = env.step(any_action(info, rng))
            assert env.observation_space.contains(seen)
        lowest.add(seen.min())
    assert min(lowest) < 0
    assert make().observation_space.low.min() == 0
