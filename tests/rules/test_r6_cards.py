"""R6.4, R6.6 to R6.10 and R6.13: the cards played by themselves."""

import pytest
from positions import at_die, give, leave_in_bank, moves_of, play, refused, sail, table

import livingstone as ls
from livingstone.game import Code

TWO = ls.PlayCard("two_dice")
BACK = ls.PlayCard("boat_back")


def test_r6_cards_played_lie_open_and_leave_the_hand_one_by_one() -> None:
    state = give(at_die(4), 0, cards=["four_coins", "four_coins", "lion"])
    state = play(state, ls.PlayCard("four_coins"))
    assert state.players[0].hand == ("four_coins", "lion")
    assert dict(state.played) == {"four_coins": 1}


@pytest.mark.parametrize("card", ["two_dice", "boat_back", "three_stones", "four_coins", "lion"])
def test_r6_cards_have_no_use_for_what_is_not_theirs(card: str) -> None:
    state = give(sail(at_die(4), 2), 0, gems=ls.Gems(clear=1), scored=[(5, 1)], cards=[card])
    with_gems = ls.PlayCard(card, gems=ls.Gems(clear=1))
    refused(state, with_gems, Code.WRONG_USE, "R6.6", card=card)
    with_space = ls.PlayCard(card, space=ls.Space(5, 1))
    refused(state, with_space, Code.WRONG_USE, "R6.5", card=card)
    refused(state, ls.PlayCard(card, source=ls.Space(5, 1)), Code.WRONG_USE, "R6.5")
    assert ls.is_legal(state, ls.PlayCard(card))


def test_r6_4_two_dice_gives_one_more_die_after_the_first_is_used() -> None:
    state = play(give(table(3, 2, 3, 5, 6), 0, cards=["two_dice"]), TWO)
    assert (state.dice_left, dict(state.played)) == (2, {"two_dice": 1})
    state = play(state, ls.TakeDie(3))
    refused(state, ls.TakeDie(5), Code.DIE_UNUSED, "R3.1")
    state = play(state, ls.TakeCoins())
    assert moves_of(state, ls.TakeDie) == (ls.TakeDie(5), ls.TakeDie(6))
    refused(state, ls.TakeDie(2), Code.DIE_NOT_HIGHER, "R2.3")
    state = play(state, ls.TakeDie(5))
    refused(state, ls.EndTurn(), Code.DIE_UNUSED, "R3.1")
    state = play(state, ls.BuildTent(5))
    refused(state, ls.TakeDie(6), Code.NO_MORE_DICE, "R3.1")
    assert (state.dice_taken, state.dice_left, state.players[0].last_die) == (2, 0, 5)
    assert play(state, ls.EndTurn()).current_player == 1


def test_r6_4_the_second_die_may_be_forgone_and_stays_on_the_table() -> None:
    state = play(give(table(3, 3, 5), 0, cards=["two_dice"]), TWO, ls.TakeDie(3), ls.TakeCoins())
    state = play(state, ls.EndTurn())
    assert (state.current_player, state.dice, state.dice_left) == (1, (5,), 1)


def test_r6_6_the_market_pays_coins_and_points_by_colour() -> None:
    state = give(at_die(4), 0, gems=ls.Gems(4, 3, 2), cards=["market"])
    after = play(state, ls.PlayCard("market", gems=ls.Gems(3, 2, 1)))
    player = after.players[0]
    assert (player.coins, player.points, player.gems) == (3 + 10, 10, ls.Gems(1, 1, 1))
    assert after.bank == state.bank - 10
    assert (after.aside, after.bag) == (ls.Stones(clear=3, blue=2, red=1), state.bag)
    assert (player.hand, dict(after.played), after.die) == ((), {"market": 1}, 4)


def test_r6_6_any_number_of_gems_but_at_least_one() -> None:
    state = give(at_die(4), 0, gems=ls.Gems(clear=1, red=2), cards=["market"])
    numbers = [(0, 0, 1), (0, 0, 2), (1, 0, 0), (1, 0, 1), (1, 0, 2)]
    assert moves_of(state, ls.PlayCard) == tuple(
        ls.PlayCard("market", gems=ls.Gems(*sold)) for sold in numbers
    )
    refused(state, ls.PlayCard("market", gems=ls.Gems()), Code.NO_EFFECT, "R6.6")
    refused(state, ls.PlayCard("market"), Code.WRONG_USE, "R6.6", card="market")


