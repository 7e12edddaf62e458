"""Exhaustive counts: golden numbers from the middle of games."""

from collections.abc import Callable

import pytest
from counting import (
    almost_without_cards,
    before_the_end,
    count_by_levels,
    played,
    with_every_card,
    without_tents_left,
)

from livingstone import Perft, State, legal_moves, perft, validate

pytestmark = pytest.mark.no_cover  # it takes long, and other tests cover the same lines

MIDDLE: list[tuple[Callable[..., State], tuple[int | str, ...], int, Perft]] = [
    (played, (2, 11, "printed", 60), 4, Perft(1239, 343, 0, 1371)),
    (played, (2, 11, "bga", 150), 5, Perft(1024, 212, 0, 864)),
    (played, (3, 5, "printed", 100), 4, Perft(4403, 2862, 0, 6684)),
    (played, (4, 3, "bga", 200), 4, Perft(1503, 695, 0, 1848)),
    (played, (5, 8, "printed", 250), 4, Perft(2279, 924, 0, 2834)),
    (with_every_card, ("printed",), 2, Perft(1418, 69, 0, 1444)),
    (with_every_card, ("bga",), 2, Perft(1386, 69, 0, 1413)),
    (without_tents_left, ("printed",), 2, Perft(19618, 41, 0, 19452)),
    (without_tents_left, ("bga",), 2, Perft(19600, 41, 0, 19434)),
    (before_the_end, (2, "printed"), 4, Perft(1937, 5292, 3906, 6824)),
    (before_the_end, (2, "bga"), 4, Perft(1811, 5292, 3906, 6698)),
    (before_the_end, (3, "printed"), 4, Perft(3449, 5082, 152, 7821)),
    (before_the_end, (5, "bga"), 4, Perft(13487, 33033, 152, 43269)),
    (almost_without_cards, ("printed",), 4, Perft(1769, 159, 0, 1586)),
    (almost_without_cards, ("bga",), 4, Perft(1683, 159, 0, 1504)),
]
"""How a position is made, a depth, and the counts; `played` has players, seed, edition, moves."""


@pytest.mark.parametrize(("edition", "moves"), [("printed", 43), ("bga", 42)])
def test_a_count_that_can_be_had_by_hand(edition: str, moves: int) -> None:
    """Tell the moves of one position one by one.

    Draw, coins, dig: 3. Row 3 with a card, in `printed` also for 2 + 1 + 1 coins (`bga`: 2 + 3,
    too much): 2 or 1. The other five rows with one or both cards: 10. Three animals, coins,
    stones, the boat, one die more: 7. The market: 3 x 2 x 2 - 1 = 11. A second tent: 2. Gems
    sold: 4. Coins donated: 4.
    """
    state = with_every_card(edition)
    assert perft(state, 1).leaves == len(legal_moves(state)) == moves


@pytest.mark.parametrize(("make", "arguments", "depth", "golden"), MIDDLE)
def test_golden_counts_from_the_middle(
    make: Callable[..., State], arguments: tuple[int | str, ...], depth: int, golden: Perft
) -> None:
    state = make(*arguments)
    assert validate(state) == []
    assert perft(state, depth) == golden
    assert count_by_levels(state, depth) == golden
