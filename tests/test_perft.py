"""Exhaustive counts: golden numbers, a second way to count, and complete trees of tiny games.

A golden number says nothing about which rule broke, but it sees every rule at once.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from editions import RULESETS, Table, card_table, make_edition, market_table, tiny_board
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import options, positions

from livingstone import (
    ArgumentError,
    DiceRolled,
    Gems,
    Perft,
    Space,
    State,
    Stones,
    TakeCoins,
    TakeDie,
    apply,
    chance_outcomes,
    divide,
    legal_moves,
    new_game,
    perft,
    result,
    validate,
    with_explicit_chance,
)


def count_by_levels(state: State, depth: int) -> Perft:
    """Count as `perft` does, but by levels, with equal states taken together."""
    level = Counter({with_explicit_chance(state): 1})
    decisions = outcomes = terminals = leaves = 0
    for _ in range(depth):
        following = Counter[State]()
        for here, paths in level.items():
            if here.is_over:
                terminals += paths
                leaves += paths
            elif here.is_chance:
                outcomes += paths * len(chance_outcomes(here))
            else:
                decisions += paths * len(legal_moves(here))
            for action in options(here):
                following[apply(here, action)] += paths
        level = following
    leaves += level.total()
    terminals += sum(paths for here, paths in level.items() if here.is_over)
    return Perft(decisions, outcomes, terminals, leaves)


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
336 + 126 x 3 = 714. Whoever took a die then has 4 actions and 3 donations: 336 x 7 = 2352.
"""


@pytest.mark.parametrize(("edition", "players"), START)
def test_golden_counts_from_the_start(edition: str, players: int) -> None:
    state = new_game(players, edition=edition, explicit_chance=True)
    for depth, (decisions, outcomes, leaves) in enumerate(START[edition, players], 1):
        golden = Perft(decisions, outcomes, 0, leaves)
        assert perft(state, depth) == golden
        if leaves < 20_000:
            assert count_by_levels(state, depth) == golden


# The official game from its middle


def played(players: int, seed: int, edition: str, moves: int) -> State:
    """Come to a position by a seed and by moves: the n-th is number 7 x n, round and round."""
    state = new_game(players, seed=seed, edition=edition)
    for number in range(moves):
        options = legal_moves(state)
        state = apply(state, options[7 * number % len(options)])
    return state


def held(state: State, seat: int, *cards: str, **changes: Any) -> State:
    """Give a player cards from the draw pile, gems from the bag, coins from the bank, and tents."""
    pile, bag, bank = state.draw_pile, state.bag, state.bank
    for card in cards:
        pile = pile.minus(card)
    gems: Gems = changes.get("gems", Gems())
    bag = bag.minus(Stones(0, *gems, 0))
    bank -= changes.get("coins", state.players[seat].coins) - state.players[seat].coins
    tents = [list(column) for column in state.players[seat].tents]
    for row, column in changes.pop("tents", ()):
        tents[column - 1][row - 1] += 1
    changes["tents"] = tuple(map(tuple, tents))
    changes["supply"] = state.edition.board.tents - sum(map(sum, tents))
    players = list(state.players)
    players[seat] = players[seat].changed(hand=tuple(sorted(cards)), **changes)
    state = state.changed(players=tuple(players), draw_pile=pile, bag=bag, bank=bank)
    assert validate(state) == []
    return state


def with_every_card(edition: str) -> State:
    """Column 4, one of each card in hand, four gems, scored tents, neighbours in row 3."""
    state = apply(
        new_game(3, edition=edition, explicit_chance=True), DiceRolled((1, 2, 3, 3, 4, 6))
    )
    cards = [card.id for card in state.edition.cards if card.id != "mine_collapse"]
    scored = (Space(2, 3), Space(3, 1))
    state = state.changed(boat=4)
    state = held(state, 1, tents=[(3, 4), (3, 4)], coins=0)
    state = held(state, 2, tents=[(3, 4)], coins=0)
    gems = Gems(clear=2, blue=1, red=1)
    state = held(state, 0, *cards, gems=gems, coins=4, tents=scored, scored=scored)
    return apply(state, TakeDie(3))


def without_tents_left(edition: str) -> State:
    """Two players (R9.1), all eleven tents of the first on the board, most of them scored."""
    state = apply(new_game(2, edition=edition, explicit_chance=True), DiceRolled((2, 3, 3, 5)))
    spaces = [(row, column) for column in (1, 2, 3) for row in (1, 2, 4)]
    state = held(state.changed(boat=4), 1, tents=[(3, 4), (3, 4)])
    state = held(
        state,
        0,
        *("second_tent", "ignore_die", "no_cost_tent", "boat_back"),
        coins=4,
        tents=[*spaces, (3, 4), (3, 4)],
        scored=tuple(sorted(Space(*space) for space in spaces)),
    )
    return apply(state, TakeDie(3))


