"""R6.6: the market."""

from functools import lru_cache
from itertools import product
from typing import ClassVar

from attrs import frozen

from livingstone.game.effects.base import Moment, PlainEffect, Told, Way
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules import money
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.support.limits import Figures, Prices
from livingstone.values import Gems


@frozen
class Market(PlainEffect):
    """Sell gems, for coins and points that depend on the colour (R6.6)."""

    coins: Prices
    """Coins for one gem of each colour."""
    points: Figures
    """Points for one gem of each colour."""

    rule: ClassVar[str] = "R6.6"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.WITH_DIE, Moment.AFTER_DIE)

    @property
    def prices(self) -> tuple[Gems, Gems]:
        return self.coins, self.points

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("gems",)

    def plays(self, state: State, card: str) -> tuple[PlayCard, ...]:
        """List the ways to sell at least one gem, by clear, blue and red (R6.6)."""
        return _sales(card, state.players[state.current_player].gems)

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Explain why these gems cannot be sold (R6.6)."""
        gems, held = move.gems, state.player.gems
        if gems is None or min(gems) < 0:
            return refuse(Code.WRONG_USE, "R6.6", card=move.card)
        if not gems.total:
            return refuse(Code.NO_EFFECT, "R6.6")
        if held.covers(gems):
            return None
        return refuse(Code.TOO_FEW_GEMS, "R6.6", seat=state.current_player, held=held, gems=gems)

    def apply(self, state: State, move: PlayCard) -> State:
        """Sell gems for coins and points; the points are paid in full (R6.6)."""
        assert move.gems is not None
        player = state.player
        player = player.changed(
            gems=player.gems.minus(move.gems),
            points=player.points + move.gems.worth(self.points),
        )
        coins = move.gems.worth(self.coins)
        return money.receive(state, player, coins, aside=state.aside.plus_gems(move.gems))

    def told(self, view: View, move: PlayCard) -> Told:
        gems = move.gems or Gems()
        coins, points = min(gems.worth(self.coins), view.bank), gems.worth(self.points)
        return "moves.sell_gems", {"gems": gems, "gain": {"coins": coins, "points": points}}


@lru_cache(maxsize=128)
def _sales(card: str, held: Gems) -> tuple[PlayCard, ...]:
    numbers = product(*(range(number + 1) for number in held))
    return tuple(PlayCard(card, Gems(*sold)) for sold in numbers if any(sold))
