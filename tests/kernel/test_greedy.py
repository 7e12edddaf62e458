"""The compiled `greedy` chooses what the one in Python chooses."""

from itertools import product

import pytest

pytest.importorskip("numba")

from attrs import evolve
from editions import deck_table
from hypothesis import assume, given
from hypothesis import strategies as st
from lockstep import check_choice, check_seeded_games, crowded_games, some
from positions import balance

import livingstone as ls
from livingstone.kernel import Kernel
from livingstone.kernel.compiling import plain
from livingstone.kernel.greedy.winning import add_up
from livingstone.players import Assumptions, Weights
from livingstone.testing import states

WEIGHT = st.floats(0.001, 1000) | st.floats(0.1, 5)


@given(states(explicit=True))
def test_greedy_chooses_the_same_in_any_position_of_any_edition(state: ls.State) -> None:
    assume(ls.legal_moves(state))
    check_choice(Kernel.of(state.edition, len(state.players)), state)


@given(states(explicit=True), st.lists(WEIGHT, min_size=19, max_size=19))
def test_greedy_chooses_the_same_with_any_weights(state: ls.State, drawn: list[float]) -> None:
    assume(ls.legal_moves(state))
    weights = Weights(Assumptions(*drawn[:6]), *drawn[6:])
    check_choice(Kernel.of(state.edition, len(state.players)), state, weights)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_r9_1_greedy_chooses_the_same_in_late_positions_with_crowded_boards(
    edition: str, players: int
) -> None:
    for game in crowded_games(edition, players, count=some(20)):
        for state in game.states:
            if ls.legal_moves(state):
                check_choice(Kernel.of(edition, players), state)


@pytest.mark.parametrize("tents", [2, 4, 6])
def test_r9_1_nothing_stale_is_remembered_of_a_row_when_tents_move_all_the_time(tents: int) -> None:
    printed = ls.load_edition("printed")
    edition = evolve(printed, board=evolve(printed.board, tents=tents))
    check_seeded_games(edition, 2, ["greedy", "greedy"], some(5), seed=tents)


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=3, max_size=4))
def test_r8_4_greedy_chooses_the_same_where_the_last_coins_decide_who_is_out(
    figures: list[tuple[int, int, int]],
) -> None:
    start = ls.new_game(len(figures), explicit_chance=True)
    players = tuple(
        player.changed(coins=coins, gems=ls.Gems(gems), points=points)
        for player, (coins, gems, points) in zip(start.players, figures, strict=True)
    )
    last = len(start.edition.board.columns)
    state = start.changed(players=players, boat=last, dice_taken=1, dice_left=0, pending=None)
    check_choice(Kernel.of("printed", len(figures)), balance(state))


@pytest.mark.parametrize("die", range(1, 7))
def test_r4_7_greedy_chooses_the_same_where_a_white_stone_takes_what_was_drawn(die: int) -> None:
    start = ls.new_game(2, explicit_chance=True, edition="bga")
    kernel, numbers = Kernel.of("bga", 2), [(0, 0, 0), (1, 0, 2), (0, 3, 0), (4, 4, 4), (9, 0, 0)]
    for held, drawn, black in product(numbers, numbers, (3, 9)):
        player = start.player.changed(gems=ls.Gems(*held), last_die=die)
        turn = start.with_player(player).changed(die=die, dice_taken=1, dice_left=0, pending=None)
        aside = ls.Stones(black=start.bag.black - black)
        check_choice(kernel, balance(turn.changed(gems_drawn=ls.Gems(*drawn), aside=aside)))


@pytest.mark.parametrize("players", [2, 3])
def test_r5_2_greedy_donates_as_much_where_little_is_left(players: int) -> None:
    start = ls.new_game(players, explicit_chance=True)
    kernel, last = Kernel.of("printed", players), len(start.edition.board.columns)
    end = start.changed(boat=last, dice_taken=1, dice_left=0, pending=None)
    for coins, chest, die in product(range(4), range(3), range(5, 7)):
        player = start.player.changed(coins=coins, chest=chest, last_die=die)
        for dice in ((), (6,), (6,) * players):
            check_choice(kernel, balance(end.with_player(player).changed(dice=dice)))


