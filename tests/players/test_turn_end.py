"""How the bots that think end a turn, and what they do with coins, gems and cards before."""

from random import Random
from typing import Any

import pytest
from positions import at_die, closing, give, leave_in_bank, play, sail, table

import livingstone as ls
from livingstone.effects import Market, NoCostTent
from livingstone.players import GreedyBot
from livingstone.players.candidates import candidates
from livingstone.players.greedy import close_turn
from livingstone.players.valuation import Valuation, die_gain


def close(state: ls.State) -> ls.Move:
    return close_turn(Valuation.of(state), ls.legal_moves(state))


def test_r5_2_in_the_last_turn_all_coins_go_into_the_chest() -> None:
    assert close(closing()) == ls.Donate(3)
    assert close(closing(6, 6)) == ls.Donate(3)
    assert close(closing(column=9)) == ls.EndTurn()


def test_r2_2_a_turn_is_not_the_last_if_a_die_is_left_whatever_the_others_take() -> None:
    assert close(closing(6, 6, 6)) == ls.EndTurn()


def test_r8_2_gems_are_kept_for_their_points_if_the_donation_is_safe() -> None:
    state = give(closing(), 0, coins=0, chest=20, gems=ls.Gems(0, 1, 0))
    safe = give(give(state, 1, coins=0, chest=2), 2, coins=0, chest=2)
    assert close(safe) == ls.EndTurn()


def test_r8_4_gems_are_sold_in_the_last_turn_if_the_donation_would_be_the_least() -> None:
    state = give(closing(), 0, coins=0, chest=5, gems=ls.Gems(0, 1, 0))
    close_race = give(give(state, 1, coins=0, chest=7), 2, coins=0, chest=20)
    assert close(close_race) == ls.SellGems("blue", 1)


def last(**held: Any) -> ls.State:
    """Leave no die: seat 0 has `held`, seat 1 donated 12 coins, seat 2 donated 20 and leads."""
    state = give(closing().changed(dice=()), 0, coins=0, chest=5, **held)
    return give(give(state, 1, coins=0, chest=12), 2, coins=0, chest=20, points=20)


def test_r8_3_gems_are_sold_where_the_points_in_hand_will_win() -> None:
    """The red gem makes ten coins of five, which is too little; five more would do."""
    beaten = last(gems=ls.Gems(0, 0, 2), points=18)
    assert close(beaten) == ls.EndTurn()
    assert close(give(beaten, 0, coins=0, cards=["lion"])) == ls.SellGems("red", 2)


def test_r5_1_gems_of_several_colours_are_sold_where_one_colour_is_too_little() -> None:
    state = last(gems=ls.Gems(2, 1, 1), points=40)
    red, blue = ls.SellGems("red", 1), ls.SellGems("blue", 1)
    assert close(state) == red
    assert close(ls.apply(state, red)) == blue
    assert close(play(state, red, blue)) == ls.Donate(8)
    short = leave_in_bank(state, 7, to=2)
    assert close(short) == ls.EndTurn()


def test_r8_2_no_more_gems_are_sold_than_the_donation_needs() -> None:
    """Two more points win, so that one gem fewer is kept for nothing."""
    state = last(gems=ls.Gems(5, 0, 2), points=19)
    assert close(state) == ls.SellGems("red", 2)
    assert close(play(state, ls.SellGems("red", 2))) == ls.Donate(10)


def test_r5_1_a_gem_is_not_sold_to_a_bank_that_cannot_pay_for_it() -> None:
    state = give(at_die(4), 0, gems=ls.Gems(red=1))
    moves: list[ls.Move] = [ls.SellGems("red", 1), ls.EndTurn()]
    for left, chosen in ((5, moves[0]), (4, moves[1])):
        assert close_turn(Valuation.of(leave_in_bank(state, left, to=1)), moves) == chosen


def test_r4_7_no_more_stones_are_drawn_where_more_can_be_lost_than_gained() -> None:
    """Six gems were drawn; in the bag are 24 gems, or three after the others took the rest."""
    stones, card = ls.Stones(clear=2, blue=2, red=2), ls.PlayCard("three_stones")
    state = play(at_die(6, edition="bga"), ls.Dig(), ls.StonesDrawn(stones))
    rich = give(ls.with_seed(state, 1), 0, cards=["three_stones"])
    poor = give(rich, 1, gems=ls.Gems(13, 8, 0))
    for position, is_played in ((rich, True), (poor, False)):
        assert (GreedyBot().choose(ls.view(position, 0), Random(1)) == card) == is_played
        assert {card, ls.EndTurn()} <= set(candidates(position, ls.legal_moves(position)))


