"""The search of `ismcts`: what it draws, which plans it tries and drops, and when it stops."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count

import pytest
from editions import new_game
from hypothesis import given

import livingstone as ls
from livingstone.players import GreedyBot, IsmctsBot, ismcts
from livingstone.players.evaluation import Network
from livingstone.players.ismcts import Plan, draw_state, plans_for, play_on, search
from livingstone.testing import states

Tried = list[tuple[Plan, int | None]]
"""The tries in their order: the plan, and the seed of the drawn state."""
Trying = Callable[..., Tried]


@pytest.fixture
def trying(monkeypatch: pytest.MonkeyPatch) -> Trying:
    """Let the share of the mover be that of the state right after a plan; list the tries."""

    def install(worth: Callable[[ls.State], float], plans: Iterable[Plan] = ()) -> Tried:
        tried: Tried = []

        def carry_out(state: ls.State, plan: Plan) -> ls.State:
            tried.append((plan, state.streams.seed if state.streams else None))
            for move in plan:
                state = ls.apply(state, move)
            return state

        def shares(state: ls.State, _: Network) -> list[float]:
            own = [-1.0] * len(state.players)
            own[state.current_player] = worth(state)
            return own

        monkeypatch.setattr(ismcts, "play_on", carry_out)
        monkeypatch.setattr(ismcts, "estimate_shares", shares)
        if plans:
            monkeypatch.setattr(ismcts, "plans_for", lambda *_, **__: list(plans))
        return tried

    return install


def seen_by_mover(state: ls.State) -> ls.View:
    return ls.view(state, state.current_player)


def dice_of(state: ls.State) -> list[Plan]:
    return [(move,) for move in ls.legal_moves(state) if isinstance(move, ls.TakeDie)]


@given(states(explicit=False))
def test_r10_2_drawn_states_agree_with_the_view(state: ls.State) -> None:
    if state.is_over:
        return
    rng = random.Random(1)
    drawn = [draw_state(seen_by_mover(state), rng) for _ in range(3)]
    assert {ls.view(sample, state.current_player) for sample in drawn} == {seen_by_mover(state)}
    assert len({sample.streams for sample in drawn}) == 3


def test_half_of_the_plans_are_dropped_at_equal_parts_of_the_budget(trying: Trying) -> None:
    state = new_game(5, seed=4)
    plans = dice_of(state)[:5]
    tried = trying(lambda after: (after.die or 0) / 10, plans)
    found = search(seen_by_mover(state), random.Random(1), 300)
    for begin, left in (0, 5), (100, 3), (200, 2):
        assert len({plan for plan, _ in tried[begin : begin + 100]}) == left
    assert list(found) == plans[::-1]
    assert sorted(map(len, found.values())) == [20, 20, 53, 103, 104]


def test_the_tries_of_all_plans_with_one_number_begin_in_one_state(trying: Trying) -> None:
    state = new_game(3, seed=4)
    tried = trying(lambda _: 0.5, dice_of(state)[:4])
    search(seen_by_mover(state), random.Random(1), 40)
    first = [seed for _, seed in tried[:20]]
    assert all(len(set(first[place : place + 4])) == 1 for place in range(0, 20, 4))
    assert len(set(first)) == 5


@pytest.mark.parametrize("seat", [0, 2])
def test_the_plan_that_earns_the_mover_most_is_chosen(trying: Trying, seat: int) -> None:
    begun = new_game(3, seed=4, first=seat)
    state = ls.apply(begun, ls.TakeDie(begun.dice[-1]))
    trying(lambda after: min(1.0, after.players[seat].coins / 20))
    assert IsmctsBot(100).choose(seen_by_mover(state), random.Random(1)) == ls.TakeCoins()


def test_a_die_is_chosen_for_its_best_use(trying: Trying) -> None:
    """All moves of a plan are made before a state is judged; here only row 4 is worth anything."""
    state = new_game(2, seed=7)
    trying(lambda after: float(after.players[0].tents[0][3]))
    found = search(seen_by_mover(state), random.Random(1), 200)
    assert next(iter(found)) == (ls.TakeDie(4), ls.BuildTent(4))


@pytest.mark.parametrize(("iterations", "better"), [(100, False), (400, True)])
def test_the_plan_of_greedy_is_chosen_unless_another_is_clearly_better(
    trying: Trying, iterations: int, better: bool
) -> None:
    """Its lead of 1 / (50 + tries) fades: here it is behind by 0.008."""
    state = new_game(2, seed=4)
    first, second, *_ = dice_of(state)
    trying(lambda after: 0.5 + 0.008 * ((ls.TakeDie(after.die or 0),) == second), [first, second])
    found = search(seen_by_mover(state), random.Random(1), iterations)
    assert (next(iter(found)) == second) == better


def test_the_search_stops_when_all_plans_left_begin_alike(trying: Trying) -> None:
    state = new_game(2, seed=7)
    (one,), (two,), *_ = dice_of(state)
    dig, take = ls.Dig(), ls.TakeCoins()
    plans: list[Plan] = [(two, dig), (one, dig), (one, take), (two, take)]
    tried = trying(lambda after: float(after.dice == ls.apply(state, one).dice), plans)
    assert next(iter(search(seen_by_mover(state), random.Random(1), 400)))[0] == one
    assert len(tried) == 200
    assert IsmctsBot(1).choose(seen_by_mover(state), random.Random(1)) == two, "the first"


@pytest.mark.parametrize(
    ("bot", "asked"),
    [
        (IsmctsBot(), 14 * 8),
        (IsmctsBot(seconds=3), 3 * 8),
        (IsmctsBot(seconds=3, iterations=400), 3 * 8),
        (IsmctsBot(seconds=9, iterations=4), 5),
    ],
)
def test_a_limit_of_seconds_is_kept(
    bot: IsmctsBot, asked: int, trying: Trying, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a limit of 20 s, 14 are used; here the clock goes on by 1/8 s a try."""
    state, clock = new_game(2, seed=4), count()
    trying(lambda _: 0.5, dice_of(state)[:2])
    monkeypatch.setattr(ismcts, "processor_time", lambda: next(clock) / 8)
    bot.choose(ls.view(state, 0), random.Random(1), seconds=20)
    assert next(clock) == asked


