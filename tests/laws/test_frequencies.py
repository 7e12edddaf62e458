"""How often chance brings what: fixed seeds, so that a good engine passes always."""

from collections import Counter
from collections.abc import Sequence

import pytest
from positions import awaiting

from livingstone import RoundRoll, State, Stones, chance_outcomes
from livingstone.game.chance import draw
from livingstone.game.moves import CardDraw, ChanceEvent, DonationRoll, StoneDraw
from livingstone.game.state import Streams
from livingstone.values import CardPile

SAMPLES = 4000


def assert_frequencies(state: State, streams: Sequence[Streams]) -> None:
    """Compare how often each outcome is drawn with its probability, by Pearson's chi-square."""
    expected = chance_outcomes(state)
    drawn = Counter(draw(state, stream)[0] for stream in streams)
    assert set(drawn) <= set(expected)
    # Rare outcomes are lumped together: the test wants five of each expected.
    observed: list[tuple[int, float]] = []
    rest_drawn, rest_expected = 0, 0.0
    for outcome, probability in expected.items():
        number = float(probability * len(streams))
        if number >= 5:
            observed.append((drawn[outcome], number))
        else:
            rest_drawn += drawn[outcome]
            rest_expected += number
    if rest_expected:
        observed.append((rest_drawn, max(rest_expected, 1.0)))
    chi_square = sum((count - number) ** 2 / number for count, number in observed)
    assert chi_square < critical_value(len(observed) - 1)


def critical_value(freedom: int) -> float:
    """Approximate what chi-square exceeds once in 10 000 times (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.719 * part**0.5) ** 3)


SEEDED = [Streams(seed) for seed in range(SAMPLES)]


CARD = CardDraw(is_replacement=False)
COUNTED = [Streams(7, number, number, number, number) for number in range(SAMPLES)]


@pytest.mark.parametrize("streams", [SEEDED, COUNTED], ids=["by seed", "by number"])
@pytest.mark.parametrize(
    ("bag", "event"),
    [
        (Stones(29, 15, 10, 5, 1), StoneDraw(1)),
        (Stones(29, 15, 10, 5, 1), StoneDraw(3)),
        (Stones(29, 15, 10, 5, 1), StoneDraw(6)),
        (Stones(1, 0, 1, 2, 1), StoneDraw(3)),
        (Stones(29, 15, 10, 5, 1), RoundRoll(2)),
        (Stones(29, 15, 10, 5, 1), RoundRoll(4)),
        (Stones(29, 15, 10, 5, 1), DonationRoll(4)),
    ],
    ids=str,
)
def test_stones_and_dice_come_as_often_as_listed(
    bag: Stones, event: ChanceEvent, streams: list[Streams]
) -> None:
    assert_frequencies(awaiting(event, bag=bag), streams)


@pytest.mark.parametrize("streams", [SEEDED, COUNTED], ids=["by seed", "by number"])
def test_cards_come_as_often_as_listed(streams: list[Streams]) -> None:
    waiting = awaiting(CARD)
    assert_frequencies(waiting, streams)
    few = waiting.changed(draw_pile=CardPile.of(["lion", "market", "market"]))
    assert_frequencies(few, streams)