def before_the_end(players: int, edition: str) -> State:
    """The last die of the last column is taken; the boat may still be sent back (R2.7, R6.7)."""
    last = (6,) * (2 * players - 1)
    state = new_game(players, edition=edition, explicit_chance=True)
    state = apply(state, DiceRolled((1, *last))).changed(boat=10, dice=(1,))
    for seat in range(1, players):
        state = held(state, seat, last_die=6, tents=[(2, 10)], coins=1)
    state = held(state, 0, "lion", "boat_back", coins=1, gems=Gems(1, 0, 1), tents=[(2, 9)])
    return apply(apply(state, TakeDie(1)), TakeCoins())


def almost_without_cards(edition: str) -> State:
    """The draw pile is the collapse and a lion; the rest is in hand or played (R6.11, R6.12)."""
    state = apply(new_game(2, edition=edition, explicit_chance=True), DiceRolled((1, 2, 2, 4)))
    rest = [card for card in state.draw_pile.cards() if card not in {"mine_collapse", "lion"}]
    state = held(state, 0, *rest[:2], gems=Gems(1, 1, 0), coins=1)
    state = held(state, 1, gems=Gems(0, 0, 2), coins=0)
    pile = state.draw_pile
    for card in rest[2:]:
        pile = pile.minus(card)
    state = state.changed(draw_pile=pile, played=state.played.plus(rest[2:]))
    assert validate(state) == []
    return apply(state, TakeDie(1))


MIDDLE: dict[str, tuple[Callable[[], State], int, Perft]] = {
    "2 players, printed, after 60 moves": (
        partial(played, 2, 11, "printed", 60),
        4,
        Perft(1239, 343, 0, 1371),
    ),
    "2 players, bga, after 150 moves": (
        partial(played, 2, 11, "bga", 150),
        5,
        Perft(1024, 212, 0, 864),
    ),
    "3 players, printed, after 100 moves": (
        partial(played, 3, 5, "printed", 100),
        4,
        Perft(4403, 2862, 0, 6684),
    ),
    "4 players, bga, after 200 moves": (
        partial(played, 4, 3, "bga", 200),
        4,
        Perft(1503, 695, 0, 1848),
    ),
    "5 players, printed, after 250 moves": (
        partial(played, 5, 8, "printed", 250),
        4,
        Perft(2279, 924, 0, 2834),
    ),
    "every card, printed": (partial(with_every_card, "printed"), 2, Perft(1418, 69, 0, 1444)),
    "every card, bga": (partial(with_every_card, "bga"), 2, Perft(1386, 69, 0, 1413)),
    "no tents left, printed": (
        partial(without_tents_left, "printed"),
        2,
        Perft(19618, 41, 0, 19452),
    ),
    "no tents left, bga": (partial(without_tents_left, "bga"), 2, Perft(19600, 41, 0, 19434)),
    "the end, two players, printed": (
        partial(before_the_end, 2, "printed"),
        4,
        Perft(1937, 5292, 3906, 6824),
    ),
    "the end, two players, bga": (
        partial(before_the_end, 2, "bga"),
        4,
        Perft(1811, 5292, 3906, 6698),
    ),
    "the end, three players, printed": (
        partial(before_the_end, 3, "printed"),
        4,
        Perft(3449, 5082, 152, 7821),
    ),
    "the end, five players, bga": (
        partial(before_the_end, 5, "bga"),
        4,
        Perft(13487, 33033, 152, 43269),
    ),
    "few cards, printed": (partial(almost_without_cards, "printed"), 4, Perft(1769, 159, 0, 1586)),
    "few cards, bga": (partial(almost_without_cards, "bga"), 4, Perft(1683, 159, 0, 1504)),
}


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


@pytest.mark.parametrize(("make", "depth", "golden"), MIDDLE.values(), ids=MIDDLE)
def test_golden_counts_from_the_middle(
    make: Callable[[], State], depth: int, golden: Perft
) -> None:
    state = make()
    assert validate(state) == []
    assert perft(state, depth) == golden
    assert count_by_levels(state, depth) == golden


# What counting is


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("edition", RULESETS)
def test_the_parts_of_divide_sum_to_the_whole(edition: str, depth: int) -> None:
    for state in (
        new_game(2, seed=7, edition=edition),
        new_game(2, edition=edition, explicit_chance=True),
        with_every_card(edition),
        before_the_end(2, edition),
    ):
        assert_sums_up(state, depth)


@given(positions(), st.integers(1, 2))
def test_the_parts_of_divide_sum_to_the_whole_anywhere(state: State, depth: int) -> None:
    explicit = with_explicit_chance(state)
    assume(not explicit.is_over and len(options(explicit)) < 50)
    assert_sums_up(state, depth)


def assert_sums_up(state: State, depth: int) -> None:
    parts = divide(state, depth)
    assert tuple(parts) == options(with_explicit_chance(state))
    total = Perft()
    for part in parts.values():
        total = total.plus(part)
    assert total == perft(state, depth)