def test_a_try_starts_only_if_there_is_time_for_the_longest(
    trying: Trying, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = new_game(2, seed=4)
    tried, clock = trying(lambda _: 0.5, dice_of(state)[:2]), iter([10, 11, 12, 16, 17, 18, 19, 20])
    monkeypatch.setattr(ismcts, "processor_time", lambda: next(clock))
    search(seen_by_mover(state), random.Random(1), 100, seconds=12.5)
    assert len(tried) == 6, "9 s are used, and a try took 4 s"


def test_what_a_bot_needs_and_what_is_refused() -> None:
    assert IsmctsBot().least_seconds == 0.05
    assert IsmctsBot(seconds=2).least_seconds == 2
    seen = ls.view(new_game(2, seed=4), 0)
    with pytest.raises(ls.ArgumentError, match="seconds must be a number above 0, not 0"):
        IsmctsBot(1).choose(seen, random.Random(1), seconds=0)


@pytest.mark.parametrize(
    ("bot", "seconds", "moves"),
    [
        (IsmctsBot(iterations=99), None, 1),
        (IsmctsBot(iterations=100), None, 2),
        (IsmctsBot(seconds=0.1), None, 1),
        (IsmctsBot(seconds=0.2), None, 2),
        (IsmctsBot(), 0.28, 1),
        (IsmctsBot(), 0.3, 2),
    ],
)
def test_r4_a_die_is_chosen_with_its_use_if_there_is_budget_enough(
    bot: IsmctsBot, seconds: float | None, moves: int, trying: Trying
) -> None:
    tried = trying(lambda _: 0.5)
    bot.choose(ls.view(new_game(3, seed=4), 0), random.Random(1), seconds)
    assert {len(plan) for plan, _ in tried} == {moves}


@pytest.mark.parametrize("seed", range(5))
def test_plans_are_all_worth_a_try_and_that_of_greedy_is_first(seed: int) -> None:
    state = new_game(3, seed=seed)
    plans = plans_for(state, ls.legal_moves(state))
    assert max(Counter(plans).values()) == 1
    assert {plan[0] for plan in plans} == {die for (die,) in dice_of(state)}
    after = state
    for move in plans[0]:
        assert move == GreedyBot().choose(seen_by_mover(after), random.Random(1))
        after = ls.apply(after, move)


def test_states_are_judged_when_the_next_round_begins() -> None:
    begun = new_game(2, seed=4)
    state = draw_state(seen_by_mover(begun), random.Random(1))
    end = play_on(state, (ls.TakeDie(begun.dice[0]), ls.TakeCoins()))
    assert end.streams is not None
    assert end.streams.rounds == 1
    assert end.boat == begun.boat + 1
    assert {player.last_die for player in end.players} == {0}
    last = begun.changed(boat=len(begun.edition.board.columns))
    assert play_on(draw_state(seen_by_mover(last), random.Random(1)), ()).is_over


def test_a_single_legal_move_needs_no_try(trying: Trying) -> None:
    state = new_game(2, seed=7)
    while len(ls.legal_moves(state)) > 1:
        state = ls.apply(state, ls.legal_moves(state)[-1])
    tried = trying(lambda _: 0.5)
    assert (IsmctsBot().choose(seen_by_mover(state), random.Random(1)),) == ls.legal_moves(state)
    assert not tried
