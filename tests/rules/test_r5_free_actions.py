"""R5: selling gems, and donating."""

import pytest
from positions import at_die, give, leave_in_bank, moves_of, play, refused, sail

import livingstone as ls
from livingstone.game import Code, Fact


@pytest.mark.parametrize(
    ("sale", "coins"),
    [(ls.SellGems("clear", 3), 3), (ls.SellGems("blue", 2), 6), (ls.SellGems("red", 1), 5)],
)
def test_r5_1_the_bank_pays_by_colour(sale: ls.SellGems, coins: int) -> None:
    state = give(at_die(4), 0, gems=ls.Gems(3, 2, 1))
    after = play(state, sale)
    assert (after.players[0].coins, after.bank) == (3 + coins, state.bank - coins)
    sold = ls.Gems()._replace(**{sale.gem: sale.count})
    assert after.players[0].gems == ls.Gems(3, 2, 1) - sold
    assert after.aside == sold.stones
    assert (after.bag, after.die, after.players[0].points) == (state.bag, 4, 0)


def test_r5_1_some_of_the_gems_may_be_kept() -> None:
    state = give(at_die(4), 0, gems=ls.Gems(clear=2, red=1))
    assert moves_of(state, ls.SellGems) == (
        ls.SellGems("clear", 1),
        ls.SellGems("clear", 2),
        ls.SellGems("red", 1),
    )


@pytest.mark.parametrize("count", [3, 0, -1])
def test_r5_1_at_least_one_gem_and_only_gems_held_are_sold(count: int) -> None:
    state = give(give(at_die(4), 0, gems=ls.Gems(clear=2)), 1, gems=ls.Gems(red=1))
    facts: dict[str, Fact] = {"seat": 0, "held": 2, "gem": "clear", "count": count}
    refused(state, ls.SellGems("clear", count), Code.TOO_FEW_GEMS, "R5.1", **facts)
    refused(state, ls.SellGems("red", 1), Code.TOO_FEW_GEMS, "R5.1")


def test_r5_1_gems_may_be_sold_to_an_empty_bank() -> None:
    state = leave_in_bank(give(at_die(4), 0, gems=ls.Gems(blue=2)), 0, to=1)
    after = play(state, ls.SellGems("blue", 2))
    assert (after.players[0].coins, after.bank) == (3, 0)
    assert (after.players[0].gems, after.aside) == (ls.Gems(), ls.Stones(blue=2))


def test_r5_2_donated_coins_go_into_the_chest() -> None:
    state = give(at_die(4), 0, coins=7)
    after = play(state, ls.Donate(2))
    player = after.players[0]
    assert (player.coins, player.chest, player.donations, player.chest_limit) == (5, 2, 1, 7)
    assert (after.bank, after.die, player.points) == (state.bank, 4, 0)


def test_r5_2_any_number_of_coins_at_hand_may_be_donated() -> None:
    state = give(at_die(4), 0, coins=4)
    assert moves_of(state, ls.Donate) == tuple(map(ls.Donate, (1, 2, 3, 4)))
    assert play(state, ls.Donate(4)).players[0].coins == 0


@pytest.mark.parametrize("coins", [5, 0, -1])
def test_r5_2_at_least_one_coin_and_no_more_than_the_purse_holds(coins: int) -> None:
    state = give(at_die(4), 0, coins=4, chest=9)
    refused(state, ls.Donate(coins), Code.TOO_FEW_COINS, "R5.2", seat=0, held=4, coins=coins)


def test_r5_2_r10_2_the_chest_holds_no_more_than_the_least_sum_since_the_last_donation() -> None:
    state = sail(give(at_die(4), 0, coins=9), 3)
    assert play(state, ls.BuildTent(4)).players[0].chest_limit == 0  # nothing donated yet
    state = play(state, ls.Donate(1))
    assert state.players[0].chest_limit == 9
    state = play(state, ls.BuildTent(4))
    assert state.players[0].chest_limit == 7  # the bank got 2
    state = play(give(state, 1, coins=5), ls.Donate(3))
    assert (state.players[0].chest, state.players[0].chest_limit) == (4, 7)


def test_r5_2_r10_2_income_does_not_lift_the_limit_but_a_new_donation_does() -> None:
    state = play(give(at_die(4), 0, coins=5), ls.Donate(2), ls.TakeCoins())
    assert state.players[0].chest_limit == 5
    assert play(state, ls.Donate(1)).players[0].chest_limit == 9
