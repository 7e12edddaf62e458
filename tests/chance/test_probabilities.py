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

from livingstone import (
    CardRevealed,
    DiceRolled,
    Outcome,
    RoundRoll,
    Stones,
    StonesDrawn,
    chance_outcomes,
    is_legal,
    legal_moves,
)
from livingstone.game.chance import is_possible
from livingstone.game.moves import CardDraw, ChanceEvent, DonationRoll, StoneDraw
from livingstone.testing import Game, games


@given(games(explicit=True))
def test_probabilities_sum_to_exactly_one(game: Game) -> None:
    for state in game.states:
        outcomes = chance_outcomes(state)
        assert bool(outcomes) == state.is_chance
        if state.is_chance:
            assert sum(outcomes.values()) == 1
            assert all(type(p) is Fraction and p > 0 for p in outcomes.values())
            assert all(is_legal(state, outcome) for outcome in list(outcomes)[:100])
            assert legal_moves(state) == ()


@pytest.mark.parametrize(
    ("dice", "probability"),
    [
        ((1, 2, 3, 4), Fraction(24, 1296)),
        ((1, 1, 2, 3), Fraction(12, 1296)),
        ((1, 1, 2, 2), Fraction(6, 1296)),
        ((5, 6, 6, 6), Fraction(4, 1296)),
        ((6, 6, 6, 6), Fraction(1, 1296)),
    ],
)
def test_r9_2_four_dice(dice: tuple[int, ...], probability: Fraction) -> None:
    outcomes = chance_outcomes(awaiting(DonationRoll(4)))
    assert len(outcomes) == 126
    assert outcomes[DiceRolled(dice)] == probability


@given(st.integers(1, 4), st.integers(1, 5))
def test_r2_1_dice_as_often_as_counted_one_by_one(count: int, sides: int) -> None:
    board = tiny_board(
        dice={"per_player": 1, "sides": sides, "donation": 1}, rows=[{"value": 1, "majority": 1}]
    )
    state = new_game(2, edition=make_edition(board, []), explicit_chance=True)
    rolls = Counter(
        DiceRolled(tuple(sorted(roll))) for roll in product(range(1, sides + 1), repeat=count)
    )
    expected = {roll: Fraction(number, sides**count) for roll, number in rolls.items()}
    assert chance_outcomes(state.changed(pending=RoundRoll(count))) == expected


@pytest.mark.parametrize(
    ("stones", "probability"),
    [
        (Stones(black=1), Fraction(29, 60)),
        (Stones(clear=1), Fraction(15, 60)),
        (Stones(blue=1), Fraction(10, 60)),
        (Stones(red=1), Fraction(5, 60)),
        (Stones(white=1), Fraction(1, 60)),
        (Stones(black=2), Fraction(203, 885)),
        (Stones(black=1, white=1), Fraction(29, 1770)),
        (Stones(red=2), Fraction(1, 177)),
        (Stones(black=3), Fraction(3654, 34220)),
        (Stones(1, 1, 1, 0, 0), Fraction(4350, 34220)),
        (Stones(1, 1, 1, 1, 1), Fraction(21_750, 5_461_512)),
        (Stones(2, 2, 1, 0, 1), Fraction(426_300, 50_063_860)),
    ],
    ids=str,
)
def test_r4_3_stones_from_the_full_bag(stones: Stones, probability: Fraction) -> None:
    outcomes = chance_outcomes(awaiting(StoneDraw(stones.total)))
    assert outcomes[StonesDrawn(stones)] == probability


@given(st.tuples(*[st.integers(0, 2)] * 4), st.integers(1, 6))
def test_r4_3_stones_as_often_as_counted_one_by_one(
    numbers: tuple[int, int, int, int], count: int
) -> None:
    bag = Stones(*numbers, white=1)
    count = min(count, bag.total)
    labelled = [colour for colour, number in enumerate(bag) for _ in range(number)]
    draws = [Counter(drawn) for drawn in combinations(labelled, count)]
    ways = Counter(StonesDrawn(Stones(*(drawn[c] for c in range(5)))) for drawn in draws)
    expected = {outcome: Fraction(n, len(draws)) for outcome, n in ways.items()}
    assert chance_outcomes(awaiting(StoneDraw(count), bag=bag)) == expected


def test_r4_1_cards_of_the_full_deck() -> None:
    outcomes = chance_outcomes(awaiting(CardDraw(is_replacement=False)))
    assert outcomes == {
        CardRevealed(card): Fraction(number, 27)
        for number, cards in {
            3: "no_cost_tent ignore_die two_dice second_tent market three_stones four_coins",
            2: "antelope",
            1: "boat_back lion rhinoceros mine_collapse",
        }.items()
        for card in cards.split()
    }


def test_what_chance_lists_cannot_be_changed() -> None:
    """The tables are shared by all states, so nobody may write into them."""
    for event in (RoundRoll(4), StoneDraw(2), CardDraw(is_replacement=True), None):
        outcomes: Any = chance_outcomes(awaiting(event))
        with pytest.raises(TypeError):
            outcomes[DiceRolled((1,))] = Fraction(1)


EVERY_EVENT: tuple[ChanceEvent, ...] = (
    RoundRoll(3),
    DonationRoll(2),
    StoneDraw(2),
    CardDraw(is_replacement=False),
)


@pytest.mark.parametrize("event", EVERY_EVENT, ids=str)
def test_possible_is_exactly_what_is_listed(event: ChanceEvent) -> None:
    state = awaiting(event, bag=Stones(1, 0, 2, 0, 1))
    listed = chance_outcomes(state)
    candidates: list[Outcome] = [
        *(DiceRolled(dice) for n in range(5) for dice in product(range(8), repeat=n)),
        *(StonesDrawn(Stones(*numbers)) for numbers in product(range(-1, 4), repeat=5)),
        *(CardRevealed(card) for card in (*state.edition.effects, "", "joker")),
    ]
    assert {outcome for outcome in candidates if is_possible(state, outcome)} == set(listed)
