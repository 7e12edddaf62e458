"""Own events that tell what did not happen: `check_effect` finds them, whatever their kind."""

from collections.abc import Callable
from typing import Any

import pytest
from amounts import others_slow
from attrs import frozen
from hypothesis import settings

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import CardEffect
from livingstone.game.moves import PlayCard
from livingstone.testing import EffectError, check_effect, laws

NO_GEMS, HERE = ls.Gems(), ls.Space(1, 1)


@frozen
class Honest(CardEffect):
    """Score three points."""

    def apply(self, state: ls.State, move: PlayCard) -> ls.State:
        return state.with_player(state.player.changed(points=state.player.points + 3))

    def events(self, before: ls.State, move: PlayCard, after: ls.State) -> tuple[ls.Event, ...]:
        """Tell the truth."""
        return (happened.PointsScored(before.current_player, 3),)


Lie = Callable[[ls.State], ls.Event]
LIES: list[Lie] = [
    lambda state: happened.PointsScored(state.current_player, 1),
    lambda state: happened.CoinsTaken(state.current_player, 1),
    lambda state: happened.CardGave(state.current_player, 0, ls.Gems(1, 0, 0)),
    lambda state: happened.CardTook(state.current_player, 0, NO_GEMS, 1),
    lambda state: happened.StonesFound(state.current_player, ls.Stones(0, 1), ls.Gems(1)),
    lambda state: happened.WhiteStoneFound(state.current_player, 1, NO_GEMS, state.aside),
    lambda state: happened.CardDrawn(state.current_player, "own"),
    lambda state: happened.MineCollapsed(state.current_player, "own", ()),
    lambda state: happened.DeckRenewed(state.draw_pile.total, ()),
    lambda state: happened.TentBuilt(state.current_player, HERE, 0, (0,) * len(state.players)),
    lambda state: happened.TentRemoved(state.current_player, HERE),
    lambda state: happened.DiceChanged((1, 1, 1)),
    lambda state: happened.DieTaken(state.current_player, 9),
    lambda state: happened.BoatMoved(state.boat, state.boat + 1),
    lambda state: happened.GemsSold(state.current_player, ls.Gems(1, 0, 0), 0),
    lambda state: happened.Donated(state.current_player, 1),
    lambda state: happened.HandChanged(state.current_player, 9, is_more=True),
    lambda state: happened.CardPlayed(state.current_player, "own"),
    lambda state: happened.ColumnScored(1, (9,) * len(state.players)),
    lambda state: happened.GemsCounted((9,) * len(state.players)),
    lambda state: happened.DonationsRevealed((0,) * len(state.players)),
    lambda state: happened.ThresholdRolled((1,), 1),
    lambda state: happened.GameOver((0,)),
    lambda state: happened.PlayersOut((0,)),
    lambda state: happened.TurnEnded(state.current_player),
    lambda state: happened.TurnBegun(state.current_player),
    lambda state: happened.TurnSkipped(0),
    lambda state: happened.RoundBegun(state.boat, state.starting_player, state.dice),
]


@pytest.fixture(autouse=True)
def _alone(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Find no game that failed before, and look for no shorter one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(laws, "SHRINKING", 0.0)


def test_an_effect_that_tells_the_truth_in_its_own_events_keeps_the_laws() -> None:
    check_effect(Honest, games=settings().max_examples)


@pytest.mark.parametrize("number", others_slow(range(len(LIES)), range(0, len(LIES), 4)))
def test_an_event_that_did_not_happen_is_found(number: int) -> None:
    def events(
        self: object, before: ls.State, move: PlayCard, after: ls.State
    ) -> tuple[ls.Event, ...]:
        return (happened.PointsScored(before.current_player, 3), LIES[number](before))

    own: Any = type("Liar", (Honest,), {"__doc__": "Lie.", "events": events})
    with pytest.raises(EffectError) as caught:
        check_effect(frozen(own), games=20)
    assert caught.value.law.startswith("events ")
