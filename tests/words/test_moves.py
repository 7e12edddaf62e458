"""Every legal move is said in plain words before it is made."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from positions import at_die, give, leave_in_bank, sail, table

import livingstone as ls
from livingstone.support.structuring import union_classes
from livingstone.testing import Game, games

NAMES = ("Ann", "Ben", "Cleo")
HAND = ("boat_back", "four_coins", "ignore_die", "lion", "market", "no_cost_tent")
RICH = sail(
    give(
        give(
            at_die(4, players=3),
            0,
            coins=20,
            gems=ls.Gems(2, 2, 1),
            cards=(*HAND, "second_tent", "three_stones", "two_dice"),
            scored=[(3, 1)],
        ),
        1,
        tents=[(4, 2)],
    ),
    2,
)
BEFORE = table(3, 1, 4)
MOVED = give(
    at_die(4, players=2, left=(5, 6)), 0, coins=9, cards=["second_tent"], scored=[(2, 3)] * 11
)

SENTENCES = [
    (BEFORE, ls.TakeDie(4), "take the 4"),
    (BEFORE, ls.Donate(3), "donate 3 coins to the Queen"),
    (RICH, ls.DrawCard(), "draw a card"),
    (RICH, ls.TakeCoins(), "take 4 coins"),
    (RICH, ls.Dig(), "draw 4 stones from the bag"),
    (
        RICH,
        ls.BuildTent(4),
        "build a tent in row 4 of column 2 for 2 coins: 1 to the bank, 1 to Ben",
    ),
    (
        RICH,
        ls.BuildTent(5, ("ignore_die",)),
        "build a tent in row 5 of column 2 with the card Ignore Die Value Tent for 1 coin",
    ),
    (
        RICH,
        ls.BuildTent(1, ("ignore_die", "no_cost_tent")),
        "build a tent in row 1 of column 2 with the cards Ignore Die Value Tent and No Cost Tent,"
        " free of charge",
    ),
    (
        MOVED,
        ls.BuildTent(4, source=ls.Space(2, 3)),
        "move a tent from row 2 of column 3 to row 4 of column 1 for 1 coin",
    ),
    (RICH, ls.PlayCard("boat_back"), "play Boat Back: move the boat back to column 1"),
    (RICH, ls.PlayCard("four_coins"), "play Four Coins: take 4 coins"),
    (RICH, ls.PlayCard("lion"), "play Lion: score 4 points"),
    (RICH, ls.PlayCard("three_stones"), "play Three Stones: draw 3 stones from the bag"),
    (RICH, ls.PlayCard("two_dice"), "play Two Dice: take 1 more die this turn"),
    (
        RICH,
        ls.PlayCard("market", ls.Gems(0, 1, 1)),
        "play Market: sell 1 blue gem and 1 red gem for 5 coins and 5 points",
    ),
    (
        RICH,
        ls.PlayCard("second_tent", space=ls.Space(3, 1)),
        "play Second Tent: build a tent in row 3 of column 1, free of charge",
    ),
    (RICH, ls.SellGems("blue", 2), "sell 2 blue gems for 6 coins"),
    (ls.apply(at_die(4), ls.TakeCoins()), ls.EndTurn(), "end the turn"),
]


@pytest.mark.parametrize(("state", "move", "sentence"), SENTENCES)
def test_a_move_is_said_before_it_is_made(state: ls.State, move: ls.Move, sentence: str) -> None:
    view = ls.view(state, 0)
    assert ls.describe_move(move, view, names=NAMES[: len(state.players)]) == sentence


def test_these_are_moves_of_every_kind() -> None:
    own = {ls.Choose}  # tests/effects/test_choosing.py says them
    assert {type(move) for _, move, _ in SENTENCES} == set(union_classes(ls.Move)) - own


def test_r9_1_a_second_tent_can_be_moved() -> None:
    state = give(
        at_die(4, players=2, left=(5, 6)), 0, cards=["second_tent"], scored=[(2, 3)] * 10 + [(1, 2)]
    )
    move = ls.PlayCard("second_tent", space=ls.Space(1, 2), source=ls.Space(2, 3))
    assert ls.describe_move(move, ls.view(state, 0)) == (
        "play Second Tent: move a tent from row 2 of column 3 to row 1 of column 2, free of charge"
    )


def test_r1_7_the_bank_gives_no_more_than_it_holds() -> None:
    view = ls.view(leave_in_bank(RICH, 2, to=1), 0)
    assert ls.describe_move(ls.TakeCoins(), view) == "take 2 coins"
    assert ls.describe_move(ls.PlayCard("four_coins"), view) == "play Four Coins: take 2 coins"
    assert ls.describe_move(ls.SellGems("red", 1), view) == "sell 1 red gem for 2 coins"
    market = ls.PlayCard("market", ls.Gems(0, 0, 1))
    told = ls.describe_move(market, view)
    assert told == "play Market: sell 1 red gem for 2 coins and 3 points"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "ein Zelt in Reihe 4, Spalte 2 für 2 Taler bauen: 1 an die Bank, 1 an Spieler 1"),
        (
            "fr",
            "construire une tente dans la rangée 4, colonne 2 pour 2 pièces :"
            " 1 à la banque, 1 à joueur 1",
        ),
        (
            "it",
            "costruire una tenda nella fila 4, colonna 2 per 2 monete: 1 alla banca,"
            " 1 a giocatore 1",
        ),
    ],
)
def test_a_move_is_said_in_other_languages(language: str, sentence: str) -> None:
    view = ls.view(RICH, 0)
    assert ls.describe_move(ls.BuildTent(4), view, language=language) == sentence


@given(games(), st.sampled_from(ls.LANGUAGES))
def test_every_legal_move_of_a_game_is_said_differently_from_the_others(
    game: Game, language: str
) -> None:
    for state in game.states:
        view = ls.view(state, state.current_player)
        if len(view.legal_moves) > 500:
            continue
        told = [ls.describe_move(move, view, language=language) for move in view.legal_moves]
        assert not any("{" in sentence or sentence.endswith(".") for sentence in told)
        kinds = [(type(m), getattr(m, "card", None)) for m in view.legal_moves]
        assert len(set(zip(told, kinds, strict=True))) == len(told)


def test_r4_3_no_more_stones_are_said_to_be_drawn_than_the_bag_has() -> None:
    view = evolve(ls.view(at_die(4), 0), bag=ls.Stones(black=2))
    assert ls.describe_move(ls.Dig(), view) == "draw 2 stones from the bag"
