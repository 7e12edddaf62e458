"""The tree search: what it draws fits what it saw, and its counts add up."""

import random
from collections.abc import Iterator
from typing import Literal

import pytest
from editions import new_game
from hypothesis import given, settings

import livingstone as ls
from livingstone.players import IsmctsBot, ismcts
from livingstone.players.evaluation import Evaluation
from livingstone.players.search import Node, Search
from livingstone.testing import states


def seeded(state: ls.State) -> Iterator[ls.State]:
    """Give a state other seeds, one after the other."""
    for seed in range(1000):
        yield ls.with_seed(ls.with_explicit_chance(state), seed)


def searching(state: ls.State, worth: float = 0.5) -> Search:
    """Search from a state in which everything is worth the same to everybody."""
    shares, states = [worth] * len(state.players), seeded(state)
    return Search(
        moves=ls.legal_moves(state),
        seat=state.current_player,
        draw=lambda: next(states),
        evaluate=lambda _: shares,
        prefer=lambda state: ls.legal_moves(state)[0],
        exploration=0.3,
    )


@given(states(explicit=False))
@settings(max_examples=20)
def test_r10_2_determinizations_agree_with_the_view(state: ls.State) -> None:
    """Every state that the search thinks about shows the player what the player saw."""
    if state.is_over:
        return
    seen, drawn = ls.view(state, state.current_player), list[ls.State]()
    with pytest.MonkeyPatch.context() as patch:

        def remember(view: ls.View, seed: int) -> ls.State:
            drawn.append(ls.sample_state(view, seed))
            return drawn[-1]

        patch.setattr(ismcts, "sample_state", remember)
        IsmctsBot(iterations=4).choose(seen, random.Random(1))
    assert all(ls.view(sample, state.current_player) == seen for sample in drawn)


def test_visits_add_up_and_are_never_more_than_the_times_available() -> None:
    tree = searching(new_game(2, seed=4))
    for _ in range(50):
        tree.iterate()
    nodes = [tree.root]
    while nodes:
        node = nodes.pop()
        children = node.children.values()
        assert all(child.visits <= child.available for child in children)
        assert node.earned == pytest.approx([node.visits / 2] * 2 if node.visits else [])
        of_children = sum(child.visits for child in children)
        if node is tree.root:
            assert node.visits == of_children == 50
        elif node.visits:
            assert of_children < node.visits, "the first visit ends at the node"
        nodes += children
    assert tree.best() in tree.moves


def test_each_move_meets_the_same_drawn_states_in_the_same_order() -> None:
    """As many are drawn as the most visited move needs."""
    tree = searching(new_game(2, seed=4))
    for _ in range(50):
        tree.iterate()
    assert len(tree.drawn) == max(child.visits for child in tree.root.children.values())


def test_a_search_finds_the_move_that_earns_the_most() -> None:
    state = ls.apply(new_game(3, seed=4), ls.TakeDie(new_game(3, seed=4).dice[-1]))
    tree = searching(state)
    tree.evaluate = lambda after: [min(1.0, player.coins / 20) for player in after.players]
    for _ in range(100):
        tree.iterate()
    assert tree.best() == ls.TakeCoins()


def test_of_moves_that_earn_the_same_the_one_that_a_quick_player_prefers_is_visited_most() -> None:
    tree = searching(new_game(2, seed=4))
    tree.prefer = lambda state: ls.legal_moves(state)[-1]
    for _ in range(30):
        tree.iterate()
    assert tree.best() == tree.moves[-1]


def test_the_move_that_was_visited_most_is_chosen_and_of_several_the_one_that_earned_most() -> None:
    tree = searching(new_game(2, seed=4))
    first, second, third, *_ = tree.moves
    assert tree.best() == first
    tree.root.children = {move: Node() for move in tree.moves}
    tree.root.children[first] = Node(visits=1, earned=[1.0, 0.0])
    tree.root.children[second] = Node(visits=2, earned=[0.2, 0.0])
    tree.root.children[third] = Node(visits=2, earned=[0.3, 0.0])
    assert tree.best() == third


def test_a_search_is_decided_when_no_move_can_catch_up() -> None:
    tree = searching(new_game(2, seed=4))
    tree.root.children = {move: Node() for move in tree.moves}
    assert not tree.is_decided(0)
    tree.root.children[tree.moves[0]].visits = 5
    tree.root.children[tree.moves[1]].visits = 2
    assert tree.is_decided(2)
    assert not tree.is_decided(3)


def test_a_search_that_stops_early_chooses_as_if_it_had_gone_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = [ls.view(new_game(3, seed=seed), 0) for seed in range(3)]
    chosen = [IsmctsBot(iterations=60).choose(view, random.Random(1)) for view in seen]
    monkeypatch.setattr(Search, "is_decided", lambda tree, left: False)
    assert chosen == [IsmctsBot(iterations=60).choose(view, random.Random(1)) for view in seen]


@pytest.mark.parametrize(("bot", "used"), [(IsmctsBot(), 16), (IsmctsBot(seconds=3), 3)])
def test_a_limit_of_seconds_is_kept(
    bot: IsmctsBot, used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a limit of 20 s, 16 are used; here the clock goes on by a second an iteration."""
    clock = iter(range(1000))
    monkeypatch.setattr(ismcts, "thread_time", lambda: next(clock))
    bot.choose(ls.view(new_game(2, seed=4), 0), random.Random(1), seconds=20)
    assert next(clock) == used + 1


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[ls.State]:
    """Collect the states that are judged."""
    collected, original = list[ls.State](), Evaluation.shares

    def remember(evaluation: Evaluation, state: ls.State) -> list[float]:
        collected.append(state)
        return original(evaluation, state)

    monkeypatch.setattr(Evaluation, "shares", remember)
    return collected


def test_positions_are_judged_when_somebody_begins_a_turn(judged: list[ls.State]) -> None:
    IsmctsBot(iterations=20).choose(ls.view(new_game(3, seed=4), 0), random.Random(1))
    assert {state.dice_taken for state in judged} == {0}
    assert {state.boat for state in judged} == {1}


@pytest.mark.parametrize("rollout", ["greedy", "random"])
@pytest.mark.parametrize("rounds", [1, 2])
def test_rollouts_play_to_the_end_of_the_rounds_that_are_asked_for(
    rollout: Literal["greedy", "random"], rounds: int, judged: list[ls.State]
) -> None:
    bot = IsmctsBot(iterations=6, rollout=rollout, rounds=rounds)
    bot.choose(ls.view(new_game(2, seed=4), 0), random.Random(1))
    assert {state.streams.rounds for state in judged if state.streams} == {rounds}
    assert {state.dice_taken for state in judged} == {0}
