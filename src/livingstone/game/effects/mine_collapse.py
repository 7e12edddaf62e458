"""R6.11: the mine collapse; `rules.cards` carries it out when it is drawn."""

from typing import ClassVar

from attrs import frozen

from livingstone.game.effects.base import NeverPlayed, Worth
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal
from livingstone.game.state import State


@frozen
class MineCollapse(NeverPlayed):
    """When drawn, put all gems back into the bag (R6.11)."""

    rule: ClassVar[str] = "R6.11"
    is_collapse: ClassVar[bool] = True

    def refuse(self, state: State, move: PlayCard) -> Refusal:
        """Refuse it: it is never held (R6.11)."""
        sentence = f"{move.card} is never held"
        return Refusal(Code.WRONG_USE, "R6.11", sentence, {"card": move.card})

    def value(self, worth: Worth) -> float:
        """Compare the gems of the others with the player's own."""
        return worth.collapse
