"""Tables that are too wide for a terminal, in parts that fit."""

import textwrap
from collections.abc import Iterator, Sequence

__all__ = ["blocks", "fitted"]

Rows = Sequence[Sequence[str]]

WIDEST_CELL = 24
"""Cells of a table that does not fit are broken to this width."""


def blocks(rows: Rows, width: int, repeated: int = 1, gap: int = 2) -> list[list[list[str]]]:
    """Part a table into tables that are no wider, each with the first columns of it.

    Between two columns are `gap` characters. A column that does not fit beside those that are
    repeated stands alone with them. Columns without a figure in them are left out.

    >>> blocks([["bot", "wins", "rank"], ["greedy", "9", "1"]], width=12)
    [[['bot', 'wins'], ['greedy', '9']], [['bot', 'rank'], ['greedy', '1']]]
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    used = [place for place in range(repeated, len(widths)) if widths[place]]
    first = list(range(repeated))
    taken = sum(widths[:repeated]) + gap * (repeated - 1)
    return [
        [[row[place] for place in (*first, *places)] for row in rows]
        for places in _shares(used, widths, width - taken, gap)
    ]


def _shares(places: list[int], widths: list[int], room: int, gap: int) -> Iterator[list[int]]:
    """Share columns out, as many to a part as there is room for."""
    part, left = list[int](), room
    for place in places:
        needed = widths[place] + gap
        if part and needed > left:
            yield part
            part, left = [], room
        part.append(place)
        left -= needed
    yield part


def fitted(rows: Rows, width: int, gap: int = 2) -> list[list[list[str]]]:
    """Part a table as `blocks` does, and break its long names first if it does not fit.

    >>> fitted([["bot", "rank"], ["ismcts:iterations=30,rollout=random", "1"]], width=36)
    [[['bot', 'rank'], ['ismcts:iterations=30,rol', '1'], ['lout=random', '']]]
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    fits = sum(widths) + gap * (len(widths) - 1) <= width
    return blocks(rows if fits else _narrowed(rows, WIDEST_CELL), width, gap=gap)


def _narrowed(rows: Rows, widest: int) -> list[list[str]]:
    """Break cells that are wider than this: what is left of them stands on further lines."""
    lines = list[list[str]]()
    for row in rows:
        cells = [textwrap.wrap(cell, widest) or [""] for cell in row]
        for number in range(max(map(len, cells))):
            lines.append([cell[number] if number < len(cell) else "" for cell in cells])
    return lines
