"""Exhaustive counts: golden numbers, and a second way to count.

A golden number says nothing about which rule broke, but it sees every rule at once.
"""

from collections import Counter
from collections.abc import Callable
from functools import reduce

import pytest
from editions import new_game
from hypothesis import assume, given
from hypothesis import strategies as st
from positions import give, lay_open, play, sail, table

import livingstone as ls
from livingstone.testing import options, states


def count_by_levels(state: ls.State, depth: int) -> ls.Perft:
    """Count as `perft` does, but by levels, with equal states taken together."""
    level = Counter({ls.with_explicit_chance(state): 1})
    decisions = outcomes = terminals = leaves = 0
    for _ in range(depth):
        following = Counter[ls.State]()
        for here, paths in level.items():
            if here.is_over:
                terminals += paths
                leaves += paths
            elif here.is_chance:
                outcomes += paths * len(ls.chance_outcomes(here))
            else:
                decisions += paths * len(ls.legal_moves(here))
            for action in options(here):
                following[ls.apply(here, action)] += paths
        level = following
    leaves += level.total()
    terminals += sum(paths for here, paths in level.items() if here.is_over)
    return ls.Perft(decisions, outcomes, terminals, leaves)


def played(players: int, seed: int, edition: str, moves: int) -> ls.State:
    """Come to a position by a seed and by moves: the n-th is number 7 x n, round and round."""
    state = new_game(players, seed=seed, edition=edition)
    for number in range(moves):
        options = ls.legal_moves(state)
        state = ls.apply(state, options[7 * number % len(options)])
    return state


def with_every_card(edition: str) -> ls.State:
    """Column 4, one of each card in hand, four gems, scored tents, neighbours in row 3."""
    state = sail(table(3, 1, 2, 3, 3, 4, 6, edition=edition), 4)
    cards = [card.id for card in state.edition.cards if card.id != "mine_collapse"]
    state = give(state, 1, tents=[(3, 4), (3, 4)], coins=0)
    state = give(state, 2, tents=[(3, 4)], coins=0)
    gems = ls.Gems(clear=2, blue=1, red=1)
    state = give(state, 0, cards=cards, gems=gems, coins=4, scored=[(2, 3), (3, 1)])
    return play(state, ls.TakeDie(3))


def without_tents_left(edition: str) -> ls.State:
    """Two players (R9.1), all eleven tents of the first on the board, most of them scored."""
    state = sail(table(2, 2, 3, 3, 5, edition=edition), 4)
    state = give(state, 1, tents=[(3, 4), (3, 4)])
    cards = ("second_tent", "ignore_die", "no_cost_tent", "boat_back")
    scored = [(row, column) for column in (1, 2, 3) for row in (1, 2, 4)]
    tents = [(3, 4), (3, 4)]
    return play(give(state, 0, cards=cards, coins=4, tents=tents, scored=scored), ls.TakeDie(3))


def before_the_end(players: int, edition: str) -> ls.State:
    """The last die of the last column is taken; the boat may still be sent back (R2.7, R6.7)."""
    state = sail(table(players, 1, edition=edition), 10)
    others = tuple(player.changed(last_die=6) for player in state.players[1:])
    state = state.changed(players=(state.player, *others))
    for seat in range(1, players):
        state = give(state, seat, tents=[(2, 10)], coins=1)
    cards = ("lion", "boat_back")
    state = give(state, 0, cards=cards, coins=1, gems=ls.Gems(1, 0, 1), tents=[(2, 9)])
    return play(state, ls.TakeDie(1), ls.TakeCoins())


def almost_without_cards(edition: str) -> ls.State:
    """The draw pile is the collapse and a lion; the rest is in hand or played (R6.11, R6.12)."""
    state = table(2, 1, 2, 2, 4, edition=edition)
    rest = [card for card in state.draw_pile.cards() if card not in {"mine_collapse", "lion"}]
    state = give(state, 0, cards=rest[:2], gems=ls.Gems(1, 1, 0), coins=1)
    state = give(state, 1, gems=ls.Gems(0, 0, 2), coins=0)
    return play(lay_open(state, *rest[2:]), ls.TakeDie(1))


pytestmark = pytest.mark.no_cover  # it takes long, and other tests cover the same lines

# The official game from its start


START: dict[tuple[str, int], list[tuple[int, int, int]]] = {
    ("printed", 2): [(0, 126, 126), (714, 126, 714), (4452, 126, 3738), (18522, 22862, 36806)],
    ("printed", 3): [(0, 462, 462), (2898, 462, 2898), (19404, 462, 16506)],
    ("printed", 4): [(0, 1287, 1287), (8613, 1287, 8613)],
    ("printed", 5): [(0, 3003, 3003), (21021, 3003, 21021)],
    ("bga", 2): [(0, 126, 126), (336, 126, 336), (2688, 126, 2352), (10920, 22862, 30968)],
    ("bga", 3): [(0, 462, 462), (1512, 462, 1512), (12096, 462, 10584)],
    ("bga", 4): [(0, 1287, 1287), (4752, 1287, 4752)],
    ("bga", 5): [(0, 3003, 3003), (12012, 3003, 12012)],
}
"""By edition and players, for depths from 1: decisions, outcomes, leaves; nothing ends so soon.

Some can be had by hand. Two players roll four dice: 9 over 4 = 126 outcomes. In each, a value can
be taken that occurs: 6 x (8 over 3) = 336 in all; in `printed` there are also 3 donations:
336 + 126 x 3 = 714. A player who took a die then has 4 actions and 3 donations: 336 x 7 = 2352.
"""