@given(positions())
def test_both_ways_to_count_agree_anywhere(state: State) -> None:
    explicit = with_explicit_chance(state)
    assert perft(state, 0) == Perft(terminals=int(state.is_over), leaves=1)
    assert perft(state, 1) == count_by_levels(state, 1)
    assume(len(options(explicit)) < 50)
    assert perft(state, 2) == count_by_levels(state, 2)


def test_a_seed_does_not_matter() -> None:
    assert perft(new_game(2, seed=7), 3) == perft(with_explicit_chance(new_game(2, seed=7)), 3)


def test_a_finished_game_counts_once() -> None:
    state = before_the_end(3, "printed")
    over = apply(state, legal_moves(state)[-1])
    assert over.is_over
    assert perft(over, 5) == Perft(terminals=1, leaves=1)
    assert divide(over, 5) == {}


@pytest.mark.parametrize("depth", [-1, 1.0, "1", True, None])
def test_a_depth_is_a_whole_number(depth: Any) -> None:
    state = new_game(2, seed=7)
    with pytest.raises(ArgumentError, match="depth"):
        perft(state, depth)
    with pytest.raises(ArgumentError, match="depth"):
        divide(state, depth)
    with pytest.raises(ArgumentError, match="depth"):
        divide(state, 0)


# Complete trees


def tiny(cards: list[Table], changes: Table, ruleset: str) -> State:
    edition = make_edition(tiny_board(**changes), cards, ruleset)
    return new_game(2, edition=edition, explicit_chance=True)


LION_AND_COLLAPSE = [
    card_table("lion", "score_points", points=2),
    card_table("fall", "mine_collapse"),
]
MARKET_AND_COLLAPSE = [market_table("market"), card_table("fall", "mine_collapse")]
ONE_ROW: Table = {
    "columns": [{"cost": 1}, {"cost": 1}],
    "rows": [{"value": 1, "majority": 3}],
    "tents": 1,
    "start_coins": 0,
    "coins": [{"value": 1, "count": 1}],
    "stones": tiny_board()["stones"] | {"black": {"count": 0}},
}

one_column = partial(tiny, LION_AND_COLLAPSE, {"start_coins": 0})
two_columns = partial(tiny, MARKET_AND_COLLAPSE, ONE_ROW)
without_cards = partial(tiny, [], {"start_coins": 0, "coins": [{"value": 1, "count": 1}]})

TREES: list[tuple[Callable[[str], State], str, int, Perft]] = [
    (without_cards, "printed", 420, Perft(272, 303, 222, 222)),
    (without_cards, "bga", 420, Perft(260, 287, 212, 212)),
    (one_column, "printed", 3538, Perft(3156, 3711, 3026, 3026)),
    (one_column, "bga", 2690, Perft(2366, 2741, 2236, 2236)),
    (two_columns, "printed", 2882, Perft(44507, 49510, 33440, 33440)),
    (two_columns, "bga", 3040, Perft(32988, 36499, 24816, 24816)),
]
"""Tiny games, the different states in them, and all ways through them."""


@pytest.mark.parametrize(
    ("make", "ruleset", "states", "golden"),
    TREES,
    ids=[f"tree {number}" for number in range(len(TREES))],
)
def test_the_complete_tree_of_a_tiny_game(
    make: Callable[[str], State], ruleset: str, states: int, golden: Perft
) -> None:
    start = make(ruleset)
    reached, certain = Counter[State](), Counter({start: 1})
    chances: dict[State, Fraction] = {start: Fraction(1)}
    level, total, ended = {start}, Perft(), Fraction(0)
    while level:
        reached.update(level)
        following, paths_to = set[State](), Counter[State]()
        chance_of: dict[State, Fraction] = {}
        for state in level:
            paths, chance = certain[state], chances[state]
            steps = shares(state)
            if state.is_over:
                assert validate(state) == []
                assert steps == {}
                assert result(state) is not None
                total = total.plus(Perft(terminals=paths, leaves=paths))
                ended += chance
                continue
            assert sum(steps.values()) == 1
            made = paths * len(steps)
            total = total.plus(Perft(outcomes=made) if state.is_chance else Perft(decisions=made))
            for action, share in steps.items():
                after = apply(state, action)
                following.add(after)
                paths_to[after] += paths
                chance_of[after] = chance_of.get(after, Fraction(0)) + chance * share
        level, certain, chances = following, paths_to, chance_of
    assert ended == 1, "what random players come to, all together"
    assert len(reached) == states
    assert total == golden
    assert perft(start, 1000) == golden


def shares(state: State) -> dict[Any, Fraction]:
    """Weigh what can happen next: by chance, or each move of a random player alike."""
    if state.is_chance:
        return dict(chance_outcomes(state))
    moves = legal_moves(state)
    return {move: Fraction(1, len(moves)) for move in moves}
