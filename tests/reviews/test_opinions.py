"""Second opinions by games that are played to the end, and reasons from their outcomes."""

from typing import Any

import pytest

pytest.importorskip("numba")

from positions import balance
from reviewed_games import game

import livingstone as ls
from livingstone.kernel import Kernel
from livingstone.reviews import hint
from livingstone.reviews.findings import Reason
from livingstone.reviews.opinions import Pairs, reason_for, second_opinion

END = ls.EndTurn()


def last_turn(seats: int = 3, **own: Any) -> ls.View:
    """Return the last turn of a game, in which the dice are used; `own` is of seat 0."""
    state = ls.new_game(seats, explicit_chance=True)
    players = [
        player.changed(last_die=6, chest=5, chest_limit=5, coins=0, points=20)
        for player in state.players
    ]
    players[0] = players[0].changed(**own)
    state = state.changed(
        players=tuple(players), boat=10, dice=(), die=None, dice_taken=1, pending=None
    )
    return ls.view(balance(state), 0)


def reason(view: ls.View, *plans: tuple[ls.Move, ...], pairs: int = 200) -> Reason | None:
    better, other = plans
    kernel = Kernel.of(view.edition, len(view.players))
    return reason_for(kernel, view, (better, other), 1, pairs)


def test_the_queen_is_the_reason_where_a_donation_decides() -> None:
    """R8.4: whoever donated least is out."""
    view = last_turn(coins=9, chest=0, chest_limit=0, points=30)
    found = reason(view, (ls.Donate(9), END), (END,))
    assert found is not None
    assert (found.kind, found.seat, found.row) == ("queen", 0, None)
    assert found.better < 0.5 < found.other == 1.0
    assert found.difference.high < 0


def test_r9_2_two_players_are_out_by_the_chance_of_the_donation_roll() -> None:
    """Four dice show more than 14 with a probability of 0.444."""
    view = last_turn(2, coins=14, chest=0, chest_limit=0, points=30)
    found = reason(view, (ls.Donate(14), END), (END,))
    assert found is not None
    assert found.kind == "queen"
    assert found.better == pytest.approx(0.4437, abs=1e-3)
    assert found.other == 1.0


def test_gems_are_the_reason_where_they_are_kept_for_points() -> None:
    """R8.2: each is a point at the end."""
    view = last_turn(gems=ls.Gems(4, 0, 0))
    found = reason(view, (END,), (ls.SellGems("clear", 4), END))
    assert found is not None
    assert (found.kind, found.better, found.other) == ("gems", 4.0, 0.0)


def test_a_majority_is_the_reason_where_a_tent_wins_a_row() -> None:
    """R8.1: the most tents in row 1 give 12 points, and the tent 1."""
    state = ls.sample_state(last_turn(coins=5, last_die=1), 0).changed(die=1)
    found = reason(ls.view(state, 0), (ls.BuildTent(1), END), (ls.TakeCoins(), END))
    assert found is not None
    assert (found.kind, found.row, found.better, found.other) == ("row", 1, 1.0, 0.0)


def test_no_reason_is_given_where_none_is_clear() -> None:
    start = ls.view(ls.new_game(3, seed=7), 0)
    build = (ls.TakeDie(min(start.dice)), ls.TakeCoins())
    assert reason(start, build, build) is None, "equal plans"
    view = last_turn(gems=ls.Gems(4, 0, 0))
    assert reason(view, (ls.SellGems("clear", 4), END), (END,)) is None, "it speaks against it"


def test_what_is_clear_needs_few_games_and_what_is_equal_never_becomes_clear() -> None:
    view = last_turn(coins=9, chest=0, chest_limit=0, points=30)
    kernel = Kernel.of(view.edition, 3)
    plans = (ls.Donate(9), END), (END,)
    found = second_opinion(kernel, view, plans, 1, 4000, 0.0)
    assert found.gain.low > 0
    assert found.reason is not None
    assert found.confirms
    less = second_opinion(kernel, view, plans, 1, 4000, 0.1)
    assert found.gain_of_greedy is not None
    assert less.gain_of_greedy is not None
    assert found.gain_of_greedy.value - less.gain_of_greedy.value == pytest.approx(0.1, abs=1e-4)
    none = second_opinion(kernel, view, (plans[0], plans[0]), 1, 500, 0.0)
    assert none.gain.low < 0 < none.gain.high
    assert none.gain_of_greedy is None
    assert not none.confirms
    against = second_opinion(kernel, view, plans, 1, 500, found.gain.value + 0.2)
    assert against.gain.high < 0, "what the next stretch earns counts for the second plan"


def test_a_plan_that_only_the_policy_turns_to_account_is_not_confirmed() -> None:
    """To take the 2 and draw a card wins more if the policy goes on, and less if `greedy` does."""
    state = [*game(2, 3, errors=(0.1, 0.2)).states()][80]
    view = ls.view(state, state.current_player)
    kernel = Kernel.of(view.edition, 2)
    plans = (ls.TakeDie(2), ls.DrawCard()), (ls.TakeDie(4), ls.BuildTent(4), END)
    found = second_opinion(kernel, view, plans, 1, 2000, 0.0)
    assert found.gain.low > 0
    assert found.gain_of_greedy is not None
    assert found.gain_of_greedy.high < 0
    assert not found.confirms


def test_pairs_are_the_same_whether_they_are_played_at_once_or_not() -> None:
    view = ls.view(ls.new_game(3, seed=7), 0)
    plans = ((ls.TakeDie(view.dice[0]),), (ls.TakeDie(view.dice[-1]),))
    one, other = (Pairs(Kernel.of(view.edition, 3), view, plans, 1) for _ in range(2))
    one.play(8)
    for count in (3, 8):
        other.play(count)
    assert (one.shares() == other.shares()).all()
    kinds = {topic.kind for topic in one.topics()}
    assert kinds == {"queen", "row", "rival_row", "points", "gems", "cards"}
    for first, second in zip(one.topics(), other.topics(), strict=True):
        assert (first.values == second.values).all()


def test_a_hint_says_why_its_plan_is_better_than_another_one() -> None:
    view = last_turn(coins=9, chest=0, chest_limit=0, points=30)
    found = hint(view, seconds=0.5, tried=(END,))
    assert found.plans[0].moves == (ls.Donate(9),)
    assert found.other is not None
    assert found.other == found.tried
    assert found.reason is not None
    assert found.reason.kind == "queen"
    told = "Compared with “end the turn”: you give the Queen too little in 0 of 100 games then"
    assert found.why.startswith(told)
    assert str(found) == f"{found.plans[0]}. {found.why}"
    assert found.why in found._repr_html_()
    assert ls.from_json(ls.to_json(found), ls.Hint) == found
    german = hint(view, seconds=0.5, tried=(END,), language="de", names=("Ann", "Ben", "Cem"))
    assert german.why.startswith("Verglichen mit „den Zug beenden“: Du gibst der Königin")


def test_a_hint_says_nothing_where_nothing_is_clear() -> None:
    view = last_turn(gems=ls.Gems(0, 0, 0))
    assert hint(view, seconds=0.1).why == "", "there is one plan"
    start = ls.view(ls.new_game(2, seed=7), 0)
    found = hint(start, seconds=0.01)
    assert (found.reason is None) == (found.why == "")
