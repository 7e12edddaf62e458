"""How the bots that think end a turn, and what they do with coins, gems and cards before."""

from random import Random

import pytest
from positions import at_die, give, leave_in_bank, play, sail, table

import livingstone as ls
from livingstone.edition.effect import Market, NoCostTent
from livingstone.players import IsmctsBot
from livingstone.players.candidates import candidates
from livingstone.players.cards import play_gain
from livingstone.players.dice import die_worth
from livingstone.players.greedy import close_turn
from livingstone.players.worth import Worth


def closing(*left: int, column: int = 10) -> ls.State:
    """Let seat 0 of three have used a one; these dice are left on the table."""
    state = at_die(1, left=(*left, *[1] * (5 - len(left))))
    return sail(play(state, ls.Dig(), ls.StonesDrawn(ls.Stones(black=1))), column)


def close(state: ls.State) -> ls.Move:
    return close_turn(Worth.of_state(state), ls.legal_moves(state))


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


def test_r8_4_no_more_is_donated_before_a_turn_that_may_come_than_the_others_can_have() -> None:
    """One more die for each is assumed: seat 1 comes to 2 + 6 coins at most."""
    state = give(give(closing(6), 0, coins=20), 1, coins=0, chest=2)
    assert close(give(state, 2, coins=30)) == ls.Donate(9)
    assert close(give(give(closing(), 0, coins=20), 1, coins=0, chest=2)) == ls.Donate(20)


def test_r10_2_who_gets_no_turn_any_more_can_donate_no_more_than_the_chest_can_hold() -> None:
    state = give(give(closing(6), 1, coins=4, chest=9), 2, coins=7, chest=3)
    done = state.changed(players=(*(p.changed(last_die=6) for p in state.players),))
    projection = Worth.of_state(done).projection
    assert projection.limits == [3 + 6, 13, 10]
    assert projection.coins[1:] == [13, 10]
    none = done.changed(players=(*done.players[:2], done.players[2].changed(chest_limit=8)))
    assert Worth.of_state(none).projection.limits[2] == 8


def test_r1_7_a_search_sells_no_gems_that_the_bank_cannot_pay_for() -> None:
    state = give(closing(6, 6, 6), 0, gems=ls.Gems(0, 2, 0))
    sale = ls.SellGems("blue", 2)
    assert sale in candidates(state, ls.legal_moves(state))
    exact = leave_in_bank(state, 6, to=2)
    assert sale in candidates(exact, ls.legal_moves(exact))
    short = leave_in_bank(state, 5, to=2)
    assert sale not in candidates(short, ls.legal_moves(short))


def test_r6_4_one_more_die_gains_nothing_before_the_first_is_taken() -> None:
    state = give(at_die(1).changed(die=None), 0, coins=20, cards=["two_dice"])
    used, fresh = state, state.changed(dice_taken=0)
    assert play_gain(Worth.of_state(used), ls.PlayCard("two_dice")) == max(
        die_worth(Worth.of_state(used), die) for die in (5, 6)
    )
    assert play_gain(Worth.of_state(fresh), ls.PlayCard("two_dice")) == 0


def test_r6_1_a_die_is_for_a_tent_if_a_card_pays_for_it() -> None:
    state = sail(at_die(1), 10).changed(die=None)
    state = give(give(give(state, 0, coins=0, chest=20), 1, chest=8), 2, chest=8)
    state = give(state, 0, coins=0, cards=["no_cost_tent"])
    worth = Worth.of_state(state)
    assert die_worth(worth, 6) == worth.gain(6, None) - worth.card(NoCostTent())


def test_r6_6_a_market_is_worth_its_gain_and_some_hope_and_less_in_the_last_round() -> None:
    market = Market(ls.Gems(1, 2, 3), ls.Gems(1, 2, 3))
    early = Worth.of_state(give(at_die(1), 0, gems=ls.Gems(2, 1, 0)))
    gain = early.market(market)[1]
    assert gain > 0
    assert early.card(market) == pytest.approx(gain + early.weights.market_hope)
    late = Worth.of_state(sail(at_die(1), 10))
    assert late.card(market) == late.weights.late * late.weights.market_hope


def test_a_search_judges_positions_after_one_round_unless_told_otherwise() -> None:
    """It goes on by the policy itself, and takes the other one of two for what it seems to be."""
    bot = IsmctsBot()
    assert (bot.iterations, bot.seconds, bot.depth) == (None, None, 1)
    assert (bot.rollout, bot.others, bot.rounds) == ("policy", "observed", 1)


@pytest.mark.parametrize("seed", range(3))
def test_r6_4_a_search_donates_before_another_player_can_take_both_dice(seed: int) -> None:
    """With one of the cards in the other hand, the last two dice may be gone in one turn."""
    state = play(table(2, 1, 3, 5, 6, first=1), ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn())
    state = sail(play(state, ls.TakeDie(1), ls.TakeCoins()), 10)
    state = give(give(state, 0, coins=10), 1, coins=10, cards=["two_dice"])
    chosen = IsmctsBot(iterations=200).choose(ls.view(state, 0), Random(seed))
    assert isinstance(chosen, ls.Donate)
