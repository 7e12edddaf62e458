"""The tree search: what it draws fits what it saw, and its counts add up."""

import random
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from attrs import evolve
from editions import new_game
from hypothesis import given, settings

import livingstone as ls
from livingstone.players import IsmctsBot, ismcts, rollouts
from livingstone.players.evaluation import Evaluation
from livingstone.players.rollouts import prefer
from livingstone.players.search import Node, Search
from livingstone.testing import states


def seeded(state: ls.State) -> Iterator[ls.State]:
    """Give a state other seeds, one after the other."""
    for seed in range(1000):
        yield ls.with_seed(ls.with_explicit_chance(state), seed)


def searching(state: ls.State, worth: float = 0.5, depth: int = 9) -> Search:
    """Search from a state in which everything is worth the same to everybody."""
    shares, states = [worth] * len(state.players), seeded(state)
    return Search(
        plans=[(move,) for move in ls.legal_moves(state)],
        seat=state.current_player,
        draw=lambda: next(states),
        evaluate=lambda _: shares,
        prefer=lambda state: ls.legal_moves(state)[0],
        exploration=0.3,
        depth=depth,
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

        patch.setattr(rollouts, "sample_state", remember)
        IsmctsBot(iterations=4).choose(seen, random.Random(1))
    assert all(ls.view(sample, state.current_player) == seen for sample in drawn)


def run(search: Search, iterations: int) -> None:
    """Iterate so often in all."""
    for done in range(iterations):
        search.iterate(done / iterations)


def test_visits_add_up_and_are_never_more_than_the_times_available() -> None:
    tree = searching(new_game(2, seed=4))
    run(tree, 50)
    nodes = list(tree.nodes.values())
    assert sum(node.visits for node in nodes) == 50
    while nodes:
        node = nodes.pop()
        children = node.children.values()
        assert all(child.visits <= child.available for child in children)
        assert node.earned == pytest.approx([node.visits / 2] * 2 if node.visits else [])
        if node.visits:
            assert sum(child.visits for child in children) < node.visits, "one ends at the node"
        nodes += children
    assert (tree.best(),) in tree.plans


@pytest.mark.parametrize("depth", [1, 2])
def test_the_tree_grows_no_deeper_than_it_may(depth: int) -> None:
    tree = searching(new_game(2, seed=4), depth=depth)
    run(tree, 50)
    level = list(tree.nodes.values())
    for _ in range(depth - 1):
        level = [child for node in level for child in node.children.values()]
    assert any(node.visits for node in level)
    assert not any(node.children for node in level)


def test_half_of_the_plans_are_given_up_at_equal_parts_of_the_budget() -> None:
    tree = searching(new_game(3, seed=4))
    plans = tree.plans = tree.left = tree.plans[:5]
    left = list[int]()
    for done in range(300):
        tree.iterate(done / 300)
        left.append(len(tree.left))
    assert left == [5] * 100 + [3] * 100 + [2] * 100
    assert sorted(tree.nodes[plan].visits for plan in plans) == [20, 20, 53, 103, 104]


def test_the_plans_that_earn_the_least_are_given_up() -> None:
    tree = searching(new_game(2, seed=4))
    first, _, third, _ = tree.plans = tree.left = tree.plans[:4]
    tree.nodes = {
        plan: Node(1, 0, [worth, 0.0])
        for plan, worth in zip(tree.plans, (0.5, 0.1, 0.6, 0.2), strict=True)
    }
    tree.drawn = [tree.draw(), tree.draw()]
    tree.iterate(0.5)
    assert set(tree.left) == {first, third}


def test_a_plan_is_given_up_early_when_it_is_surely_worse() -> None:
    """One that is behind by as much on average, but not surely so, is kept."""
    tree = searching(new_game(2, seed=4))
    best, unsure, worse, *_ = tree.plans
    tree.plans = tree.left = [best, unsure, worse]
    gaps = {best: [0.0] * 12, unsure: [-0.1, 0.3] * 6, worse: [0.05, 0.15] * 6}
    tree.own = {plan: [0.5 - gap for gap in gaps[plan]] for plan in tree.plans}
    tree.nodes = {plan: Node(12, 0, [sum(own), 6.0]) for plan, own in tree.own.items()}
    tree.drawn = [tree.draw() for _ in range(12)]
    tree.iterate(1 / 9)
    assert tree.left == [best, unsure, worse], "it is not time to look"
    tree.own = {plan: own[:11] for plan, own in tree.own.items()}
    tree.iterate(1 / 8)
    assert tree.left == [best, unsure, worse], "there are too few visits"
    tree.own = {plan: [0.5 - gap for gap in gaps[plan]] for plan in tree.plans}
    tree.iterate(2 / 8)
    assert tree.left == [best, unsure]


@pytest.mark.parametrize("seat", [0, 2])
def test_a_search_finds_the_move_that_earns_the_most(seat: int) -> None:
    begun = new_game(3, seed=4, first=seat)
    state = ls.apply(begun, ls.TakeDie(begun.dice[-1]))
    tree = searching(state, depth=1)
    tree.evaluate = lambda after: [min(1.0, player.coins / 20) for player in after.players]
    run(tree, 100)
    assert tree.best() == ls.TakeCoins()
    assert tree.is_decided, "all other moves are surely worse"


def test_a_die_is_chosen_for_its_best_use() -> None:
    """All moves of a plan are made before a state is judged; here only row 4 is worth anything."""
    begun = new_game(2, seed=7)
    tree = searching(begun, depth=1)
    dice = [move for move in ls.legal_moves(begun) if isinstance(move, ls.TakeDie)]
    uses = {die: ls.legal_moves(ls.apply(begun, die)) for die in dice}
    tree = evolve(tree, plans=[(die, use) for die in dice for use in uses[die]])
    tree.evaluate = lambda after: [float(after.players[0].tents[0][3]), 0.0]
    run(tree, 200)
    assert tree.best() == ls.TakeDie(4)
    assert {use for die, use in tree.left} == {ls.BuildTent(4)}


def test_a_search_is_sure_when_all_plans_left_begin_alike() -> None:
    tree = searching(new_game(2, seed=7))
    (first,), (second,), *_ = tree.plans
    tree.left = [(first, ls.Dig()), (first, ls.TakeCoins())]
    assert tree.is_decided
    tree.left = [(first, ls.Dig()), (second, ls.Dig())]
    assert not tree.is_decided


def test_plans_are_compared_by_what_they_earn_on_average() -> None:
    tree = searching(new_game(2, seed=4))
    first, second, third, *_ = tree.plans
    assert (tree.best(),) == first, "before the first visit"
    tree.nodes[second] = Node(visits=10, earned=[2.0, 9.0])
    tree.nodes[third] = Node(visits=1, earned=[0.3, 0.0])
    assert (tree.best(),) == third


def test_the_move_of_the_quick_player_is_chosen_unless_another_earns_more() -> None:
    """Its lead is smaller after more visits."""
    tree = searching(new_game(2, seed=4))
    first, second, *_ = tree.plans
    tree.nodes[first] = Node(visits=50, earned=[25.0, 0.0])
    tree.nodes[second] = Node(visits=50, earned=[25.4, 0.0])
    assert (tree.best(),) == first
    tree.nodes[first] = Node(visits=200, earned=[100.0, 0.0])
    tree.nodes[second] = Node(visits=200, earned=[101.6, 0.0])
    assert (tree.best(),) == second


@pytest.mark.parametrize(
    ("bot", "used"),
    [
        (IsmctsBot(), 14),
        (IsmctsBot(seconds=3), 3),
        (IsmctsBot(seconds=3, iterations=400), 3),
        (IsmctsBot(seconds=9, iterations=4), 6),
    ],
)
def test_a_limit_of_seconds_is_kept(
    bot: IsmctsBot, used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a limit of 20 s, 14 are used; here the clock goes on by a second an iteration.

    The search stops while there is time for one more, or after its last iteration.
    """
    clock = iter(range(1000))
    monkeypatch.setattr(ismcts, "thread_time", lambda: next(clock))
    bot.choose(ls.view(new_game(2, seed=4), 0), random.Random(1), seconds=20)
    assert next(clock) == used


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[ls.State]:
    """Collect the states that are judged."""
    collected, original = list[ls.State](), Evaluation.shares

    def remember(evaluation: Evaluation, state: ls.State) -> list[float]:
        collected.append(state)
        return original(evaluation, state)

    monkeypatch.setattr(Evaluation, "shares", remember)
    return collected


@pytest.mark.parametrize(
    ("bot", "seconds", "moves"),
    [
        (IsmctsBot(iterations=99), None, {1}),
        (IsmctsBot(iterations=100), None, {2}),
        (IsmctsBot(), None, {2}),
        (IsmctsBot(seconds=0.1), None, {1}),
        (IsmctsBot(seconds=0.2), None, {2}),
        (IsmctsBot(), 0.25, {1}),
        (IsmctsBot(), 0.3, {2}),
    ],
)
def test_r4_a_die_is_chosen_with_its_use_if_there_is_budget_enough(
    bot: IsmctsBot, seconds: float | None, moves: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `greedy` would do comes first."""
    searches = list[Search]()

    def remember(*arguments: Any) -> Search:
        searches.append(Search(*arguments))
        return searches[-1]

    monkeypatch.setattr(ismcts, "Search", remember)
    state = new_game(3, seed=4)
    bot.choose(ls.view(state, 0), random.Random(1), seconds)
    plans = searches[0].plans
    assert set(map(len, plans)) == moves
    assert {plan[0] for plan in plans} == {
        move for move in ls.legal_moves(state) if isinstance(move, ls.TakeDie)
    }
    assert len(set(plans)) == len(plans)
    for plan in plans:
        after = state
        for move in plan:
            liked = prefer(after)
            assert (plan != plans[0]) or move == liked
            after = ls.apply(after, move)


def test_a_search_stops_when_it_is_sure(
    judged: list[ls.State], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Search, "is_decided", property(lambda search: len(judged) == 7))
    IsmctsBot(iterations=400).choose(ls.view(new_game(2, seed=4), 0), random.Random(1))
    assert len(judged) == 7


def test_positions_are_judged_when_a_round_begins(judged: list[ls.State]) -> None:
    """That is so also where the tree has come further than to the end of the round."""
    state = new_game(3, seed=4)
    while len(state.dice) > 1:
        state = ls.apply(state, ls.legal_moves(state)[0])
    bot = IsmctsBot(iterations=300, depth=9)
    bot.choose(ls.view(state, state.current_player), random.Random(1))
    assert {player.last_die for state in judged for player in state.players} == {0}
    assert {state.boat - 1 for state in judged} == {1, 2}


@pytest.mark.parametrize("rollout", ["greedy", "policy", "random"])
@pytest.mark.parametrize("rounds", [1, 2])
def test_rollouts_play_to_the_end_of_the_rounds_that_are_asked_for(
    rollout: Literal["greedy", "policy", "random"], rounds: int, judged: list[ls.State]
) -> None:
    bot = IsmctsBot(iterations=6, rollout=rollout, others=rollout, rounds=rounds)
    bot.choose(ls.view(new_game(2, seed=4), 0), random.Random(1))
    assert {state.streams.rounds for state in judged if state.streams} == {rounds}
    assert {state.dice_taken for state in judged} == {0}
