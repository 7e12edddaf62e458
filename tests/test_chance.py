"""Chance: exact probabilities, and outcomes that a seed gives on every machine alike."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations, product
from typing import Any

import pytest
from editions import make_edition, tiny_board
from hypothesis import given
from hypothesis import strategies as st
from strategies import Game, games

from livingstone import (
    ArgumentError,
    CardRevealed,
    DiceRolled,
    DrawCard,
    Outcome,
    RoundRoll,
    State,
    Stones,
    StonesDrawn,
    apply,
    chance_outcomes,
    is_legal,
    legal_moves,
    new_game,
    sample_outcome,
    with_explicit_chance,
)
from livingstone.chance import draw, is_possible
from livingstone.moves import CardDraw, ChanceEvent, DonationRoll, StoneDraw
from livingstone.state import Streams
from livingstone.values import CardPile


def awaiting(event: ChanceEvent | None, players: int = 2, **changes: Any) -> State:
    state = new_game(players, explicit_chance=True)
    return state.changed(pending=event, **changes)


# Exact probabilities


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


def test_r2_1_two_dice_are_equal_or_twice_as_likely_unequal() -> None:
    outcomes = chance_outcomes(awaiting(RoundRoll(2)))
    assert len(outcomes) == 21
    for low, high in product(range(1, 7), repeat=2):
        if low <= high:
            expected = Fraction(1, 36) if low == high else Fraction(1, 18)
            assert outcomes[DiceRolled((low, high))] == expected


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


def test_r2_1_ten_dice_of_five_players() -> None:
    outcomes = chance_outcomes(new_game(5, explicit_chance=True))
    assert len(outcomes) == 3003
    assert outcomes[DiceRolled((1, 1, 2, 2, 3, 3, 4, 4, 5, 6))] == Fraction(226_800, 6**10)


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


def test_nothing_can_come_where_nothing_is_awaited() -> None:
    assert chance_outcomes(new_game(2, seed=1)) == {}


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


# What a seed brings: the same for ever, on every machine and Python. A change here breaks every
# game that somebody knows by its seed.


@pytest.mark.parametrize(
    ("players", "seed", "dice"),
    [
        (2, 0, (1, 2, 3, 4)),
        (2, 7, (2, 2, 3, 4)),
        (3, 7, (2, 2, 3, 3, 3, 4)),
        (4, 7, (1, 2, 2, 3, 3, 4, 4, 5)),
        (5, 7, (2, 2, 2, 3, 3, 3, 4, 6, 6, 6)),
        (5, 2**128 - 1, (2, 2, 2, 3, 3, 4, 4, 4, 5, 6)),
        (3, 2**64, (1, 2, 3, 4, 5, 6)),
    ],
)
def test_golden_first_rolls(players: int, seed: int, dice: tuple[int, ...]) -> None:
    assert new_game(players, seed=seed).dice == dice


@pytest.mark.parametrize(
    ("event", "outcomes"),
    [
        (RoundRoll(4), [(1, 1, 3, 6), (1, 1, 3, 5), (1, 2, 2, 6), (1, 2, 5, 5)]),
        (DonationRoll(4), [(1, 4, 6, 6), (2, 3, 3, 5), (1, 3, 4, 6), (1, 2, 4, 5)]),
        (StoneDraw(3), [(2, 1, 0, 0, 0), (2, 0, 1, 0, 0), (0, 2, 1, 0, 0), (1, 0, 2, 0, 0)]),
        (StoneDraw(6), [(1, 2, 1, 2, 0), (5, 0, 1, 0, 0), (3, 0, 3, 0, 0), (3, 0, 2, 1, 0)]),
        (
            CardDraw(is_replacement=False),
            ["three_stones", "antelope", "three_stones", "ignore_die"],
        ),
    ],
    ids=str,
)
def test_golden_outcomes_of_seed_1(event: ChanceEvent, outcomes: list[Any]) -> None:
    kinds = {RoundRoll: DiceRolled, DonationRoll: DiceRolled, CardDraw: CardRevealed}
    state = awaiting(event)
    for number, values in enumerate(outcomes):
        drawn, _ = draw(state, Streams(1, number, number, number, number))
        if isinstance(drawn, StonesDrawn):
            assert drawn == StonesDrawn(Stones(*values))
        else:
            assert drawn == kinds[type(event)](values)


DIGEST_SIZE = blake2b().digest_size


class FakeDigests:
    """Stands in for BLAKE2b: gives these bytes in turn, each repeated over the digest."""

    def __init__(self, *fills: int) -> None:
        self.fills = list(fills)
        self.labels = list[bytes]()

    def __call__(self, label: bytes, *, key: bytes = b"") -> "FakeDigests":
        assert len(key) >= 16, "the seed is the key"
        self.labels.append(bytes(label))
        return self

    def digest(self) -> bytes:
        return bytes([self.fills.pop(0)]) * DIGEST_SIZE


@pytest.mark.parametrize(
    ("event", "least"),
    [
        (RoundRoll(4), DiceRolled((1, 1, 1, 1))),
        (DonationRoll(4), DiceRolled((1, 1, 1, 1))),
        (StoneDraw(3), StonesDrawn(Stones(black=3))),
        (CardDraw(is_replacement=False), CardRevealed("antelope")),
    ],
    ids=str,
)
def test_what_would_make_chance_unfair_is_rejected(
    event: ChanceEvent, least: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The highest digests are more than a multiple of the bound; the next try decides."""
    fake = FakeDigests(0xFF, 0xFF, 0)
    monkeypatch.setattr("hashlib.blake2b", fake)
    assert draw(awaiting(event), Streams(1))[0] == least
    assert fake.fills == []
    assert len(set(fake.labels)) == 3, "each try hashes something else"


