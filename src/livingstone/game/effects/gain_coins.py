"""R6.9: coins from the bank."""

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from livingstone.edition.structuring.limits import Positive
from livingstone.game.effects.base import Moment, PlainEffect, Told, Worth
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Refusal
from livingstone.game.rules import money
from livingstone.game.state import State

if TYPE_CHECKING:
    from livingstone.game.view import View


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

    def told(self, view: "View", move: PlayCard) -> Told:
        """Say how many coins the bank pays, at most what it holds (R1.7)."""
        return "moves.take_coins", {"coins": ("coins", min(self.coins, view.bank))}

    def value(self, worth: Worth) -> float:
        """Value the coins."""
        return worth.coins(self.coins)

    def gain(self, worth: Worth, move: PlayCard) -> float:
        """Value the coins."""
        return worth.coins(self.coins)

    @property
    def emblem(self) -> str:
        """A coin with its figure."""
        return "coin"

    @property
    def figure(self) -> str:
        """The number of coins."""
        return str(self.coins)
