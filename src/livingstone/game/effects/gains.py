"""R6.8 to R6.10 and R8.3: stones, coins and points without a choice."""

from typing import Annotated, ClassVar

from attrs import frozen

from livingstone.game.effects.base import Moment, PlainEffect, Told
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Refusal
from livingstone.game.rules import mine, money
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.support.limits import Between, Positive


@frozen
class DrawStones(PlainEffect):
    """Draw stones from the bag (R6.8)."""

    stones: Annotated[int, Between(1, 20)]
    """How many stones."""

    rule: ClassVar[str] = "R6.8"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AT_ONCE,)

    @property
    def stones_drawn(self) -> int:
        return self.stones

    def refuse(self, state: State, move: PlayCard) -> None:
        """Never refuse it, since the bag is never empty (R4.8)."""

    def apply(self, state: State, move: PlayCard) -> State:
        """Await the draw (R6.8)."""
        return mine.await_stones(state, self.stones)

    def told(self, view: View, move: PlayCard) -> Told:
        return "moves.dig", {"stones": ("stones", min(self.stones, view.bag.total))}

    @property
    def figure(self) -> str:
        return str(self.stones)


@frozen
class GainCoins(PlainEffect):
    """Take coins from the bank (R6.9)."""

    coins: Positive
    """How many coins; the player gets fewer if the bank holds fewer (R1.7)."""

    rule: ClassVar[str] = "R6.9"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AT_ONCE,)

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Refuse it while the bank is empty (R6.9)."""
        return money.refuse_empty_bank(state, "R6.9")

    def apply(self, state: State, move: PlayCard) -> State:
        """Take the coins (R6.9)."""
        return money.receive(state, state.player, self.coins)

    def told(self, view: View, move: PlayCard) -> Told:
        return "moves.take_coins", {"coins": ("coins", min(self.coins, view.bank))}

    @property
    def emblem(self) -> str:
        return "coin"

    @property
    def figure(self) -> str:
        return str(self.coins)


@frozen
class ScorePoints(PlainEffect):
    """Score points, when played or at the end (R6.10, R8.3)."""

    points: Positive
    """How many points."""

    rule: ClassVar[str] = "R6.10"
    moments: ClassVar[tuple[Moment, ...]] = ()

    @property
    def points_in_hand(self) -> int:
        return self.points

    def refuse(self, state: State, move: PlayCard) -> None:
        """Never refuse it."""

    def apply(self, state: State, move: PlayCard) -> State:
        """Score the points (R6.10)."""
        player = state.player
        return state.with_player(player.changed(points=player.points + self.points))

    def told(self, view: View, move: PlayCard) -> Told:
        return "moves.score_points", {"points": ("points", self.points)}

    @property
    def figure(self) -> str:
        return str(self.points)
