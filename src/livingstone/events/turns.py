"""What follows a turn: the next one, the end of the round, or that of the game."""

from collections.abc import Iterator
from functools import lru_cache

from livingstone.events.playing import BoatMoved, TurnBegun, TurnSkipped
from livingstone.events.scoring import (
    CardsCounted,
    ColumnScored,
    DonationsRevealed,
    GameOver,
    GemsCounted,
    PlayersOut,
    RowScored,
)
from livingstone.events.visibility import Event
from livingstone.game.moves import RoundRoll
from livingstone.game.rules import ending, scoring
from livingstone.game.state import State

__all__ = ["after_turn", "ended"]

_turn_begun = lru_cache(maxsize=1024, typed=True)(TurnBegun)


def after_turn(before: State, after: State) -> tuple[Event, ...]:
    """List what follows a turn: the next turn, or the end of the round or game (R2.5, R7, R8).

    Nobody counts as skipped at the end of a round: nobody can take a die, which is why it ends.
    """
    if after.pending is None and not after.is_over:
        return (*_skipped(before, after), _turn_begun(after.current_player))
    return tuple(_after_round(before, after))


def _skipped(before: State, after: State) -> list[TurnSkipped]:
    """List who sits between the turn that ended and the next one, clockwise (R2.2, R2.4)."""
    count, seat = len(after.players), before.current_player
    passed = (after.current_player - seat - 1) % count
    return [TurnSkipped((seat + step) % count) for step in range(1, passed + 1)]


def _after_round(before: State, after: State) -> Iterator[Event]:
    """List the scoring of the column (R7), and what follows it."""
    values = before.edition.board.row_values
    yield ColumnScored(
        before.boat,
        tuple(scoring.column_points(player, before.boat, values) for player in before.players),
    )
    if isinstance(after.pending, RoundRoll):
        yield BoatMoved(before.boat, after.boat)
    else:
        yield from _final_scoring(after)
        if after.is_over:
            yield from ended(after)


def _final_scoring(state: State) -> Iterator[Event]:
    """List the events of scoring rows, gems and hands, and of opening chests (R8.1 to R8.4)."""
    for row, points in enumerate(zip(*ending.majorities(state), strict=True), 1):
        yield RowScored(row, points)
    players, cards = state.players, state.edition.cards
    yield GemsCounted(tuple(player.gems.total for player in players))
    yield CardsCounted(
        tuple(ending.card_points(player, cards) for player in players),
        tuple(player.hand for player in players),
    )
    yield DonationsRevealed(tuple(player.chest for player in players))


def ended(state: State) -> Iterator[Event]:
    """List the events that say who is out and who won (R8.4, R8.5, R9.2)."""
    result = ending.result(state)
    assert result is not None
    out = tuple(seat for seat, standing in enumerate(result.standings) if standing.is_out)
    yield PlayersOut(out)
    yield GameOver(result.winners)