def test_r4_7_gems_that_were_sold_cannot_be_lost() -> None:
    """The bag holds gems enough for the card to be worth it, if there is nothing to lose."""
    stones, card = ls.Stones(blue=3, red=3), ls.PlayCard("three_stones")
    state = play(at_die(6, edition="bga"), ls.Dig(), ls.StonesDrawn(stones))
    state = give(ls.with_seed(state, 1), 0, cards=["three_stones"])
    state = give(state, 1, gems=ls.Gems(13, 7, 0))
    assert len(candidates(state, ls.legal_moves(state))) > 1
    sold = ls.apply(ls.apply(state, ls.SellGems("blue", 3)), ls.SellGems("red", 3))
    assert candidates(sold, ls.legal_moves(sold)) == [card]
    assert GreedyBot().choose(ls.view(sold, 0), Random(1)) == card


def test_r6_9_coins_of_a_card_are_taken_even_where_coins_seem_worth_nothing() -> None:
    """Who is out is settled, but they pay for a tent, and equal points go to more coins (R8.5)."""
    state = sail(play(table(3, 6), ls.TakeDie(6)), 10)
    state = give(state, 0, coins=3, chest=20, cards=["four_coins"])
    state = give(give(state, 1, coins=0, chest=5), 2, coins=0, chest=9)
    assert Valuation.of(state).coin == 0
    assert GreedyBot().choose(ls.view(state, 0), Random(1)) == ls.PlayCard("four_coins")


def test_r8_4_no_more_is_donated_before_a_turn_that_may_come_than_the_others_can_have() -> None:
    """One more die for each is assumed: seat 1 comes to 2 + 6 coins at most."""
    state = give(give(closing(6), 0, coins=20), 1, coins=0, chest=2)
    assert close(give(state, 2, coins=30)) == ls.Donate(9)
    assert close(give(give(closing(), 0, coins=20), 1, coins=0, chest=2)) == ls.Donate(20)


def test_r10_2_who_gets_no_turn_any_more_can_donate_no_more_than_the_chest_can_hold() -> None:
    state = give(give(closing(6), 1, coins=4, chest=9), 2, coins=7, chest=3)
    done = state.changed(players=(*(p.changed(last_die=6) for p in state.players),))
    projection = Valuation.of(done).projection
    assert projection.limits == [3 + 6, 13, 10]
    assert projection.coins[1:] == [13, 10]
    none = done.changed(players=(*done.players[:2], done.players[2].changed(chest_limit=8)))
    assert Valuation.of(none).projection.limits[2] == 8


def test_r6_4_one_more_die_gains_nothing_before_the_first_is_taken() -> None:
    state = give(at_die(1).changed(die=None), 0, coins=20, cards=["two_dice"])
    used, fresh = state, state.changed(dice_taken=0)
    assert Valuation.of(used).play(ls.PlayCard("two_dice")) == max(
        die_gain(Valuation.of(used), die) for die in (5, 6)
    )
    assert Valuation.of(fresh).play(ls.PlayCard("two_dice")) == 0


def test_r6_1_a_die_is_for_a_tent_if_a_card_pays_for_it() -> None:
    state = sail(at_die(1), 10).changed(die=None)
    state = give(give(give(state, 0, coins=0, chest=20), 1, chest=8), 2, chest=8)
    state = give(state, 0, coins=0, cards=["no_cost_tent"])
    worth = Valuation.of(state)
    assert die_gain(worth, 6) == worth.tent(6, None) - worth.card(NoCostTent())


def test_r6_6_a_market_is_worth_its_gain_and_some_hope_and_less_in_the_last_round() -> None:
    market = Market(ls.Gems(1, 2, 3), ls.Gems(1, 2, 3))
    early = Valuation.of(give(at_die(1), 0, gems=ls.Gems(2, 1, 0)))
    gain = early.market(market.coins, market.points)[1]
    assert gain > 0
    assert early.card(market) == pytest.approx(gain + early.weights.market_hope)
    late = Valuation.of(sail(at_die(1), 10))
    assert late.card(market) == late.weights.late * late.weights.market_hope
