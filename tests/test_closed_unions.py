"""What the types exclude: a value that belongs to no union ends in an error, not in a wrong answer.

Each `match` over a union ends in `assert_never`, so that mypy names it when a class is added. These
tests reach that end with a class that no union has.
"""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen
from livingstone.pictures.drawing.emblems import emblem

import livingstone as ls
from livingstone.events import transitions
from livingstone.game import chance
from livingstone.game.rules import effects
from livingstone.game.state import Streams
from livingstone.players import cards
from livingstone.players.worth import Worth
from livingstone.records.notation import writing
from livingstone.table.groups import _chosen
from livingstone.table.undo import can_be_taken_back
from livingstone.words import events, moves
from livingstone.words.speaker import speaker_for


@frozen
class Foreign:
    """A move, an outcome, an effect and an event of chance that nothing knows."""


FOREIGN: Any = Foreign()
STATE = ls.new_game(3, seed=7)
AWAITING = STATE.changed(pending=FOREIGN, streams=None)
PLAY = ls.PlayCard("lion")
LION = evolve(STATE.edition.card("lion"), effect=FOREIGN)
WITH_FOREIGN = evolve(STATE, edition=evolve(STATE.edition, cards=(LION,)))
SPEAKER = speaker_for("en", ["Ann", "Ben", "Cem"], None, "printed")
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
        lambda: can_be_taken_back(FOREIGN, STATE),
        lambda: _chosen(FOREIGN),
        lambda: list(transitions._events(STATE, FOREIGN, STATE)),
        lambda: list(transitions._card_effect(WITH_FOREIGN, PLAY, STATE)),
        lambda: writing._outcome_words(FOREIGN),
        lambda: writing._move_words(FOREIGN),
        lambda: events._tell_of_turns(FOREIGN, "", SPEAKER),
        lambda: events._tell_of_chance(ls.events.ChanceAwaited(0, FOREIGN), SPEAKER),
        lambda: events._tell_of_goods(FOREIGN, "", SPEAKER),
        lambda: events._tell_of_cards(FOREIGN, "", SPEAKER),
        lambda: events._tell_of_scoring(FOREIGN, "", SPEAKER),
        lambda: moves._describe(FOREIGN, ls.view(STATE, 0), SPEAKER),
        lambda: moves._effect(PLAY, ls.view(WITH_FOREIGN, 0), SPEAKER),
        lambda: emblem(FOREIGN),
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
