"""Chance: exact probabilities."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from editions import make_edition, new_game, tiny_board
from hypothesis import given
from hypothesis import strategies as st
from positions import awaiting

import livingstone as ls
from livingstone.game.chance import is_possible
from livingstone.game.moves import CardDraw, ChanceEvent, DonationRoll, StoneDraw
from livingstone.testing import Game, games


@given(games(explicit=True))
def test_probabilities_sum_to_exactly_one(game: Game) -> None:
    for state in game.states:
        outcomes = ls.chance_outcomes(state)
        assert bool(outcomes) == state.is_chance
        if state.is_chance:
            assert sum(outcomes.values()) == 1
            assert all(type(p) is Fraction and p > 0 for p in outcomes.values())
            assert all(ls.is_legal(state, outcome) for outcome in list(outcomes)[:100])
            assert ls.legal_moves(state) == ()


@given(st.integers(1, 4), st.integers(1, 5))
def test_r2_1_dice_as_often_as_counted_one_by_one(count: int, sides: int) -> None:
    board = tiny_board(
        dice={"per_player": 1, "sides": sides, "donation": 1}, rows=[{"value": 1, "majority": 1}]
    )
    state = new_game(2, edition=make_edition(board, []), explicit_chance=True)
    rolls = Counter(
        ls.DiceRolled(tuple(sorted(roll))) for roll in product(range(1, sides + 1), repeat=count)
    )
    expected = {roll: Fraction(number, sides**count) for roll, number in rolls.items()}
    assert ls.chance_outcomes(state.changed(pending=ls.RoundRoll(count))) == expected


@given(st.tuples(*[st.integers(0, 2)] * 4), st.integers(1, 6))
def test_r4_3_stones_as_often_as_counted_one_by_one(
    numbers: tuple[int, int, int, int], count: int
) -> None:
    bag = ls.Stones(*numbers, white=1)
    count = min(count, bag.total)
    labelled = [colour for colour, number in enumerate(bag) for _ in range(number)]
    draws = [Counter(drawn) for drawn in combinations(labelled, count)]
    ways = Counter(ls.StonesDrawn(ls.Stones(*(drawn[c] for c in range(5)))) for drawn in draws)
    expected = {outcome: Fraction(n, len(draws)) for outcome, n in ways.items()}
    assert ls.chance_outcomes(awaiting(StoneDraw(count), bag=bag)) == expected


def test_r4_1_cards_of_the_full_deck() -> None:
    outcomes = ls.chance_outcomes(awaiting(CardDraw(is_replacement=False)))
    assert outcomes == {
        ls.CardRevealed(card): Fraction(number, 27)
        for number, cards in {
            3: "no_cost_tent ignore_die two_dice second_tent market three_stones four_coins",
            2: "antelope",
            1: "boat_back lion rhinoceros mine_collapse",
        }.items()
        for card in cards.split()
    }


def test_what_chance_lists_cannot_be_changed() -> None:
    """The tables are shared by all states, so nobody may write into them."""
    for event in (ls.RoundRoll(4), StoneDraw(2), CardDraw(is_replacement=True), None):
        outcomes: Any = ls.chance_outcomes(awaiting(event))
        with pytest.raises(TypeError):
            outcomes[ls.DiceRolled((1,))] = Fraction(1)


EVERY_EVENT: tuple[ChanceEvent, ...] = (
    ls.RoundRoll(3),
    DonationRoll(2),
    StoneDraw(2),
    CardDraw(is_replacement=False),
)


@pytest.mark.parametrize("event", EVERY_EVENT, ids=str)
def test_possible_is_exactly_what_is_listed(event: ChanceEvent) -> None:
    state = awaiting(event, bag=ls.Stones(1, 0, 2, 0, 1))
    listed = ls.chance_outcomes(state)
    candidates: list[ls.Outcome] = [
        *(ls.DiceRolled(dice) for n in range(5) for dice in product(range(8), repeat=n)),
        *(ls.StonesDrawn(ls.Stones(*numbers)) for numbers in product(range(-1, 4), repeat=5)),
        *(ls.CardRevealed(card) for card in (*state.edition.effects, "", "joker")),
    ]
    assert {outcome for outcome in candidates if is_possible(state, outcome)} == set(listed)
