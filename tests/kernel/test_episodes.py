"""Games of a learner against bots, and single steps: what is legal, and what games are worth."""

import pytest

pytest.importorskip("numba")

from random import Random
from typing import Any

import numpy as np

import livingstone as ls
from livingstone.envs import rewards_of
from livingstone.envs.actions import REWARDS, Reward
from livingstone.kernel import Kernel
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.kernel.engine import carry_on
from livingstone.kernel.episodes import Episodes
from livingstone.kernel.layout import CURRENT_PLAYER, IS_OVER
from livingstone.kernel.streams import (
    COUNTS,
    HASH,
    LIMBS,
    ROUNDS,
    SOURCE_SIZE,
    VALUE,
    is_accepted,
)


@pytest.mark.parametrize("reward", REWARDS)
def test_r8_5_rewards_of_the_learner_and_of_bots_are_those_of_the_environments(
    reward: Reward,
) -> None:
    kernel, count = Kernel.of("printed", 3), 2
    games = Episodes(kernel, count, ["random", "greedy"], reward)
    ones = np.ones((count, 3), np.uint64)
    games.begin(np.arange(count), ones[:, :2] * 7, np.arange(count), ones)
    rng = Random(1)
    while not games.is_over.all():
        rows = np.flatnonzero(~games.is_over)
        masks = kernel.legal_mask(games.states[rows])
        codes = [rng.choice(kernel.actions[mask].tolist()) for mask in masks]
        assert (games.states[rows, CURRENT_PLAYER] == games.learners[rows]).all()
        games.step(rows, np.array(codes))
    for row, rewards in zip(games.states, games.rewards, strict=True):
        result = ls.result(kernel.decode(row))
        assert result is not None
        assert tuple(rewards) == pytest.approx(rewards_of(result, reward))


def test_a_step_is_refused_in_every_position_where_its_move_is_not_legal() -> None:
    kernel, rng = Kernel.of("printed", 2), Random(2)
    luck = kernel.luck([1])
    state = kernel.new_games(1)
    kernel.step(state, np.array([NO_MOVE]), luck)
    for _ in range(60):
        legal = kernel.actions[kernel.legal_mask(state)[0]].tolist()
        if not legal:
            break
        for code in {*rng.sample(kernel.actions.tolist(), 4)} - {*legal}:
            before = state.copy()
            with pytest.raises(ls.IllegalMoveError):
                kernel.step(state, np.array([code]), luck)
            assert (state == before).all()
        kernel.step(state, np.array([rng.choice(legal)]), luck)


@entry
def carry_on_in(table: Any, states: Any, source: Any, last: Any, move: Any) -> None:
    carry_on(pointer_to(table), pointer_to(states), pointer_to(source), last, move)


def test_r2_7_a_rollout_ends_as_the_game_stands_after_its_last_round() -> None:
    kernel = Kernel.of("printed", 3)
    state = kernel.encode(ls.new_game(3, seed=7))
    source = np.zeros(SOURCE_SIZE, np.uint64)
    move = kernel.code(kernel.legal_moves(state)[0])
    for rounds, is_over in ((50, False), (51, True)):
        source[COUNTS + ROUNDS] = rounds
        after = state.copy()
        carry_on_in(kernel.tables, after, source, 50, move)
        assert after[IS_OVER] == is_over


@entry
def accepts(source: Any, size: Any, radix: Any, step: Any, count: Any) -> Any:
    return is_accepted(pointer_to(source), size, radix, step, count)


@pytest.mark.parametrize(
    ("radix", "step", "count", "bound"), [(6, 0, 2, 6 * 6), (40, 1, 3, 40 * 39 * 38)]
)
def test_draws_beyond_the_largest_multiple_of_the_bound_are_drawn_again(
    radix: int, step: int, count: int, bound: int
) -> None:
    """Only a draw whose first eight bytes are 255 can be one."""
    size = 18
    whole = 2 ** (8 * size) // bound
    for quotient in (0, whole - 1, whole, whole + 2**64):
        source = np.zeros(SOURCE_SIZE, np.uint64)
        for place in range(LIMBS):
            source[VALUE + place] = quotient >> (32 * place) & (2**32 - 1)
        assert accepts(source, size, radix, step, count)
        source[HASH] = 2**64 - 1
        assert accepts(source, size, radix, step, count) == (quotient < whole)
