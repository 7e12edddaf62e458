"""R6.1 to R6.3, R6.5 and R6.14: the cards that help to build."""

import pytest
from positions import at_die, give, moves_of, play, refused, sail

import livingstone as ls
from livingstone.game import Code

FREE, ANY, SECOND = "no_cost_tent", "ignore_die", "second_tent"


def crowded(cards: list[str], *, coins: int = 0, edition: str = "printed") -> ls.State:
    """Put the boat in column 9, neighbours on rows 2 and 4, and a 4 into seat 0's hand."""
    state = sail(at_die(4, edition=edition), 9)
    state = give(state, 1, tents=[(4, 9), (4, 9), (2, 9)])
    state = give(state, 2, tents=[(4, 9)])
    return give(state, 0, coins=coins, cards=cards)


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_r6_1_no_cost_tent_pays_neither_bank_nor_neighbours(edition: str) -> None:
    state = crowded([FREE, FREE], edition=edition)
    after = play(state, ls.BuildTent(4, cards=(FREE,)))
    assert [player.coins for player in after.players] == [0, 3, 3]
    assert after.bank == state.bank
    assert after.players[0].tents_at(ls.Space(4, 9)) == 1
    assert (after.players[0].supply, after.players[0].hand, after.die) == (10, (FREE,), None)
    assert dict(after.played) == {FREE: 1}


@pytest.mark.parametrize(("card", "rule"), [(FREE, "R6.1"), (ANY, "R6.2")])
def test_r6_1_r6_2_these_are_not_played_by_themselves(card: str, rule: str) -> None:
    state = give(at_die(4), 0, cards=[card])
    refused(state, ls.PlayCard(card), Code.WRONG_USE, rule, card=card)
    assert moves_of(state, ls.PlayCard) == ()


def test_r6_1_a_card_not_held_pays_nothing() -> None:
    state = give(crowded([]), 1, cards=[FREE])
    refused(state, ls.BuildTent(4, cards=(FREE,)), Code.CARD_NOT_HELD, "R6", seat=0)


def test_r6_2_ignore_die_builds_in_any_row_at_the_usual_price() -> None:
    state = crowded([ANY], coins=6)
    rows = [move.row for move in moves_of(state, ls.BuildTent) if isinstance(move, ls.BuildTent)]
    assert rows == [1, 2, 3, 5, 6]
    after = play(state, ls.BuildTent(2, cards=(ANY,)))
    assert [player.coins for player in after.players] == [0, 4, 3]
    assert after.bank == state.bank + 5
    assert after.players[0].spaces() == (ls.Space(2, 9),)
    assert (after.players[0].hand, dict(after.played), after.die) == ((), {ANY: 1}, None)


def test_r6_3_both_cards_together_for_one_die() -> None:
    state = crowded([FREE, ANY])
    after = play(state, ls.BuildTent(2, cards=(FREE, ANY)))
    assert [player.coins for player in after.players] == [0, 3, 3]
    assert after.players[0].tents_at(ls.Space(2, 9)) == 1
    assert (after.players[0].hand, dict(after.played)) == ((), {ANY: 1, FREE: 1})
    assert (after.die, after.dice_left) == (None, 0)


def test_r6_3_every_combination_is_offered_once() -> None:
    state = crowded([FREE, FREE, ANY, ANY], coins=7)
    assert moves_of(state, ls.BuildTent) == tuple(
        ls.BuildTent(row, cards=cards)
        for row in range(1, 7)
        for cards in (((), (FREE,)) if row == 4 else ((ANY,), (ANY, FREE)))
    )


@pytest.mark.parametrize(("row", "card"), [(4, FREE), (2, ANY)])
def test_r6_3_at_most_one_card_of_each_effect(row: int, card: str) -> None:
    state = crowded([card, card], coins=9)
    refused(state, ls.BuildTent(row, cards=(card, card)), Code.WRONG_USE, "R6.3", card=card)


@pytest.mark.parametrize("card", ["lion", SECOND, "two_dice", "market"])
def test_r6_3_no_other_card_is_played_with_a_tent(card: str) -> None:
    state = crowded([card], coins=9)
    refused(state, ls.BuildTent(4, cards=(card,)), Code.WRONG_USE, "R6.3", card=card)


def test_r6_14_ignore_die_is_not_played_for_the_row_the_die_shows() -> None:
    state = crowded([FREE, ANY], coins=9)
    refused(state, ls.BuildTent(4, cards=(ANY,)), Code.NO_EFFECT, "R6.14", row=4)
    refused(state, ls.BuildTent(4, cards=(ANY, FREE)), Code.NO_EFFECT, "R6.14")


def camp(*, boat: int = 3) -> ls.State:
    """Give seat 0 scored tents in columns 1 and 3, an unscored one in 2, and two cards."""
    state = sail(at_die(4), boat)
    state = give(state, 0, coins=0, scored=[(5, 1), (2, 1), (6, 3)], tents=[(1, 2)])
    state = give(state, 0, coins=0, cards=[SECOND, SECOND])
    return give(state, 1, scored=[(5, 1), (5, 1), (3, 1)])


def second(row: int, column: int) -> ls.PlayCard:
    return ls.PlayCard(SECOND, space=ls.Space(row, column))


def test_r6_5_a_second_tent_is_free_and_takes_no_die() -> None:
    state = camp()
    after = play(state, second(5, 1))
    assert after.players[0].tents_at(ls.Space(5, 1)) == 2
    assert [player.coins for player in after.players] == [0, 3, 3]
    assert (after.players[0].supply, after.bank, after.die) == (6, state.bank, 4)
    assert (after.players[0].hand, dict(after.played)) == ((SECOND,), {SECOND: 1})
    assert (after.players[0].points, after.players[0].scored) == (0, state.players[0].scored)


def test_r6_5_it_is_offered_on_scored_spaces_outside_the_boat_column() -> None:
    assert moves_of(camp(), ls.PlayCard) == (second(2, 1), second(5, 1))
    assert moves_of(camp(boat=1), ls.PlayCard) == (second(6, 3),)


def test_r6_5_not_in_the_boat_column() -> None:
    refused(camp(), second(6, 3), Code.BOAT_COLUMN, "R6.5", column=3)


@pytest.mark.parametrize("place", [(1, 2), (3, 1), (4, 4), (7, 1), (5, 0), (0, 0)])
def test_r6_5_only_where_an_own_tent_is_scored(place: tuple[int, int]) -> None:
    refused(camp(), second(*place), Code.NOT_SCORED, "R6.5", seat=0, row=place[0], column=place[1])


def test_r6_5_it_needs_a_tent_in_the_supply() -> None:
    state = give(camp(), 0, tents=[(1, 5)] * 7)
    assert state.players[0].supply == 0
    refused(state, second(5, 1), Code.NO_TENT_LEFT, "R4.4")
    assert moves_of(state, ls.PlayCard) == ()


def test_r6_5_it_needs_a_space() -> None:
    refused(camp(), ls.PlayCard(SECOND), Code.WRONG_USE, "R6.5", card=SECOND)
