"""R6.10 and R8.3: points."""

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from livingstone.edition.structuring.limits import Positive
from livingstone.game.effects.base import Moment, PlainEffect, Told, Worth
from livingstone.game.moves import PlayCard
from livingstone.game.state import State

if TYPE_CHECKING:
    from livingstone.game.view import View


@frozen
class ScorePoints(PlainEffect):
    """Score points, when played or at the end (R6.10, R8.3)."""

    points: Positive
    """How many points."""

    rule: ClassVar[str] = "R6.10"
    moments: ClassVar[tuple[Moment, ...]] = ()

    @property
    def points_in_hand(self) -> int:
        """The same points (R8.3)."""
        return self.points

    def refuse(self, state: State, move: PlayCard) -> None:
        """Never refuse it."""

    def apply(self, state: State, move: PlayCard) -> State:
        """Score the points (R6.10)."""
        player = state.player
        return state.with_player(player.changed(points=player.points + self.points))

    def told(self, view: "View", move: PlayCard) -> Told:
        """Say how many points."""
        return "moves.score_points", {"points": ("points", self.points)}

    def value(self, worth: Worth) -> float:
        """Count the points."""
        return float(self.points)

    def gain(self, worth: Worth, move: PlayCard) -> float:
        """Gain nothing: the card counts as much in hand (R8.3)."""
        return 0.0

    @property
    def figure(self) -> str:
        """The number of points."""
        return str(self.points)
