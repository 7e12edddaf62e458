"""R6: what players read of own cards, in order, each thing once and to those who may know it."""

import pytest
from editions import card_table
from more_cards import PeekHand, PeekPile
from own_cards import SwapTents
from own_effects import TakeAnimal
from positions import at_die, give

import livingstone as ls
from livingstone import events as happened

NAMES = ("Ann", "Ben", "Cleo")
EFFECTS = (PeekHand, PeekPile, SwapTents, TakeAnimal)
TABLES = [
    card_table("spy", "peek_hand", 2),
    card_table("peek", "peek_pile", 2),
    card_table("swap", "swap_tents", 2),
    card_table("hunt", "take_animal", 2),
    card_table("lion", "score_points", 2, points=4),
    card_table("coins", "gain_coins", 2, coins=4),
    card_table("ferry", "parts", 2, pay_coins=1, score_points=2, move_boat=1),
    card_table("sale", "parts", 2, take_coins=2, score_points=2, move_boat=1, draw_stones=2),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=EFFECTS)


def holding(*hands: tuple[str, ...]) -> ls.State:
    state = at_die(4, edition=EDITION)
    for seat, hand in enumerate(hands):
        state = give(state, seat, cards=hand)
    return ls.with_seed(state, 1)


def read_by(seat: int | None, state: ls.State, move: ls.Move) -> list[str]:
    """List the sentences that a seat reads of a move."""
    seen = [ls.visible(event, seat) for event in ls.play(state, move).events]
    return [
        ls.describe(event, names=NAMES, edition=EDITION)
        for event in seen
        if not isinstance(event, happened.CardDone)
    ]


def test_r10_2_only_taker_and_owner_read_which_card_was_taken() -> None:
    state = holding(("hunt",), ("coins", "lion"))
    told = {seat: read_by(seat, state, ls.PlayCard("hunt"))[1:] for seat in (0, 1, 2, None)}
    others = ["Ann holds 1 card now.", "Ben holds 1 card now."]
    assert told[0] == ["Ann holds 1 card now. Cards received: lion.", others[1]]
    assert told[1] == [others[0], "Ben holds 1 card now. Cards given up: lion."]
    assert told[2] == told[None] == others
    for language in ls.LANGUAGES:
        event = happened.HandChanged(1, 1, False, gained=(), lost=("lion",))
        sentences = {ls.describe(event, language=language, edition=EDITION, you=1)}
        sentences |= {ls.describe(ls.visible(event, 0), language=language, edition=EDITION)}
        assert sum("lion" in sentence for sentence in sentences) == 1


def test_r10_2_others_read_once_that_a_player_looks_and_at_how_many_cards() -> None:
    top = read_by(2, holding(("peek",)), ls.PlayCard("peek"))[1:]
    assert top == ["Ann looks at the top of the draw pile: 1 card.", "Ann knows these cards now."]
    hand = read_by(2, holding(("spy",), ("lion",)), ls.PlayCard("spy", seat=1))[1:]
    assert hand == ["Ann looks at the hand of Ben.", "Ann knows the hand of Ben now."]


def test_r6_a_tent_that_another_player_moves_is_told_as_its_owners() -> None:
    state = give(give(holding(("swap",)), 0, tents=[(1, 1)]), 1, tents=[(2, 1)])
    move = ls.PlayCard("swap", space=ls.Space(2, 1), source=ls.Space(1, 1))
    assert read_by(2, state, move)[1:] == [
        "Ann moves a tent from row 1 of column 1 to row 2 of column 1, free of charge.",
        "A tent of Ben is moved from row 2 of column 1 to row 1 of column 1.",
    ]
    moved = ls.play(state, move).events[2]
    for language in ls.LANGUAGES:
        told = [ls.describe(moved, language=language, edition=EDITION, you=you) for you in (0, 1)]
        assert len({*told}) == 2


@pytest.mark.parametrize(
    ("card", "kinds"),
    [
        ("ferry", [happened.CardTook, happened.PointsScored, happened.BoatMoved]),
        (
            "sale",
            [
                *(happened.CoinsTaken, happened.PointsScored, happened.BoatMoved),
                *(happened.ChanceAwaited, happened.StonesFound),
            ],
        ),
    ],
)
def test_r6_parts_are_told_in_the_order_in_which_they_happen(
    card: str, kinds: list[type[ls.Event]]
) -> None:
    told = ls.play(holding((card,)), ls.PlayCard(card)).events[1:]
    assert [type(event) for event in told][: len(kinds)] == kinds
