"""R6.7: the boat moves back."""

from typing import ClassVar

from attrs import frozen

from livingstone.game.effects.base import Moment, PlainEffect, Told
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.support.limits import Positive


@frozen
class BoatBack(PlainEffect):
    """Move the boat back (R6.7)."""

    columns: Positive
    """By how many columns."""

    moves_boat_back: ClassVar[bool] = True
    rule: ClassVar[str] = "R6.7"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.BEFORE_DIE, Moment.AFTER_DIE)

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Explain why the boat cannot go back (R6.7).

        Ruling: at the round's end it advances one column as always, however far it went back; and
        "only there" concerns building with a die.
        """
        if state.boat > self.columns:
            return None
        return refuse(Code.NO_EFFECT, "R6.7", column=state.boat, columns=self.columns)

    def apply(self, state: State, move: PlayCard) -> State:
        """Move the boat (R6.7)."""
        return state.changed(boat=state.boat - self.columns)

    def told(self, view: View, move: PlayCard) -> Told:
        return "moves.boat_back", {"column": view.boat - self.columns}
