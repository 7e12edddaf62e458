"""R7: scoring the boat's column at the end of a round."""

from operator import mul

from livingstone.game.state import Player, State, TentOwner
from livingstone.values import Space

__all__ = ["column_points", "score_column"]


def column_points(player: TentOwner, column: int, row_values: tuple[int, ...]) -> int:
    """Sum the points of a player's tents in a column; tents that share a space all count (R7.1)."""
    return sum(map(mul, player.tents[column - 1], row_values))


def score_column(state: State) -> State:
    """Give players the points of the boat's column; their spaces there become scored (R7.1, R7.2).

    Ruling: a player's space is scored, not a tent, and stays scored while any own tent stands
    there.
    """
    return state.changed(players=tuple(_score(state, player) for player in state.players))


def _score(state: State, player: Player) -> Player:
    column = state.boat
    if not any(player.tents[column - 1]):
        return player
    points = column_points(player, column, state.edition.board.row_values)
    spaces = {Space(row, column) for row, count in enumerate(player.tents[column - 1], 1) if count}
    return player.changed(
        points=player.points + points,
        scored=tuple(sorted(spaces.union(player.scored))),
    )
