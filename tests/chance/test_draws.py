"""Chance: outcomes that a seed gives on every machine alike.

They stay the same for ever, on every Python. A change here breaks every game that somebody knows by
its seed.
"""

import random
from collections import Counter
from hashlib import blake2b
from typing import Any

import pytest
from editions import make_edition, new_game, tiny_board
from positions import awaiting

import livingstone as ls
from livingstone.game.chance import draw
from livingstone.game.moves import CardDraw, ChanceEvent, DonationRoll, StoneDraw
from livingstone.game.state import Streams


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
        (ls.RoundRoll(4), [(1, 1, 3, 6), (1, 1, 3, 5), (1, 2, 2, 6), (1, 2, 5, 5)]),
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
    kinds = {
        ls.RoundRoll: ls.DiceRolled,
        DonationRoll: ls.DiceRolled,
        StoneDraw: ls.StonesDrawn,
        CardDraw: ls.CardRevealed,
    }
    state = awaiting(event)
    for number, values in enumerate(outcomes):
        drawn, after = draw(state, Streams(1, number, number, number, number))
        assert after == Streams(1, *(number + (type(event) is kind) for kind in kinds))
        if isinstance(drawn, ls.StonesDrawn):
            assert drawn == ls.StonesDrawn(ls.Stones(*values))
        else:
            assert drawn == kinds[type(event)](values)


@pytest.mark.parametrize(
    ("event", "outcomes"),
    [
        (
            ls.CardLook(count=3),
            [
                ls.CardsShown(("no_cost_tent", "market", "second_tent")),
                ls.CardsShown(("antelope", "antelope", "market")),
            ],
        ),
        (ls.CardRoll(3, sides=8), [ls.DiceRolled((2, 4, 6)), ls.DiceRolled((4, 4, 6))]),
    ],
    ids=str,
)
def test_golden_outcomes_of_seed_1_for_own_cards(
    event: ChanceEvent, outcomes: list[ls.Outcome]
) -> None:
    for number, outcome in enumerate(outcomes):
        found = draw(awaiting(event), Streams(1, effects=number))
        assert found == (outcome, Streams(1, effects=number + 1))


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
        (ls.RoundRoll(4), ls.DiceRolled((1, 1, 1, 1))),
        (DonationRoll(4), ls.DiceRolled((1, 1, 1, 1))),
        (StoneDraw(3), ls.StonesDrawn(ls.Stones(black=3))),
        (CardDraw(is_replacement=False), ls.CardRevealed("antelope")),
    ],
    ids=str,
)
def test_what_would_make_chance_unfair_is_rejected(
    event: ChanceEvent, least: ls.Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The highest digests are more than a multiple of the bound; the next try decides."""
    fake = FakeDigests(0xFF, 0xFF, 0)
    monkeypatch.setattr("hashlib.blake2b", fake)
    assert draw(awaiting(event), Streams(1))[0] == least
    assert fake.fills == []
    assert len(set(fake.labels)) == 3, "each try hashes something else"


def test_where_nothing_is_unfair_nothing_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    board = tiny_board(dice={"per_player": 1, "sides": 2, "donation": 1})
    state = new_game(2, edition=make_edition(board, []), explicit_chance=True)
    fake = FakeDigests(0xFF)
    monkeypatch.setattr("hashlib.blake2b", fake)
    assert draw(state, Streams(1))[0] == ls.DiceRolled((2, 2))


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


def test_r10_3_nothing_can_be_drawn_where_nothing_is_awaited() -> None:
    with pytest.raises(ls.ArgumentError, match="no outcome of chance is awaited"):
        ls.sample_outcome(new_game(2, seed=7), 1)
    with pytest.raises(ls.ArgumentError, match="seed"):
        ls.sample_outcome(new_game(2, explicit_chance=True), -1)


def test_nobody_can_predict_what_a_dealer_draws() -> None:
    """Python's own random numbers, which can be known beforehand, have no part in it."""
    state = ls.new_game(2, explicit_chance=True)
    before, drawn = random.getstate(), []
    try:
        for _ in range(2):
            random.seed(7)
            drawn.append([ls.deal(state) for _ in range(30)])
    finally:
        random.setstate(before)
    assert len(set(drawn[0])) > 1
    assert drawn[0] != drawn[1]


def test_r10_3_a_sampled_outcome_is_the_one_that_the_seed_would_decide() -> None:
    state = ls.new_game(2, explicit_chance=True)
    for seed in range(20):
        sampled = ls.apply(state, ls.sample_outcome(state, seed))
        assert sampled == ls.with_explicit_chance(ls.with_seed(state, seed))
