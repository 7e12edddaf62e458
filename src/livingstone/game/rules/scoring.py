"""R7: scoring the boat's column at the end of a round."""

from operator import mul

from livingstone.game.state import Player, State, TentOwner
from livingstone.values import Space


def column_points(player: TentOwner, column: int, row_values: tuple[int, ...]) -> int:
    """Sum the points of a player's tents in a column; every tent on a space counts (R7.1)."""
    return sum(map(mul, player.tents[column - 1], row_values))


def score_column(state: State) -> State:
    """Score the boat's column; the spaces with tents there become scored (R7.1, R7.2).

    Ruling: a space is scored for a player, not a tent, and as long as the player has a tent there.
    """
    return state.changed(players=tuple(_score(state, player) for player in state.players))


def _score(state: State, player: Player) -> Player:
    column = state.boat
    if not any(player.tents[column - 1]):
        return player
    points = column_points(player, column, state.edition.board.row_values)
    spaces = {Space(row, column) for row, count in enumerate(player.tents[column - 1], 1) if count}
    return player.changed(
        points=player.points + points, scored=tuple(sorted(spaces.union(player.scored)))
    )
