"""Exact odds: the distribution of a figure over all outcomes (R2.1, R4.1, R4.3, R4.7, R9.2)."""

import pickle
from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone import game

EDITIONS = ["printed", "bga"]


def ready_to_dig(die: int, edition: str = "printed", **changes: Any) -> ls.State:
    """Return a state in which a die of this value is taken and can be used to dig."""
    start = ls.new_game(2, edition=edition, explicit_chance=True)
    rolled = ls.apply(start, ls.DiceRolled((1, 2, die, 6) if die > 1 else (1, 1, 2, 6)))
    return ls.apply(rolled, ls.TakeDie(die)).changed(**changes)


def test_the_chance_of_a_gem_is_that_of_a_hypergeometric_draw_r4_3() -> None:
    state = ready_to_dig(5, bag=ls.Stones(29, 15, 10, 5, 0))
    odds = ls.expected(state, "red", move=ls.Dig())
    for count in range(6):
        assert odds.chance(count) == Fraction(comb(5, count) * comb(54, 5 - count), comb(59, 5))
    assert odds.at_least(1) == 1 - odds.chance(0)
    assert odds.mean == Fraction(5 * 5, 59)


def test_a_dig_counts_with_its_white_stone_r4_7() -> None:
    state = ready_to_dig(1, bag=ls.Stones(0, 0, 0, 1, 1))
    assert ls.expected(state, "red", move=ls.Dig()).chances == (
        (0, Fraction(1, 2)),
        (1, Fraction(1, 2)),
    )
    both = ready_to_dig(2, bag=ls.Stones(0, 0, 0, 1, 1))
    before = both.player.coins
    (coins, chance), *others = ls.expected(both, "coins", move=ls.Dig())
    assert chance == 1
    assert not others
    assert coins > before
    assert ls.expected(both, "red", move=ls.Dig()).chance(0) == 1


def played_on(state: ls.State, choices: list[int]) -> ls.State:
    """Fold small numbers over the moves and outcomes that are possible."""
    for choice in choices:
        if state.is_over:
            break
        ways = list(ls.chance_outcomes(state)) if state.is_chance else ls.legal_moves(state)
        state = ls.apply(state, ways[choice % len(ways)])
    return state


@given(st.lists(st.integers(0, 99), max_size=120), st.sampled_from(EDITIONS), st.integers(2, 5))
def test_chances_are_those_of_the_outcomes_and_sum_to_1(
    choices: list[int], edition: str, players: int
) -> None:
    state = played_on(ls.new_game(players, edition=edition, explicit_chance=True), choices)
    if not state.is_chance:
        return
    odds = ls.expected(state, "points", seat=0)
    by_hand = Counter[int]()
    for outcome, chance in ls.chance_outcomes(state).items():
        after = ls.apply(state, outcome)
        if after.is_chance:
            return
        by_hand[after.players[0].points] += chance  # type: ignore[assignment]
    assert dict(odds) == dict(by_hand)
    assert sum(chance for _, chance in odds) == 1
    assert [value for value, _ in odds] == sorted(by_hand)


def test_a_function_of_the_state_may_give_a_truth_value() -> None:
    state = ready_to_dig(6)
    odds = ls.expected(state, lambda after: after.players[0].gems.total >= 2, move=ls.Dig())
    assert [value for value, _ in odds] == [False, True]
    assert odds.mean == odds.chance(True)


def test_a_function_of_the_state_may_give_values_without_an_order() -> None:
    state = ready_to_dig(2, bag=ls.Stones(0, 1, 1, 1, 0))
    odds = ls.expected(state, lambda after: after.players[0].gems, move=ls.Dig())
    pairs = {ls.Gems(1, 1, 0), ls.Gems(1, 0, 1), ls.Gems(0, 1, 1)}
    assert dict(odds) == dict.fromkeys(pairs, Fraction(1, 3))
    assert odds.at_least(ls.Gems(red=1)) == Fraction(2, 3)
    assert "Gems" in repr(odds)
    assert "<svg" in ls.svg.odds(odds)


def test_a_seed_changes_no_chance_and_is_not_told() -> None:
    explicit = ready_to_dig(4)
    seeded = ls.with_seed(explicit, 7)
    assert ls.expected(seeded, "gems", move=ls.Dig()) == ls.expected(
        explicit, "gems", move=ls.Dig()
    )


def ended_game(edition: str = "printed") -> ls.State:
    """Return a state of two players in which the donation roll is awaited (R9.2)."""
    rng = Random(7)
    state = ls.new_game(2, edition=edition, seed=7)
    while not isinstance(ls.with_explicit_chance(state).pending, ls.DonationRoll):
        before = ls.with_explicit_chance(state)
        moves = ls.legal_moves(state)
        move = rng.choice(moves)
        after = ls.apply(before, move)
        if isinstance(after.pending, ls.DonationRoll):
            return after
        state = ls.apply(state, move)
    return state


def test_the_win_is_that_of_the_donation_roll_r9_2() -> None:
    state = ended_game()
    shares = [ls.expected(state, "win", seat=seat) for seat in (0, 1)]
    for seat, odds in enumerate(shares):
        by_hand = Fraction(0)
        for outcome, chance in ls.chance_outcomes(state).items():
            ended = ls.result(ls.apply(state, outcome))
            assert ended is not None
            if seat in ended.winners:
                by_hand += chance / len(ended.winners)
        assert odds.mean == by_hand
    assert shares[0].mean + shares[1].mean <= 1


@pytest.mark.parametrize(
    ("state", "options", "problem"),
    [
        (ready_to_dig(2), {"value": "gems"}, "name a move"),
        (ready_to_dig(2), {"value": "luck", "move": ls.Dig()}, "must be one of points"),
        (ready_to_dig(2), {"value": "win", "move": ls.Dig()}, "not over"),
        (ready_to_dig(2), {"value": "gems", "move": ls.Dig(), "seat": 2}, "a seat from 0 to 1"),
    ],
)
def test_what_has_no_odds_is_refused(state: ls.State, options: Any, problem: str) -> None:
    with pytest.raises(ls.ArgumentError, match=problem):
        ls.expected(state, **options)


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    with pytest.raises(ls.IllegalMoveError):
        ls.expected(ready_to_dig(2), "gems", move=ls.TakeDie(2))


def test_endless_chance_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.odds, "MOST_OUTCOMES", 10)
    with pytest.raises(ls.ArgumentError, match="more than 10 outcomes"):
        ls.expected(ready_to_dig(6), "gems", move=ls.Dig())


def test_odds_are_values_and_draw_themselves() -> None:
    odds = ls.expected(ready_to_dig(2), "gems", move=ls.Dig())
    assert pickle.loads(pickle.dumps(odds)) == odds
    assert repr(odds).startswith("Odds(0: ")
    assert odds._repr_svg_().count("<rect") == 1 + len(odds.chances)
    with pytest.raises(ls.ArgumentError, match="at most 60 values"):
        ls.svg.odds(ls.Odds(tuple((value, Fraction(1, 100)) for value in range(100))))
