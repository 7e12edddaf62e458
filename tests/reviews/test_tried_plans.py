"""The plan that a caller names for a hint: legal from its first move to its last, or refused."""

import tomllib
from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba")

from own_effects import CARDS, EFFECTS

import livingstone as ls
from livingstone.envs import ActionSpace
from livingstone.game import Code
from livingstone.kernel import valuing
from livingstone.reviews import hint

START = ls.view(ls.new_game(2, seed=7), 0)
FOREIGN: list[Any] = [
    ls.TakeDie(99),
    ls.Donate(10**30),
    ls.Donate(-1),
    ls.BuildTent(2000),
    ls.SellGems("red", 10**6),
    ls.PlayCard("no such card"),
    ls.DiceRolled((1, 2, 3, 4)),
    [ls.TakeDie(3)],
    "take 3",
    None,
    3,
]
"""What is never a legal move."""


def illegal_plans(rng: Random) -> Iterator[tuple[ls.State, tuple[Any, ...]]]:
    """Draw positions, each with a plan of legal moves that ends in an illegal one."""
    while True:
        players = rng.randint(2, 5)
        state, moves = (
            ls.new_game(players, seed=rng.getrandbits(32)),
            ActionSpace("printed", players),
        )
        for _ in range(rng.randrange(60)):
            state = ls.apply(state, rng.choice(ls.legal_moves(state)))
        if state.is_over:
            continue
        plan, after = list[Any](), ls.with_explicit_chance(state)
        for _ in range(rng.randrange(4)):
            legal = ls.legal_moves(after)
            if legal and after.current_player == state.current_player:
                plan.append(rng.choice(legal))
                after = ls.apply(after, plan[-1])
        wrong = [moves.move(rng.randrange(len(moves))), rng.choice(FOREIGN)][rng.randrange(2)]
        if after.pending is None and ls.why_illegal(after, wrong) is None:
            continue
        yield state, (*plan, wrong)


def test_200_drawn_plans_with_an_illegal_move_are_refused_as_apply_refuses() -> None:
    codes = set[Code]()
    for state, plan in islice(illegal_plans(Random(1)), 200):
        with pytest.raises(ls.IllegalMoveError) as caught:
            hint(ls.view(state, state.current_player), tried=plan)
        assert caught.value.move == plan[-1]
        codes.add(caught.value.reason.code)
    assert {Code.NOT_A_MOVE, Code.TOO_FEW_COINS, Code.CHANCE_AWAITED, Code.NOT_YOUR_TURN} <= codes


def test_no_move_follows_one_that_awaits_chance() -> None:
    plan = ls.TakeDie(2), ls.Dig(), ls.EndTurn()
    with pytest.raises(ls.IllegalMoveError, match="chance decides now"):
        hint(START, tried=plan)
    with pytest.raises(ls.IllegalMoveError, match="chance decides now"):
        hint(START, tried=(*plan[:2], ls.StonesDrawn(ls.Stones(black=2))))  # type: ignore[arg-type]


def test_no_move_is_another_seats() -> None:
    with pytest.raises(ls.IllegalMoveError, match="another player's turn"):
        hint(START, tried=(ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(2)))


def test_a_plan_is_refused_where_the_kernel_does_not_know_the_edition_as_well() -> None:
    own = ls.load_edition("printed", cards=tomllib.loads(CARDS), effects=EFFECTS)
    with pytest.raises(ls.IllegalMoveError):
        hint(ls.view(ls.new_game(2, seed=7, edition=own), 0), tried=(ls.Donate(10_000),))


def test_a_legal_plan_may_be_any_sequence_and_a_seed_any_seed() -> None:
    found = hint(START, seconds=0.05, tried=[ls.TakeDie(2)], seed=2**128 - 1)  # type: ignore[arg-type]
    assert found.tried is not None
    assert found.tried.moves[0] == ls.TakeDie(2)


def test_each_plan_that_was_tried_is_measured_though_others_are_better() -> None:
    uses: tuple[ls.Move, ...] = (ls.TakeCoins(), ls.Dig(), ls.DrawCard())
    for die, use in product(sorted({*START.dice}), uses):
        found = hint(START, seconds=0.02, tried=(ls.TakeDie(die), use))
        assert found.tried is not None
        assert found.tried.moves[:2] == (ls.TakeDie(die), use)


def test_a_hint_measures_all_plans_by_the_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    measure, told = valuing.try_plans, list[Any]()

    def spy(*arguments: Any) -> Any:
        told.append(arguments[-1])
        return measure(*arguments)

    monkeypatch.setattr(valuing, "try_plans", spy)
    hint(START, seconds=0.02)
    assert len(told) > 1
    assert None not in told
