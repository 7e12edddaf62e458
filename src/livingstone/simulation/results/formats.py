"""The formats of files, by their endings."""

from pathlib import Path

from livingstone.errors import ArgumentError
from livingstone.simulation.results.csv_lines import CsvLines
from livingstone.simulation.results.json_lines import JsonLines
from livingstone.simulation.results.lines import LineFormat
from livingstone.support.extras import require

__all__ = ["is_parquet", "line_format"]


def line_format(suffix: str, players: int, rows: int) -> LineFormat:
    """Find the format for the ending of a file, a number of seats and of rows of the board.

    >>> line_format(".csv", 2, 6).header.decode()[:36]
    'game,seed,edition,rounds,moves,thres'

    Raises `ArgumentError` for another ending.
    """
    match suffix.lower():
        case ".csv":
            return CsvLines(players, rows)
        case ".jsonl" | ".ndjson":
            return JsonLines(players, rows)
        case _:
            endings = ".csv, .jsonl or .parquet"
            raise ArgumentError(f"results go to a file that ends in {endings}: {suffix!r}")


def is_parquet(path: Path) -> bool:
    """Say whether a file is one of Parquet, going by its ending.

    >>> is_parquet(Path("games.csv"))
    False

    Raises `MissingExtraError` if it is and pyarrow, which is needed for it, is not installed.
    """
    if path.suffix.lower() != ".parquet":
        return False
    require("pyarrow", "parquet", "Parquet files")
    return True
