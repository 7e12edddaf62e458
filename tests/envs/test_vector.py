"""Many games side by side: those of the environment of one game, array by array."""

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("numba")

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from attrs import evolve
from editions import make_edition, tiny_board
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

import livingstone as ls
from livingstone.envs import IllegalActionError, Layout
from livingstone.kernel import UnsupportedEditionError

NAME = "livingstone/Livingstone-v0"


def make(games: int = 3, **options: Any) -> Any:
    return gymnasium.make_vec(NAME, games, "vector_entry_point", **options)


def one_by_one(games: int, mode: str = "SameStep", **options: Any) -> Any:
    return gymnasium.make_vec(NAME, games, "sync", {"autoreset_mode": mode}, **options)


def random_actions(info: dict[str, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    masks = info["action_mask"]
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def are_equal(some: Any, others: Any) -> bool:
    """Compare arrays, and dictionaries and arrays of them; types may differ."""
    if isinstance(some, dict):
        return some.keys() == others.keys() and all(are_equal(some[k], others[k]) for k in some)
    if some is None or others is None:
        return some is others
    if some.dtype == object:
        return all(map(are_equal, some, others))
    return np.array_equal(some, others)


def compare(many: Any, single: Any, seed: int, steps: int, *, wrong: bool = False) -> int:
    """Take the same random actions in both; give how many games ended."""
    rng, ends = np.random.default_rng(seed % 2**32), 0
    seen, expected = many.reset(seed=seed), single.reset(seed=seed)
    for step in range(steps):
        assert all(map(are_equal, seen, expected))
        actions = random_actions(seen[-1], rng)
        if wrong and step % 5 == 0:
            actions = rng.integers(many.single_action_space.n, size=many.num_envs)
        seen, expected = many.step(actions), single.step(actions)
        ends += int(seen[2].sum())
    assert all(map(are_equal, many.reset(), single.reset()))
    return ends


@settings(max_examples=8)
@given(
    st.fixed_dictionaries(
        {
            "players": st.integers(2, 4),
            "edition": st.sampled_from(["printed", "bga"]),
            "reward": st.sampled_from(["win", "rank", "margin"]),
            "opponents": st.sampled_from([(), ("greedy",), ("random",)]),
            "seat": st.sampled_from(["random", 0, 1]),
            "illegal": st.sampled_from(["error", "replace"]),
            "max_episode_steps": st.sampled_from([7, 1000]),
        }
    ),
    st.integers(0, 2**64),
    st.integers(1, 2),
    st.sampled_from(["SameStep", "NextStep"]),
)
def test_games_are_those_of_the_engine(
    options: dict[str, Any], seed: int, threads: int, mode: str
) -> None:
    many = make(2, threads=threads, autoreset_mode=mode, **options)
    single = one_by_one(2, mode, **options)
    compare(many, single, seed, 25, wrong=options["illegal"] == "replace")


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_games_of_mixed_bots_go_on_to_their_ends_as_those_of_the_engine(mode: str) -> None:
    options = {"players": 3, "opponents": ("greedy", "random"), "edition": "bga", "reward": "rank"}
    many, single = make(4, autoreset_mode=mode, **options), one_by_one(4, mode, **options)
    assert compare(many, single, 11, 130) > 3
    own: Any = {"edition": make_edition(tiny_board(), []), "autoreset_mode": mode}
    assert compare(make(4, **own), one_by_one(4, mode, edition=own["edition"]), 1, 40) > 3


def test_spaces_types_and_metadata_are_those_of_a_vector_environment() -> None:
    many = make(5, players=3)
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert (many.num_envs, many.spec.id) == (5, NAME)
    seen, info = many.reset(seed=1)
    assert seen in many.observation_space
    assert seen.dtype == np.float32
    assert info["action_mask"].dtype == bool
    assert info["action_mask"].shape == (5, many.single_action_space.n)
    actions = info["action_mask"].argmax(axis=1)
    assert actions in many.action_space
    _, rewards, ended, cut_off, info = many.step(actions)
    assert [array.dtype.name for array in (rewards, ended, cut_off)] == ["float64", "bool", "bool"]
    assert all(len(info[key]) == 5 for key in info)
    many.close()


def test_arrays_are_valid_until_the_step_after_the_next_or_are_copies() -> None:
    for copies in (False, True):
        many, rng = make(3, copy=copies), np.random.default_rng(1)
        shown, kept = [], []
        seen, info = many.reset(seed=1)
        for _ in range(4):
            shown.append((seen, info["action_mask"]))
            kept.append(tuple(array.copy() for array in shown[-1]))
            seen, _, _, _, info = many.step(random_actions(info, rng))
        stays = [all(map(are_equal, *pair)) for pair in zip(shown, kept, strict=True)]
        assert stays[-1]
        assert all(stays) == copies


def test_seeds_can_be_given_one_by_one() -> None:
    many = make(3)
    first = many.reset(seed=[5, 9, 5])[0].copy()
    assert (first[0] == first[2]).all()
    assert (first[0] != first[1]).any()
    assert (many.reset(seed=9)[0][0] == first[1]).all()
    free = make(2)
    assert (free.reset()[0] != make(2).reset()[0]).any()  # from the system
    assert (many.reset(seed=np.array([9, 5, 9]))[0][1] == first[0]).all()
    assert (many.reset(seed=np.int64(9))[0][0] == first[1]).all()
    with pytest.raises(ls.ArgumentError, match="there are 3 games, but 2 seeds"):
        many.reset(seed=[1, 2])
    with pytest.raises(ls.ArgumentError, match="seed"):
        many.reset(seed=-1)


def test_some_games_are_reset_alone_and_a_game_without_a_seed_is_the_next() -> None:
    mask, seeds = np.array([True, False, True]), [1, 4, 2]
    many, twin, following = make(3, threads=2), make(3), make(3)
    with pytest.raises(ResetNeeded):
        many.reset(options={"reset_mask": mask})
    many.reset(seed=[None, 4, None])  # None draws from the system before the first game
    for games in (many, twin):
        stepped = games.step(games.reset(seed=seeds)[1]["action_mask"].argmax(axis=1))
    following.reset(seed=seeds)
    seen, info = many.reset(seed=[8, 8, None], options={"reset_mask": mask})
    assert (seen[0] == make(1).reset(seed=8)[0][0]).all()
    assert (seen[1] == stepped[0][1]).all()
    assert (seen[2] == following.reset()[0][2]).all()
    actions = info["action_mask"].argmax(axis=1)
    legal = np.where(mask, stepped[4]["action_mask"].argmax(axis=1), actions)
    assert (many.step(actions)[0][1] == twin.step(legal)[0][1]).all()
    for wrong in ([True] * 2, [1, 0, 1], [False] * 3):
        with pytest.raises(ls.ArgumentError, match="reset_mask must be 3 bools"):
            many.reset(options={"reset_mask": np.array(wrong)})


@pytest.mark.parametrize("illegal", ["error", "replace"])
def test_actions_of_other_types_and_shapes_are_refused_in_every_mode(illegal: str) -> None:
    many = make(2, illegal=illegal)
    with pytest.raises(ResetNeeded):
        many.step(np.array([1, 2]))
    many.reset(seed=1)
    for wrong in ([0.9, 1], [np.nan, 1], [True, True], [None, 1], ["1", "2"], [1], [[1, 2]], 1):
        with pytest.raises(IllegalActionError, match="actions must be 2 integers"):
            many.step(np.array(wrong))
    fresh = make(2, illegal=illegal)
    fresh.reset(seed=1)
    assert are_equal(many.reset()[0], fresh.reset()[0])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_with_threads_goes_on_by_itself(copied: Any) -> None:
    many = make(4, threads=2)
    info = many.step(many.reset(seed=3)[1]["action_mask"].argmax(axis=1))[4]
    other, rng = copied(many), np.random.default_rng(1)
    for _ in range(3):
        actions = random_actions(info, rng)
        seen, expected = other.step(actions), many.step(actions)
        assert all(map(are_equal, seen, expected))
        info = seen[-1]


def test_an_illegal_action_is_told_and_changes_nothing() -> None:
    many = make(3)
    _, info = many.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    for wrong in (int(info["action_mask"][1].argmin()), -1, 10**9):
        bad = actions.copy()
        bad[1] = wrong
        with pytest.raises(IllegalActionError, match=f"action {wrong} is not possible now in game"):
            many.step(bad)
    fresh = make(3)
    fresh.reset(seed=1)
    assert (many.step(actions)[0] == fresh.step(actions)[0]).all()


def test_editions_and_bots_unknown_to_the_kernel_are_told_with_the_slower_way() -> None:
    slower = '; vectorization_mode="sync" plays it, more slowly$'
    with pytest.raises(UnsupportedEditionError, match=slower):
        make(opponents=("ismcts:iterations=2",))
    printed = ls.load_edition("printed")
    edition = evolve(printed, board=evolve(printed.board, tents=40_000))
    with pytest.raises(UnsupportedEditionError, match=slower):
        make(edition=edition)
    assert one_by_one(2, edition=edition).reset(seed=1)[0].shape == (2, Layout(edition, 2).size)
    with pytest.raises(ls.ArgumentError, match="autoreset_mode cannot be disabled"):
        make(autoreset_mode="Disabled")
    with pytest.raises(ls.ArgumentError, match="threads must be a whole number, 1 or more: 0"):
        make(threads=0)


@pytest.mark.parametrize(("threads", "pools"), [(1, []), (2, [2])])
def test_several_threads_are_started_once_and_one_needs_none(
    threads: int, pools: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    started = list[int]()

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers: int) -> None:
            started.append(workers)
            super().__init__(workers)

    monkeypatch.setattr("livingstone.envs.vector.ThreadPoolExecutor", Pool)
    many = make(2, threads=threads)
    _, info = many.reset(seed=7)
    for _ in range(2):
        _, _, _, _, info = many.step(info["action_mask"].argmax(axis=1))
    many.close()
    assert started == pools
