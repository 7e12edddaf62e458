"""Effects that data make of known parts: what they do, say and refuse, and how bots judge them."""

import random
import re
import tomllib
from typing import Any

import pytest
from editions import card_table
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import at_die, give, play

import livingstone as ls
from livingstone.effects import Parts, effects_of
from livingstone.players import GreedyBot
from livingstone.testing import check_effect


def with_card(**figures: int) -> ls.State:
    """Let seat 0 hold a card of these parts, with a die in hand."""
    deck = tomllib.loads(ls.shipped_toml("cards"))["cards"]
    cards = {"cards": [*deck, card_table("own", "parts", 4, **figures)]}
    edition = ls.load_edition("printed", cards=cards)
    return give(at_die(2, edition=edition), 0, cards=["own"], coins=3)


def test_parts_are_carried_out_from_the_first_to_the_last() -> None:
    figures = {"pay_coins": 1, "take_coins": 5, "score_points": 2, "move_boat": 1, "draw_stones": 3}
    state = with_card(**figures)
    after = play(state, ls.PlayCard("own"))
    old, new = state.player, after.player
    gained = new.coins - old.coins, state.bank - after.bank, new.points - old.points
    assert gained == (4, 4, 2)
    assert (after.boat, after.pending) == (state.boat + 1, ls.StoneDraw(3))


def test_r1_7_the_bank_pays_what_it_holds_with_what_was_paid() -> None:
    state = with_card(pay_coins=2, take_coins=9)
    state = give(state, 1, coins=state.bank - 1)
    assert play(state, ls.PlayCard("own")).bank == 0


NO_EFFECT = "this card would have no effect now (R6)"


@pytest.mark.parametrize(
    ("figures", "changes", "told"),
    [
        ({"pay_coins": 9}, {}, "the card costs 9 coins, player 0 has {held} (R6)"),
        (
            {"move_boat": 1},
            {"boat": 10},
            "the boat is in column 10 and cannot go on 1 column (R2.7)",
        ),
        (
            {"move_boat": -2},
            {"boat": 2},
            "the boat is in column 2 and cannot go back 2 columns (R6.7)",
        ),
        ({"take_coins": 2}, {"bank": 0}, "the bank is empty (R6.9)"),
        ({"take_coins": 2, "draw_stones": 1}, {"bank": 0}, None),
        ({"pay_coins": 2, "take_coins": 2}, {}, NO_EFFECT),
        ({"pay_coins": 1, "take_coins": 3}, {}, None),
        ({"pay_coins": 1, "take_coins": 3}, {"bank": 0}, NO_EFFECT),
        ({"pay_coins": 2, "take_coins": 1}, {"bank": 0}, None),
        ({"pay_coins": 2, "take_coins": 2, "score_points": 1}, {}, None),
        ({"pay_coins": 2, "take_coins": 2, "draw_stones": 1}, {}, None),
        ({"pay_coins": 2, "take_coins": 2, "move_boat": 1}, {}, None),
    ],
)
def test_parts_are_refused_where_one_cannot_be(
    figures: dict[str, int], changes: dict[str, Any], told: str | None
) -> None:
    state = with_card(**figures).changed(**changes)
    refusal = ls.why_illegal(state, ls.PlayCard("own"))
    wanted = told and told.format(held=f"{state.player.coins} coins")
    assert (refusal and str(refusal)) == wanted


FIGURES = {
    "pay_coins": st.integers(0, 4),
    "take_coins": st.integers(0, 4),
    "score_points": st.integers(0, 1),
    "move_boat": st.integers(-1, 1),
    "draw_stones": st.integers(0, 1),
}


@given(
    st.fixed_dictionaries(FIGURES).filter(lambda figures: any(figures.values())),
    st.integers(0, 3),
)
def test_r6_parts_are_refused_if_and_only_if_they_would_change_nothing_or_cannot_be(
    figures: dict[str, int], bank: int
) -> None:
    state, card = with_card(**figures).changed(bank=bank), ls.PlayCard("own")
    effect = effects_of(state.edition)["own"]
    boat = state.boat + figures["move_boat"]
    can_be = figures["pay_coins"] <= state.player.coins and boat >= 1
    has_effect = can_be and effect.apply(state, card) != state
    assert ls.is_legal(state, card) == (card in ls.legal_moves(state)) == has_effect


def test_r7_1_a_column_that_the_boat_passes_is_not_scored() -> None:
    state = give(with_card(move_boat=1), 0, tents=[(6, 1)])
    state = ls.with_seed(play(state, ls.PlayCard("own")), 1)
    while state.boat < 3:
        state = ls.apply(state, ls.legal_moves(state)[-1])
    assert not state.players[0].has_scored_tent_at(ls.Space(6, 1))


