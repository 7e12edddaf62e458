"""Many states side by side: masks, steps, samples of what is hidden, rollouts."""

from collections import Counter

import pytest

pytest.importorskip("numba")

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from lockstep import some
from positions import give
from scipy.stats import chisquare

import livingstone as ls
from livingstone.envs import ActionSpace
from livingstone.kernel import Kernel
from livingstone.testing import states

LEAST_P = 1e-4


@given(states(explicit=True))
def test_actions_are_those_of_the_environments_and_the_mask_marks_the_legal_ones(
    state: ls.State,
) -> None:
    kernel = Kernel.of(state.edition, len(state.players))
    space = ActionSpace(state.edition, len(state.players))
    actions = kernel.actions.tolist()
    assert [kernel.move(code) for code in actions] == [space.move(n) for n in range(len(space))]
    (mask,) = kernel.legal_mask(kernel.encode(state)[None, :])
    assert [kernel.move(code) for code in kernel.actions[mask].tolist()] == list(
        ls.legal_moves(state)
    )


@pytest.mark.parametrize(
    "move",
    [
        ls.PlayCard("lion", ls.Gems(1)), ls.PlayCard("nobody"), ls.BuildTent(1, ("lion",) * 3),
        ls.SellGems("green", 1),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_what_can_never_be_legal_has_no_code(move: ls.Move) -> None:
    with pytest.raises(ls.ArgumentError, match="can never be legal"):
        Kernel.of("printed", 2).code(move)


def test_compiled_code_writes_only_into_arrays_of_the_right_shape() -> None:
    kernel = Kernel.of("printed", 2)
    rows = kernel.new_games(2)
    for wrong in (np.ones((2, 9), np.bool_), np.ones((1, len(kernel.actions)), np.bool_)):
        with pytest.raises(ls.ArgumentError, match="out must be a contiguous array of bool"):
            kernel.legal_mask(rows, wrong)
    with pytest.raises(ls.ArgumentError, match="out must be a contiguous array of float32"):
        kernel.observe(rows, np.ones((2, 9), np.float32))


@given(states(explicit=True), st.integers(0, 5), st.integers(0, 2**64 - 1))
def test_r10_2_a_sample_agrees_with_all_that_a_seat_sees(
    state: ls.State, seat: int, seed: int
) -> None:
    kernel = Kernel.of(state.edition, len(state.players))
    observer = seat if seat < len(state.players) else None
    seen = ls.view(state, observer)
    for row in kernel.sample(kernel.encode(state), observer, 3, seed):
        drawn = kernel.decode(row)
        assert ls.view(drawn, observer) == seen
        assert ls.validate(drawn) == ls.validate(state)


def test_a_negative_number_of_samples_is_refused_by_its_name() -> None:
    kernel = Kernel.of("printed", 2)
    (state,) = kernel.new_games(1)
    with pytest.raises(ls.ArgumentError, match="count must be"):
        kernel.sample(state, 0, -1, 1)


def test_r10_2_hidden_cards_and_chests_are_drawn_uniformly() -> None:
    state = ls.apply(ls.new_game(2, explicit_chance=True), ls.DiceRolled((2, 3, 4, 5)))
    for action in (ls.TakeDie(2), ls.DrawCard(), ls.CardRevealed("lion"), ls.Donate(1)):
        state = ls.apply(state, action)
    kernel, count = Kernel.of("printed", 2), some(20_000)
    drawn = [kernel.decode(row) for row in kernel.sample(kernel.encode(state), 1, count, seed=1)]
    hands = Counter(drawn_state.players[0].hand[0] for drawn_state in drawn)
    holdable = {card: number for card, number in state.edition.deck if card != "mine_collapse"}
    expected = [count * number / sum(holdable.values()) for number in holdable.values()]
    assert chisquare([hands[card] for card in holdable], expected).pvalue > LEAST_P
    chests = Counter(drawn_state.players[0].chest for drawn_state in drawn)
    assert chisquare([chests[coins] for coins in (1, 2, 3)]).pvalue > LEAST_P
    assert sum(chests.values()) == count


@pytest.mark.parametrize("players", [2, 4])
def test_rollouts_end_and_share_the_win(players: int) -> None:
    kernel = Kernel.of("printed", players)
    rows = kernel.new_games(some(20))
    assert np.isnan(kernel.shares(rows)).all()
    kernel.roll_out(rows, seed=2)
    for row, shares in zip(rows, kernel.shares(rows), strict=True):
        result = ls.result(kernel.decode(row))
        assert result is not None
        won = [seat in result.winners for seat in range(players)]
        assert shares.tolist() == [wins / max(1, sum(won)) for wins in won]


def test_rollouts_depend_on_the_seed_alone() -> None:
    kernel = Kernel.of("bga", 3)
    played = [kernel.new_games(9) for _ in range(3)]
    kernel.roll_out(played[0], seed=1)
    kernel.roll_out(played[1], seed=1, threads=2)
    kernel.roll_out(played[2], seed=2)
    assert (played[0] == played[1]).all()
    assert (played[0] != played[2]).any()


@given(
    st.sampled_from(["printed", "bga"]),
    st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=2, max_size=5),
    st.integers(0, 2),
)
def test_r8_4_r8_5_r9_2_ties_are_broken_as_the_engine_breaks_them(
    edition: str, figures: list[tuple[int, int, int]], threshold: int
) -> None:
    state = ls.new_game(len(figures), edition=edition, explicit_chance=True)
    board, dice = state.edition.board, state.edition.board.dice.donation
    rolled = dice + threshold if len(figures) == 2 else None
    over = state.changed(boat=len(board.columns), is_over=True, pending=None, threshold=rolled)
    for seat, (points, chest, tents) in enumerate(figures):
        places = [(1, 1)] * tents
        over = give(over, seat, points=100 + points, chest=dice + chest, tents=places)
    kernel, result = Kernel.of(edition, len(figures)), ls.result(over)
    assert result is not None
    (shares,) = kernel.shares(kernel.encode(over)[None, :])
    assert tuple(np.flatnonzero(shares).tolist()) == result.winners
