"""R4.1 to R4.3: drawing a card, taking coins, digging."""

from fractions import Fraction

import pytest
from editions import load_edition
from positions import (
    at_die,
    give,
    lay_aside,
    lay_open,
    leave_in_bank,
    moves_of,
    play,
    refused,
    small_deck,
)

import livingstone as ls
from livingstone.game import Code


@pytest.mark.parametrize("die", [1, 4, 6])
def test_r4_1_a_card_is_drawn_whatever_the_die_shows(die: int) -> None:
    assert moves_of(at_die(die), ls.DrawCard) == (ls.DrawCard(),)
    state = play(lay_open(at_die(die), "lion"), ls.DrawCard())
    assert (state.pending, state.die) == (ls.CardDraw(is_replacement=False), None)
    state = play(state, ls.CardRevealed("market"))
    assert state.players[0].hand == ("market",)
    assert (state.draw_pile.total, state.draw_pile.count("market")) == (25, 2)
    assert (state.pending, state.current_player, dict(state.played)) == (None, 0, {"lion": 1})


def test_r4_1_not_possible_in_a_game_without_cards() -> None:
    edition = load_edition("printed", cards=small_deck())
    state = at_die(4, edition=edition)
    refused(state, ls.DrawCard(), Code.NO_CARDS_LEFT, "R4.1")
    assert moves_of(state, ls.DrawCard) == ()


def test_r4_1_the_played_cards_become_an_empty_draw_pile() -> None:
    edition = load_edition("printed", cards=small_deck(lion=2, antelope=1))
    state = give(at_die(4, edition=edition), 1, cards=["lion"])
    state = lay_open(state, "lion", "antelope")
    assert moves_of(state, ls.DrawCard) == (ls.DrawCard(),)
    state = play(state, ls.DrawCard())
    assert dict(state.draw_pile) == {"antelope": 1, "lion": 1}
    assert not state.played
    state = play(state, ls.CardRevealed("lion"))
    assert (dict(state.draw_pile), dict(state.played)) == ({"antelope": 1}, {})


@pytest.mark.parametrize("die", [1, 3, 6])
def test_r4_2_as_many_coins_as_the_die_shows(die: int) -> None:
    state = play(at_die(die), ls.TakeCoins())
    assert [player.coins for player in state.players] == [3 + die, 3, 3]
    assert (state.bank, state.die) == (195 - die, None)


def test_r4_2_not_possible_when_the_bank_is_empty() -> None:
    state = leave_in_bank(at_die(4), 0, to=1)
    refused(state, ls.TakeCoins(), Code.BANK_EMPTY, "R4.2")
    assert moves_of(state, ls.TakeCoins) == ()


@pytest.mark.parametrize("die", [1, 3, 6])
def test_r4_3_as_many_stones_as_the_die_shows(die: int) -> None:
    state = play(at_die(die), ls.Dig())
    assert (state.pending, state.die) == (ls.StoneDraw(die), None)
    assert ls.legal_moves(state) == ()
    assert all(
        isinstance(drawn, ls.StonesDrawn) and drawn.stones.total == die
        for drawn in ls.chance_outcomes(state)
    )


def test_r4_3_all_stones_are_drawn_if_fewer_are_left() -> None:
    state = give(at_die(5), 1, gems=ls.Gems(15, 10, 4))
    state = play(lay_aside(state, ls.Stones(black=27)), ls.Dig())
    assert state.pending == ls.StoneDraw(4)
    assert ls.chance_outcomes(state) == {
        ls.StonesDrawn(ls.Stones(black=2, red=1, white=1)): Fraction(1)
    }
