"""The tree search: what it draws fits what it saw, and its counts add up."""

import random

import pytest
from editions import new_game
from hypothesis import given, settings
from hypothesis import strategies as st

import livingstone as ls
from livingstone.players import IsmctsBot
from livingstone.players.candidates import candidates
from livingstone.players.greedy import decide
from livingstone.players.rewards import rewards
from livingstone.players.search import Search
from livingstone.players.winning import (
    Assumptions,
    majority_shares,
    sum_probabilities,
    win_shares,
)
from livingstone.players.worth import Worth
from livingstone.testing import Game, games, states


def greedy(state: ls.State, rng: random.Random) -> ls.Move:
    return decide(Worth.of_state(state), ls.legal_moves(state))


def search(paces: int, rounds: int = 1) -> Search:
    return Search(random.Random(1), greedy, rounds, 0.2, [1.6] * paces, Assumptions())


@given(states(explicit=False))
@settings(max_examples=20)
def test_r10_2_determinizations_agree_with_the_view(state: ls.State) -> None:
    """Every state that the search thinks about shows the player what the player saw."""
    if state.is_over:
        return
    seen, drawn = ls.view(state, state.current_player), list[ls.State]()
    with pytest.MonkeyPatch.context() as patch:

        def remember(search: Search, state: ls.State) -> None:
            drawn.append(state)
            iterate(search, state)

        iterate = Search.iterate
        patch.setattr(Search, "iterate", remember)
        IsmctsBot(iterations=4).choose(seen, random.Random(1))
    assert all(ls.view(sample, state.current_player) == seen for sample in drawn)


def test_visits_add_up_and_are_never_more_than_the_times_available() -> None:
    state, tree = new_game(2, seed=4), search(2)
    for seed in range(50):
        tree.iterate(ls.with_seed(ls.with_explicit_chance(state), seed))
    assert sum(child.visits for child in tree.root.children.values()) == 50
    nodes = [tree.root]
    while nodes:
        node = nodes.pop()
        children = node.children.values()
        assert all(1 <= child.visits <= child.available for child in children)
        assert all(0 <= child.total <= child.visits for child in children)
        if node is not tree.root:
            assert sum(child.visits for child in children) <= node.visits
        nodes += children
    assert tree.best() in ls.legal_moves(state)


def test_a_search_can_look_over_several_rounds() -> None:
    tree = search(3, rounds=3)
    tree.iterate(new_game(3, seed=4))
    assert sum(child.visits for child in tree.root.children.values()) == 1


@given(states(explicit=False))
def test_candidates_are_legal_and_none_comes_twice(state: ls.State) -> None:
    if not state.is_over:
        moves = ls.legal_moves(state)
        chosen = candidates(Worth.of_state(state), moves)
        assert chosen
        assert len(set(chosen)) == len(chosen)
        assert set(chosen) <= set(moves)


@given(games(explicit=False))
def test_a_reward_is_a_share_of_the_win(game: Game) -> None:
    state = game.last
    shares = rewards(state, [1.6] * len(state.players), Assumptions())
    assert len(shares) == len(state.players)
    assert all(0 <= share <= 1 for share in shares)


@given(
    st.lists(st.integers(-50, 10**6), min_size=2, max_size=5),
    st.lists(st.integers(0, 10**6), min_size=5, max_size=5),
    st.floats(0, 100),
)
def test_shares_are_shares_whatever_the_figures(
    points: list[int], funds: list[int], time: float
) -> None:
    shares = win_shares(points, funds[: len(points)], time, (4, 6), Assumptions())
    assert all(0 <= share <= 1 + 1e-9 for share in shares)


def test_r9_2_the_donation_roll_is_averaged_over() -> None:
    """Hand-computed: one die; the first is in from 1 to 4, the second always, and ahead."""
    shares = win_shares([10, 20], [4, 6], 0, (1, 6), Assumptions())
    assert shares == pytest.approx([0.0, 1.0])
    shares = win_shares([20, 10], [4, 6], 0, (1, 6), Assumptions())
    assert shares == pytest.approx([4 / 6, 2 / 6])


def test_r9_2_chances_of_the_donation_roll_sum_to_one() -> None:
    assert sum(sum_probabilities(4, 6)) == pytest.approx(1)
    assert sum_probabilities(4, 6)[14] == pytest.approx(146 / 6**4)


def test_r8_1_without_time_left_the_leaders_share_a_row() -> None:
    assert majority_shares([2, 3, 3], 0, Assumptions()) == pytest.approx([0, 0.5, 0.5], abs=1e-6)
