"""R6.8: stones from the bag."""

from typing import TYPE_CHECKING, Annotated, ClassVar

from attrs import frozen

from livingstone.edition.structuring.limits import Between
from livingstone.game.effects.base import Moment, PlainEffect, Told, Worth
from livingstone.game.moves import PlayCard
from livingstone.game.rules import mine
from livingstone.game.state import State

if TYPE_CHECKING:
    from livingstone.game.view import View


@frozen
class DrawStones(PlainEffect):
    """Draw stones from the bag (R6.8)."""

    stones: Annotated[int, Between(1, 20)]
    """How many stones."""

    rule: ClassVar[str] = "R6.8"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AT_ONCE,)

    @property
    def stones_drawn(self) -> int:
        """Its figure."""
        return self.stones

    def refuse(self, state: State, move: PlayCard) -> None:
        """Never refuse it, since the bag is never empty (R4.8)."""

    def apply(self, state: State, move: PlayCard) -> State:
        """Await the draw (R6.8)."""
        return mine.await_stones(state, self.stones)

    def told(self, view: "View", move: PlayCard) -> Told:
        """Say how many stones, at most what the bag holds."""
        return "moves.dig", {"stones": ("stones", min(self.stones, view.bag.total))}

    def value(self, worth: Worth) -> float:
        """Value the stones."""
        return worth.stones(self.stones)

    def gain(self, worth: Worth, move: PlayCard) -> float:
        """Value the stones."""
        return worth.stones(self.stones)

    @property
    def figure(self) -> str:
        """The number of stones."""
        return str(self.stones)
