"""R6.5 and R9.1: a tent beside a scored one."""

from functools import lru_cache
from typing import ClassVar

from attrs import frozen

from livingstone.game.effects.base import Moment, PlainEffect, Told, Way
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules import tents
from livingstone.game.state import State
from livingstone.game.view import View

_play = lru_cache(maxsize=1 << 12)(PlayCard)


@frozen
class SecondTent(PlainEffect):
    """Set a free tent beside a scored one (R6.5)."""

    rule: ClassVar[str] = "R6.5"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AFTER_DIE,)
    places_tent: ClassVar[bool] = True

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("pair",) if players == 2 else ("space",)

    def plays(self, state: State, card: str) -> tuple[PlayCard, ...]:
        """List the second tents, by space and source (R6.5, R9.1).

        Ruling: outside the boat's column in both editions, though only the German text says so.
        """
        origins = tents.sources(state)
        return tuple(
            _play(card, None, space, source)
            for space in state.players[state.current_player].scored
            if space.column != state.boat
            for source in origins
            if source != space
        )

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Explain why no second tent can be set there (R6.5, R9.1)."""
        space = move.space
        if space is None:
            return refuse(Code.WRONG_USE, "R6.5", card=move.card)
        if not state.player.has_scored_tent_at(space):
            seat = state.current_player
            return refuse(Code.NOT_SCORED, "R6.5", seat=seat, **space._asdict())
        if space.column == state.boat:
            return refuse(Code.BOAT_COLUMN, "R6.5", column=state.boat)
        return tents.refuse_source(state, space, move.source)

    def apply(self, state: State, move: PlayCard) -> State:
        """Set the tent (R6.5)."""
        assert move.space is not None
        return state.with_player(tents.place(state.player, move.space, move.source))

    def told(self, view: View, move: PlayCard) -> Told:
        values = {"space": move.space, "cards": "", "price": "moves.free", "shares": ""}
        if move.source is None:
            return "moves.build_tent", values
        return "moves.move_tent", {**values, "source": move.source}
