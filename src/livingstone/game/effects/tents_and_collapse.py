"""R6.1, R6.2 and R6.11: cards that are never played by themselves.

`rules.tents` and `rules.cards` carry them out.
"""

from typing import ClassVar

from attrs import frozen

from livingstone.game.effects.base import Moment, PlainEffect
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.state import State


@frozen
class _NeverPlayed(PlainEffect):
    moments: ClassVar[tuple[Moment, ...]] = ()

    def plays(self, state: State, card: str) -> tuple[PlayCard, ...]:
        return ()

    def refuse(self, state: State, move: PlayCard) -> Refusal:
        """Refuse to play it by itself (R6.1, R6.2, R6.11)."""
        return refuse(Code.WRONG_USE, self.rule, card=move.card)

    def apply(self, state: State, move: PlayCard) -> State:
        raise AssertionError(f"{move.card} is never played by itself")


@frozen
class NoCostTent(_NeverPlayed):
    """When building with a die, pay nothing (R6.1)."""

    rule: ClassVar[str] = "R6.1"
    pays_for_tent: ClassVar[bool] = True


@frozen
class IgnoreDie(_NeverPlayed):
    """When building with a die, choose any row (R6.2)."""

    rule: ClassVar[str] = "R6.2"
    reaches_any_row: ClassVar[bool] = True


@frozen
class MineCollapse(_NeverPlayed):
    """When drawn, put all gems back into the bag (R6.11)."""

    rule: ClassVar[str] = "R6.11"
    is_collapse: ClassVar[bool] = True
