"""R4.1: which cards can be revealed: those of the draw pile, named by plain texts."""

import pytest
from awaiting import awaiting

from livingstone import CardRevealed, chance_outcomes, is_legal
from livingstone.game.chance import is_possible
from livingstone.game.moves import CardDraw
from livingstone.values import CardPile


class Text(str):
    """A text that is none of the engine's own, as some libraries have."""


def test_r4_1_a_card_is_named_by_a_plain_text() -> None:
    state = awaiting(CardDraw(is_replacement=False))
    assert is_possible(state, CardRevealed("lion"))
    assert not is_possible(state, CardRevealed(Text("lion")))
    assert not is_legal(state, CardRevealed(Text("lion")))


@pytest.mark.parametrize("pile", [["lion"], ["antelope", "antelope"], ["lion", "market"]])
def test_r4_1_a_card_can_come_if_one_of_its_kind_is_left(pile: list[str]) -> None:
    state = awaiting(CardDraw(is_replacement=False), draw_pile=CardPile.of(pile))
    possible = {id for id in state.edition.effects if is_possible(state, CardRevealed(id))}
    assert possible == set(pile)
    assert set(chance_outcomes(state)) == {CardRevealed(id) for id in pile}
