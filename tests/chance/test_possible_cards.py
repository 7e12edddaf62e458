"""R4.1: the cards of the draw pile can be revealed, and no others."""

import pytest
from positions import awaiting

from livingstone import CardRevealed, chance_outcomes
from livingstone.game.chance import is_possible
from livingstone.game.moves import CardDraw
from livingstone.values import CardPile


@pytest.mark.parametrize("pile", [["lion"], ["antelope", "antelope"], ["lion", "market"]])
def test_r4_1_a_card_can_come_if_one_of_its_kind_is_left(pile: list[str]) -> None:
    state = awaiting(CardDraw(is_replacement=False), draw_pile=CardPile.of(pile))
    possible = {id for id in state.edition.effects if is_possible(state, CardRevealed(id))}
    assert possible == set(pile)
    assert set(chance_outcomes(state)) == {CardRevealed(id) for id in pile}
