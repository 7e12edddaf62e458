"""R6.4 and R6.13: more dice in a turn."""

from functools import lru_cache
from typing import ClassVar

from attrs import frozen

from livingstone.game.effects.base import Moment, PlainEffect, Told
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules import rounds
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.support.limits import Positive


@frozen
class MoreDice(PlainEffect):
    """Take more dice in this turn (R6.4)."""

    dice: Positive
    """How many more dice."""

    rule: ClassVar[str] = "R6.4"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AFTER_DIE,)

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Refuse it unless there are enough higher values (R6.13)."""
        last = state.players[state.current_player].last_die
        needed = state.dice_left + self.dice
        higher = len(rounds.takeable(state.dice, last))
        return None if higher >= needed else _too_few_dice(needed, last, higher)

    def apply(self, state: State, move: PlayCard) -> State:
        """Let the player take more dice (R6.4)."""
        return state.changed(dice_left=state.dice_left + self.dice)

    def told(self, view: View, move: PlayCard) -> Told:
        return "moves.more_dice", {"dice": ("more_dice", self.dice)}

    @property
    def figure(self) -> str:
        return f"+{self.dice}"


@lru_cache(maxsize=1024)
def _too_few_dice(needed: int, last: int, higher: int) -> Refusal:
    """Make the refusal once for these numbers, since every list of moves needs it (R6.13)."""
    return refuse(Code.NO_EFFECT, "R6.13", needed=needed, last=last, higher=higher)