@pytest.mark.parametrize(("edition", "players"), START)
def test_golden_counts_from_the_start(edition: str, players: int) -> None:
    state = new_game(players, edition=edition, explicit_chance=True)
    for depth, (decisions, outcomes, leaves) in enumerate(START[edition, players], 1):
        golden = ls.Perft(decisions, outcomes, 0, leaves)
        assert ls.perft(state, depth) == golden
        if leaves < 5_000:
            assert count_by_levels(state, depth) == golden


# What counting is


@given(states(), st.integers(1, 2))
def test_the_parts_of_divide_sum_to_the_whole_anywhere(state: ls.State, depth: int) -> None:
    explicit = ls.with_explicit_chance(state)
    assume(not explicit.is_over and len(options(explicit)) < 50)
    parts = ls.divide(state, depth)
    assert tuple(parts) == options(explicit)
    assert reduce(ls.Perft.plus, parts.values()) == ls.perft(state, depth)


@given(states())
def test_both_ways_to_count_agree_anywhere(state: ls.State) -> None:
    explicit = ls.with_explicit_chance(state)
    assert ls.perft(state, 0) == ls.Perft(terminals=int(state.is_over), leaves=1)
    assert ls.perft(state, 1) == count_by_levels(state, 1)
    assume(len(options(explicit)) < 50)
    assert ls.perft(state, 2) == count_by_levels(state, 2)


def test_a_depth_is_not_negative() -> None:
    state = new_game(2, seed=7)
    with pytest.raises(ls.ArgumentError, match="depth"):
        ls.perft(state, -1)
    with pytest.raises(ls.ArgumentError, match="depth"):
        ls.divide(state, -1)
    with pytest.raises(ls.ArgumentError, match="depth"):
        ls.divide(state, 0)


MIDDLE: list[tuple[Callable[..., ls.State], tuple[int | str, ...], int, ls.Perft]] = [
    (played, (2, 11, "printed", 60), 4, ls.Perft(1239, 343, 0, 1371)),
    (played, (2, 11, "bga", 150), 5, ls.Perft(1024, 212, 0, 864)),
    (played, (3, 5, "printed", 100), 4, ls.Perft(4403, 2862, 0, 6684)),
    (played, (4, 3, "bga", 200), 4, ls.Perft(1503, 695, 0, 1848)),
    (played, (5, 8, "printed", 250), 4, ls.Perft(2279, 924, 0, 2834)),
    (with_every_card, ("printed",), 2, ls.Perft(1418, 69, 0, 1444)),
    (with_every_card, ("bga",), 2, ls.Perft(1386, 69, 0, 1413)),
    (without_tents_left, ("printed",), 2, ls.Perft(19618, 41, 0, 19452)),
    (without_tents_left, ("bga",), 2, ls.Perft(19600, 41, 0, 19434)),
    (before_the_end, (2, "printed"), 4, ls.Perft(1937, 5292, 3906, 6824)),
    (before_the_end, (2, "bga"), 4, ls.Perft(1811, 5292, 3906, 6698)),
    (before_the_end, (3, "printed"), 4, ls.Perft(3449, 5082, 152, 7821)),
    (before_the_end, (5, "bga"), 4, ls.Perft(13487, 33033, 152, 43269)),
    (almost_without_cards, ("printed",), 4, ls.Perft(1769, 159, 0, 1586)),
    (almost_without_cards, ("bga",), 4, ls.Perft(1683, 159, 0, 1504)),
]
"""How a position is made, a depth, and the counts; `played` has players, seed, edition, moves."""
MANY_LEAVES = 10_000
"""Counting more of them takes half a second or longer."""


@pytest.mark.parametrize(("edition", "moves"), [("printed", 43), ("bga", 42)])
def test_a_count_that_can_be_had_by_hand(edition: str, moves: int) -> None:
    """Tell the moves of one position one by one.

    Draw, coins, dig: 3. Row 3 with a card, in `printed` also for 2 + 1 + 1 coins (`bga`: 2 + 3,
    too much): 2 or 1. The other five rows with one or both cards: 10. Three animals, coins,
    stones, the boat, one die more: 7. The market: 3 x 2 x 2 - 1 = 11. A second tent: 2. Gems
    sold: 4. Coins donated: 4.
    """
    state = with_every_card(edition)
    assert ls.perft(state, 1).leaves == len(ls.legal_moves(state)) == moves


@pytest.mark.parametrize(
    ("make", "arguments", "depth", "golden"),
    [
        pytest.param(*row, marks=[pytest.mark.slow] if row[-1].leaves > MANY_LEAVES else [])
        for row in MIDDLE
    ],
)
def test_golden_counts_from_the_middle(
    make: Callable[..., ls.State], arguments: tuple[int | str, ...], depth: int, golden: ls.Perft
) -> None:
    state = make(*arguments)
    assert ls.validate(state) == []
    assert ls.perft(state, depth) == golden
    assert count_by_levels(state, depth) == golden
