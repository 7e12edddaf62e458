"""Each line of a drawing is where it was; whoever moves one looks at it and pastes the digest."""

from collections.abc import Callable
from hashlib import blake2b

import pytest
from editions import BGA, board_table, card_table, make_edition
from picture_samples import board_of, crowded, sampled
from positions import give

import livingstone as ls
from livingstone import svg, text

CROWDED = give(
    give(crowded(), 0, cards=["lion", "market", "market", "two_dice"], gems=ls.Gems(1, 2, 3)),
    1,
    cards=["ignore_die", "no_cost_tent"],
    coins=100,
    gems=ls.Gems(11, 0, 2),
)
DEAR = [card_table("gold", "gain_coins", coins=100), card_table("purse", "gain_coins", coins=99)]
ENDED = sampled(3, BGA)[-1]
WIDE = ls.new_game(2, edition=board_of(3, 25, sides=9), seed=7)

DRAWN: dict[str, tuple[Callable[[], str], str]] = {
    "a state": (lambda: svg.board(CROWDED), "61c9d5ae"),
    "a view": (lambda: svg.board(ls.view(CROWDED, 0), names=[*"ABCD", "E" * 40]), "4bbd1652"),
    "the end": (lambda: svg.board(ENDED), "47d58deb"),
    "a wide board": (lambda: svg.board(WIDE), "e5d6bb3f"),
    "a land": (lambda: svg.land(CROWDED, size=400), "8a7b77bc"),
    "a narrow land": (lambda: svg.land(CROWDED, narrow=True), "39c7fca2"),
    "cards": (
        lambda: svg.cards(BGA) + svg.cards(make_edition(board_table(), DEAR), size=500),
        "9172c76e",
    ),
    "dice": (lambda: svg.dice([1, 2, 3, 4, 5, 6]) + svg.dice([2, 12]), "188257b0"),
    "icons": (lambda: "".join(map(svg.icon, svg.ICONS)), "77d84b66"),
    "text": (lambda: text.board(CROWDED) + text.board(ls.view(WIDE, 1)), "fea62a57"),
    "text on a telephone": (lambda: text.board(ls.view(CROWDED, 0), width=40), "075cf4c5"),
    "text at the end": (lambda: text.board(ENDED), "afd01238"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_stays_as_it_is(name: str) -> None:
    drawing, digest = DRAWN[name]
    assert blake2b(drawing().encode(), digest_size=4).hexdigest() == digest
