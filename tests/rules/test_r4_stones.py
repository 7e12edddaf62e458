"""R4.6 to R4.8: what becomes of the stones drawn."""

import pytest
from positions import at_die, give, lay_aside, play

import livingstone as ls

BOTH = pytest.mark.parametrize("edition", ["printed", "bga"])
THREE = "three_stones"
ALL = ls.Stones(black=29, clear=15, blue=10, red=5, white=1)


def drawn(**stones: int) -> ls.StonesDrawn:
    return ls.StonesDrawn(ls.Stones(**stones))


@BOTH
def test_r4_6_black_stones_go_aside_and_gems_to_the_player(edition: str) -> None:
    state = lay_aside(give(at_die(6, edition=edition), 0, gems=ls.Gems(blue=1)), ls.Stones(black=2))
    state = play(state, ls.Dig(), drawn(black=3, clear=1, blue=1, red=1))
    assert state.players[0].gems == ls.Gems(clear=1, blue=2, red=1)
    assert state.aside == ls.Stones(black=5)
    assert state.bag == ls.Stones(black=24, clear=14, blue=8, red=4, white=1)
    assert (state.players[0].coins, state.current_player, state.pending) == (3, 0, None)


def test_r4_6_gems_just_drawn_may_be_sold_in_the_same_turn() -> None:
    state = play(at_die(2), ls.Dig(), drawn(black=1, red=1), ls.SellGems("red", 1))
    assert state.players[0].coins == 8
    assert state.aside == ls.Stones(black=1, red=1)


def test_r4_7_white_stone_sells_what_was_just_drawn() -> None:
    state = lay_aside(at_die(6), ls.Stones(black=5, clear=2, red=1))
    state = give(state, 0, gems=ls.Gems(clear=1, blue=1))
    after = play(state, ls.Dig(), drawn(black=1, clear=2, blue=1, red=1, white=1))
    assert after.players[0].coins == 3 + 2 * 1 + 3 + 5
    assert after.bank == state.bank - 10
    assert after.players[0].gems == ls.Gems(clear=1, blue=1)
    assert after.aside == ls.Stones()
    assert after.bag == ALL - ls.Stones(clear=1, blue=1)


def test_r4_7_printed_leaves_the_gems_of_an_earlier_draw_in_the_turn() -> None:
    state = play(give(at_die(3), 0, cards=[THREE]), ls.Dig(), drawn(clear=2, blue=1))
    assert state.gems_drawn == ls.Gems()
    state = play(state, ls.PlayCard(THREE), drawn(clear=1, red=1, white=1))
    assert state.players[0].gems == ls.Gems(clear=2, blue=1)
    assert state.players[0].coins == 3 + 1 + 5


def test_r4_7_bga_pays_nothing_for_what_was_just_drawn() -> None:
    state = lay_aside(at_die(6, edition="bga"), ls.Stones(black=5, clear=2, red=1))
    state = give(state, 0, gems=ls.Gems(clear=1, blue=1))
    after = play(state, ls.Dig(), drawn(black=1, clear=2, blue=1, red=1, white=1))
    assert (after.players[0].coins, after.bank) == (3, state.bank)
    assert after.players[0].gems == ls.Gems(clear=1, blue=1)
    assert (after.aside, after.gems_drawn) == (ls.Stones(), ls.Gems())
    assert after.bag == ALL - ls.Stones(clear=1, blue=1)


def dug(gems: ls.Gems, *, before: ls.Gems, cards: int = 1) -> ls.State:
    """Have seat 0 dig these gems in `bga`, holding others before and cards for three stones."""
    state = give(
        at_die(gems.total, edition="bga"), 0, gems=before, cards=[THREE] * cards + ["market"]
    )
    state = play(state, ls.Dig(), ls.StonesDrawn(gems.stones))
    assert state.gems_drawn == gems
    return state


def test_r4_7_bga_takes_back_the_gems_of_the_whole_turn() -> None:
    state = dug(ls.Gems(clear=2, blue=1), before=ls.Gems(clear=3, red=1))
    state = play(state, ls.PlayCard(THREE), drawn(black=1, red=1, white=1))
    assert state.players[0].gems == ls.Gems(clear=3, red=1)
    assert state.bag == ALL - ls.Stones(clear=3, red=1)
    assert (state.players[0].coins, state.aside) == (3, ls.Stones())


def test_r4_7_bga_counts_sold_gems_as_the_older_ones_first() -> None:
    state = dug(ls.Gems(clear=2), before=ls.Gems(clear=2))
    state = play(state, ls.SellGems("clear", 1), ls.PlayCard(THREE), drawn(black=2, white=1))
    assert state.players[0].gems == ls.Gems(clear=1)  # three were held, two of them new
    assert (state.players[0].coins, state.aside) == (4, ls.Stones())


def test_r4_7_bga_takes_back_no_more_than_is_still_held() -> None:
    state = dug(ls.Gems(clear=2, blue=2), before=ls.Gems(clear=1))
    state = play(state, ls.SellGems("clear", 2), ls.SellGems("blue", 2), ls.PlayCard(THREE))
    state = play(state, drawn(black=2, white=1))
    assert state.players[0].gems == ls.Gems()
    assert (state.players[0].coins, state.bag) == (3 + 2 + 6, ALL)


def test_r4_7_bga_counts_from_0_after_a_white_stone() -> None:
    state = dug(ls.Gems(clear=2), before=ls.Gems(clear=1), cards=3)
    state = play(state, ls.PlayCard(THREE), drawn(clear=2, white=1))
    assert (state.players[0].gems, state.gems_drawn) == (ls.Gems(clear=1), ls.Gems())
    state = play(state, ls.PlayCard(THREE), drawn(black=2, clear=1))
    assert (state.players[0].gems, state.gems_drawn) == (ls.Gems(clear=2), ls.Gems(clear=1))
    state = play(state, ls.PlayCard(THREE), drawn(black=2, white=1))
    assert state.players[0].gems == ls.Gems(clear=1)


def test_r4_7_bga_keeps_them_even_when_one_player_has_two_turns_in_a_row() -> None:
    state = play(at_die(6, players=2, left=(1, 2), edition="bga"), ls.TakeCoins(), ls.EndTurn())
    state = play(state, ls.TakeDie(1), ls.Dig(), drawn(red=1), ls.EndTurn())
    state = play(state, ls.TakeDie(2), ls.Dig(), drawn(clear=1, white=1))
    assert (state.current_player, state.players[1].gems) == (1, ls.Gems(red=1))


def test_r4_7_bga_forgets_the_gems_drawn_when_the_round_ends() -> None:
    state = play(at_die(6, left=(), edition="bga"), ls.Dig(), drawn(clear=6), ls.EndTurn())
    assert (state.pending, state.gems_drawn) == (ls.RoundRoll(6), ls.Gems())


@BOTH
def test_r4_8_the_white_stone_does_not_stop_the_draw(edition: str) -> None:
    state = play(at_die(4, edition=edition), ls.Dig())
    assert drawn(black=2, red=1, white=1) in ls.chance_outcomes(state)
    assert not ls.is_legal(state, drawn(white=1))
    assert not ls.is_legal(state, drawn(black=1, white=1))


@BOTH
def test_r4_8_the_bag_is_never_empty_before_a_draw(edition: str) -> None:
    state = lay_aside(at_die(6, edition=edition), ALL - ls.Stones(white=1))
    state = play(state, ls.Dig())
    assert state.pending == ls.StoneDraw(1)
    assert ls.chance_outcomes(state) == {drawn(white=1): 1}
    assert play(state, drawn(white=1)).bag == ALL
