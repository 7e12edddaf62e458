"""The search: what it draws fits what it saw, and which plans it drops."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from attrs import evolve
from editions import new_game
from hypothesis import given, settings

import livingstone as ls
from livingstone.players import IsmctsBot, ismcts, rollouts
from livingstone.players.evaluation import Evaluation
from livingstone.players.rollouts import prefer
from livingstone.players.search import Plan, Search
from livingstone.testing import states


def seeded(state: ls.State) -> Iterator[ls.State]:
    """Give a state other seeds, one after the other."""
    for seed in range(1000):
        yield ls.with_seed(ls.with_explicit_chance(state), seed)


def searching(
    state: ls.State, share: Callable[[ls.State], float] = lambda _: 0.5
) -> Search[ls.State]:
    """Search from a state; `share` is what a state after a plan is worth to the player."""

    def after(state: ls.State, plan: Plan) -> float:
        for move in plan:
            state = ls.apply(state, move)
        return share(state)

    plans, states = [(move,) for move in ls.legal_moves(state)], seeded(state)
    return Search(plans, lambda: next(states), after)


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


def run(search: Search[ls.State], iterations: int) -> None:
    """Iterate so often in all."""
    for done in range(iterations):
        search.iterate(done / iterations)


def test_visits_add_up_on_common_states() -> None:
    search = searching(new_game(2, seed=4))
    run(search, 50)
    visits = [len(earned) for earned in search.earned.values()]
    assert sum(visits) == 50
    assert len(search.drawn) == max(visits)
    assert (search.best(),) in search.plans


def test_half_of_the_plans_are_given_up_at_equal_parts_of_the_budget() -> None:
    search = searching(new_game(3, seed=4))
    plans = search.plans = search.left = search.plans[:5]
    left = list[int]()
    for done in range(300):
        search.iterate(done / 300)
        left.append(len(search.left))
    assert left == [5] * 100 + [3] * 100 + [2] * 100
    assert sorted(len(search.earned[plan]) for plan in plans) == [20, 20, 53, 103, 104]


def test_the_plans_that_earn_the_least_are_given_up() -> None:
    search = searching(new_game(2, seed=4))
    first, _, third, _ = search.plans = search.left = search.plans[:4]
    search.earned = {
        plan: [worth] for plan, worth in zip(search.plans, (0.5, 0.1, 0.6, 0.2), strict=True)
    }
    search.drawn = [search.draw(), search.draw()]
    search.iterate(0.5)
    assert set(search.left) == {first, third}


def test_a_plan_is_given_up_early_when_it_is_surely_worse() -> None:
    """One that is behind by as much on average, but not surely so, is kept."""
    search = searching(new_game(2, seed=4))
    best, unsure, worse, *_ = search.plans
    search.plans = search.left = [best, unsure, worse]
    gaps = {best: [0.0] * 12, unsure: [-0.1, 0.3] * 6, worse: [0.05, 0.15] * 6}
    search.earned = {plan: [0.5 - gap for gap in gaps[plan]] for plan in search.plans}
    search.drawn = [search.draw() for _ in range(12)]
    search.iterate(1 / 9)
    assert search.left == [best, unsure, worse], "it is not time to look"
    search.earned = {plan: earned[:11] for plan, earned in search.earned.items()}
    search.iterate(1 / 8)
    assert search.left == [best, unsure, worse], "there are too few visits"
    search.earned = {plan: [0.5 - gap for gap in gaps[plan]] for plan in search.plans}
    search.iterate(2 / 8)
    assert search.left == [best, unsure]


@pytest.mark.parametrize("seat", [0, 2])
def test_a_search_finds_the_move_that_earns_the_most(seat: int) -> None:
    begun = new_game(3, seed=4, first=seat)
    state = ls.apply(begun, ls.TakeDie(begun.dice[-1]))
    search = searching(state, lambda after: min(1.0, after.players[seat].coins / 20))
    run(search, 100)
    assert search.best() == ls.TakeCoins()
    assert search.is_decided, "all other moves are surely worse"


def test_a_die_is_chosen_for_its_best_use() -> None:
    """All moves of a plan are made before a state is judged; here only row 4 is worth anything."""
    begun = new_game(2, seed=7)
    search = searching(begun, lambda after: float(after.players[0].tents[0][3]))
    dice = [move for move in ls.legal_moves(begun) if isinstance(move, ls.TakeDie)]
    uses = {die: ls.legal_moves(ls.apply(begun, die)) for die in dice}
    search = evolve(search, plans=[(die, use) for die in dice for use in uses[die]])
    run(search, 200)
    assert search.best() == ls.TakeDie(4)
    assert {use for die, use in search.left} == {ls.BuildTent(4)}


def test_a_search_is_sure_when_all_plans_left_begin_alike() -> None:
    search = searching(new_game(2, seed=7))
    (first,), (second,), *_ = search.plans
    search.left = [(first, ls.Dig()), (first, ls.TakeCoins())]
    assert search.is_decided
    search.left = [(first, ls.Dig()), (second, ls.Dig())]
    assert not search.is_decided


def test_plans_are_compared_by_what_they_earn_on_average() -> None:
    search = searching(new_game(2, seed=4))
    first, second, third, *_ = search.plans
    assert (search.best(),) == first, "before the first visit"
    search.earned[second], search.earned[third] = [0.2] * 10, [0.3]
    assert (search.best(),) == third


def test_the_move_of_the_quick_player_is_chosen_unless_another_earns_more() -> None:
    """Its lead is smaller after more visits."""
    search = searching(new_game(2, seed=4))
    first, second, *_ = search.plans
    search.earned[first], search.earned[second] = [0.5] * 50, [0.508] * 50
    assert (search.best(),) == first
    search.earned[first], search.earned[second] = [0.5] * 200, [0.508] * 200
    assert (search.best(),) == second


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
    """Collect the states that are judged in Python."""
    collected, original = list[ls.State](), Evaluation.shares

    def remember(evaluation: Evaluation, state: ls.State) -> list[float]:
        collected.append(state)
        return original(evaluation, state)

    monkeypatch.setattr(ismcts, "_is_compiled", lambda: False)
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
    searches = list[Search[Any]]()

    def remember(*arguments: Any) -> Search[Any]:
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


@pytest.mark.parametrize("rollout", ["greedy", "policy", "random"])
def test_positions_are_judged_when_the_next_round_begins(
    rollout: Literal["greedy", "policy", "random"], judged: list[ls.State]
) -> None:
    bot = IsmctsBot(iterations=6, rollout=rollout, others=rollout)
    bot.choose(ls.view(new_game(2, seed=4), 0), random.Random(1))
    assert {state.streams.rounds for state in judged if state.streams} == {1}
    assert {player.last_die for state in judged for player in state.players} == {0}
    assert {state.boat for state in judged} == {2}
