"""R6.1 and R6.2: the cards that help to build a tent; `rules.tents` carries them out."""

from typing import ClassVar

from attrs import frozen

from livingstone.game.effects.base import NeverPlayed, Worth
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal
from livingstone.game.state import State


@frozen
class _TentCard(NeverPlayed):
    """A card that is played together with a tent."""

    def refuse(self, state: State, move: PlayCard) -> Refusal:
        """Refuse to play it by itself (R6.1, R6.2)."""
        sentence = f"{move.card} is played together with building a tent"
        return Refusal(Code.WRONG_USE, self.rule, sentence, {"card": move.card})


@frozen
class NoCostTent(_TentCard):
    """When building with a die, pay nothing (R6.1)."""

    rule: ClassVar[str] = "R6.1"
    pays_for_tent: ClassVar[bool] = True

    def value(self, worth: Worth) -> float:
        """Save the mean cost of the columns to come."""
        costs = worth.position.edition.board.costs[worth.position.boat - 1 :]
        return worth.late * worth.coin * sum(costs) / len(costs)


@frozen
class IgnoreDie(_TentCard):
    """When building with a die, choose any row (R6.2)."""

    rule: ClassVar[str] = "R6.2"
    reaches_any_row: ClassVar[bool] = True

    def value(self, worth: Worth) -> float:
        """Value it as learned."""
        return float(worth.late * worth.weights.ignored_die)
