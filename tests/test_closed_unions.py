"""What the types exclude: a value that belongs to no union ends in an error, not in a wrong answer.

Each `match` over a union ends in `assert_never`, so that mypy names it when a class is added. These
tests reach that end with a class that no union has.
"""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen

import livingstone as ls
from livingstone.game import chance
from livingstone.game.rules import effects
from livingstone.game.state import Streams
from livingstone.players import cards
from livingstone.players.worth import Worth


@frozen
class Foreign:
    """A move, an outcome, an effect and an event of chance that nothing knows."""


FOREIGN: Any = Foreign()
STATE = ls.new_game(3, seed=7)
AWAITING = STATE.changed(pending=FOREIGN, streams=None)
PLAY = ls.PlayCard("lion")
LION = evolve(STATE.edition.card("lion"), effect=FOREIGN)
WITH_FOREIGN = evolve(STATE, edition=evolve(STATE.edition, cards=(LION,)))
WORTH = Worth.of_state(STATE)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ls.chance_outcomes(AWAITING),
        lambda: chance.is_possible(AWAITING, ls.DiceRolled((1,))),
        lambda: chance.awaited(AWAITING),
        lambda: chance.draw(AWAITING, Streams(1)),
        lambda: effects.legal(STATE, "lion", FOREIGN),
        lambda: effects.refuse(STATE, PLAY, FOREIGN),
        lambda: effects.carry_out(STATE, PLAY, FOREIGN),
        lambda: cards.moments(FOREIGN),
        lambda: cards.play_gain(evolve(WORTH, position=WITH_FOREIGN), PLAY),
        lambda: WORTH.card(FOREIGN),
    ],
)
def test_a_class_that_no_union_has_is_an_error(call: Callable[[], object]) -> None:
    with pytest.raises(AssertionError, match="Foreign"):
        call()


def test_r6_1_cards_for_building_are_not_carried_out_by_themselves() -> None:
    for effect in (ls.edition.NoCostTent(), ls.edition.IgnoreDie(), ls.edition.MineCollapse()):
        with pytest.raises(AssertionError, match="not played by themselves"):
            effects.carry_out(STATE, PLAY, effect)


def test_r10_3_nothing_is_drawn_where_nothing_is_awaited() -> None:
    with pytest.raises(AssertionError, match="nothing is awaited"):
        chance.draw(STATE, Streams(1))
