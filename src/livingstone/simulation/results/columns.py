"""The columns of a file of results that is a table, comma-separated or Parquet."""

__all__ = ["FIGURES", "GAME_COLUMNS", "column_names", "seat_columns"]

FIGURES = ("points", "columns", "market", "cards", "gems", "hand", "donated", "tents")
"""The figures of a score that have one column for each seat."""
GAME_COLUMNS = (
    *("game", "seed", "edition", "rounds", "moves", "threshold"),
    *("failed_seat", "failed_how", "note"),
)
"""The columns with one value for each game."""


def seat_columns(rows: int) -> tuple[str, ...]:
    """List the columns with one value for each seat; `rows` is the number of rows of the board.

    >>> seat_columns(2)[-3:]
    ('out', 'majority_1', 'majority_2')
    """
    majorities = (f"majority_{row}" for row in range(1, rows + 1))
    return ("bot", "won", "rank", "played", *FIGURES, "out", *majorities)


def column_names(players: int, rows: int) -> list[str]:
    """List all columns in order: those of the game, then those of each seat, which end in `_seat`.

    >>> column_names(2, 6)[9], column_names(2, 6)[-1]
    ('bot_0', 'majority_6_1')
    """
    names = list(GAME_COLUMNS)
    for seat in range(players):
        names += [f"{name}_{seat}" for name in seat_columns(rows)]
    return names