@pytest.mark.parametrize("gems", [ls.Gems(3, 0, 0), ls.Gems(0, 1, 0), ls.Gems(1, 0, 1)])
def test_r6_6_only_gems_held_are_sold(gems: ls.Gems) -> None:
    state = give(at_die(4), 0, gems=ls.Gems(clear=2), cards=["market"])
    move = ls.PlayCard("market", gems=gems)
    refused(state, move, Code.TOO_FEW_GEMS, "R6.6", seat=0, held=ls.Gems(clear=2), gems=gems)


def test_r6_7_the_boat_goes_back_and_building_and_scoring_go_with_it() -> None:
    state = give(sail(at_die(4, left=()), 5), 0, cards=["boat_back"], tents=[(6, 5)])
    state = play(give(state, 1, tents=[(4, 4)]), BACK)
    assert (state.boat, state.die) == (4, 4)
    state = play(state, ls.BuildTent(4))
    assert state.players[0].tents_at(ls.Space(4, 4)) == 1
    assert [player.coins for player in state.players] == [3 - 2 - 1, 4, 3]
    state = play(state, ls.EndTurn())
    assert [player.points for player in state.players] == [4, 4, 0]
    assert state.boat == 5
    assert state.players[0].scored == (ls.Space(4, 4),)


def test_r6_7_not_possible_in_the_first_column() -> None:
    state = give(at_die(4), 0, cards=["boat_back"])
    refused(state, BACK, Code.NO_EFFECT, "R6.7", column=1, columns=1)
    assert play(give(sail(at_die(4), 2), 0, cards=["boat_back"]), BACK).boat == 1


def test_r6_8_three_stones_are_drawn_like_dug_ones() -> None:
    state = play(give(at_die(4), 0, cards=["three_stones"]), ls.PlayCard("three_stones"))
    assert state.pending == ls.StoneDraw(3)
    state = play(state, ls.StonesDrawn(ls.Stones(black=1, clear=1, red=1)))
    assert state.players[0].gems == ls.Gems(clear=1, red=1)
    assert (state.aside, state.die, state.pending) == (ls.Stones(black=1), 4, None)


def test_r6_9_four_coins_come_from_the_bank() -> None:
    state = give(at_die(2), 0, cards=["four_coins"])
    after = play(state, ls.PlayCard("four_coins"))
    assert (after.players[0].coins, after.bank, after.die) == (7, state.bank - 4, 2)


def test_r6_9_not_played_on_an_empty_bank() -> None:
    state = leave_in_bank(give(at_die(2), 0, cards=["four_coins"]), 0, to=1)
    refused(state, ls.PlayCard("four_coins"), Code.BANK_EMPTY, "R6.9")
    assert moves_of(state, ls.PlayCard) == ()


@pytest.mark.parametrize(("card", "points"), [("lion", 4), ("rhinoceros", 3), ("antelope", 2)])
def test_r6_10_animals_are_worth_points(card: str, points: int) -> None:
    state = play(give(at_die(4), 0, points=5, cards=[card]), ls.PlayCard(card))
    player = state.players[0]
    assert (player.points, player.hand, player.coins) == (5 + points, (), 3)
    assert dict(state.played) == {card: 1}


@pytest.mark.parametrize(
    ("dice", "needed"), [((4, 4, 4), 2), ((6,), 2), ((3, 3), 2), ((1, 2), None), ((2, 6, 6), None)]
)
def test_r6_13_two_dice_needs_two_values_before_the_first_die(
    dice: tuple[int, ...], needed: int | None
) -> None:
    state = give(table(3, *dice), 0, cards=["two_dice"])
    if needed is None:
        assert play(state, TWO).dice_left == 2
    else:
        refused(state, TWO, Code.NO_EFFECT, "R6.13", needed=2, last=0, higher=1)


def test_r6_13_one_higher_value_is_enough_once_a_die_is_taken() -> None:
    for state in (at_die(4, left=(3, 5)), play(at_die(4, left=(3, 5)), ls.TakeCoins())):
        assert play(give(state, 0, cards=["two_dice"]), TWO).dice_left == 1
    for state in (at_die(4, left=(3, 4)), play(at_die(4, left=(3, 4)), ls.TakeCoins())):
        state = give(state, 0, cards=["two_dice"])
        refused(state, TWO, Code.NO_EFFECT, "R6.13", needed=1, last=4, higher=0)
