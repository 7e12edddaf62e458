"""The formats of lines, by the ending of a file."""

from livingstone.errors import ArgumentError
from livingstone.simulation.results.csv_lines import CsvLines
from livingstone.simulation.results.json_lines import JsonLines
from livingstone.simulation.results.lines import LineFormat

__all__ = ["line_format"]


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
            raise ArgumentError(f"results go to a file that ends in .csv or .jsonl: {suffix!r}")