def test_where_nothing_is_unfair_nothing_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDigests(0xFF)
    monkeypatch.setattr("hashlib.blake2b", fake)
    board = tiny_board(dice={"per_player": 1, "sides": 2, "donation": 1})
    state = new_game(2, edition=make_edition(board, []), explicit_chance=True)
    assert draw(state, Streams(1))[0] == DiceRolled((2, 2))


def test_as_many_dice_as_can_be_are_rolled_from_one_digest() -> None:
    board = tiny_board(
        dice={"per_player": 10, "sides": 3, "donation": 1}, players={"least": 2, "most": 20}
    )
    board["coins"] = [{"value": 1, "count": 20}]
    edition = make_edition(board, [])
    games = [new_game(20, edition=edition, seed=seed) for seed in range(20)]
    assert all(len(state.dice) == 200 for state in games)
    rolled = Counter(die for state in games for die in state.dice)
    assert all(1200 < rolled[value] < 1466 for value in (1, 2, 3)), "about 1333 of each"
    assert len({state.dice for state in games}) == 20


def test_the_seed_matters() -> None:
    rolls: Mapping[int, tuple[int, ...]] = {s: new_game(5, seed=s).dice for s in range(50)}
    assert len(set(rolls.values())) > 40


def test_nothing_is_drawn_where_nothing_is_awaited() -> None:
    with pytest.raises(AssertionError):
        draw(awaiting(None), Streams(1))


def test_a_card_comes_from_what_is_left_of_the_pile() -> None:
    state = awaiting(CardDraw(is_replacement=False), draw_pile=CardPile.of(["lion", "market"]))
    drawn = Counter(draw(state, Streams(seed))[0] for seed in range(200))
    assert set(drawn) == {CardRevealed("lion"), CardRevealed("market")}
    assert min(drawn.values()) > 70


def test_r4_1_a_card_is_awaited_after_the_draw() -> None:
    start = new_game(2, seed=1)
    state = apply(with_explicit_chance(apply(start, legal_moves(start)[0])), DrawCard())
    assert state.is_chance
    assert state.pending == CardDraw(is_replacement=False)
    assert apply(state, CardRevealed("lion")).player.hand == ("lion",)


@pytest.mark.parametrize("seed", range(20))
def test_r10_3_an_outcome_can_be_drawn_for_any_event(seed: int) -> None:
    for event in (RoundRoll(4), StoneDraw(3), CardDraw(is_replacement=False)):
        state = awaiting(event)
        outcome = sample_outcome(state, seed)
        assert outcome in chance_outcomes(state)
        assert outcome == sample_outcome(state, seed)


def test_r10_3_nothing_can_be_drawn_where_nothing_is_awaited() -> None:
    with pytest.raises(ArgumentError, match="no outcome of chance is awaited"):
        sample_outcome(new_game(2, seed=7), 1)
    with pytest.raises(ArgumentError, match="seed"):
        sample_outcome(new_game(2, explicit_chance=True), -1)
