"""R6.11 and R6.12: the mine collapse."""

from fractions import Fraction

import pytest
from editions import load_edition
from positions import at_die, give, lay_aside, lay_open, moves_of, play, refused, small_deck

import livingstone as ls
from livingstone.game import Code

BOTH = pytest.mark.parametrize("edition", ["printed", "bga"])
COLLAPSE = ls.CardRevealed("mine_collapse")
REPLACEMENT = ls.CardDraw(is_replacement=True)


def rich(edition: str | ls.Edition = "printed") -> ls.State:
    """Give everybody gems, and have seat 0 a die of 4 to use."""
    state = at_die(4, edition=edition)
    state = give(state, 0, gems=ls.Gems(clear=2))
    state = give(state, 1, gems=ls.Gems(blue=1))
    return give(state, 2, gems=ls.Gems(clear=1, red=1))


@BOTH
def test_r6_11_all_gems_go_back_at_once_and_stones_aside_stay(edition: str) -> None:
    state = lay_aside(rich(edition), ls.Stones(black=3, blue=1))
    state = play(state, ls.DrawCard(), COLLAPSE)
    assert [player.gems for player in state.players] == [ls.Gems()] * 3
    assert state.aside == ls.Stones(black=3, blue=1)
    assert state.bag == ls.Stones(black=26, clear=15, blue=9, red=5, white=1)
    assert [player.coins for player in state.players] == [3, 3, 3]


@BOTH
def test_r6_11_a_replacement_is_drawn_and_all_but_the_hands_shuffled(edition: str) -> None:
    state = give(lay_open(rich(edition), "lion", "market"), 1, cards=["antelope"])
    state = play(state, ls.DrawCard(), COLLAPSE)
    assert (state.pending, state.current_player) == (REPLACEMENT, 0)
    assert dict(state.played) == {"lion": 1, "market": 1, "mine_collapse": 1}
    assert state.players[0].hand == ()
    state = play(state, ls.CardRevealed("four_coins"))
    assert state.players[0].hand == ("four_coins",)
    assert (state.pending, state.die, state.current_player) == (None, None, 0)
    assert (state.played.total, state.draw_pile.total) == (0, 27 - 2)
    counts = {"lion": 1, "market": 3, "mine_collapse": 1, "antelope": 1, "four_coins": 2}
    assert {card: state.draw_pile.count(card) for card in counts} == counts


def test_r6_11_a_held_collapse_is_unsound_and_cannot_be_played() -> None:
    state = at_die(4)
    holder = state.players[0].changed(hand=("mine_collapse",))
    state = state.with_player(holder, draw_pile=state.draw_pile - ls.CardPile.of(["mine_collapse"]))
    assert ls.validate(state) == ["player 0 holds a mine collapse (R6.11)"]
    move = ls.PlayCard("mine_collapse")
    refused(state, move, Code.WRONG_USE, "R6.11", card="mine_collapse")
    assert moves_of(state, ls.PlayCard) == ()


def test_r6_11_bga_takes_back_only_gems_drawn_since_the_collapse() -> None:
    state = give(at_die(4, edition="bga"), 0, gems=ls.Gems(red=1), cards=["three_stones"] * 3)
    state = give(state, 0, cards=["two_dice"])
    three = ls.PlayCard("three_stones")
    state = play(state, ls.PlayCard("two_dice"), ls.Dig(), ls.StonesDrawn(ls.Stones(clear=4)))
    state = play(state, ls.TakeDie(5), ls.DrawCard(), COLLAPSE, ls.CardRevealed("lion"))
    assert state.players[0].gems == ls.Gems()
    state = play(state, three, ls.StonesDrawn(ls.Stones(black=2, clear=1)))
    state = play(state, three, ls.StonesDrawn(ls.Stones(black=1, clear=1, white=1)))
    assert state.players[0].gems == ls.Gems()
    assert state.bag == ls.Stones(29, 15, 10, 5, 1)


def test_r6_12_the_replacement_comes_from_the_remaining_pile_before_the_reshuffle() -> None:
    state = play(lay_open(rich(), "lion"), ls.DrawCard(), COLLAPSE)
    outcomes = ls.chance_outcomes(state)
    assert ls.CardRevealed("lion") not in outcomes
    assert COLLAPSE not in outcomes
    assert outcomes[ls.CardRevealed("market")] == Fraction(3, 25)
    assert sum(outcomes.values()) == 1


def tiny(**counts: int) -> ls.State:
    """Give everybody gems in a game with so many cards of each of these ids."""
    return rich(load_edition("printed", cards=small_deck(**counts)))


def test_r6_12_with_an_empty_pile_the_played_cards_become_it_first() -> None:
    state = tiny(mine_collapse=1, lion=1, antelope=2)
    state = give(lay_open(state, "lion", "antelope"), 1, cards=["antelope"])
    state = play(state, ls.DrawCard(), COLLAPSE)
    assert (state.pending, dict(state.played)) == (REPLACEMENT, {"mine_collapse": 1})
    assert dict(state.draw_pile) == {"antelope": 1, "lion": 1}
    state = play(state, ls.CardRevealed("antelope"))
    assert state.players[0].hand == ("antelope",)
    assert (dict(state.draw_pile), dict(state.played)) == ({"lion": 1, "mine_collapse": 1}, {})


def test_r6_12_without_any_other_card_there_is_no_replacement() -> None:
    state = give(tiny(mine_collapse=1, lion=2), 1, cards=["lion", "lion"])
    state = play(state, ls.DrawCard(), COLLAPSE)
    assert (state.pending, state.players[0].hand) == (None, ())
    assert (dict(state.draw_pile), dict(state.played)) == ({"mine_collapse": 1}, {})
    assert [player.gems for player in state.players] == [ls.Gems()] * 3
    assert ls.EndTurn() in ls.legal_moves(state)


def test_r6_12_a_second_collapse_is_carried_out_and_replaced_too() -> None:
    state = lay_open(tiny(mine_collapse=2, lion=2, antelope=1), "lion")
    state = play(state, ls.DrawCard(), COLLAPSE)
    assert ls.chance_outcomes(state)[COLLAPSE] == Fraction(1, 3)
    state = play(state, COLLAPSE)
    assert (state.pending, dict(state.played)) == (REPLACEMENT, {"lion": 1, "mine_collapse": 2})
    assert dict(state.draw_pile) == {"antelope": 1, "lion": 1}
    state = play(state, ls.CardRevealed("lion"))
    assert state.players[0].hand == ("lion",)
    assert not state.played
    assert dict(state.draw_pile) == {"antelope": 1, "lion": 1, "mine_collapse": 2}
