"""R10.2: samples fit the view they come from, and are spread as they should be."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from positions import give, lay_open, table

import livingstone as ls
from livingstone.testing import fold, numbers, observers, pick_rare, seeds, states

Deal = tuple[tuple[str, ...], ...]


def late_game() -> ls.State:
    """Leave seven unseen cards to seat 0: three in other hands, and one is the mine collapse."""
    state = give(table(3, 2, 4, 6), 0, coins=4, chest=3, cards=["two_dice"])
    state = give(state, 1, coins=2, chest=1, cards=["lion", "market"])
    state = give(state, 2, coins=5, chest=2, cards=["antelope"])
    left = ["antelope", "market", "market", "mine_collapse"]
    rest = Counter(state.draw_pile.cards())
    rest.subtract(left)
    return lay_open(state, *rest.elements())


def assert_spread(found: Counter[Deal], expected: Mapping[Deal, Fraction]) -> None:
    """Test by chi-square, at one in a thousand, that a sample has this distribution.

    The critical value is that of Wilson and Hilferty (1931).
    """
    assert set(found) <= set(expected)
    total = found.total()
    shares = {value: float(share) * total for value, share in expected.items()}
    assert min(shares.values()) >= 5
    statistic = sum((found[value] - share) ** 2 / share for value, share in shares.items())
    freedom = len(expected) - 1
    spread = 2 / (9 * freedom)
    assert statistic < freedom * (1 - spread + 3.09 * sqrt(spread)) ** 3


@given(states(), seeds())
def test_r10_2_a_sample_shows_what_its_view_shows(state: ls.State, seed: int) -> None:
    for seat in observers(state):
        seen = ls.view(state, seat)
        sample = ls.sample_state(seen, seed)
        assert ls.validate(sample) == []
        assert ls.view(sample, seat) == seen
        assert sample.streams is None


@given(states(), seeds())
def test_r10_4_a_sample_of_open_hands_is_the_state_itself(state: ls.State, seed: int) -> None:
    if ls.view(state, None).revealed is not None:
        explicit = ls.with_explicit_chance(state)
        assert all(ls.sample_state(ls.view(state, s), seed) == explicit for s in observers(state))


@given(states(), seeds(), numbers(longest=60))
def test_a_sample_can_be_played(state: ls.State, seed: int, numbers: list[int]) -> None:
    for seat in (None, state.current_player):
        sample = ls.sample_state(ls.view(state, seat), seed)
        for start in (sample, ls.with_seed(sample, seed)):
            assert ls.validate(fold(start, numbers, pick_rare).last) == []


@pytest.mark.parametrize("seat", [0, 1, None])
def test_r10_1_every_deal_of_the_unseen_cards_is_equally_likely(seat: int | None) -> None:
    state = late_game()
    hands = [player.hand for player in state.players]
    hidden = [other for other in range(3) if other != seat]
    pool = [card for other in hidden for card in hands[other]]
    pool += [card for card in state.draw_pile.cards() if card != "mine_collapse"]
    deals = Counter(
        deal_out(cards, [len(hands[other]) for other in hidden])
        for cards in permutations(pool, sum(len(hands[other]) for other in hidden))
    )
    expected = {deal: Fraction(ways, deals.total()) for deal, ways in deals.items()}
    seen = ls.view(state, seat)
    samples = (ls.sample_state(seen, seed) for seed in range(3000))
    found = Counter(tuple(sample.players[other].hand for other in hidden) for sample in samples)
    assert_spread(found, expected)


def deal_out(cards: tuple[str, ...], sizes: list[int]) -> Deal:
    """Deal cards to hands of these sizes, one after the other."""
    rest = list(cards)
    return tuple(tuple(sorted(rest.pop(0) for _ in range(size))) for size in sizes)


def test_r10_2_every_amount_in_a_hidden_chest_is_equally_likely() -> None:
    state = give(late_game(), 2, coins=4, chest=1)
    seen = ls.view(state, 0)
    bounds = [(shown.chest_least, shown.chest_most) for shown in seen.players]
    assert bounds[1:] == [(1, 3), (2, 7)]
    chests = list(product(["1", "2", "3"], ["2", "3", "4", "5", "6", "7"]))
    found = Counter[Deal]()
    for seed in range(3000):
        sample = ls.sample_state(seen, seed)
        assert sample.players[0] == state.players[0]
        found[tuple((str(player.chest),) for player in sample.players[1:])] += 1
    assert_spread(found, {((one,), (two,)): Fraction(1, len(chests)) for one, two in chests})


def test_a_sample_and_an_outcome_take_a_seed_or_random_numbers() -> None:
    state = ls.new_game(3, explicit_chance=True)
    for draw in (partial(ls.sample_state, ls.view(state, 0)), partial(ls.sample_outcome, state)):
        assert draw(Random(7)) == draw(Random(7)) == draw(Random(7).getrandbits(128))