@given(st.lists(st.floats(-1e9, 1e9), max_size=30))
def test_floats_are_added_up_as_sum_does(values: list[float]) -> None:
    assert plain(add_up)(values, 0, len(values)) == sum(values)


def test_weights_of_a_seat_are_its_own() -> None:
    kernel, bold, count = Kernel.of("printed", 3), Weights(rivalry=5.0, patience=0.1), some(20)
    seeds, nobody = list(range(count)), [[0, 0, 0]] * count
    mixed = kernel.play([[bold, "greedy", bold]] * count, seeds, nobody)
    plain_games = kernel.play([["greedy"] * 3] * count, seeds, nobody)
    bold_games = kernel.play([[bold] * 3] * count, seeds, nobody)
    assert len({tuple(games.notes.ravel()) for games in (mixed, plain_games, bold_games)}) == 3


def test_r8_4_greedy_chooses_the_same_last_sale_among_three_players() -> None:
    """Who sells gems for the Queen may be no longer out, but has fewer points."""
    start = ls.new_game(3, explicit_chance=True)
    kernel = Kernel.of("printed", 3)
    rivals = [
        player.changed(chest=4, donations=1, chest_limit=4, last_die=5)
        for player in start.players[1:]
    ]
    turn = start.changed(boat=10, dice_taken=1, dice_left=0, pending=None)
    for coins, gems, points, dice in product((0, 2), (1, 3), (0, 5), ((), (5,), (6,))):
        own = start.player.changed(coins=coins, gems=ls.Gems(gems, 0, 1), points=points)
        check_choice(kernel, balance(turn.changed(players=(own, *rivals), dice=dice)))


@pytest.mark.parametrize("card", ["four_coins", "lion", "three_stones"])
def test_r4_1_greedy_chooses_the_same_where_one_card_is_left_to_draw(card: str) -> None:
    (entry,) = (entry for entry in deck_table()["cards"] if entry["id"] == card)
    edition = ls.load_edition("printed", cards={"cards": [entry | {"count": 1}]})
    start = ls.new_game(2, explicit_chance=True, edition=edition)
    kernel = Kernel.of(edition, 2)
    for die, coins in product(range(1, 7), (0, 1, 4)):
        own = start.player.changed(coins=coins, last_die=die)
        turn = start.with_player(own).changed(dice_taken=1, dice_left=0, pending=None)
        check_choice(kernel, balance(turn.changed(die=die)))


@pytest.mark.parametrize(
    ("dice", "figures"),
    [
        ((6, 6), [(5, 4, (0, 1, 0), 72, 6), (0, 1, (1, 1, 0), 60, 6), (1, 3, (2, 0, 0), 68, 1)]),
        ((3,), [(4, 4, (1, 1, 0), 62, 1), (0, 5, (1, 0, 1), 62, 3), (1, 2, (0, 0, 1), 73, 3)]),
    ],
)
def test_r2_3_greedy_knows_as_well_that_rivals_take_no_die_as_high_as_their_last(
    dice: tuple[int, ...], figures: list[tuple[int, int, tuple[int, int, int], int, int]]
) -> None:
    """In the last round: who takes no die can donate only what is at hand."""
    start = ls.new_game(3, explicit_chance=True)
    players = tuple(
        player.changed(coins=coins, chest=chest, gems=ls.Gems(*gems), points=points, last_die=last)
        for player, (coins, chest, gems, points, last) in zip(start.players, figures, strict=True)
    )
    turn = start.changed(boat=10, dice_taken=1, dice_left=0, pending=None)
    check_choice(Kernel.of("printed", 3), balance(turn.changed(dice=dice, players=players)))
