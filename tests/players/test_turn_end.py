"""How the bots that think end a turn, and what they do with coins, gems and cards before."""

from random import Random
from typing import Any

from positions import at_die, closing, give, leave_in_bank, play, sail, table

import livingstone as ls
from livingstone.players import GreedyBot
from livingstone.players.candidates import candidates
from livingstone.players.greedy import close_turn
from livingstone.players.valuation import Valuation


def close(state: ls.State) -> ls.Move:
    return close_turn(Valuation.of(state), ls.legal_moves(state))


def test_r5_2_in_the_last_turn_all_coins_go_into_the_chest() -> None:
    assert close(closing()) == ls.Donate(3)
    assert close(closing(6, 6)) == ls.Donate(3)
    assert close(closing(column=9)) == ls.EndTurn()
    assert close(closing(6, 6, 6)) == ls.EndTurn(), "whatever the others take, a die is left (R2.2)"


def test_r8_2_gems_are_kept_for_their_points_if_the_donation_is_safe() -> None:
    """They are sold if it would be the least (R8.4)."""
    sale = ls.SellGems("blue", 1)
    for chest, others, chosen in (20, (2, 2), ls.EndTurn()), (5, (7, 20), sale):
        state = give(closing(), 0, coins=0, chest=chest, gems=ls.Gems(0, 1, 0))
        state = give(give(state, 1, coins=0, chest=others[0]), 2, coins=0, chest=others[1])
        assert close(state) == chosen


def test_r8_4_a_donation_leaves_another_player_the_poorest_and_no_more() -> None:
    """Each of the others can have given up to nine coins in the end; the chest counts."""
    assert close(give(closing(6, 6), 0, coins=30)) == ls.Donate(10)
    assert close(give(closing(6, 6), 0, coins=30, chest=4)) == ls.Donate(6)


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


def test_r4_7_no_more_stones_are_drawn_where_more_can_be_lost_than_gained() -> None:
    """In the bag are 24 gems, or few after the others took the rest; sold gems cannot be lost."""
    two, three = ls.Stones(clear=2, blue=2, red=2), ls.Stones(blue=3, red=3)
    card = ls.PlayCard("three_stones")
    for drawn, taken in (two, ls.Gems()), (two, ls.Gems(13, 8, 0)), (three, ls.Gems(13, 7, 0)):
        state = ls.with_seed(play(at_die(6, edition="bga"), ls.Dig(), ls.StonesDrawn(drawn)), 1)
        state = give(give(state, 0, cards=["three_stones"]), 1, gems=taken)
        if drawn == two:
            chosen = GreedyBot().choose(ls.view(state, 0), Random(1))
            assert (chosen == card) == (not taken.total)
        assert {card, ls.EndTurn()} <= set(candidates(state, ls.legal_moves(state)))
    sold = play(state, ls.SellGems("blue", 3), ls.SellGems("red", 3))
    assert candidates(sold, ls.legal_moves(sold)) == [card]
    assert GreedyBot().choose(ls.view(sold, 0), Random(1)) == card


def test_r6_9_coins_of_a_card_are_taken_even_where_coins_seem_worth_nothing() -> None:
    """Who is out is settled, but they pay for a tent, and equal points go to more coins (R8.5)."""
    state = sail(play(table(3, 6), ls.TakeDie(6)), 10)
    state = give(state, 0, coins=3, chest=20, cards=["four_coins"])
    state = give(give(state, 1, coins=0, chest=5), 2, coins=0, chest=9)
    assert Valuation.of(state).coin == 0
    assert GreedyBot().choose(ls.view(state, 0), Random(1)) == ls.PlayCard("four_coins")