WORDS = {
    "en": "play own: pay 1 coin, take 3 coins, score 2 points, move the boat on to column 2 and "
    "draw 4 stones from the bag",
    "de": "own spielen: 1 Taler zahlen, 3 Taler nehmen, 2 Punkte bekommen, "
    "das Boot nach Spalte 2 weiterfahren lassen und 4 Steine aus dem Beutel ziehen",
    "fr": "jouer own : payer 1 pièce, prendre 3 pièces, marquer 2 points, "
    "faire avancer le bateau jusqu\u2019à la colonne 2 et tirer 4 pierres du sac",
    "it": "giocare own: pagare 1 moneta, prendere 3 monete, ottenere 2 punti, "
    "far avanzare il battello alla colonna 2 e pescare 4 pietre dal sacchetto",
}
TEXTS = {
    "en": "Does what parts does.",
    "de": "Zahl 1 Taler an die Bank. Das Boot fährt 2 Spalten zurück; "
    "gebaut und gewertet wird jetzt dort.",
    "fr": "Paie 1 pièce à la banque. Le bateau recule de 2 colonnes ; "
    "on y construit et on y compte les points désormais.",
    "it": "Paga 1 moneta alla banca. Il battello torna indietro di 2 colonne; "
    "ora si costruisce e si conta lì.",
}


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_parts_have_words_in_all_languages(language: str) -> None:
    figures = {"pay_coins": 1, "take_coins": 3, "score_points": 2, "move_boat": 1, "draw_stones": 4}
    seen = ls.view(with_card(**figures), 0)
    told = ls.describe_move(ls.PlayCard("own"), seen, language=language)
    assert told == WORDS[language]
    seen = ls.view(with_card(score_points=2, draw_stones=4), 0)
    two = ls.describe_move(ls.PlayCard("own"), seen, language=language)
    assert set(re.findall(r"\w+", two)) < set(re.findall(r"\w+", told))
    edition = with_card(pay_coins=1, move_boat=-2).edition
    assert ls.describe_card(edition.card("own"), language=language) == TEXTS[language]


def test_the_picture_shows_the_last_part() -> None:
    drawn = {Parts(take_coins=3): ("coin", "3"), Parts(1, move_boat=-2): ("boat_back", "2")}
    assert {effect: (effect.emblem, effect.figure) for effect in drawn} == drawn


@pytest.mark.parametrize(
    ("figures", "problem"),
    [
        ({}, "cards[0].effect: needs a figure other than 0 for one of pay_coins, take_coins,"),
        ({"pay_coin": 1}, "cards[0].effect: unknown: 'pay_coin'"),
        ({"draw_stones": 21}, "cards[0].effect.draw_stones: must be 0 to 20, not 21"),
        ({"move_boat": -10}, "cards[0].effect.move_boat: must be -9 to 9, not -10"),
    ],
)
def test_wrong_parts_are_told_by_path(figures: dict[str, int], problem: str) -> None:
    with pytest.raises(ls.DataError) as caught:
        ls.load_edition("printed", cards={"cards": [card_table("own", "parts", **figures)]})
    assert problem in str(caught.value)


def test_data_leave_out_the_parts_that_there_are_not() -> None:
    edition = with_card(take_coins=3).edition
    plain = ls.to_json(ls.new_game(2, edition=edition, seed=1))
    assert '{"kind":"parts","take_coins":3}' in plain.replace(" ", "")
    read = ls.from_json(plain, ls.State).edition
    assert effects_of(read)["own"] == Parts(take_coins=3)
    assert read.hash == edition.hash


@pytest.mark.parametrize(
    ("figures", "is_played"),
    [
        ({"take_coins": 1}, True),  # at once
        ({"pay_coins": 1, "score_points": 5}, True),
        ({"pay_coins": 3, "score_points": 1}, False),
        ({"draw_stones": 2, "score_points": 1}, True),
    ],
)
def test_greedy_plays_parts_that_gain(figures: dict[str, int], is_played: bool) -> None:
    move = GreedyBot().choose(ls.view(with_card(**figures), 0), random.Random(1))
    assert (move == ls.PlayCard("own")) == is_played


def test_greedy_moves_the_boat_away_from_tents_of_others_only() -> None:
    state = with_card(move_boat=1)
    for seat, is_played in ((0, False), (1, True)):
        tents = give(state, seat, tents=[(6, 1), (5, 1), (4, 1)])
        move = GreedyBot().choose(ls.view(tents, 0), random.Random(1))
        assert (move == ls.PlayCard("own")) == is_played


def test_parts_obey_the_laws() -> None:
    check_effect(Parts, games=settings().max_examples)
